"""A link's ten parameters as its pseudo-inertia, which is positive definite for a real body.

    J = [Σ h; hᵀ m],   Σ = ∫ r rᵀ dm = ½ tr(L) 1 − L

about the frame's origin: J = ∫ (r, 1)(r, 1)ᵀ dm, so that aᵀ J a is the body's second moment about
the plane a·(r, 1) = 0, and in a frame moved by T it is T J Tᵀ (Wensing, Kim, Slotine, RA-L 2018).
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.spatial.inertia import ENTRIES

TEN = 10
"""Parameters of a link: m hx hy hz Lxx Lyy Lzz Lxy Lxz Lyz."""

PAIRS = tuple((i, j) for j in range(4) for i in range(j + 1))
"""The ten places of a symmetric 4 × 4 matrix, its upper triangle column by column."""

FLAT = np.zeros((16, TEN))
"""From coordinates to the entries of a symmetric matrix; lengths are kept (√2 off the diagonal)."""
for _k, (_i, _j) in enumerate(PAIRS):
    FLAT[4 * _i + _j, _k] = FLAT[4 * _j + _i, _k] = 1.0 if _i == _j else np.sqrt(0.5)

ONE = FLAT.T @ np.eye(4).ravel()
"""The coordinates of the unit matrix."""


def to_matrix(y: Array) -> Array:
    """Symmetric matrices (…, 4, 4) from their coordinates (…, 10)."""
    return (y @ FLAT.T).reshape(*y.shape[:-1], 4, 4)


def to_coordinates(Y: Array) -> Array:
    """The coordinates (…, 10) of symmetric matrices (…, 4, 4)."""
    return Y.reshape(*Y.shape[:-2], 16) @ FLAT


def congruence(A: Array) -> Array:
    """What Y → A Y Aᵀ does to coordinates: (…, 10, 10) of (…, 4, 4)."""
    both = np.einsum("...ij,...kl->...ikjl", A, A).reshape(*A.shape[:-2], 16, 16)
    found: Array = FLAT.T @ both @ FLAT
    return found


def cholesky(A: Array) -> Array:
    """The lower triangular C of A = C Cᵀ, of one or several positive definite matrices."""
    return np.linalg.cholesky(A).astype(np.float64, copy=False)


def pseudo_inertia(pi: Array) -> Array:
    """J (…, 4, 4) of parameters (…, 10)."""
    J = np.empty((*pi.shape[:-1], 4, 4))
    for (i, j), entry in zip(ENTRIES, np.moveaxis(pi[..., 4:], -1, 0), strict=True):
        J[..., i, j] = J[..., j, i] = -entry
    half_trace = pi[..., 4:7].sum(-1) / 2
    for i in range(3):
        J[..., i, i] += half_trace
    J[..., :3, 3] = J[..., 3, :3] = pi[..., 1:4]
    J[..., 3, 3] = pi[..., 0]
    return J


def parameters_of(J: Array) -> Array:
    """The ten parameters (…, 10) of pseudo-inertias (…, 4, 4): L = tr(Σ) 1 − Σ."""
    pi = np.empty((*J.shape[:-2], TEN))
    trace = J[..., 0, 0] + J[..., 1, 1] + J[..., 2, 2]
    pi[..., 0] = J[..., 3, 3]
    pi[..., 1:4] = J[..., :3, 3]
    for k, (i, j) in enumerate(ENTRIES, 4):
        pi[..., k] = (trace if i == j else 0.0) - J[..., i, j]
    return pi


def central_moments(J: Array) -> tuple[Array, Array]:
    """Mass centres (…, 3) and the second moments Σ_C = Σ − h hᵀ / m about them (…, 3, 3)."""
    m, h = J[..., 3, 3, None], J[..., :3, 3]
    centre = h / m
    return centre, J[..., :3, :3] - h[..., :, None] * centre[..., None, :]


def shift_to_origin(m: Array, centre: Array, central: Array) -> Array:
    """J (…, 4, 4) from masses (…), mass centres (…, 3) and second moments about them."""
    J = np.empty((*m.shape, 4, 4))
    h = m[..., None] * centre
    J[..., :3, :3] = central + h[..., :, None] * centre[..., None, :]
    J[..., :3, 3] = J[..., 3, :3] = h
    J[..., 3, 3] = m
    return J
