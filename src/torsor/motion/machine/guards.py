"""What is watched on the way of a motion: bounds of its state, and of the forces that hold it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.equations import Equations


@dataclass(frozen=True)
class Guard:
    """That sign · (bound − value) stays positive as long as a phase lasts; ``small`` is rounding.

    The value is an entry of the state or, beyond those, of the forces that the holds have to bear.
    """

    what: str
    coordinate: int
    entry: int
    bound: float
    sign: float
    small: float

    def value(self, equations: Equations, t: float, y: Array) -> float:
        """How far it is from failing."""
        size = equations.size
        found = y if self.entry < size else equations.pull(t, y)
        return self.sign * (self.bound - found.item(self.entry % size))


def find_guards(equations: Equations) -> list[Guard]:
    """Everything that can end a phase."""
    holds, n, size = equations.holds, equations.n, equations.size
    found: list[Guard] = []

    def watch(what: str, k: int, entry: int, small: float, bound: float, sign: float) -> None:
        if np.isfinite(bound):
            found.append(Guard(what, k, entry, float(bound), sign, small))

    for k, stop in holds.stops.items():
        if not holds.at_stop(k):
            watch("upper", k, k, 1e-12, stop.upper, 1.0)
            watch("lower", k, k, 1e-12, stop.lower, -1.0)
    for k in range(n):
        if holds.coulomb.item(k) > 0 and k not in holds.limits and holds.direction.item(k):
            watch("rest", k, n + k, 1e-10, 0.0, -holds.direction.item(k))
    for k, (low, high) in holds.limits.items():
        small = 1e-9 * (1 + abs(holds.coulomb.item(k)))
        watch("loose", k, size + k, small, high, 1.0)
        watch("loose", k, size + k, small, low, -1.0)
    if equations.arc:
        watch("mark", -1, size - 1, 1e-13, equations.arcs[1], 1.0)
    return found
