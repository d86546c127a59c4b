"""Dry friction and joint stops as they are: coordinates that slip, stick, or lie at a stop.

A coordinate that moves has dry friction fc against its motion. One at rest is held as long as the
force λ = τ − h − M q̈ that would move it stays within what can hold it: [−fc, fc] for friction,
[−fc, ∞) at an upper stop, (−∞, fc] at a lower one. Between such changes the equations are smooth.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.linear_systems import solve
from torsor.motion.quantities import ScenarioError, not_negative, quantity
from torsor.motion.scenario.entries import Context, entry, for_robot

SLOW = 1e-9
"""A coordinate with dry friction and no more speed than this is at rest."""

SOFT = 1e-4
"""A bounce slower than this, in rad/s or m/s, ends at the stop."""


@for_robot
def index(value: object, context: Context) -> int:
    """A coordinate's number, from 1 on, as its place from 0 on."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= context.n:
        raise ScenarioError(f"expected a number from 1 to {context.n}")
    return value - 1


def share(value: object) -> float:
    """A number from 0 to 1."""
    number = not_negative(value)
    if number > 1:
        raise ScenarioError(f"{number:g} is above 1")
    return number


@dataclass(frozen=True)
class Stop:
    """The lower and upper end of a coordinate (from 0), and how much speed a bounce keeps."""

    coordinate: int = entry(index, "which coordinate, from 1 on")
    lower: float = entry(quantity, "its lower end", "rad or m", -float("inf"))
    upper: float = entry(quantity, "its upper end", "rad or m", float("inf"))
    restitution: float = entry(share, "the part of its speed that a bounce keeps", "", 0.0)

    def __post_init__(self) -> None:
        if np.isinf(self.lower) and np.isinf(self.upper):
            raise ScenarioError("expected 'lower', 'upper' or both")
        if self.lower >= self.upper:
            raise ScenarioError(f"lower, {self.lower:g}, is not below upper, {self.upper:g}")


@dataclass
class Holds:
    """Which coordinates are held now, and which way the friction of the others points."""

    coulomb: Array
    stops: dict[int, Stop] = field(default_factory=dict)
    limits: dict[int, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.direction: Array = np.zeros(len(self.coulomb))

    @property
    def friction(self) -> Array:
        """The dry friction of the coordinates that slip."""
        return self.coulomb * self.direction

    def at_stop(self, k: int) -> bool:
        """Whether a coordinate is held by a stop (and not by friction alone)."""
        return k in self.limits and not all(np.isfinite(self.limits[k]))

    def resolve(self, dq: Array, M: Array, force: Array, released: dict[int, float]) -> None:
        """Settle what is held at a state; ``force`` is τ − h, all but inertia and dry friction.

        What was ``released`` a moment ago moves in its direction and is not held again.
        """
        n = len(dq)
        self.direction = np.sign(np.where(np.abs(dq) > SLOW, dq, 0.0))
        for k, way in released.items():
            self.direction[k] = way
        kept = {}
        for k in range(n):
            if k in released:
                continue
            if self.at_stop(k) and abs(dq.item(k)) <= SLOW:
                kept[k] = self.limits[k]
            elif self.coulomb.item(k) > 0 and not self.direction.item(k):
                kept[k] = (-self.coulomb.item(k), self.coulomb.item(k))
        self.limits = kept
        for _ in range(n + 1):
            pull = self.pull(M, force)
            worst, by = -1, 1e-12
            for k, (low, high) in self.limits.items():
                borne = pull.item(k)
                over = max(borne - high, low - borne)
                if over > by * (1 + abs(borne)):
                    worst, by = k, over
            if worst < 0:
                return
            self.let_go(worst, pull.item(worst))

    def let_go(self, k: int, pull: float) -> None:
        """The coordinate begins to move the way it is pulled."""
        low, high = self.limits.pop(k)
        self.direction[k] = 1.0 if pull > 0.5 * (max(low, -1e300) + min(high, 1e300)) else -1.0
        if np.isinf(high):
            self.direction[k] = -1.0
        elif np.isinf(low):
            self.direction[k] = 1.0

    def accelerations(self, M: Array, force: Array) -> Array:
        """q̈ with the held coordinates at rest."""
        free = [k for k in range(len(force)) if k not in self.limits]
        ddq = np.zeros(len(force))
        if free:
            rest = (force - self.friction)[free]
            ddq[free] = solve(M[np.ix_(free, free)], rest)
        return ddq

    def pull(self, M: Array, force: Array) -> Array:
        """λ: what the holds have to bear."""
        return force - M @ self.accelerations(M, force)

    def impact(self, k: int, dq: Array, M: Array) -> Array:
        """The velocities after coordinate k has met its stop; other stops bear their share."""
        stop = self.stops[k]
        wanted = {k: -stop.restitution * dq.item(k)}
        inverse: Array = np.linalg.inv(M).astype(np.float64, copy=False)
        while True:  # each round adds a stop that was not there before
            rows = sorted(wanted)
            change = np.array([wanted[i] - dq.item(i) for i in rows])
            impulse = solve(inverse[np.ix_(rows, rows)], change)
            after = dq + inverse[:, rows] @ impulse
            pressed = [
                i for i in self.limits
                if i not in wanted and self.at_stop(i) and self._outwards(i) * after.item(i) > 0
            ]  # fmt: skip
            if not pressed:
                after[rows] = [wanted[i] for i in rows]
                return after
            wanted |= dict.fromkeys(pressed, 0.0)

    def _outwards(self, k: int) -> float:
        return 1.0 if np.isinf(self.limits[k][1]) else -1.0

    def rest_at(self, k: int, upper: bool) -> None:
        """The coordinate stays at its stop until it is pulled away."""
        fc, inf = self.coulomb.item(k), float("inf")
        self.limits[k] = (-fc, inf) if upper else (-inf, fc)
