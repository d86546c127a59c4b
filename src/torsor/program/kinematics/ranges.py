"""How far the coordinates may go: the joints' limits, by coordinate, and where to start within."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import FloatScalars, to_float
from torsor.program.kinematics.rotation_vectors import Floats
from torsor.robot.coupling import in_radians
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates

TURN = 2 * np.pi
FAR = 1e4
"""Angles are not wound up beyond this: the digits of a pose would go."""


@dataclass(frozen=True)
class Ranges:
    """Bounds of the coordinates, infinite where there are none, and of combinations of them."""

    lower: Floats
    upper: Floats
    periodic: NDArray[np.bool_]
    """Whether a whole turn of a coordinate brings every link back to where it was."""
    shares: Floats
    """Rows of what else is bounded: joints that several coordinates move."""
    shares_lower: Floats
    shares_upper: Floats

    def clip(self, q: Floats) -> Floats:
        """The nearest coordinates within the bounds."""
        return np.clip(q, self.lower, self.upper)

    def held(self, q: Floats, downhill: Floats) -> NDArray[np.bool_]:
        """Which coordinates are at a bound that the way down leads beyond."""
        below: NDArray[np.bool_] = (q <= self.lower) & (downhill < 0)
        return below | ((q >= self.upper) & (downhill > 0))

    def contain(self, q: Floats) -> NDArray[np.bool_]:
        """Whether no joint is beyond its limits."""
        moved = q @ self.shares.T
        within = (moved >= self.shares_lower) & (moved <= self.shares_upper)
        bounded = (q >= self.lower) & (q <= self.upper)
        return np.asarray(np.all(within, axis=-1) & np.all(bounded, axis=-1))

    def unwind(self, q: Floats, near: Floats) -> Floats:
        """The same posture with every coordinate as near as whole turns bring it, within bounds."""
        turned = q + TURN * np.round((near - q) / TURN)
        inside = self.periodic & (turned >= self.lower) & (turned <= self.upper)
        inside &= np.abs(turned) < FAR
        return np.where(inside, turned, q)

    def middle(self) -> Floats:
        """Halfway between the bounds; zero where there are none."""
        bounded = np.isfinite(self.lower)
        return np.where(bounded, _half(self.lower, self.upper, bounded), 0.0)

    def draw(self, random: np.random.Generator, count: int) -> tuple[Floats, Floats]:
        """Starts anywhere within the bounds: a part that stands, and one for the arm's reach.

        A coordinate without bounds that slides is drawn from minus to plus the reach.
        """
        drawn = random.random((count, len(self.lower)))
        bounded = np.isfinite(self.lower)
        lower = np.where(bounded, self.lower, np.where(self.periodic, -np.pi, 0.0))
        upper = np.where(bounded, self.upper, np.where(self.periodic, np.pi, 0.0))
        slides = ~bounded & ~self.periodic
        return lower + drawn * (upper - lower), np.where(slides, 2 * drawn - 1, 0.0)


def _half(lower: Floats, upper: Floats, bounded: NDArray[np.bool_]) -> Floats:
    halves: Floats = np.where(bounded, lower, 0) / 2 + np.where(bounded, upper, 0) / 2
    return halves


def find_ranges(robot: Robot, values: Mapping[str, Formula]) -> Ranges:
    """The limits of a robot's joints as bounds of its coordinates."""
    n = robot.dof
    lower, upper = np.full(n, -np.inf), np.full(n, np.inf)
    periodic = np.ones(n, bool)
    rows: list[tuple[Floats, float, float]] = []
    at_zero = dict.fromkeys(coordinates(robot), 0.0)
    at_zero |= {n: to_float(v) for n, v in values.items()}
    for i, displacement in robot.displacement.items():
        shares = robot.shares(i)
        joint = robot.joints[i - 1]
        if joint.kind != "R":
            periodic[[k - 1 for k in shares]] = False
        low, high, *_ = joint.limits.numbers
        if low is None or high is None:
            continue
        rest = float(FloatScalars(at_zero).value(in_radians(displacement)))
        bounds = float(low) - rest, float(high) - rest
        if len(shares) == 1:
            ((k, share),) = shares.items()
            ends = sorted(bound / float(share) for bound in bounds)
            lower[k - 1] = max(lower[k - 1], ends[0])
            upper[k - 1] = min(upper[k - 1], ends[1])
        else:
            row = np.zeros(n)
            row[[k - 1 for k in shares]] = [float(share) for share in shares.values()]
            rows.append((row, *bounds))
    shares_of = np.array([row for row, _, _ in rows]).reshape(-1, n)
    lows, highs = np.array([bounds for _, *bounds in rows]).reshape(-1, 2).T
    return Ranges(lower, upper, periodic, shares_of, lows, highs)
