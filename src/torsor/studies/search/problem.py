"""A study as a problem of optimisation: points of a cube, an objective, and constraints above zero.

A factor with a range is a number in [0, 1], one with a list of levels a place in it. Constraints
are divided by the size of their bound, so that one tolerance suits all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.studies.designs.factors import Factor
from torsor.studies.measures.evaluation import Evaluator
from torsor.studies.search.gradients import Gradients

WORST = 1e6
"""What a design that fails lacks of each constraint."""
INSIDE = 1e-9
"""So far within a constraint a search stays, that rounding breaks none."""
MOST_KEPT = 200_000
"""Designs whose numbers are kept."""


@dataclass(frozen=True)
class Bound:
    """One side of a constraint: ``sign`` · (column − bound) ≥ 0."""

    column: str
    sign: float
    bound: float

    @property
    def size(self) -> float:
        """What it is measured against."""
        return abs(self.bound) or 1.0

    @property
    def side(self) -> str:
        """``min`` or ``max``."""
        return "min" if self.sign > 0 else "max"


def read_bounds(constraints: Sequence[Mapping[str, object]]) -> list[Bound]:
    """Both sides of a study's constraints."""
    found = []
    for one in constraints:
        for key, sign in (("min", 1.0), ("max", -1.0)):
            bound = one[key]
            if isinstance(bound, (int, float)):
                found.append(Bound(str(one["column"]), sign, float(bound)))
    return found


class Problem:
    """An objective over the factors of a study."""

    def __init__(
        self, evaluator: Evaluator, factors: Sequence[Factor], column: str, goal: str
    ) -> None:
        self.factors = tuple(factors)
        self.column, self.sign = column, -1.0 if goal == "max" else 1.0
        self.bounds = read_bounds(evaluator.constraints)
        self.evaluator = evaluator.restrict([column])
        self.evaluations = 0
        self._kept: dict[bytes, Array] = {}
        wanted = list(dict.fromkeys([column, *(bound.column for bound in self.bounds)]))
        self.gradients = Gradients(self.evaluator, self.factors, wanted)

    @cached_property
    def ends(self) -> Array:
        """The cube: from 0 to 1, or to a list's last place (factors, 2)."""
        tops = [self.top_of(factor) for factor in self.factors]
        return np.stack([np.zeros(len(tops)), np.array(tops)], axis=1)

    @staticmethod
    def top_of(factor: Factor) -> float:
        """The greatest number of a factor."""
        return 1.0 if factor.continuous else max(len(factor.values) - 1.0, 0.0)

    @cached_property
    def stepped(self) -> Mask:
        """Which factors are places in a list."""
        return np.array([not factor.continuous for factor in self.factors])

    def rows(self, points: Array) -> dict[str, Array]:
        """The designs at some points (designs, factors)."""
        found = {}
        for factor, x in zip(self.factors, points.T, strict=True):
            if factor.continuous:
                found[factor.name] = np.clip(factor.on_range(x), factor.low, factor.high)
            elif factor.values:
                found[factor.name] = factor.take(np.round(x))
            else:  # the same in every row of a file
                found[factor.name] = np.full(len(x), factor.low)
        return found

    def point(self, row: Mapping[str, object]) -> Array:
        """The point of a design that was sampled."""
        found = np.zeros(len(self.factors))
        for k, factor in enumerate(self.factors):
            level = row[factor.name]
            assert isinstance(level, (str, float))
            if factor.continuous or factor.values:
                found[k] = factor.place_of(level)
        return np.clip(found, self.ends[:, 0], self.ends[:, 1])

    def measure(self, points: Array) -> Array:
        """Of each point the objective, of which less is better, then every constraint."""
        keys = [point.tobytes() for point in points]
        new = [k for k, key in enumerate(keys) if key not in self._kept]
        if new:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
                new = list(range(len(keys)))
            for k, row in zip(new, self._evaluate(points[new]), strict=True):
                self._kept[keys[k]] = row
        found = [self._kept[key] for key in keys]
        return np.stack(found) if found else np.empty((0, 1 + len(self.bounds)))

    def _evaluate(self, points: Array) -> Array:
        self.evaluations += len(points)
        measured = self.evaluator.measure(self.rows(points)).columns
        found = np.empty((len(points), 1 + len(self.bounds)))
        found[:, 0] = self.sign * measured[self.column]
        for k, bound in enumerate(self.bounds, 1):
            found[:, k] = bound.sign * (measured[bound.column] - bound.bound) / bound.size
        failed = ~np.isfinite(found).all(axis=1)
        found[failed, 0] = np.inf
        found[failed, 1:] = -WORST
        return found

    def slope(self, point: Array) -> Array:
        """The derivatives of what ``measure`` tells at one point (1 + constraints, factors)."""
        slopes = self.gradients.at(self.rows(point[None]))
        places = {column: k for k, column in enumerate(self.gradients.columns)}
        rows = [self.sign * slopes[places[self.column]]]
        for bound in self.bounds:
            rows.append(bound.sign * slopes[places[bound.column]] / bound.size)
        return np.stack(rows)
