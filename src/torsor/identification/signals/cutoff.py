"""The cut-off from spectra: what was moved, and what the model explains of the forces.

Above the frequencies at which a robot was moved, a log holds noise, ripple and vibrations that no
rigid body explains. Products of motions and friction's steps bring forces at up to some ten times
the frequencies of the motion: a first cut-off. The second is where, of a pilot model, as much
power is left as there was: from there on the forces are not explained, and only noise is added.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.logs.log import Log
from torsor.identification.signals.stretches import cut_stretches
from torsor.motion.tables import require_scipy

MOVED = 0.99
"""The share of a joint's squared velocities that lies within the motion's band."""
HARMONICS = 10.0
"""How many times the motion's band the forces reach."""
LOWEST, HIGHEST = 2.0, 20.0
"""Hertz between which a cut-off is chosen."""
SLOWEST = 10.0
"""Rows in a period of the cut-off, at least."""
WINDOW, RESOLUTION = 4.0, 2.0
"""Seconds of a window of Welch's: of motions, and of residuals."""


def band_of_motion(logs: Sequence[Log]) -> float:
    """The first cut-off, in hertz: some harmonics of what was moved."""
    with require_scipy():
        from scipy.signal import welch
    needed: list[float] = []
    for log in logs:
        for stretch in cut_stretches(log, 0, LOWEST):
            rates = np.gradient(stretch.q, stretch.step, axis=0)
            window = min(len(rates), round(WINDOW / stretch.step))
            f, power = welch(rates, 1.0 / stretch.step, nperseg=window, axis=0)
            total = np.cumsum(power * (f < 2.0 * HIGHEST)[:, None], axis=0)
            needed += [
                float(f[np.searchsorted(column, MOVED * column[-1])])
                for column in total.T
                if column[-1] > 0.0
            ]
    rate = min(1.0 / float(np.median(np.diff(log.t))) for log in logs)
    wanted = HARMONICS * float(np.median(needed)) if needed else HIGHEST
    return min(float(np.clip(wanted, LOWEST, HIGHEST)), rate / SLOWEST)


def last_explained(e: Array, tau: Array, stretch: Indices, step: float) -> float:
    """The frequency from which on residuals (m, n) are as strong as the forces, in hertz."""
    from scipy.signal import welch

    window = min(round(RESOLUTION / step), int(np.bincount(stretch).max()))
    left: Array = np.zeros(())
    there: Array = np.zeros(())
    f = np.zeros(1)
    for number in np.unique(stretch):
        rows = stretch == number
        if rows.sum() >= window:
            f, power = welch(e[rows], 1.0 / step, nperseg=window, axis=0)
            left = left + power
            there = there + welch(tau[rows], 1.0 / step, nperseg=window, axis=0)[1]
    noise = np.maximum(left.sum(0), 1e-300)
    ratio = (left / noise).sum(1) / np.maximum((there / noise).sum(1), 1e-300)
    smooth = np.convolve(np.pad(ratio, 1, mode="edge"), np.ones(3) / 3, mode="valid")
    lost = np.flatnonzero((smooth >= 1.0) & (f >= LOWEST))
    return float(f[lost[0]]) if lost.size else float("inf")
