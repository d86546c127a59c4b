"""A table of a scenario is a data class: each field tells its reader, default, meaning and unit.

One strict function reads them all. An unknown key is refused with the nearest known one, a wrong
value with its place; what one key asks of another the class checks itself, when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, overload

from torsor.algebra.arrays import Array
from torsor.formats.fields import at, known_keys
from torsor.motion.quantities import ScenarioError, choice, each, entries, vector
from torsor.motion.units import find_sliding
from torsor.robot.robot import Robot

Value = TypeVar("Value")
Default = TypeVar("Default")
Section = TypeVar("Section")


@dataclass(frozen=True)
class Context:
    """What a scenario is read against: the robot's coordinates and the scenario's folder."""

    n: int
    sliding: Sequence[bool]
    robot: str
    folder: Path = Path()

    @property
    def whose(self) -> str:
        """For messages about lists of the wrong length."""
        return f" (one for each coordinate of {self.robot!r})"


def context_of(robot: Robot, folder: Path | None = None) -> Context:
    """What a robot's scenario is read against."""
    return Context(robot.dof, find_sliding(robot), robot.name, folder or Path())


@dataclass(frozen=True)
class for_robot(Generic[Value]):  # noqa: N801 - it is written as a decorator
    """A reader that looks at the robot."""

    read: Callable[[object, Context], Value]


Reader = Callable[[object], Value] | for_robot[Value]
"""What makes a value of what stands in a file."""


@dataclass(frozen=True)
class Entry:
    """A key of a table: how it is read (at a place, for a robot), what it means, in which unit."""

    read: Callable[[str, object, Context], object]
    meaning: str
    unit: str
    key: str


@overload
def entry(read: Reader[Value], meaning: str, unit: str = "", *, key: str = "") -> Value: ...
@overload
def entry(
    read: Reader[Value], meaning: str, unit: str, default: Default, key: str = ""
) -> Value | Default: ...
@overload
def entry(
    read: Reader[Value], meaning: str, unit: str = "", *, default: Default, key: str = ""
) -> Value | Default: ...
def entry(
    read: Reader[Value], meaning: str, unit: str = "", default: object = MISSING, key: str = ""
) -> Any:
    """A key whose value is read by itself, or (``for_robot``) by what the robot has."""

    def read_at(place: str, value: object, context: Context) -> Value:
        if isinstance(read, for_robot):
            look = read.read
            return at(place, lambda v: look(v, context), value)
        return at(place, read, value)

    return _field(default, Entry(read_at, meaning, unit, key))


@overload
def list_entry(
    read: Callable[[object], Value],
    meaning: str,
    unit: str = "",
    *,
    key: str = "",
    names: Sequence[str] = (),
) -> tuple[Value, ...]: ...
@overload
def list_entry(
    read: Callable[[object], Value],
    meaning: str,
    unit: str,
    default: None,
    key: str = "",
    names: Sequence[str] = (),
) -> tuple[Value, ...] | None: ...
def list_entry(
    read: Callable[[object], Value],
    meaning: str,
    unit: str = "",
    default: object = MISSING,
    key: str = "",
    names: Sequence[str] = (),
) -> Any:
    """A key with a list: one entry for each of these names, or for each coordinate."""

    def read_at(place: str, value: object, context: Context) -> tuple[Value, ...]:
        count, what = (len(names), f": {' '.join(names)}") if names else (context.n, context.whose)
        rows = at(place, lambda v: entries(v, count, what), value)
        called = names or [f"entry {k}" for k in range(1, count + 1)]
        return tuple(
            at(f"{place}, {name}", read, row) for name, row in zip(called, rows, strict=True)
        )

    return _field(default, Entry(read_at, meaning, unit, key))


@overload
def section(
    what: type[Section], meaning: str, key: str = "", word: str = "", *, between: str = ": "
) -> Section: ...
@overload
def section(
    what: Mapping[str, type[Section]], meaning: str, key: str = "", *, named: bool = False
) -> Section | None: ...
@overload
def section(
    what: type[Section] | Mapping[str, type[Section]],
    meaning: str,
    key: str = "",
    *,
    several: Literal[True],
) -> tuple[Section, ...]: ...
def section(
    what: type[Section] | Mapping[str, type[Section]],
    meaning: str,
    key: str = "",
    word: str = "",
    several: bool = False,
    between: str = ": ",
    named: bool = False,
) -> Any:
    """A key with a table in it: of one class, or of the class that its ``kind`` names.

    A text alone stands for the table's ``word``. ``several`` may follow each other. ``named``
    tells of unknown keys with the kind.
    """

    def read_one(place: str, value: object, context: Context) -> Section:
        if word and isinstance(value, str):
            value = {word: value}
        if isinstance(what, type):
            return read_section(what, value, context, place, between)
        return _read_kind(what, value, context, place, named)

    def read_all(place: str, value: object, context: Context) -> tuple[Section, ...]:
        rows: list[object] = value if isinstance(value, list) else [value]
        if not rows and not isinstance(what, type):
            raise ScenarioError(f"{place}: expected a table or a list of them")
        places = [f"{place} {k}" for k in range(1, len(rows) + 1)] if len(rows) > 1 else [place]
        return tuple(read_one(p, row, context) for p, row in zip(places, rows, strict=False))

    if several:
        return _field((), Entry(read_all, meaning, "", key))
    made = Entry(read_one, meaning, "", key)
    if isinstance(what, type):
        return field(default_factory=what, kw_only=True, metadata={"entry": made})
    return _field(None, made)


def _field(default: object, made: Entry) -> object:
    return field(default=default, kw_only=True, metadata={"entry": made})


def entries_of(table: type) -> dict[str, tuple[str, bool, Entry]]:
    """The keys of a table: the field's name, whether it must be given, and the entry."""
    found: dict[str, tuple[str, bool, Entry]] = {}
    for f in fields(table):
        made: Entry | None = f.metadata.get("entry")
        if made is not None:
            required = f.default is MISSING and f.default_factory is MISSING
            found[made.key or f.name.replace("_", "-")] = (f.name, required, made)
    return found


def read_section(
    table: type[Section],
    value: object,
    context: Context,
    place: str = "",
    between: str = ": ",
    **more: object,
) -> Section:
    """A table of a scenario; ``more`` are fields that stand in no file."""
    known = entries_of(table)
    given: Mapping[str, object] = known_keys(place or "the scenario", value, known)
    for key, (name, required, read) in known.items():
        if key in given:
            inner = f"{place}{between}{key}" if place else key
            more[name] = read.read(inner, given[key], context)
        elif required:
            raise ScenarioError(f"{place}: expected {key!r}")
    if any(f.name == "place" for f in fields(table)):  # type: ignore[arg-type]
        more["place"] = place
    make: Callable[..., Section] = table
    if not place:
        return make(**more)
    return at(place, lambda told: make(**told), more)


def _read_kind(
    kinds: Mapping[str, type[Section]], value: object, context: Context, place: str, named: bool
) -> Section:
    """The table of the kind that it names."""
    choose = one_of(*kinds)
    if isinstance(value, str):
        value = {"kind": at(place, choose, value)}
    if not isinstance(value, Mapping) or "kind" not in value:
        raise ScenarioError(f"{place}: expected a table with a kind, one of {', '.join(kinds)}")
    kind = at(f"{place}, kind", choose, value["kind"])
    if named:
        known_keys(f"{place}: {kind}", value, entries_of(kinds[kind]))
    return read_section(kinds[kind], value, context, place)


def require_one(table: object, *keys: str, what: str = "") -> None:
    """Refuse a table that has none of these keys, or several."""
    if sum(getattr(table, key) is not None for key in keys) != 1:
        raise ScenarioError(f"{what}expected either {' or '.join(map(repr, keys))}")


def one_of(*words: str) -> Callable[[object], str]:
    """A reader of one of a few words."""
    return lambda value: choice(value, words)


@for_robot
def coordinates(value: object, context: Context) -> Array:
    """A number for each coordinate."""
    return vector(value, context.n, context.whose)


@for_robot
def gains(value: object, context: Context) -> Array:
    """Numbers for the coordinates, or one for all, none of them negative."""
    numbers = each(value, context.n, context.whose)
    if (numbers < 0).any():
        raise ScenarioError("expected no negative gain")
    return numbers


@for_robot
def limits(value: object, context: Context) -> Array:
    """Numbers above zero for the coordinates, or one for all."""
    return check_limits(each(value, context.n, context.whose))


def check_limits(numbers: Array) -> Array:
    """Numbers that are all above zero."""
    if (numbers <= 0).any():
        raise ScenarioError("expected numbers above zero")
    return numbers
