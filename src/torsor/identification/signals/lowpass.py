"""Zero-phase low-pass filtering: Butterworth of order four, forward and back.

At its two ends a filter needs what the log does not have. There the signal is carried on as a
polynomial fitted to its last stretch, and what is left is reflected through it: a motion that
is cut off in mid-swing keeps its velocity and acceleration. The whole is linear in the signal, so
that the filter may be put on every column of a regressor instead of on their sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.tables import require_scipy

ORDER = 4
HIGHEST = 0.45
"""The largest cut-off in rows: a tenth below half of the rate."""


@dataclass(frozen=True)
class Ends:
    """How a signal is carried on past its ends, times in periods of the cut-off."""

    degree: int
    fitted: float
    length: float


FORCES = Ends(degree=1, fitted=0.25, length=2.0)
MOTIONS = Ends(degree=5, fitted=5.0, length=4.0)


@lru_cache(maxsize=16)
def _sections(relative: float) -> Any:
    with require_scipy():
        from scipy.signal import butter
    return butter(ORDER, relative, output="sos")


def lowpass(signal: Array, cutoff: float, step: float, ends: Ends = FORCES) -> Array:
    """The signal (rows first) without what is faster than ``cutoff`` hertz, rows ``step`` s apart.

    A cut-off that the rows cannot show leaves the signal as it is.
    """
    if cutoff * step >= HIGHEST:
        return np.array(signal, float)
    from scipy.signal import sosfiltfilt

    shape, rows = signal.shape, len(signal)
    flat = signal.reshape(rows, -1)
    period = 1.0 / (cutoff * step)
    added = max(1, min(rows - 1, round(ends.length * period)))
    before = _carried_on(flat[::-1], ends, period, added)[::-1]
    after = _carried_on(flat, ends, period, added)
    longer = np.concatenate([before, flat, after])
    found: Array = sosfiltfilt(_sections(2.0 * cutoff * step), longer, axis=0, padlen=0)
    return found[added : added + rows].reshape(shape)


def _carried_on(signal: Array, ends: Ends, period: float, added: int) -> Array:
    """The next rows: a polynomial through the last stretch, and the rest reflected through it."""
    rows = len(signal)
    fitted = min(rows, max(ends.degree + 2, round(ends.fitted * period)))
    degree = min(ends.degree, fitted - 1)
    back = np.arange(fitted) / fitted
    coefficients = np.linalg.pinv(np.vander(back, degree + 1)) @ signal[::-1][:fitted]
    away = np.arange(1, added + 1) / fitted
    ahead, behind = (np.vander(s, degree + 1) @ coefficients for s in (-away, away))
    reflected: Array = ahead - (signal[::-1][1 : added + 1] - behind)
    return reflected
