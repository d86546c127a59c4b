"""Postures in which the robot may rest: what every motion can be drawn together to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError
from torsor.identification.excitation.fourier import State
from torsor.identification.excitation.limits.bounds import Bounds
from torsor.identification.excitation.limits.constraints import Constraint, name_worst

DRAWN = 2000
"""Postures tried."""
SPARE = 0.005
"""What a posture has to spare, by the bounds."""
STEPS = 60


@dataclass(frozen=True, eq=False)
class Postures:
    """Postures at which nothing is exceeded at rest, (k, n), and the size of the ranges."""

    q: Array
    half: Array

    def nearest(self, posture: Array) -> Array:
        """The one that is nearest to a posture."""
        away = (self.q - posture) / np.where(self.half > 0, self.half, 1.0)
        found: Array = self.q[np.argmin(np.einsum("kn,kn->k", away, away))]
        return found


def find_postures(
    bounds: Bounds, constraints: Sequence[Constraint], random: np.random.Generator
) -> Postures:
    """Postures within all bounds, drawn at random, or come to from drawn ones step by step."""
    half = bounds.half
    q = bounds.ranges.middle() + half * random.uniform(-1, 1, (DRAWN, bounds.n))
    q[0] = bounds.ranges.middle()
    far = _excess(constraints, q)
    if (far <= -SPARE).any():
        return Postures(q[far <= -SPARE], half)
    nearest = np.argsort(far)[:50]
    q, far = _descend(bounds, constraints, q[nearest])
    if (far <= -SPARE).any():
        return Postures(q[far <= -SPARE], half)
    best = q[np.argmin(far)][None]
    raise TorsorError(
        "no posture within the limits of position lets the robot rest: "
        f"{name_worst(constraints, at_rest(best))}, the least that was found"
    )


def check_start(constraints: Sequence[Constraint], start: Array) -> None:
    """Refuse a start at which something is exceeded."""
    state = at_rest(start[None])
    if max(float(c.excess(state).max()) for c in constraints) > 0:
        raise TorsorError(f"start: there {name_worst(constraints, state)}")


def at_rest(q: Array) -> State:
    """The state of rest."""
    return q, np.zeros_like(q), np.zeros_like(q)


def _excess(constraints: Sequence[Constraint], q: Array) -> Array:
    found: Array = np.max([c.excess(at_rest(q)).max(axis=1) for c in constraints], axis=0)
    return found


def _descend(bounds: Bounds, constraints: Sequence[Constraint], q: Array) -> tuple[Array, Array]:
    """Down the squared excesses, every posture at its own pace."""
    lower, upper = bounds.ranges.lower, bounds.ranges.upper
    step = np.full((len(q), 1), 0.1)
    cost, slope = _cost(constraints, q)
    for _ in range(STEPS):
        size = np.linalg.norm(slope * bounds.half, axis=1, keepdims=True)
        down = bounds.half**2 * slope / np.where(size > 0, size, 1.0)
        ahead = np.clip(q - step * down, lower, upper)
        costs, slopes = _cost(constraints, ahead)
        better = (costs < cost)[:, None]
        q, slope = np.where(better, ahead, q), np.where(better, slopes, slope)
        cost = np.where(better[:, 0], costs, cost)
        step = np.where(better, step * 1.5, step / 2)
    return q, _excess(constraints, q)


def _cost(constraints: Sequence[Constraint], q: Array) -> tuple[Array, Array]:
    state = at_rest(q)
    cost, slope = np.zeros(len(q)), np.zeros_like(q)
    for c in constraints:
        beyond = np.maximum(c.excess(state) + 2 * SPARE, 0.0)
        cost += np.einsum("mk,mk->m", beyond, beyond)
        slope += c.pull(state, 2 * beyond)[0]
    return cost, slope
