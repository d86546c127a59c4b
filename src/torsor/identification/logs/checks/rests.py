"""Where the joints move, and where all of them rest."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.errors import TextError
from torsor.identification.logs.draft import Draft

WINDOW = 0.05
"""Seconds on either side over which a speed is taken."""
SLOW = 0.02
"""Below this part of its usual large speed (95 %) a joint rests …"""
FAST = 0.02
"""… or, where it is usually fast, below this, in rad/s or m/s …"""
NOISE = 4.0
"""… or below so many standard deviations of the noise of its position."""
MOST = 100_000
"""Rows that are looked at for a grain."""
REST = 0.25
"""Seconds; a shorter rest is a reversal."""


def find_moving(t: Array, q: Array) -> Mask:
    """(N, n): whether a joint moves; a rest is longer than a quarter of a second."""
    step = float(np.median(np.diff(t)))
    w = max(1, round(WINDOW / step))
    k = np.arange(len(t))
    first, last = np.maximum(k - w, 0), np.minimum(k + w, len(t) - 1)
    time = (t[last] - t[first])[:, None]
    speed = np.abs(q[last] - q[first]) / time
    change = np.diff(q, axis=0)
    grain = np.array([find_grain(c) for c in q.T])
    noise = 1.4826 * np.median(np.abs(np.diff(change, axis=0)), axis=0) / np.sqrt(6)
    still = np.clip(SLOW * np.quantile(speed, 0.95, axis=0), 2e-9, FAST)
    moving = speed > np.maximum(still, np.maximum(NOISE * noise, 1.5 * grain) / (2 * w * step))
    return np.stack([_close_short(t, column) for column in moving.T], axis=1)


def find_grain(column: Array) -> float:
    """The grain of a measurement: its least change, if it has few different ones."""
    change = np.abs(np.diff(column[:MOST]))
    steps = np.unique(change[change > 0])
    return float(steps[0]) if 0 < steps.size < 0.5 * change.size else 0.0


def _close_short(t: Array, moving: Mask) -> Mask:
    """The same with short rests taken for motion."""
    found = moving.copy()
    edges = np.flatnonzero(np.diff(moving.astype(np.int8))) + 1
    for start, end in pairwise(edges.tolist()):
        if not moving[start] and t[end] - t[start - 1] <= REST:
            found[start:end] = True
    return found


def tell_rests(draft: Draft, moving: Mask) -> Draft:
    """Which joints never move, and how much of the time nothing does."""
    still = ~moving.any(axis=0) | (np.ptp(draft.q, axis=0) == 0)
    if still.all():
        raise TextError(f"{draft.file}: no joint moves in it; nothing can be identified from that")
    names = [f"q{k + 1}" for k in np.flatnonzero(still)]
    constant = ""
    if names:
        constant = (
            f"{_listed(names)} {'moves' if len(names) == 1 else 'move'} nowhere in it: "
            "not excited by this log"
        )
    steps = np.append(np.diff(draft.t), 0.0)
    share = float(steps[~moving.any(axis=1)].sum() / steps.sum())
    rest = f"all joints rest in {100 * share:.3g} % of the time" if share >= 0.005 else ""
    return draft.note(constant, rest)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
