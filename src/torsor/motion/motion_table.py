"""A motion to be drawn: times and coordinates from a table."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

from torsor.algebra.arrays import Array
from torsor.errors import TextError, TorsorError, shown, suggestion
from torsor.motion.results import Event, Result
from torsor.motion.scenario.entries import context_of
from torsor.motion.scenario.table_file import TableFile
from torsor.robot.robot import Robot

COLUMN = re.compile(r"t|[xyzsKU]|[fn][0-9]{0,3}[xyz]|(q|dq|ddq|tau|P)[0-9]{1,3}")
"""The columns that ``torsor simulate -o`` writes."""

ENERGIES = ("K", "U")
HANDED = ("pick-up", "release")


@dataclass(frozen=True)
class Motion:
    """Coordinates over time, and what is known beside them, in SI."""

    t: Array
    q: Array
    tau: Array | None = None
    energies: Mapping[str, Array] = field(default_factory=dict)
    """K and U, as far as they are known."""
    events: Sequence[Event] = ()
    notes: Sequence[str] = ()
    """Why something is not known."""


def motion_of(result: Result) -> Motion:
    """What a simulation gave, to be drawn."""
    tau = result.tau if "tau1" in result.columns else None
    energies = {name: result.columns[name] for name in ENERGIES if name in result.columns}
    return Motion(result.t, result.q, tau, energies, result.events)


def read_motion(file: str | os.PathLike[str], robot: Robot) -> Motion:
    """The columns t and q1 … of a CSV or Parquet file, and tau1 …, K and U where they are."""
    motion = TableFile(Path(file), context_of(robot))
    table = motion.table
    names = [f"q{k}" for k in range(1, robot.dof + 1)]
    for name in table.columns:
        if not COLUMN.fullmatch(name):
            hint = suggestion(name, ["t", *names]) or (
                f"; expected t, q1 … q{robot.dof}, and what torsor simulate writes beside them"
            )
            raise TextError(f"{table.file}: unknown column {shown(name)}{hint}")
    t, q = motion.advancing("t", gaps=True), motion.coordinates("q")
    tau, energies, notes = None, {}, []
    try:
        energies = {one: motion.column(one, "energy") for one in ENERGIES if one in table.columns}
        tau = motion.find_coordinates("tau")
    except TorsorError as error:
        notes.append(f"not plotted: {error}")
    return Motion(t, q, tau, energies, tuple(_handed(table.told.get("events", ""))), notes)


def _handed(text: str) -> Iterator[Event]:
    """The loads that were picked up and released, as ``Result.write`` tells them in Parquet."""
    try:
        told = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return
    for event in told if isinstance(told, list) else ():
        if isinstance(event, dict) and event.get("event") in HANDED:
            t = event.get("t")
            if isinstance(t, (int, float)) and isfinite(t):
                yield Event(t=float(t), event=event["event"])
