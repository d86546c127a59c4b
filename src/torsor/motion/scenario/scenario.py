"""A scenario: a TOML file, or the same structure made in Python, read strictly.

``[motion]`` alone asks for the driving forces along it; with ``[drive]`` the motion is simulated.
An unknown key is refused, with its place and the nearest known one.
"""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import pairwise
from pathlib import Path

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values
from torsor.arguments import wrong_type
from torsor.errors import TorsorError
from torsor.formats.fields import at
from torsor.motion.dynamics.contact import Contact, Contacts
from torsor.motion.dynamics.integrators import Method
from torsor.motion.dynamics.stick_slip import Stop
from torsor.motion.linear_systems import largest
from torsor.motion.quantities import ScenarioError, not_negative, positive, quantity, switch
from torsor.motion.scenario.carried_load import Load
from torsor.motion.scenario.drives import DRIVES, Feedback, Free
from torsor.motion.scenario.entries import context_of, coordinates, entry, read_section, section
from torsor.motion.scenario.motions import (
    CubicSpline,
    FunctionsOfTime,
    Hold,
    MinimumJerk,
    Quintic,
    QuinticSpline,
    Segment,
    Tabulated,
    Trapezoidal,
)
from torsor.motion.scenario.tool_paths import Circle, Line
from torsor.robot.robot import Robot

LARGEST = 1_000_000
MOST_BREAKS = 20_000
"""Moments at which something is known to jump; the integration begins anew at each."""

MOTIONS: dict[str, type[Segment]] = {
    "trapezoidal": Trapezoidal, "quintic": Quintic, "minimum-jerk": MinimumJerk,
    "cubic-spline": CubicSpline, "quintic-spline": QuinticSpline, "line": Line, "circle": Circle,
    "hold": Hold, "table": Tabulated, "functions": FunctionsOfTime,
}  # fmt: skip


def words(value: object) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ScenarioError("expected a list of texts, such as ['friction']")
    return value


def numbers(value: object) -> Values:
    """Numbers by symbol, as they were written."""
    if not isinstance(value, Mapping):
        raise ScenarioError("expected numbers by symbol")
    for name, number in value.items():
        at(str(name), quantity, number)
    return value


@dataclass(frozen=True)
class Start:
    """The state in which a simulation begins; a motion may begin elsewhere than at zero, too."""

    q: Array | None = entry(coordinates, "positions", "rad or m", None)
    dq: Array | None = entry(coordinates, "velocities", "rad/s or m/s", None)


@dataclass(frozen=True)
class Scenario:
    """Everything a run needs, in numbers."""

    described: Robot
    """The robot, without what the scenario adds to its joints."""
    title: str = entry(str, "what the report calls it", "", "")
    duration: float | None = entry(positive, "how long; as long as the motion", "s", None)
    sample: float = entry(positive, "the time from row to row", "s", 0.01)
    start: Start = section(Start, "the state at the start", between=", ")
    motion: tuple[Segment, ...] = section(MOTIONS, "what is to be followed", several=True)
    drive: Free | None = section(DRIVES, "what drives the joints", named=True)
    contact: tuple[Contact, ...] = section(Contact, "wrenches at the tool", several=True)
    loads: tuple[Load, ...] = section(Load, "bodies that are carried", "payload", several=True)
    stop: tuple[Stop, ...] = section(Stop, "ends of coordinates", several=True)
    method: Method = section(Method, "how it is integrated", "integrator", word="method")
    smoothing: float = entry(not_negative, "speed over which friction turns", "rad/s or m/s", 0.0)
    values: Values | None = entry(numbers, "numbers by symbol", "SI", None)
    extras: Sequence[str] = entry(words, "what each joint has beside", "", (), key="with")
    reactions: bool | None = entry(switch, "whether joint reactions are wanted", "", None)
    place: str = ""

    @cached_property
    def robot(self) -> Robot:
        """The robot with the friction, rotors or springs that the scenario adds."""
        return at("with", lambda what: reduce(Robot.with_drives, what, self.described), self.extras)

    @cached_property
    def q(self) -> Array:
        """Where everything begins."""
        first = self.motion[0].first if self.motion else None
        given = first if self.start.q is None else self.start.q
        return np.zeros(self.robot.dof) if given is None else given

    @property
    def dq(self) -> Array:
        """How fast everything moves at the start."""
        return np.zeros(self.robot.dof) if self.start.dq is None else self.start.dq

    @cached_property
    def contacts(self) -> Contacts:
        """All wrenches at the tool."""
        return Contacts(self.contact)

    @cached_property
    def stops(self) -> dict[int, Stop]:
        """The stops by coordinate, counted from 0."""
        return {stop.coordinate: stop for stop in self.stop}

    def __post_init__(self) -> None:
        """Refuse keys that contradict each other."""
        _ = self.robot
        if self.drive is None:
            self._check_along()
        else:
            self._check_driven(self.drive)
        if self.robot.bodies and (self.contacts or self.loads):
            raise ScenarioError(f"{self.robot.name!r} is given by bodies and has no tool to load")
        if len(self.motion) > 1 and any(isinstance(s, FunctionsOfTime) for s in self.motion):
            raise ScenarioError("motion: functions of time are a whole motion and join no others")
        spans = sorted((load.pick_up, load.release) for load in self.loads)
        for (_, end), (begin, _) in pairwise(spans):
            if begin < end:
                raise ScenarioError(
                    f"payload: one is picked up at {begin:g} s while another is held"
                )
        self._check_stops()

    def _check_along(self) -> None:
        if not self.motion:
            raise ScenarioError(
                "expected [motion] (the driving forces along it are computed) or [drive] (the "
                "motion under it is simulated)"
            )
        first = self.motion[0].first
        if first is not None and largest(first - self.q) > 1e-6:
            raise ScenarioError("start, q: the motion begins elsewhere; leave one of the two out")
        if self.start.dq is not None:
            raise ScenarioError("start, dq: a motion has its own velocities; expected q only")

    def _check_driven(self, drive: Free) -> None:
        set_point = drive.set_point if isinstance(drive, Feedback) else None
        if not self.motion:
            if self.duration is None:
                raise ScenarioError("expected 'duration', in seconds")
            if drive.follows and set_point is None:
                raise ScenarioError(f"drive: {drive.kind} needs a [motion] or a set-point")
        elif set_point is not None:
            raise ScenarioError("drive: a set-point and a [motion] contradict each other; take one")
        elif not drive.follows:
            raise ScenarioError(f"[motion] is not followed by a drive of kind {drive.kind!r}")

    def _check_stops(self) -> None:
        if self.stop and self.method.name == "symplectic":
            raise ScenarioError("stop: joint stops need the integrator DOP853 or Radau")
        for i, stop in enumerate(self.stop):
            k = stop.coordinate
            if any(other.coordinate == k for other in self.stop[:i]):
                raise ScenarioError(f"stop: coordinate {k + 1} has two")
            if not stop.lower <= self.q.item(k) <= stop.upper:
                raise ScenarioError(
                    f"start: q{k + 1} = {self.q.item(k):g} lies beyond its stop "
                    f"({stop.lower:g} to {stop.upper:g})"
                )


def read_scenario(scenario: object, robot: Robot, folder: Path | None = None) -> Scenario:
    """A scenario for a robot from a path or a table; an error begins with the file.

    Files that a table names are looked for in the ``folder``.
    """
    if isinstance(scenario, Mapping):
        return read_section(Scenario, scenario, context_of(robot, folder), described=robot)
    if not isinstance(scenario, (str, os.PathLike)):
        raise wrong_type("scenario", scenario, "the path of a .toml file or a table")
    from torsor.formats.load import read_text
    from torsor.formats.toml.reader import table_of

    path = Path(scenario)
    text = read_text(path, LARGEST)
    try:
        context = context_of(robot, path.parent)
        found = read_section(Scenario, table_of(text), context, described=robot)
    except TorsorError as error:
        raise type(error)(f"{path}: {error}") from None
    return replace(found, place=str(path))
