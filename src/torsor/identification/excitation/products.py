"""Products and inverses by blocks so small that BLAS does them in one thread.

Threads that wait for each other cost more than they bring at these sizes (on a busy machine ten
times as much), and a sum that is always cut alike has the same bits however many cores there are.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array

BLOCK = 200_000
"""Multiplications of a block."""
SMALL = 48
"""Rows of a matrix that is inverted as a whole."""


def multiply(A: Array, B: Array) -> Array:
    """A B of a tall A."""
    rows = max(1, BLOCK // B.size)
    found: Array = np.empty((len(A), B.shape[1]))
    for first in range(0, len(A), rows):
        np.matmul(A[first : first + rows], B, out=found[first : first + rows])
    return found


def multiply_transposed(A: Array, B: Array) -> Array:
    """Aᵀ B of tall A and B."""
    rows = max(1, BLOCK // (A.shape[1] * B.shape[1]))
    found: Array = np.zeros((A.shape[1], B.shape[1]))
    for first in range(0, len(A), rows):
        found += A[first : first + rows].T @ B[first : first + rows]
    return found


def invert(F: Array) -> tuple[float, Array]:
    """log det F and F⁻¹ of a positive definite matrix, by Schur complements."""
    if len(F) <= SMALL:
        L = np.linalg.cholesky(F)
        inner = np.linalg.solve(L, np.eye(len(F)))
        return 2 * float(np.log(np.diag(L)).sum()), inner.T @ inner
    half = len(F) // 2
    first, A = invert(F[:half, :half])
    X = multiply(A, np.ascontiguousarray(F[:half, half:]))
    second, S = invert(F[half:, half:] - multiply_transposed(F[:half, half:], X))
    XS = multiply(X, S)
    whole = np.block([[A + multiply(XS, np.ascontiguousarray(X.T)), -XS], [-XS.T, S]])
    return first + second, whole
