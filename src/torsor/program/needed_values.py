"""Which numbers a robot needs before it runs: each with its meaning, its unit and what is known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Unpack

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import to_float
from torsor.arguments import validate_call
from torsor.formats.load import LoadOptions, RobotLike, load
from torsor.formats.toml.values import number_text
from torsor.program.functions.catalogue import list_functions
from torsor.program.functions.preparation import prepare_robot
from torsor.program.functions.programs import build_program
from torsor.robot.meanings import coordinate_meaning, meaning_of
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, coordinates, parameters
from torsor.robot.values import own_values

GROUPS = {
    "length": "Geometry", "angle": "Geometry", "gravity": "Gravity", "mass": "Links",
    "centre": "Links", "moment": "Links", "product": "Links", "drive": "Drives", "load": "Load",
}  # fmt: skip
"""Where a symbol stands in the list, by the sort of its meaning."""

IDLE = "Without effect on the driving forces; they matter to the joints' bearings alone"
LOAD = "Load"
"""The wrench at the tool, which belongs to the state: it may change at every instant."""


@dataclass(frozen=True)
class NeededValue:
    """A symbol that wants a number: ``value`` is the robot's own, or none."""

    symbol: str
    group: str
    meaning: str
    unit: str
    value: Formula | None = None
    source: str = ""


def needed_values(robot: Robot) -> tuple[NeededValue, ...]:
    """Every symbol of a robot's description, group by group; idle ones come last.

    What is needed is what the programs read: forward kinematics the geometry, inverse dynamics
    the rest, and a load where the robot has one.
    """
    used = set(_read_by(robot))
    known = own_values(robot)
    sources = {given.name: given.source for given in robot.values}
    found = []
    for symbol in parameters(robot):
        meaning = meaning_of(robot, symbol)
        group = GROUPS.get(meaning.sort, GROUPS["length" if meaning.family == "length" else "mass"])
        if symbol not in used and group != LOAD:
            group = IDLE
        value, source = known.get(symbol), sources.get(symbol, "")
        found.append(NeededValue(symbol, group, meaning.phrase, meaning.unit, value, source))
    order = [*dict.fromkeys(GROUPS.values()), IDLE]
    return tuple(sorted(found, key=lambda needed: order.index(needed.group)))


def _read_by(robot: Robot) -> Iterator[str]:
    kind = "none" if robot.payload.kind == "wrench" else robot.payload.kind
    made = prepare_robot(robot, kind)
    for name in ("forward_kinematics", "inverse_dynamics"):
        if name in list_functions(made):
            yield from build_program(made, name, {}).parameters


@validate_call
def values(
    robot: RobotLike, state: bool = False, **options: Unpack[LoadOptions]
) -> dict[str, float | None]:
    """The numbers that a robot needs, by symbol: its own, none where it has none.

    With ``state``, also q, dq, ddq and the wrench at the tool, all zero. The options are those of
    ``load``.

    >>> import torsor
    >>> torsor.values("cartesian")
    {'g': None, 'm1': None, 'm2': None, 'm3': None}
    """
    return value_table(load(robot, **options), state)


def value_table(robot: Robot, state: bool = False) -> dict[str, float | None]:
    """The numbers a robot needs, by symbol: its own, none where it has none; the state is zero."""
    found: dict[str, float | None] = {}
    for needed in needed_values(robot):
        if needed.value is not None:
            found[needed.symbol] = to_float(needed.value)
        elif needed.group not in (IDLE, LOAD):
            found[needed.symbol] = None
    if state:
        found |= {n.symbol: 0.0 for n in needed_values(robot) if n.group == LOAD and not n.value}
        found |= {f"{stem}{q}": 0.0 for stem in ("", "d", "dd") for q in coordinates(robot)}
    return found


def write_value_template(robot: Robot, state: bool = False, format: str = "toml") -> str:
    """A file of values to fill in: what is known stands in it, the rest is empty."""
    if format == "json":
        return json.dumps(value_table(robot, state), indent=2) + "\n"
    lines = [
        f"# Values of {_line(robot.name)}: a number between the quotes, or in their place.",
        '# SI units; an angle is in radians or carries its unit, as "30deg".',
    ]
    for group, members in groupby(needed_values(robot), key=lambda needed: needed.group):
        lines += ["", f"# {group}"]
        for source, some in groupby(members, key=lambda needed: needed.source):
            lines += [f"# from {_line(source)}"] * bool(source)
            lines += (_entry(needed, state) for needed in some)
    if state:
        lines += ["", "# State", *_state(robot)]
    return "\n".join(lines) + "\n"


def _entry(needed: NeededValue, state: bool) -> str:
    value = "0" if needed.group == LOAD else '""'
    left_out = needed.group == IDLE or (needed.group == LOAD and not state)
    if needed.value is not None:
        constant, left_out = needed.value.constant, False
        value = f'"{needed.value}"' if constant is None else number_text(constant)
    mark = "# " if left_out else ""
    return f"{f'{mark}{needed.symbol} = {value}':<24}# {needed.unit}, {needed.meaning}"


def _state(robot: Robot) -> Iterator[str]:
    turning = set(angles(robot))
    for stem in ("q", "dq", "ddq"):
        slides = [q not in turning for q in coordinates(robot)]
        units = ", ".join(coordinate_meaning(stem, slide).unit for slide in slides)
        yield f"{stem} = [{', '.join('0' for _ in slides)}]  # {units}"


def _line(text: str) -> str:
    """A text that stays on its line of comment."""
    return "".join(ch if ch.isprintable() else " " for ch in text)
