"""A scenario: a TOML file, or the same structure made in Python, read strictly.

``[motion]`` alone asks for the driving forces along it; with ``[drive]`` the motion is simulated.
An unknown key is refused, with its place and the nearest known one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from torsor.arguments import wrong_type
from torsor.errors import TorsorError
from torsor.formats.fields import at, known_keys
from torsor.motion.dynamics.contact import Contacts
from torsor.motion.dynamics.integration import Method
from torsor.motion.dynamics.stick_slip import Stop
from torsor.motion.quantities import (
    ScenarioError,
    not_negative,
    positive,
    quantity,
    switch,
    vector,
)
from torsor.motion.scenario.carried_load import Load
from torsor.motion.scenario.motions import read_motions
from torsor.motion.scenario.sections import (
    DriveTable,
    read_contact,
    read_drive,
    read_load,
    read_method,
    read_stops,
    several,
)
from torsor.motion.trajectory.segments import Context, Segment
from torsor.robot.robot import Robot

KEYS = (
    "title", "duration", "sample", "start", "motion", "drive", "contact", "payload", "stop",
    "integrator", "smoothing", "values", "with", "reactions",
)  # fmt: skip
LARGEST = 1_000_000
MOST_BREAKS = 20_000
"""Moments at which something is known to jump; the integration begins anew at each."""


@dataclass(frozen=True)
class Scenario:
    """Everything a run needs, in numbers."""

    robot: Robot
    values: dict[str, Any]
    q: Any
    dq: Any
    motion: list[Segment]
    drive: DriveTable | None
    duration: float | None
    sample: float = 0.01
    contacts: Contacts = field(default_factory=lambda: Contacts(()))
    loads: tuple[Load, ...] = ()
    stops: dict[int, Stop] = field(default_factory=dict)
    method: Method = field(default_factory=Method)
    smoothing: float = 0.0
    reactions: bool | None = None
    title: str = ""
    place: str = ""


def read_scenario(scenario: Any, robot: Robot) -> Scenario:
    """A scenario for a robot from a path or a table; an error begins with the file."""
    if isinstance(scenario, Mapping):
        return _read(scenario, robot, Path())
    if not isinstance(scenario, (str, os.PathLike)):
        raise wrong_type("scenario", scenario, "the path of a .toml file or a table")
    from torsor.formats.load import read_text
    from torsor.formats.toml.reader import table_of

    path = Path(scenario)
    text = read_text(path, LARGEST)
    try:
        found = _read(table_of(text), robot, path.parent)
    except TorsorError as error:
        raise type(error)(f"{path}: {error}") from None
    return replace(found, place=str(path))


def _read(table: Mapping[str, Any], robot: Robot, folder: Path) -> Scenario:
    from torsor.robot.symbols import angles

    known_keys("the scenario", table, KEYS)
    for what in at("with", _words, table.get("with", [])):
        robot = at("with", robot.with_drives, what)
    n, turning = robot.dof, set(angles(robot))
    context = Context(n, [f"q{k}" not in turning for k in range(1, n + 1)], folder, robot.name)
    if "motion" not in table and "drive" not in table:
        raise ScenarioError(
            "expected [motion] (the driving forces along it are computed) or [drive] (the motion "
            "under it is simulated)"
        )
    start = known_keys("start", table.get("start", {}), ("q", "dq"))
    motion = read_motions(table["motion"], context) if "motion" in table else []
    q = at("start, q", lambda v: vector(v, n, context.whose), start.get("q", [0] * n))
    if motion and motion[0].first is not None and "q" not in start:
        q = motion[0].first
    drive = (
        at("drive", lambda v: read_drive(v, context), table["drive"]) if "drive" in table else None
    )
    found = Scenario(
        robot,
        dict(at("values", _values, table.get("values", {}))),
        q,
        at("start, dq", lambda v: vector(v, n, context.whose), start.get("dq", [0] * n)),
        motion,
        drive,
        at("duration", positive, table["duration"]) if "duration" in table else None,
        at("sample", positive, table.get("sample", 0.01)),
        Contacts(several("contact", table, lambda v: read_contact(v, context))),
        tuple(several("payload", table, read_load)),
        read_stops(table, context),
        at("integrator", read_method, table.get("integrator", {})),
        at("smoothing", not_negative, table.get("smoothing", 0)),
        at("reactions", switch, table["reactions"]) if "reactions" in table else None,
        str(table.get("title", "")),
    )
    _consistent(found, start)
    return found


def _consistent(found: Scenario, start: Mapping[str, Any]) -> None:
    """What one key asks of another."""
    if found.robot.bodies and (found.contacts or found.loads):
        raise ScenarioError(f"{found.robot.name!r} is given by bodies and has no tool to load")
    first = found.motion[0].first if found.motion else None
    if found.drive is None and first is not None and np.abs(first - found.q).max() > 1e-6:
        raise ScenarioError("start, q: the motion begins elsewhere; leave one of the two out")
    if found.drive is None and "dq" in start:
        raise ScenarioError("start, dq: a motion has its own velocities; expected q only")
    if found.drive is not None and not found.motion:
        if found.duration is None:
            raise ScenarioError("expected 'duration', in seconds")
        if found.drive.kind in ("pd", "computed-torque") and found.drive.set_point is None:
            raise ScenarioError(f"drive: {found.drive.kind} needs a [motion] or a set-point")
    if found.drive is not None and found.motion and found.drive.set_point is not None:
        raise ScenarioError("drive: a set-point and a [motion] contradict each other; take one")
    if found.drive is not None and found.motion and found.drive.kind in ("free", "torques"):
        raise ScenarioError(f"[motion] is not followed by a drive of kind {found.drive.kind!r}")
    spans = sorted((load.pick_up, load.release) for load in found.loads)
    for (_, end), (begin, _) in pairwise(spans):
        if begin < end:
            raise ScenarioError(f"payload: one is picked up at {begin:g} s while another is held")
    if found.method.name == "symplectic" and found.stops:
        raise ScenarioError("stop: joint stops need the integrator DOP853 or Radau")
    for k, stop in found.stops.items():
        if not stop.lower <= found.q[k] <= stop.upper:
            raise ScenarioError(
                f"start: q{k + 1} = {found.q[k]:g} lies beyond its stop "
                f"({stop.lower:g} to {stop.upper:g})"
            )


def _words(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ScenarioError("expected a list of texts, such as ['friction']")
    return value


def _values(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError("expected numbers by symbol")
    for name, number in value.items():
        at(str(name), quantity, number)
    return value
