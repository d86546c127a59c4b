"""Linear systems in floating-point numbers: the solution, the one of least norm, and sizes."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array


def largest(x: Array) -> float:
    """The largest magnitude in x."""
    return float(np.max(np.abs(x)))


def solve(A: Array, b: Array) -> Array:
    """The x of A x = b."""
    return np.linalg.solve(A, b).astype(np.float64, copy=False)


def solve_least_norm(A: Array, b: Array) -> Array:
    """The shortest x that brings A x nearest to b; what is as good as singular is left alone."""
    return np.linalg.lstsq(A, b, rcond=1e-10)[0].astype(np.float64, copy=False)
