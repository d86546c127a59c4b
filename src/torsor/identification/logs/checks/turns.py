"""Angles that a log has wrapped at ±180° are counted on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from torsor.identification.logs.draft import Draft

TURN = 2 * np.pi
NEAR = 0.1
"""A jump within so much of a turn of a whole one is a wrap."""


def count_turns(draft: Draft, turning: Collection[int]) -> Draft:
    """Undo jumps of a whole turn from row to row, of the coordinates that turn."""
    q, told = draft.q.copy(), []
    for k in turning:
        steps = np.diff(q[:, k])
        turns = np.round(steps / TURN)
        wraps = (np.abs(turns) == 1) & (np.abs(steps - TURN * turns) < NEAR * TURN)
        if wraps.any():
            q[1:, k] -= TURN * np.cumsum(np.where(wraps, turns, 0.0))
            told.append(f"q{k + 1} ({int(np.count_nonzero(wraps))} times)")
    if not told:
        return draft
    return replace(draft, q=q).note(
        f"angles wrapped at a whole turn are counted on: {', '.join(told)}"
    )
