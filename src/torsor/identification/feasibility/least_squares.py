"""Least squares over columns of very different units: compressed, reached, solved."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array

UNSEEN = 1e-10
"""Columns and singular values smaller than this, relative to the largest, are rounding."""


def compress(rows: Array) -> Array:
    """As many rows as columns at most, of the same least squares."""
    if len(rows) <= rows.shape[1]:
        return rows
    return np.asarray(np.linalg.qr(rows, mode="r"), np.float64)


def column_space(A: Array) -> Array:
    """An orthonormal basis of what the columns of A reach, whatever their units."""
    U, sizes, _ = np.linalg.svd(A / _norms(A), full_matrices=False)
    return U[:, sizes > UNSEEN * sizes.max(initial=0.0)]


def solve_scaled(A: Array, b: Array) -> Array:
    """The x that brings A x nearest to b, the shortest in units of the columns' lengths."""
    norms = _norms(A)
    found: Array = np.linalg.lstsq(A / norms, b, rcond=UNSEEN)[0] / norms
    return found


def _norms(A: Array) -> Array:
    norms = np.linalg.norm(A, axis=0)
    return np.where(norms > 0, norms, 1.0)
