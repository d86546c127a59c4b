"""The search for a D-optimal motion: an augmented Lagrangian from the best of random motions.

Every bound at every instant of a grid has a multiplier (Hestenes, Powell, Rockafellar); the smooth
problems between are L-BFGS's, with exact gradients. The motion found is then drawn together, by a
hundredth or so, until it holds its bounds on a fine grid: positions, speeds and accelerations are
trigonometric polynomials of degree N, and from K instants to all of them such a one grows by no
more than 1 / cos(πN/K).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.excitation.fourier import Basis, Family
from torsor.identification.excitation.information import Criterion
from torsor.identification.excitation.search.descent import descend
from torsor.identification.excitation.search.random_motions import Room

COARSE, FINE, FINEST = 8, 16, 128
"""Instants of a grid for each harmonic."""
ROUNDS = ((COARSE, 5, 0.0), (FINE, 3, 0.002))
"""Grids, how often the multipliers are renewed on them, and what the bounds are tightened by."""
STEPS = 60
"""Of L-BFGS between."""
FIRST_PENALTY, GROWTH, LARGEST_PENALTY = 10.0, 3.0, 3e4
LEAST_INSTANTS = 64
TIGHTER = (0.004, 0.01, 0.02)
"""What bounds are tightened by, one after another, until a motion holds them between instants."""
STIFFNESS = 1e6
SPARE = 1e-4
"""What forces and distances spare on the finest grid."""

Progress = Callable[[float, float], None]
"""Told how much is done, from 0 to 1, and the best log det so far."""


def make_grid(family: Family, each: int) -> Basis:
    """Instants of one period, so many for each harmonic."""
    return family.grid(_count(family, each))


def spare_between(family: Family, each: int) -> float:
    """What linear bounds spare on a grid so that they are held between its instants too."""
    return 1 - float(np.cos(np.pi * family.harmonics / _count(family, each)))


def _count(family: Family, each: int) -> int:
    return max(LEAST_INSTANTS, each * family.harmonics)


class OutOfTimeError(Exception):
    """The search has come to its time limit."""


@dataclass
class Search:
    """A search under way; ``best`` holds its bounds at every moment from the first motion on."""

    room: Room
    criterion: Criterion
    deadline: float
    progress: Progress | None = None
    best: Array | None = None
    least: float = np.inf
    """The criterion of the best."""
    current: Array | None = None
    finished: int = field(default=0)
    """How many starts were gone through."""

    def __post_init__(self) -> None:
        family = self.room.family
        self.finest, self.fine = make_grid(family, FINEST), make_grid(family, FINE)
        self.spare = spare_between(family, FINEST)

    def run(self, starts: list[Array]) -> None:
        """Improve each start; the best of all is kept."""
        try:
            for number, x in enumerate(starts):
                self.offer(x)
                self._improve(x, number, len(starts))
                self.finished += 1
        except OutOfTimeError:
            self.settle()

    def settle(self) -> None:
        """Offer what the start under way has come to."""
        if self.current is not None:
            self.offer(self.current)
            self.current = None

    def hold(self, x: Array) -> Array | None:
        """A motion near to this one that holds its bounds at every instant; none if none is found.

        It is drawn together; or moved down the squares of what it exceeds, and back as far as the
        bounds allow: the better of the two.
        """
        room, limits = self.room, (self.finest, self.spare, SPARE)
        if room.excess(x, *limits) <= 0:
            return x
        found = [room.draw_together(x, *limits)]
        for tight in TIGHTER:
            moved = descend(Excess(room, self.fine, tight), x, STEPS)
            if room.excess(moved, *limits) <= 0:
                found += [moved, room.draw_towards(moved, x, *limits)]
                break
        return min((x for x in found if x is not None), key=self.value, default=None)

    def value(self, x: Array) -> float:
        """The criterion of a motion."""
        return self.criterion.evaluate(self.fine.evaluate(self.room.family.coefficients(x)))[0]

    def offer(self, x: Array) -> None:
        """Keep a motion, drawn together within its bounds, if it is the best so far."""
        held = self.hold(x)
        if held is None:
            return
        value = self.value(held)
        if value < self.least:
            self.best, self.least = held, value

    def _improve(self, x: Array, number: int, of: int) -> None:
        penalty, multipliers, done = FIRST_PENALTY, None, 0
        total = sum(rounds for _, rounds, _ in ROUNDS)
        for each, rounds, tight in ROUNDS:
            basis = make_grid(self.room.family, each)
            problem = Penalised(self.room, self.criterion, basis, tight, self.deadline)
            problem.multipliers = problem.take_over(multipliers)
            for _ in range(rounds):
                problem.penalty = penalty
                x = descend(problem, x, STEPS)
                multipliers = problem.renew(x)
                penalty = min(penalty * GROWTH, LARGEST_PENALTY)
                self.current, done = x, done + 1
                if self.progress is not None:
                    self.progress((number + done / total) / of, -self.least)
            penalty /= GROWTH**2
        self.settle()


@dataclass(frozen=True)
class Excess:
    """Half the sum of squares of what a motion exceeds, with its gradient by x."""

    room: Room
    basis: Basis
    tight: float

    def __call__(self, x: Array) -> tuple[float, Array]:
        """The cost and its gradient."""
        family = self.room.family
        state = self.basis.evaluate(family.coefficients(x))
        value, slopes = 0.0, [np.zeros_like(part) for part in state]
        for constraint in self.room.constraints:
            over = np.maximum(constraint.excess(state) + self.tight, 0.0)
            if over.any():
                value += float((over**2).sum()) / 2 * STIFFNESS
                pulled = constraint.pull(state, STIFFNESS * over)
                slopes = [a + b for a, b in zip(slopes, pulled, strict=True)]
        return value, family.pull(self.basis.pull(*slopes))


@dataclass
class Penalised:
    """The criterion and what the bounds add to it, with its gradient by x."""

    room: Room
    criterion: Criterion
    basis: Basis
    tight: float
    deadline: float
    penalty: float = FIRST_PENALTY
    multipliers: list[Array] = field(default_factory=list)

    def __call__(self, x: Array) -> tuple[float, Array]:
        """The value and its gradient."""
        if time.monotonic() > self.deadline:
            raise OutOfTimeError
        state = self.basis.evaluate(self.room.family.coefficients(x))
        value, Y, inverse = self.criterion.evaluate(state)
        if not np.isfinite(value):
            return np.inf, np.zeros_like(x)
        by_q, by_dq, by_ddq = self.criterion.gradient(state, Y, inverse)
        count = len(by_q)
        for constraint, before in zip(self.room.constraints, self.multipliers, strict=True):
            over = constraint.excess(state) + self.tight
            force = np.maximum(before + self.penalty * over, 0.0)
            value += float((force**2 - before**2).sum()) / (2 * self.penalty * count)
            if force.any():
                q, dq, ddq = constraint.pull(state, force / count)
                by_q, by_dq, by_ddq = by_q + q, by_dq + dq, by_ddq + ddq
        family = self.room.family
        return value, family.pull(self.basis.pull(by_q, by_dq, by_ddq))

    def renew(self, x: Array) -> list[Array]:
        """The multipliers after a minimum."""
        state = self.basis.evaluate(self.room.family.coefficients(x))
        self.multipliers = [
            np.maximum(before + self.penalty * (c.excess(state) + self.tight), 0.0)
            for c, before in zip(self.room.constraints, self.multipliers, strict=True)
        ]
        return self.multipliers

    def take_over(self, multipliers: list[Array] | None) -> list[Array]:
        """Those of another grid, from the instants just before; at first they are zero."""
        count = len(self.basis.values)
        if multipliers is None:
            rest = self.room.family.coefficients(np.zeros(self.room.family.shape))
            state = self.basis.evaluate(rest)
            return [np.zeros_like(c.excess(state)) for c in self.room.constraints]
        return [before[np.arange(count) * len(before) // count] for before in multipliers]
