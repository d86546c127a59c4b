"""Least squares over columns of very different units: compressed, reached, solved."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.linear_algebra import decompose, solve_shortest

UNSEEN = 1e-10
"""Columns and singular values smaller than this, relative to the largest, are rounding."""
WORTH = 1.3
"""Rows to a column from which on compressing them is worth it."""
STRIP = 8
"""Columns of a strip."""


def compress(rows: Array) -> Array:
    """The same least squares in as many rows as columns, where that spares many."""
    if len(rows) <= WORTH * rows.shape[1]:
        return rows
    return np.asarray(np.linalg.qr(rows, mode="r"), np.float64)


def gram(A: Array) -> Array:
    """Aᵀ A in strips of columns, each too small for BLAS to share it among threads.

    Thousands of such products follow one another: where other work keeps the cores busy, threads
    that wait for each other take a hundred times as long.
    """
    strips = [A[:, k : k + STRIP].T @ A for k in range(0, A.shape[1], STRIP)]
    return np.concatenate(strips) if strips else np.zeros((0, 0))


def column_space(A: Array) -> Array:
    """An orthonormal basis of what the columns of A reach, whatever their units."""
    U, sizes, _ = decompose(A / _norms(A))
    return U[:, sizes > UNSEEN * sizes.max(initial=0.0)]


def solve_scaled(A: Array, b: Array) -> Array:
    """The x that brings A x nearest to b, the shortest in units of the columns' lengths."""
    norms = _norms(A)
    found: Array = solve_shortest(A / norms, b, UNSEEN) / norms
    return found


def _norms(A: Array) -> Array:
    norms = np.linalg.norm(A, axis=0)
    return np.where(norms > 0, norms, 1.0)
