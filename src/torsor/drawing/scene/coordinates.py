"""A robot's coordinates as a picture shows them: a printed name, a unit, a range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, pi

from torsor.algebra.formula import name as symbol
from torsor.algebra.scalars.floats import ANGLE_UNITS, FloatScalars
from torsor.drawing.lettering import formula_spans
from torsor.drawing.scene.plain_text import plain_text
from torsor.drawing.shapes import Span
from torsor.notation.notation import Notation
from torsor.robot.coupling import in_radians
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, coordinates

FARTHEST_SLIDE = 2.0
"""A slide without limits goes so many typical lengths."""

WIDEST = 1e6
"""Limits beyond this are none."""


@dataclass(frozen=True)
class Coordinate:
    """``q1``, its printed name, and how far it goes: radians or units of length."""

    name: str
    label: str
    kind: str
    """R where it turns a joint, T where it only slides one."""
    lower: float
    upper: float
    limited: bool
    """Whether the bounds are the robot's own."""

    def nearest(self, value: float) -> float:
        """The value within the bounds that is nearest."""
        return min(max(value, self.lower), self.upper)


def coordinates_of(
    robot: Robot, values: Mapping[str, float], unit: float, notation: Notation
) -> tuple[Coordinate, ...]:
    """Every coordinate within the limits of the joints that it alone moves.

    ``unit`` is the typical length of a link, which tells how far a slide without limits goes.
    """
    turning = set(angles(robot))
    slides = frozenset(set(coordinates(robot)) - turning)
    bounds = bounds_of(robot, values)
    found = []
    for k, name in enumerate(coordinates(robot), 1):
        lower, upper = bounds.get(k, (-inf, inf))
        limited = -WIDEST < lower < upper < WIDEST
        if not limited:
            lower, upper = (-pi, pi) if name in turning else (0.0, FARTHEST_SLIDE * unit)
        label = plain_text(formula_spans(symbol(name), notation, slides))
        kind = "R" if name in turning else "T"
        found.append(Coordinate(name, label, kind, lower, upper, limited))
    return tuple(found)


def joint_labels(robot: Robot, notation: Notation) -> dict[int, tuple[Span, ...]]:
    """What each joint turns or slides by, by link number."""
    slides = frozenset(set(coordinates(robot)) - set(angles(robot)))
    return {
        link: formula_spans(moves, notation, slides) for link, moves in robot.displacement.items()
    }


def bounds_of(robot: Robot, values: Mapping[str, float]) -> dict[int, tuple[float, float]]:
    """The range of each coordinate that joints with limits are moved by, one coordinate each."""
    rest = {f"q{k}": 0.0 for k in range(1, robot.dof + 1)}
    scalars = FloatScalars({**values, **rest, **ANGLE_UNITS})
    found: dict[int, tuple[float, float]] = {}
    for link, moves in robot.displacement.items():
        shares = robot.shares(link)
        lower, upper, _, _ = robot.joints[link - 1].limits.numbers
        if lower is None or upper is None or len(shares) != 1:
            continue
        ((k, share),) = shares.items()
        start = float(scalars.value(in_radians(moves)))
        a, b = sorted(((float(bound) - start) / float(share)) for bound in (lower, upper))
        low, high = found.get(k, (-inf, inf))
        found[k] = max(low, a), min(high, b)
    return found
