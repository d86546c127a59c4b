"""A mapping file: which columns of a log are what, in which unit, on which side of the gears.

A log with columns t, q1 …, tau1 … in SI needs none. For another, a small TOML file tells it::

    t = "Time [ms]"                            # a column, with its unit in brackets
    first = 1                                  # {} counts from here
    dq = ["v_a [deg/s]", "v_b [deg/s]", "v_c [deg/s]"]

    [q]
    columns = "Axis{}.Position"
    unit = "deg"
    side = "motor"                             # "joint" unless it is told
    sign = [1, -1, 1]
    zero = [0, -90, 0]                         # what the column shows where q is zero
    scale = 1                                  # a factor that brings it to the unit, if need be

    [current]                                  # instead of [tau]
    columns = "Axis{}.Current"
    unit = "A"
    gain = [0.21, 0.21, 0.11]                  # N m/A (N/A where it slides), at that side
    side = "motor"

    [drives]
    ratio = [160, 160, 100]                    # motor over joint
    of = ["q1", "q2", "q2 + q3"]               # what each motor sees; or a matrix S

A quantity that no line names has its usual columns. Motors stand at φ = ratio · S q, and forces of
motors are Sᵀ (ratio · τ) at the joints. ``joints`` are names in the order of the coordinates, for
``{}`` and for ROS; ``topic`` is that of a bag; ``passive = ["q2"]`` are without a drive, their
forces zero.
"""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

import os
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from torsor.algebra.arrays import Array
from torsor.arguments import given
from torsor.errors import ArgumentTypeError, shown
from torsor.formats.fields import at, plain_data
from torsor.formats.load import place_of, read_text
from torsor.formats.toml.reader import table_of
from torsor.identification.logs.couplings import read_coupling
from torsor.motion.quantities import ScenarioError, each
from torsor.motion.scenario.entries import (
    Context,
    Entry,
    context_of,
    entry,
    for_robot,
    one_of,
    read_section,
)
from torsor.robot.robot import Robot

LARGEST = 200_000
STEMS = ("q", "dq", "ddq", "tau")
MappingLike = str | os.PathLike[str] | Table[str, object]


@for_robot
def _zeros(value: object, context: Context) -> Array:
    """Plain numbers: they are in the column's own unit, whatever that is."""
    rows = value if isinstance(value, (list, tuple)) else [value]
    if any(isinstance(row, str) for row in rows):
        raise ScenarioError("expected plain numbers, in the column's own unit")
    return each(value, context.n, context.whose)


@for_robot
def _gains(value: object, context: Context) -> Array:
    found = each(value, context.n, context.whose)
    if not found.all():
        raise ScenarioError("expected no zero")
    return found


@for_robot
def _signs(value: object, context: Context) -> Array:
    found = each(value, context.n, context.whose)
    if not (np.abs(found) == 1).all():
        raise ScenarioError("expected 1 or -1 for each coordinate")
    return found


@for_robot
def _columns(value: object, context: Context) -> tuple[str, ...] | str:
    """A pattern with {}, or a name for each coordinate."""
    if isinstance(value, str):
        if value.count("{}") != 1 and context.n > 1:
            raise ScenarioError(
                f"expected {{}} in the place of the number, as in 'pos_{{}}', or a list of names; "
                f"got {shown(value)}"
            )
        return value
    return tuple(_names(value, context, "columns"))


def _names(value: object, context: Context, what: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
        raise ScenarioError(f"expected {what} as a list of texts, got {shown(str(value))}")
    if len(value) != context.n:
        raise ScenarioError(f"{len(value)} {what}, expected {context.n}{context.whose}")
    return list(value)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ScenarioError(f"expected a text, got {shown(str(value))}")
    return value


def _first(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
        raise ScenarioError(f"expected the whole number that {{}} begins with, got {value}")
    return value


@dataclass(frozen=True)
class Quantity:
    """Where a quantity stands in a log, and how it is turned to that of the joints."""

    columns: tuple[str, ...] | str = entry(_columns, "a pattern with {}, or a list of names")
    unit: str = entry(_text, "the columns' unit, where the header has none", "", "")
    side: str = entry(one_of("joint", "motor"), "where it is measured", "", "joint")
    sign: Array | float = entry(_signs, "1 or -1", "", 1.0)
    zero: Array | float = entry(_zeros, "what the column shows at zero", "its own", 0.0)
    scale: Array | float = entry(_gains, "a factor to come to the unit", "", 1.0)


@dataclass(frozen=True)
class Currents(Quantity):
    """Motor currents, and what force an ampere makes."""

    gain: Array = entry(_gains, "force per current", "N m/A or N/A")


@dataclass(frozen=True)
class Drives:
    """What the motors are coupled to."""

    ratio: Array | float = entry(_gains, "motor over joint displacement", "1 or rad/m", 1.0)
    of: Array | None = entry(for_robot(read_coupling), "displacements that motors see", "", None)


Part = TypeVar("Part")


def _part(table: type[Part], word: str, meaning: str, default: Part | None = None) -> Any:
    """A key with a table in it, or with what would stand in the table under this word."""

    def read_at(place: str, value: object, context: Context) -> Part:
        told = value if isinstance(value, Table) else {word: value}
        return read_section(table, told, context, place)

    made = Entry(read_at, meaning, "", "")
    return field(default=default, kw_only=True, metadata={"entry": made})


@for_robot
def _joints(value: object, context: Context) -> tuple[str, ...]:
    return tuple(_names(value, context, "joints"))


def _time(value: object) -> tuple[str, ...]:
    """A column, or several to be added, as seconds and nanoseconds are."""
    if isinstance(value, Table):
        name, unit = value.get("columns"), value.get("unit")
        if set(value) - {"columns", "unit"} or not isinstance(name, str):
            raise ScenarioError('expected a column, as in t = "Time [ms]"')
        return (f"{name} [{_text(unit)}]" if unit else name,)
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not names:
        raise ScenarioError('expected a column, as in t = "Time [ms]"')
    return tuple(_text(name) for name in names)


@for_robot
def _passive(value: object, context: Context) -> tuple[int, ...]:
    """Coordinates by name, as indices."""
    known: dict[object, int] = {f"q{k}": k - 1 for k in range(1, context.n + 1)}
    rows = value if isinstance(value, (list, tuple)) else [value]
    for row in rows:
        if row not in known:
            raise ScenarioError(f"expected coordinates such as 'q1', got {shown(str(row))}")
    return tuple(sorted({known[row] for row in rows}))


@dataclass(frozen=True)
class Mapping:
    """What the columns of a log are; by default its usual ones, in SI, at the joints."""

    t: tuple[str, ...] = entry(_time, "the column of times, or several to add", "s", ("t",))
    q: Quantity | None = _part(Quantity, "columns", "positions")
    dq: Quantity | None = _part(Quantity, "columns", "velocities")
    ddq: Quantity | None = _part(Quantity, "columns", "accelerations")
    tau: Quantity | None = _part(Quantity, "columns", "driving forces")
    current: Currents | None = _part(Currents, "columns", "motor currents, instead of tau")
    drives: Drives = _part(Drives, "of", "what the motors are coupled to", Drives())
    first: int = entry(_first, "what {} begins with", "", 1)
    joints: tuple[str, ...] = entry(_joints, "names, in the order of the coordinates", "", ())
    passive: tuple[int, ...] = entry(_passive, "coordinates without a drive", "", ())
    topic: str = entry(_text, "of a ROS bag", "", "")

    def __post_init__(self) -> None:
        if self.tau and self.current:
            raise ScenarioError("tau and current: expected one of the two")

    def quantity(self, stem: str) -> Quantity | None:
        """Where positions, velocities, accelerations or driving forces stand, if it is told."""
        if stem == "tau" and self.current:
            return self.current
        found: Quantity | None = getattr(self, stem)
        return found


def read_mapping(mapping: MappingLike | None, robot: Robot) -> Mapping:
    """A mapping file, or the same as a table; each unknown key is refused with the nearest known.

    >>> import torsor
    >>> mapping = read_mapping({"q": "pos_{} [deg]", "t": "time [ms]"}, torsor.load("planar2r"))
    >>> mapping.q.columns, mapping.t
    ('pos_{} [deg]', ('time [ms]',))
    """
    context = context_of(robot)
    if mapping is None:
        return Mapping()
    if isinstance(mapping, (str, os.PathLike)):
        path = Path(mapping)
        place = place_of(path)
        if path.suffix.lower() != ".toml":
            raise ScenarioError(f"{place}: expected a mapping file, whose name ends in .toml")
        table = at(place, table_of, read_text(path, LARGEST))
        return read_section(Mapping, table, context, place)
    if not isinstance(mapping, Table):
        raise ArgumentTypeError(
            f"mapping is the path of a .toml file or a table, not {given(mapping)}"
        )
    try:
        plain = plain_data(mapping)
    except RecursionError:
        raise ScenarioError("the mapping: nested too deep") from None
    return read_section(Mapping, plain, context, "the mapping")
