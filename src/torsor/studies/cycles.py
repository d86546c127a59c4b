"""The cycle of a study: a scenario's motion at its samples, with entries that vary put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torsor.errors import UnknownNameError, shown, suggestion
from torsor.formats.fields import rows_of
from torsor.robot.robot import Robot
from torsor.studies.errors import StudyError
from torsor.studies.measures.block import Cycle

if TYPE_CHECKING:
    from torsor.algebra.formula import Values

MOST_SAMPLES = 100_000


@dataclass(frozen=True)
class Carrier:
    """A robot and the kind of its load."""

    robot: Robot
    payload: str
    names: tuple[str, ...]
    """The symbols of both."""


def change_entry(table: object, path: list[str], level: object, name: str) -> object:
    """The table or list with another entry at a path, whose numbers count from 1."""
    if not path:
        return level
    first, *rest = path
    if isinstance(table, Mapping):
        if rest and first not in table:
            raise UnknownNameError(f"{name}: nothing is called {shown(first)}"
                                   f"{suggestion(first, list(table))}")  # fmt: skip
        return {**table, first: change_entry(table.get(first), rest, level, name)}
    rows = rows_of(table)
    if rows is None or not first.isdecimal() or not 1 <= int(first) <= len(rows):
        expected = f"; expected 1 to {len(rows)}" if rows else ""
        raise StudyError(f"{name}: there is no entry {shown(first)}{expected}")
    k = int(first) - 1
    return [*rows[:k], change_entry(rows[k], rest, level, name), *rows[k + 1 :]]


def read_cycle(
    given: object, carrier: Carrier, values: Values, numbers: Sequence[str], folder: Path
) -> tuple[Robot, Values, Cycle]:
    """A scenario's motion at its samples, and the robot and numbers that it tells."""
    from torsor.motion.dynamics.inverse import plan_motion, sample_times
    from torsor.motion.dynamics.plant import Plant
    from torsor.motion.scenario.scenario import read_scenario
    from torsor.motion.scenario.tool_paths import Circle, Line
    from torsor.motion.simulation import guard_arithmetic
    from torsor.program.functions.preparation import settable

    scenario = read_scenario(given, carrier.robot, folder)
    told = {"drive": scenario.drive, "contact": scenario.contact, "payload": scenario.loads,
            "stop": scenario.stop}  # fmt: skip
    for key, value in told.items():
        if value:
            raise StudyError(f"{key!r} has no place in a study: forces along a motion are measured")
    if not scenario.motion:
        raise StudyError("expected a [[motion]]")
    merged: Values = {**(scenario.values or {}), **values}
    load = set(carrier.names).difference(settable(carrier.robot))
    plant = Plant(
        scenario.robot, {n: v for n, v in merged.items() if n not in numbers and n not in load}
    )
    if any(isinstance(segment, (Line, Circle)) for segment in scenario.motion):
        from torsor.program.arm import compile

        known = {n: v for n, v in plant.values.items() if n not in numbers}
        lacking = compile(scenario.robot, known).missing("forward_kinematics")
        varied = [name for name in lacking if name in numbers]
        if varied:
            raise StudyError(f"a path of the tool depends on {', '.join(varied)}, which varies; "
                             "expected a motion of the coordinates")  # fmt: skip
    with guard_arithmetic():
        motion = plan_motion(scenario, plant)
        t = sample_times(scenario.duration or motion.duration, scenario.sample, plant)
        q, dq, ddq = (np.ascontiguousarray(a, np.float64) for a in motion.at(t))
    if len(t) > MOST_SAMPLES:
        raise StudyError(f"{len(t):,} samples, at most {MOST_SAMPLES:,}; take a longer 'sample'")
    cycle = Cycle(t, q, dq, ddq)
    for name in ("t", "q", "dq", "ddq"):
        if not np.isfinite(getattr(cycle, name)).all():
            raise StudyError(f"the motion has a {name} that is not a finite number")
    return scenario.robot, merged, cycle
