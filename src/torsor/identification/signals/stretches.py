"""Stretches of a log: its rows on an even grid, without bridging what is too wide a gap.

The times are those of the log: jitter and small gaps are interpolated, never counted away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.identification.logs.log import Log

WIDE = 0.25
"""A gap of more than this share of a period of the cut-off ends a stretch …"""
STEPS = 5.0
"""… if it is more than so many usual steps."""
SHORTEST = 3.0
"""Stretches of fewer periods of the cut-off than this are left out."""


@dataclass(frozen=True)
class Stretch:
    """Evenly spaced rows of one log; what was not measured is none."""

    log: int
    t: Array
    step: float
    q: Array
    tau: Array
    dq: Array | None
    ddq: Array | None
    good: Mask


def cut_stretches(log: Log, number: int, cutoff: float) -> Iterator[Stretch]:
    """The stretches of a log between its gaps, each on its own grid."""
    steps = np.diff(log.t)
    step = float(np.median(steps))
    wide = np.flatnonzero(steps > max(STEPS * step, WIDE / cutoff))
    for first, last in zip([0, *(wide + 1)], [*(wide + 1), len(log.t)], strict=True):
        t = log.t[first:last]
        if t[-1] - t[0] < SHORTEST / cutoff:
            continue
        even = t[0] + step * np.arange(int((t[-1] - t[0]) / step + 1e-9) + 1)
        rows = slice(first, last)
        nearest = np.clip(np.searchsorted(t, even), 1, len(t) - 1)
        yield Stretch(
            number,
            even,
            step,
            _interpolate(even, t, log.q[rows]),
            _interpolate(even, t, log.tau[rows]),
            None if log.dq is None else _interpolate(even, t, log.dq[rows]),
            None if log.ddq is None else _interpolate(even, t, log.ddq[rows]),
            log.good[rows][nearest] & log.good[rows][nearest - 1],
        )


def _interpolate(even: Array, t: Array, columns: Array) -> Array:
    return np.stack([np.interp(even, t, column) for column in columns.T], axis=1)
