"""Rotations as vectors, axis times angle, for many matrices at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def rotation_vectors(R: Floats) -> Floats:
    """The axis times the angle (0 to π) of each rotation matrix of (N, 3, 3)."""
    # A unit quaternion u gives the rows u_i u of this symmetric matrix, times four; the largest is
    # the one that loses no digits (Shepperd 1978, Bar-Itzhack 2000).
    K = np.empty((*R.shape[:-2], 4, 4))
    trace = np.trace(R, axis1=-2, axis2=-1)
    twist = np.stack((R[..., 2, 1], R[..., 0, 2], R[..., 1, 0]), axis=-1)
    twist = twist - np.stack((R[..., 1, 2], R[..., 2, 0], R[..., 0, 1]), axis=-1)
    K[..., 0, 0] = 1 + trace
    K[..., 0, 1:] = K[..., 1:, 0] = twist
    K[..., 1:, 1:] = R + np.swapaxes(R, -1, -2)
    K[..., [1, 2, 3], [1, 2, 3]] += 1 - trace[..., None]
    largest = np.argmax(np.diagonal(K, axis1=-2, axis2=-1), axis=-1)
    u = np.take_along_axis(K, largest[..., None, None], axis=-2)[..., 0, :]
    u = u * np.where(u[..., :1] < 0, -1.0, 1.0)
    size = np.linalg.norm(u[..., 1:], axis=-1)
    angle = 2 * np.arctan2(size, u[..., 0])
    small = size < 1e-9 * np.linalg.norm(u, axis=-1)
    scale = np.where(small, 2 / np.where(small, u[..., 0], 1), angle / np.where(small, 1, size))
    vectors: Floats = u[..., 1:] * scale[..., None]
    return vectors


def vector_rates(phi: Floats) -> Floats:
    """The matrices that take −ω to the rate of φ, where exp φ = R₂ R₁ᵀ and R₁ turns with ω.

    The inverse of the right Jacobian of SO(3): 1 + [φ]×/2 + (1 − θ/2 cot θ/2)/θ² [φ]×².
    """
    angle = np.linalg.norm(phi, axis=-1)
    small = angle < 1e-4
    half = np.where(small, 1.0, angle / 2)
    factor = np.where(small, 1 / 12, (1 - half / np.tan(half)) / (4 * half**2))
    x, y, z = np.moveaxis(phi, -1, 0)
    zero = np.zeros_like(x)
    rows = ((zero, -z, y), (z, zero, -x), (-y, x, zero))
    cross = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    rates: Floats = np.eye(3) + cross / 2 + factor[..., None, None] * (cross @ cross)
    return rates
