"""Frames and forces by homogeneous matrices and energies, in numpy alone; no torsor here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def move(axis: str, length: float) -> Array:
    """The homogeneous matrix of a displacement along x, y or z."""
    T = np.eye(4)
    T["xyz".index(axis), 3] = length
    return T


def turn(axis: str, angle: float) -> Array:
    """The homogeneous matrix of a rotation about x, y or z."""
    T = np.eye(4)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    T[i, i] = T[j, j] = np.cos(angle)
    T[j, i] = np.sin(angle)
    T[i, j] = -T[j, i]
    return T


@dataclass(frozen=True)
class Body:
    """A rigid body: mass, mass centre and central inertia in a frame that moves with q."""

    frame: Callable[[Array], Array]
    mass: float
    com: Array
    inertia: Array


def _gradient(f: Callable[[Array], Array], q: Array) -> list[Array]:
    """∂f/∂q_k by central differences of fourth order."""
    h = 1e-3
    steps = h * np.eye(len(q))
    return [(8 * (f(q + e) - f(q - e)) - (f(q + 2 * e) - f(q - 2 * e))) / (12 * h) for e in steps]


def mass_matrix(bodies: Sequence[Body], q: Array) -> Array:
    """Σ m Jᵥᵀ Jᵥ + J_ωᵀ I J_ω, the Jacobians from the frames themselves."""
    M = np.zeros((len(q), len(q)))
    for body in bodies:
        R = body.frame(q)[:3, :3]
        slopes = _gradient(body.frame, q)
        Jv = np.array([(s @ [*body.com, 1])[:3] for s in slopes]).T
        spins = [s[:3, :3] @ R.T for s in slopes]
        Jw = np.array([[W[2, 1], W[0, 2], W[1, 0]] for W in spins]).T
        M += body.mass * Jv.T @ Jv + Jw.T @ R @ body.inertia @ R.T @ Jw
    return M


def driving_forces(
    bodies: Sequence[Body], gravity: Array, q: Array, dq: Array, ddq: Array
) -> Array:
    """Lagrange's equations in numbers: d/dt ∂T/∂q̇ − ∂T/∂q + ∂V/∂q."""

    def potential(at: Array) -> Array:
        heights = [b.mass * gravity @ (b.frame(at) @ [*b.com, 1])[:3] for b in bodies]
        return np.array(-sum(heights))

    slopes = _gradient(lambda at: mass_matrix(bodies, at), q)
    rate = sum(s * v for s, v in zip(slopes, dq, strict=True))
    kinetic = np.array([dq @ s @ dq / 2 for s in slopes])
    return np.array(
        mass_matrix(bodies, q) @ ddq + rate @ dq - kinetic + np.array(_gradient(potential, q))
    )
