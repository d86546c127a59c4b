"""Structures: each combination of robot, motion, hypotheses, drives and load is one program."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra import formula as fm
from torsor.algebra.arrays import Array, Indices
from torsor.errors import (
    MissingValueError,
    TorsorError,
    UnknownNameError,
    shown,
    suggestion,
)
from torsor.formats.fields import at, rows_of
from torsor.formats.load import load, read_text
from torsor.formats.toml.reader import table_of
from torsor.formats.toml.writer import write_toml
from torsor.motion.actuators.carried_motors import attach_motors, carrier_of
from torsor.motion.dynamics.bearings import Bearing, bearing_of_data, read_bearing
from torsor.motion.quantities import choice
from torsor.motion.scenario.scenario import LARGEST
from torsor.motion.scenario.scenario import numbers as read_numbers
from torsor.robot.robot import Robot
from torsor.studies.cycles import Carrier, change_entry, read_cycle
from torsor.studies.designs.factors import DURATION, MOTOR, STRUCTURAL, WITHIN, Factor
from torsor.studies.errors import StudyError
from torsor.studies.measures.block import Cycle
from torsor.studies.measures.metrics import Metric, check_metric

if TYPE_CHECKING:
    from torsor.algebra.formula import Values
    from torsor.program.arm import Arm

MOST = 1000
PAYLOADS = ("none", "body", "weight")


@dataclass(frozen=True)
class Structure:
    """One program: a robot with its fixed numbers, what varies in it, its load and its motion."""

    robot: Robot
    values: Values
    payload: str
    vary: tuple[str, ...]
    cycle: Cycle | None
    bearing: Bearing | None = None
    """What every joint is borne by."""
    motors: Mapping[int, int] = field(default_factory=dict)
    """The link that carries the motor of each coordinate."""

    @cached_property
    def loaded(self) -> Robot:
        """The robot with its motors on it."""
        return attach_motors(self.robot, {k: fm.name(f"mM{k}") for k in self.motors}, self.motors)

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        cycle = self.cycle
        return {
            "robot": write_toml(self.robot),
            "values": dict(self.values),
            "payload": self.payload,
            "vary": list(self.vary),
            **({"motors": {str(k): v for k, v in self.motors.items()}} if self.motors else {}),
            **({"bearing": self.bearing.data} if self.bearing else {}),
            "motion": None if cycle is None else {
                name: getattr(cycle, name).tolist() for name in ("t", "q", "dq", "ddq")
            },
        }  # fmt: skip

    @classmethod
    def of_data(cls, data: Mapping[str, object]) -> Structure:
        """The structure that plain data say."""
        robot, values, motion = data["robot"], data["values"], data["motion"]
        vary, bearing, motors = rows_of(data["vary"]), data.get("bearing"), data.get("motors")
        assert isinstance(robot, str)
        assert isinstance(values, dict)
        assert vary is not None
        cycle = None
        if isinstance(motion, dict):
            t, q, dq, ddq = (np.array(motion[n], np.float64) for n in ("t", "q", "dq", "ddq"))
            cycle = Cycle(t, q, dq, ddq)
        return cls(
            load(table_of(robot)), values, str(data["payload"]), tuple(map(str, vary)), cycle,
            bearing_of_data(bearing) if isinstance(bearing, dict) else None,
            {int(k): link for k, link in motors.items()} if isinstance(motors, dict) else {},
        )  # fmt: skip

    def gather_sets(self, numbers: Mapping[str, Array], chosen: Indices) -> Array:
        """The parameters of these designs, a row for each."""
        columns = [numbers[name][chosen] for name in self.vary]
        return np.stack(columns, axis=1) if columns else np.empty((len(chosen), 0))

    def arm(self) -> Arm:
        """The robot compiled, on one core: a study's cores are its processes."""
        return self._arm

    @cached_property
    def _arm(self) -> Arm:
        from torsor.program.arm import compile

        given = {n: v for n, v in self.values.items() if n not in self.vary}
        return compile(self.loaded, given, self.payload, threads=1, vary=self.vary)

    def check_names(self, names: Iterable[str], mentioned: set[str]) -> None:
        """Refuse a factor that is no symbol and that no relation mentions."""
        from torsor.robot.symbols import parameters

        for name in names:
            if name == DURATION and name not in self.vary:
                if self.cycle is None:
                    raise StudyError("the duration varies, but nothing moves; expected 'scenario'")
            elif name not in self.vary and name not in mentioned:
                known = [*parameters(self.robot), *STRUCTURAL, DURATION]
                raise UnknownNameError(
                    f"{shown(name)} varies: {self.robot.name!r} has no such symbol, and no "
                    f"relation mentions it{suggestion(name, known)}"
                )


def check_structure(structure: Structure, metrics: Sequence[Metric]) -> None:
    """Refuse metrics that have no answer, and numbers that are missing, before anything runs."""
    for metric in metrics:
        for function in filter(None, (metric.needs, *metric.also)):
            if function not in structure.arm().functions:
                raise StudyError(f"metrics: {structure.robot.name!r} has no {metric.name}")
            if lacking := structure.arm().missing(function):
                raise MissingValueError(
                    f"{metric.name}: no value for {', '.join(lacking)}; expected them under "
                    "[values], as factors or as relations"
                )
        check_metric(metric, structure.arm().robot, structure.cycle is not None, structure.bearing)


def structural(factors: Sequence[Factor]) -> list[Factor]:
    """The factors whose combinations are the structures."""
    return [factor for factor in factors if factor.structural]


def read_structures(
    table: Mapping[str, object], factors: Sequence[Factor], numbers: Sequence[str], folder: Path,
    motors: tuple[Sequence[str], Mapping[int, int]] = ((), {}),
) -> tuple[Structure, ...]:  # fmt: skip
    """Every structure, the last structural factor's levels first."""
    chosen = structural(factors)
    count = math.prod(len(factor.values) for factor in chosen)
    if count > MOST:
        raise StudyError(f"{count:,} combinations of {', '.join(f.name for f in chosen)}: "
                         f"at most {MOST:,} structures are compiled")  # fmt: skip
    for factor in chosen:
        if factor.name in table:
            raise StudyError(f"{factor.name} is a factor, and stands in the study itself too")
    combinations = [_levels(chosen, index) for index in range(count)]
    carriers = []
    for levels in combinations:
        with _told_of(levels):
            carriers.append(_read_robot({**table, **levels}, folder))
    # A number of values may be for a symbol that only some of the structures have.
    known = {name for carrier in carriers for name in carrier.names}
    found = []
    for levels, carrier in zip(combinations, carriers, strict=True):
        with _told_of(levels):
            other = known.difference(carrier.names)
            read = _read_structure({**table, **levels}, carrier, other, numbers, folder)
            found.append(_place_motors(read, numbers, *motors))
    return tuple(found)


def _levels(chosen: Sequence[Factor], index: int) -> dict[str, object]:
    """A combination by its number; the last factor advances first."""
    levels: dict[str, object] = {}
    for factor in reversed(chosen):
        index, place = divmod(index, len(factor.values))
        levels[factor.name] = factor.values[place]
    return levels


@contextmanager
def _told_of(levels: Mapping[str, object]) -> Iterator[None]:
    """What is wrong begins with the combination in which it is."""
    told = ", ".join(f"{name} = {shown(str(level))}" for name, level in levels.items())
    try:
        yield
    except TorsorError as error:
        raise type(error)(f"{told}: {error}" if told else str(error)) from None


def _read_robot(table: Mapping[str, object], folder: Path) -> Carrier:
    from torsor.program.functions.preparation import prepare_robot, settable

    given = table.get("robot")
    if not isinstance(given, (str, Mapping)):
        raise StudyError("expected 'robot': a library name, a file, or a table")
    if isinstance(given, str) and "(" not in given and (folder / given).is_file():
        given = str(folder / given)
    robot = load(given, assume=_words("assume", table), drives=_words("with", table))
    payload = at("payload", lambda v: choice(v, PAYLOADS), table.get("payload", "none"))
    return Carrier(robot, payload, tuple(settable(prepare_robot(robot, payload))))


def _read_structure(
    table: Mapping[str, object], carrier: Carrier, other: set[str], numbers: Sequence[str],
    folder: Path,
) -> Structure:  # fmt: skip
    from torsor.program.functions.preparation import prepare_robot

    robot, payload = carrier.robot, carrier.payload
    values: Values = at("values", read_numbers, table.get("values", {}))
    for name in numbers:
        if name in values:
            raise StudyError(f"values: {name} varies, and has a number too")
    values = {name: value for name, value in values.items() if name not in other}
    cycle = None
    scenario = table.get("scenario")
    within = {name: level for name, level in table.items() if name.startswith(WITHIN)}
    if scenario is not None:
        place = folder
        if isinstance(scenario, str):
            scenario = str(folder / scenario)
            if within:
                place = Path(scenario).parent
                scenario = table_of(read_text(Path(scenario), LARGEST))
        for name, level in within.items():
            scenario = change_entry(scenario, name.split(".")[1:], level, name)
        robot, values, cycle = at(
            "scenario", lambda told: read_cycle(told, carrier, values, numbers, place), scenario
        )
    elif within:
        raise StudyError(f"{next(iter(within))} varies, but nothing moves; expected 'scenario'")
    made = prepare_robot(robot, payload)
    vary = tuple(name for name in numbers if _is_symbol(made, name))
    bearing = read_bearing(table["bearing"]) if "bearing" in table else None
    return Structure(robot, values, payload, vary, cycle, bearing)


def _place_motors(
    structure: Structure, numbers: Sequence[str], factors: Sequence[str], told: Mapping[int, int]
) -> Structure:
    """The structure with the motors that are factors on the links that carry them."""
    from torsor.program.functions.preparation import prepare_robot

    carriers = {}
    for factor in factors:
        k = int(factor.removeprefix(MOTOR))
        if k > structure.robot.dof:
            raise StudyError(f"{factor}: {structure.robot.name!r} has {structure.robot.dof} "
                             "coordinates")  # fmt: skip
        carriers[k] = told.get(k, carrier_of(structure.robot, k))
        if not 0 <= carriers[k] <= len(structure.robot.links):
            raise StudyError(f"motors, carried_by: there is no link {carriers[k]}")
    for k in told:
        if f"{MOTOR}{k}" not in factors:
            raise StudyError(f"motors, carried_by: motor{k} is no factor")
    if not carriers:
        return structure
    placed = replace(structure, motors=carriers)
    made = prepare_robot(placed.loaded, placed.payload)
    return replace(placed, vary=tuple(name for name in numbers if _is_symbol(made, name)))


def _words(key: str, table: Mapping[str, object]) -> tuple[str, ...]:
    """One text with commas, or a list of texts."""
    value = table.get(key, [])
    rows = [value] if isinstance(value, str) else rows_of(value)
    if rows is None or not all(isinstance(row, str) for row in rows):
        raise StudyError(f"{key}: expected texts")
    return tuple(word.strip() for row in rows for word in str(row).split(",") if word.strip())


def _is_symbol(robot: Robot, name: str) -> bool:
    from torsor.program.functions.variation import vary_symbols

    try:
        vary_symbols(robot, (name,))
    except TorsorError:
        return False
    return name not in ("tool", "payload")
