"""Motions as finite Fourier series that begin and end at rest (Swevers and others, 1997).

q(t) = c₀ + Σ aₗ sin lωt + bₗ cos lωt for each coordinate. At t = 0, and so after every period,
q̇ = 0 and q̈ = 0: Σ l aₗ = 0 and Σ l² bₗ = 0, which are put into the basis. A motion may also be
bound to begin at a posture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.excitation.limits.bounds import Bounds
from torsor.identification.excitation.products import multiply, multiply_transposed

State = tuple[Array, Array, Array]
"""Positions, velocities and accelerations at many instants, (M, n) each."""


@dataclass(frozen=True, eq=False)
class Basis:
    """1, sin lωt, cos lωt and their two derivatives at some instants, (M, 1 + 2 N) each."""

    values: Array
    rates: Array
    accelerations: Array

    def evaluate(self, coefficients: Array) -> State:
        """The motion of coefficients (n, 1 + 2 N)."""
        c = np.ascontiguousarray(coefficients.T)
        return multiply(self.values, c), multiply(self.rates, c), multiply(self.accelerations, c)

    def pull(self, by_q: Array, by_dq: Array, by_ddq: Array) -> Array:
        """Gradients by the motion as gradients by its coefficients, (n, 1 + 2 N)."""
        parts = ((by_q, self.values), (by_dq, self.rates), (by_ddq, self.accelerations))
        found: Array = np.sum([multiply_transposed(by, basis) for by, basis in parts], axis=0)
        return found


def make_basis(t: Array, period: float, harmonics: int) -> Basis:
    """The basis at instants."""
    w = 2 * np.pi / period * np.arange(1, harmonics + 1)
    angle = np.outer(t, w)
    s, c = np.sin(angle), np.cos(angle)
    one = np.ones((len(t), 1))
    none = np.zeros((len(t), 1))
    return Basis(
        np.hstack((one, s, c)),
        np.hstack((none, c * w, -s * w)),
        np.hstack((none, -s * w**2, -c * w**2)),
    )


@dataclass(frozen=True, eq=False)
class Family:
    """All motions of so many harmonics from rest to rest, by free numbers x of order one."""

    period: float
    harmonics: int
    base: Array
    """(n, 1 + 2 N): the coefficients at x = 0, at rest halfway between the bounds."""
    directions: Array
    """(n, 1 + 2 N, p): what each of a coordinate's free numbers adds."""
    free_offset: bool
    """Whether the first of them shifts the whole motion."""

    @property
    def shape(self) -> tuple[int, int]:
        """Of x."""
        n, _, p = self.directions.shape
        return n, p

    def grid(self, count: int) -> Basis:
        """The basis at equal steps of one period."""
        t: Array = np.arange(count, dtype=np.float64) * (self.period / count)
        return make_basis(t, self.period, self.harmonics)

    def coefficients(self, x: Array) -> Array:
        """c₀, aₗ, bₗ of each coordinate, (n, 1 + 2 N)."""
        added: Array = np.einsum("kcp,kp->kc", self.directions, x.reshape(self.shape))
        return self.base + added

    def pull(self, by_coefficients: Array) -> Array:
        """A gradient by the coefficients as one by x, flat."""
        found: Array = np.einsum("kcp,kc->kp", self.directions, by_coefficients)
        return found.ravel()

    def rest_at(self, posture: Array) -> Array:
        """x of the motion that stays at a posture."""
        x = np.zeros(self.shape)
        if self.free_offset:
            unit = self.directions[:, 0, 0]
            away = posture - self.base[:, 0]
            x[:, 0] = np.divide(away, unit, out=np.zeros_like(away), where=unit > 0)
        return x.ravel()


def make_family(
    bounds: Bounds, period: float, harmonics: int, start: Array | None = None
) -> Family:
    """The motions of a period within reach of the bounds, from a start if one is given."""
    n, order = bounds.n, np.arange(1, harmonics + 1)
    w = 2 * np.pi / period * order
    half, middle = bounds.half, bounds.ranges.middle()
    base = np.zeros((n, 1 + 2 * harmonics))
    base[:, 0] = middle if start is None else start
    offset = 0 if start is not None else 1
    p = 2 * (harmonics - 1) + offset
    directions = np.zeros((n, 1 + 2 * harmonics, p))
    for k in range(n):
        speed, fastest = bounds.velocity[k] / w, bounds.acceleration[k] / w**2
        scale = np.minimum(np.minimum(half[k], speed), fastest)
        sines = scale[:, None] * _complement(scale * order)
        cosines = scale[:, None] * _complement(scale * order**2)
        split = offset + harmonics - 1
        directions[k, 1 : harmonics + 1, offset:split] = sines
        directions[k, harmonics + 1 :, split:] = cosines
        if start is None:
            directions[k, 0, 0] = half[k]
        else:
            directions[k, 0, split:] = -cosines.sum(axis=0)
    return Family(period, harmonics, base, directions, start is None)


def _complement(v: Array) -> Array:
    """An orthonormal basis (N, N − 1) of what is orthogonal to a vector."""
    if not v.any():
        v = np.ones_like(v)
    q, _ = np.linalg.qr(np.column_stack((v, np.eye(len(v))[:, 1:])))
    return q[:, 1:]
