"""Derivatives of filtered signals: differences of order six, which a motion's band does not feel.

Those of order two are too small by (2π f h)²/6, at 1 Hz in a log of 100 Hz by 0.07 %: more than
the deviation of a well excited inertia.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array

CENTRAL = (45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0)
"""The weights of x(t + k h) − x(t − k h), k = 1, 2, 3 (Fornberg, Math. Comp. 51, 1988)."""

SAME = 2e-3
"""Rates that differ from differences by less than this share, usually, are differences."""
TINY = 1e-12


def differentiate(signal: Array, step: float) -> Array:
    """The derivative along the rows, ``step`` s apart; of order two in three rows at each end."""
    found = np.gradient(signal, step, axis=0, edge_order=2)
    beside, rows = len(CENTRAL), len(signal)
    if rows > 2 * beside:
        found[beside : rows - beside] = sum(
            weight * (signal[beside + k : rows - beside + k] - signal[beside - k : -beside - k])
            for k, weight in enumerate(CENTRAL, 1)
        ) / np.float64(step)
    return np.asarray(found, float)


def are_differences(rates: Array, signal: Array, t: Array) -> bool:
    """Whether rates that were logged are the differences of the logged signal, backward in time.

    Such rates know nothing that the signal does not, and are half a step late.
    """
    change = np.diff(signal, axis=0) / np.diff(t)[:, None]
    left = np.median(np.abs(rates[1:] - change), axis=0)
    return bool(np.all(left <= SAME * np.median(np.abs(change), axis=0) + TINY))
