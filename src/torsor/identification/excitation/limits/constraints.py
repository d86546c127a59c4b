"""What a motion must not exceed, each as numbers that are zero or below within the bounds.

Excesses are in proportion to the bound, so that all weigh alike: 0.01 is one hundredth beyond.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.excitation.fourier import State
from torsor.identification.excitation.limits.bounds import Bounds
from torsor.program.arm import Arm


class Constraint(Protocol):
    """A bound along a motion; ``linear`` in it, or not."""

    @property
    def linear(self) -> bool:
        """Whether its excess is linear in the motion: then it is a trigonometric polynomial."""

    def excess(self, state: State) -> Array:
        """By how much each bound is exceeded at each instant, (M, k)."""

    def pull(self, state: State, weights: Array) -> State:
        """The gradient of Σ weights · excess by positions, velocities and accelerations."""

    def tell(self, state: State) -> str:
        """Where it is exceeded most, in words."""


@dataclass(frozen=True, eq=False)
class Linear:
    """|rows X − middle| ≤ half, of positions, velocities or accelerations (``order`` 0, 1, 2)."""

    order: int
    rows: Array
    """(k, n)"""
    middle: Array
    """(k,)"""
    half: Array
    """(k,), above zero."""
    names: tuple[str, ...]

    linear = True

    def excess(self, state: State) -> Array:
        """Above, then below."""
        away = (state[self.order] @ self.rows.T - self.middle) / self.half
        return np.hstack((away - 1, -away - 1))

    def pull(self, state: State, weights: Array) -> State:
        """The rows, weighed."""
        above, below = np.hsplit(weights, 2)
        found = [np.zeros_like(part) for part in state]
        found[self.order] = ((above - below) / self.half) @ self.rows
        return found[0], found[1], found[2]

    def tell(self, state: State) -> str:
        """The coordinate and where it is."""
        away = state[self.order] @ self.rows.T
        k = int(np.argmax(np.abs((away - self.middle) / self.half).max(axis=0)))
        return (
            f"{self.names[k]} is to stay within {self.middle[k] - self.half[k]:.5g} and "
            f"{self.middle[k] + self.half[k]:.5g}, and comes to {_farthest(away[:, k]):.5g}"
        )


@dataclass(frozen=True, eq=False)
class Effort:
    """|τ| ≤ the largest driving forces, of the coordinates that have one."""

    arm: Arm
    limits: Array
    """(n,), infinite where there is none."""

    linear = False

    def excess(self, state: State) -> Array:
        """Above, then below."""
        share = self.arm.inverse_dynamics(*state) / self.limits
        return np.hstack((share - 1, -share - 1))

    def pull(self, state: State, weights: Array) -> State:
        """By the inverse dynamics' exact derivatives, backwards."""
        above, below = np.hsplit(weights, 2)
        gradient = self.arm.vjp("inverse_dynamics", by="q, dq, ddq")
        found = gradient(*state, np.ascontiguousarray((above - below) / self.limits))
        q, dq, ddq = np.split(found, 3, axis=1)
        return q, dq, ddq

    def tell(self, state: State) -> str:
        """The coordinate and its force."""
        tau = self.arm.inverse_dynamics(*state)
        k = int(np.argmax(np.abs(tau / self.limits).max(axis=0)))
        return (
            f"the driving force of q{k + 1} is to stay within ±{self.limits[k]:.5g}, and comes to "
            f"{_farthest(tau[:, k]):.5g}"
        )


def _farthest(values: Array) -> float:
    return float(values[np.argmax(np.abs(values))])


def list_linear(bounds: Bounds) -> list[Linear]:
    """The bounds of positions, velocities and accelerations."""
    n, ranges = bounds.n, bounds.ranges
    each, none = np.eye(n), np.zeros(n)
    half = np.where(bounds.half > 0, bounds.half, 1.0)
    found = [
        Linear(0, each, ranges.middle(), half, _names("q", n)),
        Linear(1, each, none, bounds.velocity, _names("dq", n)),
        Linear(2, each, none, bounds.acceleration, _names("ddq", n)),
    ]
    if len(ranges.shares):
        low, high = ranges.shares_lower, ranges.shares_upper
        spans = np.maximum((high - low) / 2, 1e-9)
        found.append(Linear(0, ranges.shares, (low + high) / 2, spans, _sums(ranges.shares)))
    if len(bounds.rate_shares):
        rest = np.zeros(len(bounds.rate_bounds))
        speeds = np.maximum(bounds.rate_bounds, 1e-9)
        found.append(Linear(1, bounds.rate_shares, rest, speeds, _sums(bounds.rate_shares, "d")))
    return found


def _names(stem: str, n: int) -> tuple[str, ...]:
    return tuple(f"{stem}{k}" for k in range(1, n + 1))


def _sums(rows: Array, dot: str = "") -> tuple[str, ...]:
    """``2 q1 − q2`` of each row."""
    told = []
    for row in rows:
        parts = [f"{share:+g} {dot}q{k + 1}" for k, share in enumerate(row) if share]
        told.append(" ".join(parts).removeprefix("+").removeprefix("1 "))
    return tuple(told)


def name_worst(constraints: Sequence[Constraint], state: State) -> str:
    """The constraint that is exceeded most, in words."""
    most = max(constraints, key=lambda c: float(c.excess(state).max()))
    return most.tell(state)
