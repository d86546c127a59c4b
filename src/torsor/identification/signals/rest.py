"""Rows in which a joint moves: at rest, friction may be anything and says nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.identification.logs.checks.rests import find_grain

REST = 0.25
"""A rest that lasts longer than this, in seconds, is left out."""
DEVIATION = 1.4826
"""A normal deviation over the median of magnitudes."""
SLOW = 0.01
"""A joint rests below this share of its speed (the one that it exceeds in a hundredth of rows)."""

NOISE, GRAINS = 10.0, 3.0
"""A joint that stays within so many deviations of its noise, or grains, does not move at all."""


def find_speeds(rates: list[Array]) -> Array:
    """Each joint's speed, exceeded in a hundredth of all rows of some logs."""
    speeds: Array = np.quantile(np.abs(np.concatenate(rates)), 0.99, axis=0)
    return speeds


def find_still(raw: Sequence[Array], smooth: Sequence[Array]) -> Mask:
    """Joints that never move: their filtered positions span what their noise does, (n,)."""
    still = np.ones(raw[0].shape[1], bool)
    for q, filtered in zip(raw, smooth, strict=True):
        noise = DEVIATION * np.median(np.abs(np.diff(q, n=2, axis=0)), axis=0) / np.sqrt(6.0)
        grain = np.array([find_grain(column) for column in q.T])
        still &= np.ptp(filtered, axis=0) <= np.maximum(NOISE * noise, GRAINS * grain)
    return still


def find_moving(dq: Array, step: float, speeds: Array) -> Mask:
    """Where each joint moves: all rows but those of rests that last; (N, n)."""
    slow = np.abs(dq) <= SLOW * speeds
    moving = np.ones(dq.shape, bool)
    for joint, column in enumerate(slow.T):
        for first, last in find_runs(column):
            if (last - first) * step > REST:
                moving[first:last, joint] = False
    return moving


def find_runs(where: Mask) -> Indices:
    """The first row of each run of true ones, and the row after its last; (runs, 2)."""
    changes = np.flatnonzero(np.diff(np.concatenate([[False], where, [False]]).astype(int)))
    runs: Indices = changes.reshape(-1, 2)
    return runs


def spread(where: Mask, rows: int) -> Array:
    """The share of true ones among so many rows before and after each; (N, n)."""
    total = np.cumsum(np.pad(where.astype(float), ((rows + 1, rows), (0, 0))), axis=0)
    share: Array = (total[2 * rows + 1 :] - total[: -2 * rows - 1]) / (2 * rows + 1)
    return share
