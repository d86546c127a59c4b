"""Numbers that come with a robot: ``[[values]]``, each group with the source it was taken from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite

from torsor.algebra.formula import Formula, exact
from torsor.errors import RobotError, UnknownNameError, shown, suggestion
from torsor.formats.fields import Table, angle_field, at, formula_field, list_of, text_field
from torsor.formats.spelling import decimal_text
from torsor.robot.robot import Given, Robot
from torsor.robot.symbols import parameters, robot_ring

LONGEST_SOURCE = 1000


def read_values(given: object, robot: Robot) -> tuple[Given, ...]:
    """The numbers of ``[[values]]`` (or of one ``[values]``), each for a symbol of the robot."""
    single = isinstance(given, Mapping)
    groups = [given] if single else list_of(given)
    if groups is None:
        raise RobotError("values: expected [[values]] with a source and numbers by symbol")
    known = parameters(robot)
    angles = set(robot_ring(robot).angles)
    found: dict[str, Given] = {}
    for k, entry in enumerate(groups, 1):
        place = "values" if single else f"values {k}"
        group: Table | None = entry if isinstance(entry, Mapping) else None
        if group is None:
            raise RobotError(f"{place}: expected a table with a source and numbers by symbol")
        source = at(
            f"{place}, source", lambda t: text_field(t, LONGEST_SOURCE), group.get("source", "")
        )
        for name, value in group.items():
            if name == "source":
                continue
            if name not in known:
                raise UnknownNameError(
                    f"{place}: {shown(name)} is no symbol of {robot.name!r}"
                    f"{suggestion(name, known)}"
                )
            if name in found:
                raise RobotError(f"{place}: {name} has a value already")
            read = at(f"{place}, {name}", angle if name in angles else plain_number, value)
            found[name] = Given(name, read, source)
    return tuple(found.values())


def plain_number(value: object) -> Formula:
    """A number, or a text that is one (``"1/3"``)."""
    read = formula_field(value)
    if read.constant is None:
        raise RobotError(f"{shown(str(value))} is not a number")
    return read


def angle(value: object) -> Formula:
    """An angle in numbers, with its unit."""
    read = angle_field(value)
    if any(read.names()):
        raise RobotError(f"{shown(str(value))} is not an angle in numbers")
    return read


def number_text(value: Fraction) -> str:
    """A number as TOML: a decimal where it is one to the last digit, else a quoted fraction."""
    if value.denominator == 1 and abs(value.numerator) < 10**15:
        return str(value.numerator)
    text = decimal_text(value)
    if text and isfinite(float(text)) and exact(float(text)) == value:
        return text
    return f'"{text or value}"'


def value_text(value: Formula) -> str:
    """A given number as a decimal where it is one, else as the fraction or angle that it is."""
    constant = value.constant
    return str(value) if constant is None else decimal_text(constant) or str(constant)
