"""The ``[[motion]]`` of a scenario: segments, each from where the one before it ends."""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError
from torsor.formats.fields import at
from torsor.motion.linear_systems import largest
from torsor.motion.quantities import ScenarioError, each, entries, positive, switch, vector
from torsor.motion.scenario.entries import (
    Context,
    coordinates,
    entry,
    for_robot,
    limits,
    list_entry,
    require_one,
)
from torsor.motion.scenario.signals import Signal, signal
from torsor.motion.scenario.table_file import TableFile, table_file
from torsor.motion.trajectory import profiles, splines
from torsor.motion.trajectory.piecewise import Functions, Motion, Piecewise, hermite, join_pieces

if TYPE_CHECKING:
    from torsor.program.arm import Arm

MakeArm = Callable[[], "Arm"]
"""The compiled arm, made only if it is needed."""


@for_robot
def ends(value: object, context: Context) -> Array:
    """Two rows of numbers for the coordinates: at the start and at the end."""
    pair = entries(value, 2, ": at the start and at the end")
    return np.stack([each(v, context.n, context.whose) for v in pair])


@for_robot
def via_points(value: object, context: Context) -> Array:
    """A row of coordinates for each point."""
    if not isinstance(value, list) or not value:
        raise ScenarioError("expected a list of points")

    def read(point: object) -> Array:
        return vector(point, context.n, context.whose)

    return np.stack([at(f"point {k}", read, v) for k, v in enumerate(value, 1)])


def advancing(value: object) -> Array:
    """Times after 0 that advance."""
    count = len(value) if isinstance(value, list) else 1
    moments = vector(value, count)
    if (np.diff(moments, prepend=0.0) <= 0).any():
        raise ScenarioError("expected times after 0 that advance")
    return moments


@dataclass(frozen=True)
class Segment:
    """One segment of a motion; ``first`` is where it begins, if it says so."""

    kind: str = entry(str, "what the segment is")
    place: str = ""

    @property
    def first(self) -> Array | None:
        """Where it begins, if it says so."""
        return None

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """The motion from a position."""
        raise NotImplementedError


@dataclass(frozen=True)
class Movement(Segment):
    """A segment that begins where the one before it ends; ``from`` may say it again."""

    begin: Array | None = entry(coordinates, "where it begins", "rad or m", None, key="from")

    @property
    def first(self) -> Array | None:
        """Where it begins, if it says so."""
        return self.begin


@dataclass(frozen=True)
class Hold(Movement):
    """Rest."""

    duration: float = entry(positive, "how long", "s")

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """No motion."""
        return profiles.quintic(q, q, self.duration)


@dataclass(frozen=True)
class PointToPoint(Movement):
    """To a point, or by a way."""

    to: Array | None = entry(coordinates, "where it ends", "rad or m", None)
    by: Array | None = entry(coordinates, "how far it goes", "rad or m", None)

    def __post_init__(self) -> None:
        require_one(self, "to", "by")

    def goal(self, start: Array) -> Array:
        """Where it leads from a position."""
        if self.to is not None:
            return self.to
        assert self.by is not None
        return start + self.by


@dataclass(frozen=True)
class Timing:
    """Duration and ramps of a trapezoid, given or from limits of speed and acceleration."""

    duration: float | None = entry(positive, "how long", "s", None)
    ramp: float | None = entry(positive, "how long it speeds up; a third", "s", None)
    speed: Array | None = entry(limits, "the highest speed", "rad/s or m/s", None)
    acceleration: Array | None = entry(limits, "the highest acceleration", "rad/s^2 or m/s^2", None)

    def check_timing(self) -> None:
        """Refuse what does not tell the time, or tells it twice."""
        if self.duration is not None:
            if self.speed is not None or self.acceleration is not None:
                raise ScenarioError("expected a duration, or else speed and acceleration")
        elif self.ramp is not None:
            raise ScenarioError("a ramp goes with a duration")
        for key in ("speed", "acceleration") if self.duration is None else ():
            if getattr(self, key) is None:
                raise ScenarioError(f"expected {key!r}")

    def timing(self, way: Array) -> tuple[float, float]:
        """Duration and ramp along a way."""
        if self.duration is not None:
            return self.duration, self.duration / 3 if self.ramp is None else self.ramp
        assert self.speed is not None
        assert self.acceleration is not None
        return profiles.trapezoidal_limits(way, self.speed, self.acceleration)


@dataclass(frozen=True)
class Trapezoidal(Timing, PointToPoint):
    """Constant acceleration, constant speed, constant deceleration."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_timing()

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """All coordinates begin and end together."""
        goal = self.goal(q)
        return profiles.trapezoidal(q, goal, *self.timing(goal - q))


@dataclass(frozen=True)
class MinimumJerk(PointToPoint):
    """From rest to rest with the least jerk."""

    duration: float = entry(positive, "how long", "s")

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """One quintic."""
        return profiles.minimum_jerk(q, self.goal(q), self.duration)


@dataclass(frozen=True)
class Quintic(MinimumJerk):
    """One quintic, with given ends."""

    speeds: Array | None = entry(ends, "at the start and at the end", "rad/s or m/s", None)
    accelerations: Array | None = entry(
        ends, "at the start and at the end", "rad/s^2 or m/s^2", None
    )

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """One quintic."""
        return profiles.quintic(q, self.goal(q), self.duration, self.speeds, self.accelerations)


@dataclass(frozen=True)
class CubicSpline(Movement):
    """Through points at times; the motion begins at time 0."""

    points: Array = entry(via_points, "the points after the beginning", "rad or m")
    times: Array = entry(advancing, "when the points are reached", "s")
    speeds: Array | None = entry(ends, "at the start and at the end", "rad/s or m/s", None)

    def __post_init__(self) -> None:
        if len(self.times) != len(self.points):
            raise ScenarioError(
                f"times: {len(self.times)} entries, expected {len(self.points)}: one for each "
                "point (the motion begins at time 0)"
            )

    def _knots(self, q: Array) -> tuple[Array, Array]:
        return np.concatenate(([0.0], self.times)), np.vstack((q, self.points))

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """The spline from a position."""
        return splines.cubic_spline(*self._knots(q), self.speeds)


@dataclass(frozen=True)
class QuinticSpline(CubicSpline):
    """The same with four continuous derivatives."""

    accelerations: Array | None = entry(
        ends, "at the start and at the end", "rad/s^2 or m/s^2", None
    )

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """The spline from a position."""
        return splines.quintic_spline(*self._knots(q), self.speeds, self.accelerations)


@dataclass(frozen=True)
class Tabulated(Segment):
    """Through the rows of a file: t, q1 …, and if known dq1 … and ddq1 …."""

    file: TableFile = entry(table_file, "a .csv or .parquet file")
    gaps: bool = entry(switch, "whether gaps in it are bridged", default=False)

    def __post_init__(self) -> None:
        _ = self.motion

    @cached_property
    def motion(self) -> Piecewise:
        """The motion, from time 0 on."""
        moments = self.file.advancing("t", self.gaps)
        q, dq, ddq = self.file.coordinates("q"), *map(self.file.find_coordinates, ("dq", "ddq"))
        moments = moments - moments.item(0)
        if dq is None:
            return splines.natural_spline(moments, q)
        if ddq is None:
            return splines.cubic_hermite(moments, q, dq)
        return hermite(moments, q, dq, ddq)

    @property
    def first(self) -> Array | None:
        """Its first row."""
        return self.motion(0.0)[0]

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """The motion of the file."""
        return self.motion


@dataclass(frozen=True)
class FunctionsOfTime(Segment):
    """A function of time for each coordinate: a whole motion."""

    q: tuple[Signal, ...] = list_entry(signal, "functions of t", "rad or m")
    duration: float = entry(positive, "how long", "s")

    def __post_init__(self) -> None:
        _ = self.first

    @cached_property
    def motion(self) -> Functions:
        """The motion."""
        return Functions(self.q, self.duration)

    @property
    def first(self) -> Array | None:
        """Where it begins."""
        return self.motion(0.0)[0]

    def make(self, q: Array, arm: MakeArm) -> Motion:
        """The motion of the functions."""
        return self.motion


def assemble_motion(segments: Sequence[Segment], start: Array, arm: MakeArm) -> Motion:
    """The whole motion, from a position."""
    pieces: list[Piecewise] = []
    q = start if segments[0].first is None else segments[0].first
    for segment in segments:
        apart = 0.0 if segment.first is None else largest(segment.first - q)
        if pieces and apart > 1e-6:
            raise ScenarioError(
                f"{segment.place}: begins {apart:.3g} rad or m away "
                "from where the motion before it ends"
            )
        try:
            made = segment.make(q, arm)
        except TorsorError as error:
            raise ScenarioError(f"{segment.place}: {error}") from None
        if isinstance(made, Functions):
            return made
        pieces.append(made)
        q = made.end[0]
    return join_pieces(pieces)
