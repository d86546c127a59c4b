"""Segments in space: a straight line or a circle of the tool."""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.motion.quantities import ScenarioError, each, quantity, switch, vector
from torsor.motion.scenario.entries import Context, check_limits, entry, for_robot, one_of
from torsor.motion.scenario.motions import MakeArm, Movement, PointToPoint, Timing
from torsor.motion.trajectory import cartesian, profiles
from torsor.motion.trajectory.piecewise import Motion


@for_robot
def conditions(value: object, context: Context) -> str:
    """What of the tool follows the path: its whole pose (six coordinates or more) or its place."""
    word = one_of("pose", "position")(value)
    if word == "pose" and context.n < 6:
        raise ScenarioError(f"{context.n} coordinates cannot follow a whole pose")
    return word


def point(value: object) -> Array:
    """x, y and z."""
    return vector(value, 3, ": x, y and z")


def limit(value: object) -> Array:
    """A number above zero."""
    return check_limits(each(value, 1))


def rotation_matrix(value: object) -> Array:
    """A rotation such as ``"Rz(90deg) Rx(pi/4)"`` as a matrix, in base axes."""
    from torsor.formats.fields import rotation_field
    from torsor.mechanics.chain import placement
    from torsor.motion.arrays import scalars_of
    from torsor.robot.robot import Frame

    R, _ = placement(Frame(rotation=rotation_field(value)), scalars_of({}, {}))
    return np.array(R, np.float64)


def turn(value: object) -> float:
    """An angle that is not zero."""
    angle = quantity(value)
    if not angle:
        raise ScenarioError("expected one that is not zero")
    return angle


@dataclass(frozen=True)
class ToolPath(Timing, Movement):
    """The tool along a path, the joints after it."""

    follow: str | None = entry(conditions, "pose or position; as much as the arm can", "", None)
    profile: str | None = entry(
        one_of("quintic", "trapezoidal"), "how it speeds up; trapezoidal where a speed is given",
        "", None,
    )  # fmt: skip
    speed: Array | None = entry(limit, "the highest speed", "m/s", None)
    acceleration: Array | None = entry(limit, "the highest acceleration", "m/s^2", None)

    def __post_init__(self) -> None:
        if self._trapezoidal:
            self.check_timing()
            return
        if self.duration is None:
            raise ScenarioError("expected 'duration'")
        for key in ("ramp", "speed", "acceleration"):
            if getattr(self, key) is not None:
                raise ScenarioError(f"{key}: goes with profile = 'trapezoidal'")

    @property
    def _trapezoidal(self) -> bool:
        default = "quintic" if self.speed is None else "trapezoidal"
        return (self.profile or default) == "trapezoidal"

    def path(self, pose: Array) -> cartesian.Path:
        """The path from a pose of the tool."""
        raise NotImplementedError

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """The joint motion from a position."""
        compiled = arm()
        pose: Array = compiled.forward_kinematics(q)
        path = self.path(pose)
        if not self._trapezoidal:
            profile = profiles.quintic([0.0], [1.0], self.duration or 0.0)
        elif not path.length:
            raise ScenarioError("the path has no length; give it a duration")
        else:
            profile = profiles.trapezoidal([0.0], [1.0], *self.timing(np.array([path.length])))
        whole = self.follow == "pose" or (self.follow is None and len(q) >= 6)
        return cartesian.follow(compiled, q, path, profile, whole)


@dataclass(frozen=True)
class Line(ToolPath, PointToPoint):
    """A straight line, turning evenly to an orientation if one is given."""

    to: Array | None = entry(point, "where it ends", "m", None)
    by: Array | None = entry(point, "how far it goes", "m", None)
    orientation: Array | None = entry(
        rotation_matrix, "the tool's at the end, such as Rz(90deg)", "", None
    )

    def __post_init__(self) -> None:
        PointToPoint.__post_init__(self)
        ToolPath.__post_init__(self)

    def path(self, pose: Array) -> cartesian.Path:
        """The line from a pose."""
        return cartesian.line(pose, self.goal(pose[:3, 3]), self.orientation)


@dataclass(frozen=True)
class Circle(ToolPath):
    """Around an axis through a centre."""

    centre: Array = entry(point, "a point of its axis", "m")
    normal: ArrayLike = entry(point, "the direction of its axis", "", (0.0, 0.0, 1.0))
    angle: float = entry(turn, "how far around", "rad", 2 * pi)
    turning: bool = entry(switch, "whether the tool turns with it", "", False)

    def path(self, pose: Array) -> cartesian.Path:
        """The circle from a pose."""
        return cartesian.circle(pose, self.centre, self.normal, self.angle, self.turning)
