"""What every reader shares: formulas, vectors, axes, rotations and names from plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from torsor.algebra.angles import angle_of, to_angle
from torsor.algebra.formula import UNITS, Formula, exact, formula, is_real, number
from torsor.algebra.rational_points import exact_unit_vector
from torsor.errors import RobotError, TorsorError, UnknownNameError, shown, suggestion
from torsor.robot.robot import INERTIA, ZERO, Quaternion, Six, Three, Turn
from torsor.spatial.rotations import RPY

AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
REST = ("lumped", "kept")
"""What becomes of a tree beside the chain to its tip."""
Read = TypeVar("Read")
Raw = TypeVar("Raw")

Table = Mapping[str, object]
"""A table as TOML, JSON or Python give it: nothing is known yet of what stands in it."""

Reader = Callable[[object], Any]
"""What makes a field of a robot's data from an entry of a table, or refuses it."""


def at(place: str, read: Callable[[Raw], Read], value: Raw) -> Read:
    """Read a value, and let an error begin with the place."""
    try:
        return read(value)
    except TorsorError as error:
        raise type(error)(f"{place}: {error}") from None


def rows_of(value: object) -> Sequence[object] | None:
    """The entries of a list or a tuple; nothing for anything else."""
    return value if isinstance(value, (list, tuple)) else None


def list_of(value: object) -> list[object] | None:
    """The entries of a list; nothing for anything else."""
    return value if isinstance(value, list) else None


def known_keys(place: str, table: object, known: Iterable[str]) -> Table:
    """The table, if it is one and has none but known keys."""
    if not isinstance(table, Mapping):
        raise RobotError(f"{place}: expected a table with {', '.join(known)}")
    names = list(known)
    for key in table:
        if key not in names:
            hint = suggestion(str(key), names) or f"; expected {', '.join(names)}"
            raise UnknownNameError(f"{place}: unknown key {shown(str(key))}{hint}")
    return table


def read_fields(table: Table, fields: Mapping[str, Reader]) -> dict[str, Any]:
    """What a table has of these fields, each as its reader takes it."""
    return {key: at(key, read, table[key]) for key, read in fields.items() if key in table}


class Written(float):
    """A number as a file has it, not one that Python has computed: an angle needs its unit."""


def plain_data(value: Any) -> Any:
    """Tables, lists and numbers; arrays, as Python has them, are lists of their entries."""
    if isinstance(value, Mapping):
        return {key: plain_data(entry) for key, entry in value.items()}
    axes: int = getattr(value, "ndim", -1)
    if isinstance(value, (list, tuple)) or axes > 0:
        return [plain_data(entry) for entry in value]
    return value.item() if axes == 0 and not is_real(value) else value


def formula_field(value: object) -> Formula:
    """A number or a text expression."""
    if isinstance(value, (str, Formula)) or is_real(value):
        read = formula(value)
        units = [u for u in UNITS if _mentions(read, u)]
        if units:
            raise RobotError(
                f"{shown(str(value))} is an angle ({units[0]}), expected a plain value"
            )
        return read
    raise RobotError(f"{shown(str(value))} is neither a number nor a text expression")


def _mentions(f: Formula, unit: str) -> bool:
    if f.head == "name":
        return f.word == unit
    return f.head in ("sum", "product", "power") and any(_mentions(p, unit) for p in f.inner)


def angle_field(value: object) -> Formula:
    """An angle with its unit: ``-90deg``, ``-pi/2``, ``0.3rad``, or the name of an angle."""
    read = turn_field(value)
    angle_of(read)
    return read


def turn_field(value: object) -> Formula:
    """What something turns by: an angle, a coordinate, or both; numbers are Python's radians."""
    if not (isinstance(value, (str, Formula)) or is_real(value)):
        raise RobotError(f"{shown(str(value))} is not an angle")
    return formula(value) if isinstance(value, (str, Formula, Written)) else to_angle(value)


def three(value: object) -> Three:
    """Three formulas; a lone 0 stands for three zeros."""
    if value == 0 and not isinstance(value, bool):
        return (ZERO, ZERO, ZERO)
    rows = rows_of(value)
    if rows is None or len(rows) != 3:
        raise RobotError(f"expected three entries, got {shown(str(value))}")
    x, y, z = (formula_field(v) for v in rows)
    return (x, y, z)


def inertia_field(value: object) -> Six:
    """Six entries xx yy zz xy xz yz, three for principal axes, a table of entries, or 0."""
    if value == 0 and not isinstance(value, bool):
        return (ZERO,) * 6
    if isinstance(value, Mapping):
        table = known_keys("inertia", value, INERTIA)
        entries = [formula_field(table.get(key, 0)) for key in INERTIA]
    elif (rows := rows_of(value)) is not None and len(rows) in (3, 6):
        entries = [formula_field(v) for v in rows] + [ZERO] * (6 - len(rows))
    else:
        raise RobotError(
            "expected an inertia: a table with xx yy zz xy xz yz, or a list of six "
            f"(or of three for principal axes), got {shown(str(value))}"
        )
    return tuple(entries)  # type: ignore[return-value]


def axis_field(value: object) -> Three:
    """``"z"``, ``"-x"``, or three numbers, brought to length one exactly or nearby."""
    if isinstance(value, str):
        text = value.strip().lower()
        letter = text.lstrip("+-")
        if letter in AXES and len(text) - len(letter) <= 1:
            sign = -1 if text.startswith("-") else 1
            x, y, z = (number(sign * e) for e in AXES[letter])
            return (x, y, z)
        raise RobotError(
            f"{shown(value)} is no axis; expected x, y, z, -x, -y, -z or three numbers"
        )
    if (rows := rows_of(value)) is not None and len(rows) == 3:
        entries = [_number(v) for v in rows]
        x, y, z = exact_unit_vector((entries[0], entries[1], entries[2]))
        return (x, y, z)
    raise RobotError(f"{shown(str(value))} is no axis; expected x, y, z or three numbers")


def axis_name(axis: Three) -> str:
    """``z`` or ``-x``, or nothing for an axis that is none of the frame's."""
    return next((a for a in ("x", "y", "z", "-x", "-y", "-z") if axis == axis_field(a)), "")


def _number(value: object) -> Fraction:
    if isinstance(value, float) and not isfinite(value):
        raise RobotError(f"{value} is not a finite number")
    constant = formula(value).constant if isinstance(value, (str, Formula)) else exact(value)
    if constant is None:
        raise RobotError(f"{shown(str(value))} is not a number")
    return constant


def rotation_field(value: object) -> tuple[Turn | Quaternion, ...]:
    """``"Rz(-90deg) Rx(alpha)"``, a table with axis and angle, quaternion or rpy, or a list."""
    if isinstance(value, str):
        from torsor.algebra.grammar import parse_sequence

        return tuple(Turn(*elementary_turn(n, a)) for n, a in parse_sequence(value))
    if isinstance(value, Mapping):
        table = known_keys("rotation", value, ("axis", "angle", "quaternion", "rpy"))
        keys = set(table)
        if keys == {"axis", "angle"}:
            return (Turn(axis_field(table["axis"]), angle_field(table["angle"])),)
        given = rows_of(table.get("quaternion", table.get("rpy"))) or ()
        if keys == {"quaternion"} and len(given) == 4:
            w, x, y, z = (_number(v) for v in given)
            if not any((w, x, y, z)):
                raise RobotError("a quaternion of four zeros is no rotation")
            return (Quaternion(w, x, y, z),)
        if keys == {"rpy"} and len(given) == 3:
            angles = [angle_field(v) for v in given]
            turns = zip(RPY, reversed(angles), strict=True)
            return tuple(Turn(axis_field(axis), angle) for (axis, _), angle in turns if angle)
        raise RobotError("expected a rotation by axis and angle, by quaternion, or by rpy")
    rows = rows_of(value)
    if rows is not None and not any(isinstance(p, (list, tuple)) for p in rows):
        return tuple(turn for part in rows for turn in rotation_field(part))
    raise RobotError(f"{shown(str(value))} is no rotation; expected a text such as 'Rz(-90deg)'")


def elementary_turn(element: str, angle: Formula) -> tuple[Three, Formula]:
    """``Rx``, ``Ry`` or ``Rz`` with its angle."""
    if element not in ("Rx", "Ry", "Rz"):
        raise RobotError(f"{shown(str(element))} is no rotation; expected Rx, Ry or Rz")
    return axis_field(element[1]), angle_field(angle)


def text_field(value: object, longest: int = 400) -> str:
    """A printable text on one line."""
    if not isinstance(value, str):
        raise RobotError(f"{shown(str(value))} is not a text")
    if len(value) > longest or not value.isprintable():
        raise RobotError(f"{shown(value)} is longer than {longest} characters or not printable")
    return value


def name_field(value: object) -> str:
    """A robot's or joint's name: letters, digits, spaces and ``_ - . +``."""
    text = text_field(value, 60)
    if not text.strip() or not all(ch.isalnum() or ch in " _-.+" for ch in text) or ".." in text:
        raise RobotError(
            f"{shown(text)} is no name; expected letters, digits, spaces and _ - . + only"
        )
    return text


def word_field(value: object) -> str:
    """A single word of letters, digits, - and _; never a path."""
    text = text_field(value, 40)
    if not all(ch.isalnum() or ch in "-_" for ch in text):
        raise RobotError(f"{shown(text)} is no word of letters, digits, - and _")
    return text


def notation_field(value: object) -> str:
    """A notation: a single word, or the path of a .toml file."""
    if isinstance(value, str) and value.endswith(".toml"):
        return text_field(value)
    return word_field(value)


def check_rest(rest: str) -> None:
    """Refuse another word for what becomes of the rest of a tree."""
    if rest and rest not in REST:
        raise RobotError(f"rest {shown(rest)}: expected {' or '.join(REST)}")
