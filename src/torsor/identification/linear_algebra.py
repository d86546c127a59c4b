"""Decompositions that always end.

LAPACK's quick singular value decomposition (divide and conquer) gives up on a few matrices that are
as finite as any; its older, slower one does not.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.tables import require_scipy


def decompose(A: Array) -> tuple[Array, Array, Array]:
    """U, singular values and Vᵀ of a finite matrix, the short form."""
    try:
        U, sizes, Vt = np.linalg.svd(A, full_matrices=False)
    except np.linalg.LinAlgError:
        return _decompose_slowly(A)
    return U, sizes, Vt


def _decompose_slowly(A: Array) -> tuple[Array, Array, Array]:
    with require_scipy():
        from scipy.linalg import svd
    parts = svd(A, full_matrices=False, lapack_driver="gesvd")
    return np.asarray(parts[0], float), np.asarray(parts[1], float), np.asarray(parts[2], float)


def solve_shortest(A: Array, b: Array, cutoff: float | None = None) -> Array:
    """The shortest x that brings A x nearest to b; singular values below the cut-off are zero."""
    try:
        found = np.asarray(np.linalg.lstsq(A, b, rcond=cutoff)[0], np.float64)
    except np.linalg.LinAlgError:
        U, sizes, Vt = decompose(A)
        least = max(A.shape) * np.finfo(float).eps if cutoff is None else cutoff
        large = sizes > least * sizes.max(initial=0.0)
        shares = ((U[:, large].T @ b).T / sizes[large]).T
        return np.asarray(Vt[large].T @ shares, np.float64)
    return found
