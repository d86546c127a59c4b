"""What is known beforehand: the robot's geometry, with a general link at every joint.

The parameters of the description are left aside, zeros too: CAD's principal axes or a mass centre
on an axis are guesses about the robot that stands there. Base parameters are those of every robot
of this geometry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from torsor.algebra import formula as fm
from torsor.algebra.arrays import Array, Indices
from torsor.algebra.formula import Formula, Values
from torsor.errors import MissingValueError, RobotError
from torsor.program.arm import Arm, compile
from torsor.program.base_grouping import BaseGrouping
from torsor.robot.link import symbolic_link
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters
from torsor.robot.values import merge_values

USUAL_GRAVITY = "9.80665"


def generalise(robot: Robot) -> Robot:
    """The robot with a general link everywhere, without load and drives."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no joints to identify")
    links = (
        replace(symbolic_link(str(i)), name=link.name) for i, link in enumerate(robot.links, 1)
    )
    bare = robot.with_payload("none")
    return replace(bare, links=tuple(links), hypotheses=(), assumed=())


@dataclass(frozen=True, eq=False)
class Geometry:
    """A robot whose links are unknown, ready to compute: τ = Y π with π ten to a link."""

    robot: Robot
    """The robot as it was given."""
    values: Mapping[str, Formula]
    """The numbers of its geometry and of gravity."""
    assumed: tuple[str, ...]
    """What was assumed because nothing was said, a sentence each."""

    @cached_property
    def arm(self) -> Arm:
        """The columns' program."""
        return compile(generalise(self.robot), dict(self.values))

    @cached_property
    def grouping(self) -> BaseGrouping:
        """The base parameters."""
        return self.arm.base_parameters

    @property
    def names(self) -> tuple[str, ...]:
        """The names of π, ten to a link."""
        return self.grouping.originals

    @property
    def inertial(self) -> int:
        """How many of π there are."""
        return len(self.names)

    @cached_property
    def K(self) -> Array:
        """β = K π, in numbers."""
        return self.grouping.K

    @cached_property
    def felt(self) -> Indices:
        """The columns of Y that are not zero whatever the motion."""
        return np.flatnonzero(np.any(self.K != 0.0, axis=0))


def read_geometry(robot: Robot, values: Values | None = None) -> Geometry:
    """The geometry of a robot in numbers: its own, and over them the values given."""
    known = merge_values(robot, values)
    general = generalise(robot)
    wanted = set(parameters(general))
    assumed: list[str] = []
    if "g" in wanted and "g" not in known:
        known["g"] = fm.formula(USUAL_GRAVITY)
        assumed.append(f"g = {USUAL_GRAVITY} m/s² was assumed; --set g=… tells another")
    found = {n: v for n, v in known.items() if n in wanted and not _is_sought(n, general)}
    geometry = Geometry(robot, found, tuple(assumed))
    lacking = geometry.arm.missing("base_regressor")
    if lacking:
        raise MissingValueError(
            f"identifying {robot.name!r} needs its geometry in numbers: no value for "
            f"{', '.join(lacking)} (--values FILE or --set NAME=VALUE)"
        )
    return geometry


def _is_sought(name: str, general: Robot) -> bool:
    """Whether a symbol is one of those that are to be found."""
    return any(
        name in formula.names()
        for link in general.links
        for formula in (link.mass, *link.com, *link.inertia)
    )
