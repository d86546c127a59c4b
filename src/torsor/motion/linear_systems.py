"""Linear systems in floating-point numbers: one solution, or the one of least norm."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array


def solve(A: Array, b: Array) -> Array:
    """The x of A x = b."""
    return np.linalg.solve(A, b).astype(np.float64, copy=False)


def solve_least_norm(A: Array, b: Array) -> Array:
    """The shortest x that brings A x nearest to b; what is as good as singular is left alone."""
    return np.linalg.lstsq(A, b, rcond=1e-10)[0].astype(np.float64, copy=False)
