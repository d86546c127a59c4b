"""Bounds as a person gives them: one for all coordinates, one for each, or some by number.

``"120deg"`` is one for all; ``"1,1,0.5"`` has one for each coordinate, an empty place leaves what
the robot says; ``"2=60deg,3=10%"`` tells of some. A range is ``lower:upper``, or a number for both
sides of zero; a percentage is of the robot's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import pi
from typing import TypeAlias

from torsor.errors import ArgumentTypeError, ArgumentValueError, TorsorError, shown
from torsor.motion.quantities import quantity

BoundsLike: TypeAlias = float | str | Sequence[float | str | Sequence[float]]
"""A number, a text, or an entry for each coordinate; of positions also pairs."""

ANGLE = re.compile(r"deg|rad|pi")
MOST_TURNS = 4 * pi
"""Ranges of a bare number beyond this were meant in degrees."""


def read_each(
    name: str, given: BoundsLike | None, n: int, read: Callable[[int, object], None]
) -> None:
    """Have every coordinate's entry read, counted from 0; the sentence of a mistake names it."""
    for k, entry in _entries(name, given, n):
        try:
            read(k, entry)
        except TorsorError as error:
            raise ArgumentValueError(f"{name}: q{k + 1}: {error}") from None


def _entries(name: str, given: BoundsLike | None, n: int) -> list[tuple[int, object]]:
    """What is said, by coordinate; what is left empty is not said."""
    if given is None:
        return []
    if not isinstance(given, str):
        if not isinstance(given, Sequence):
            return [(k, given) for k in range(n)]
        return list(enumerate(_as_many(name, given, n)))
    parts = [part.strip() for part in given.split(",")]
    if any("=" in part for part in parts):
        return [_numbered(name, part, n) for part in parts if part]
    if len(parts) == 1:
        parts *= n
    return [(k, part) for k, part in enumerate(_as_many(name, parts, n)) if part]


def _as_many(name: str, entries: Sequence[object], n: int) -> Sequence[object]:
    if len(entries) != n:
        raise ArgumentValueError(
            f"{name} has {len(entries)} entries; expected one for all, or {n}: one for each "
            "coordinate"
        )
    return entries


def _numbered(name: str, part: str, n: int) -> tuple[int, object]:
    number, _, entry = part.partition("=")
    number = number.strip().removeprefix("q")
    if not number.isdecimal() or len(number) > 4 or not 1 <= int(number) <= n:
        raise ArgumentValueError(
            f"{name}: {shown(part)}: expected a coordinate's number from 1 to {n} before the ="
        )
    return int(number) - 1, entry.strip()


def read_range(entry: object, own: tuple[float, float] | None, slides: bool) -> tuple[float, float]:
    """Lower and upper bound of a position; ``own`` are the robot's."""
    if isinstance(entry, str) and entry.endswith("%"):
        if own is None:
            raise ArgumentValueError(f"{entry} of what? The robot tells no limits of it")
        middle, half = (own[0] + own[1]) / 2, (own[1] - own[0]) / 2
        share = _share(entry)
        return middle - share * half, middle + share * half
    if isinstance(entry, str) and ":" in entry:
        ends: Sequence[object] = entry.split(":")
    elif isinstance(entry, Sequence) and not isinstance(entry, str):
        ends = entry
    else:
        half = _number(entry, slides, "position")
        if half < 0:
            raise ArgumentValueError(f"a range of ±{half:g}; expected lower:upper")
        ends = (-half, half)
    if len(ends) != 2:
        raise ArgumentTypeError(f"expected lower:upper, got {len(ends)} numbers")
    lower, upper = (_number(end, slides, "position") for end in ends)
    if lower > upper:
        raise ArgumentValueError(f"the lower limit {lower:g} is above the upper one, {upper:g}")
    return lower, upper


def read_bound(entry: object, own: float | None, slides: bool, what: str) -> float:
    """The bound of a speed, an acceleration or a driving force: a number above zero."""
    if isinstance(entry, str) and entry.endswith("%"):
        if own is None:
            raise ArgumentValueError(f"{entry} of what? The robot tells no limit of its {what}")
        return _share(entry) * own
    found = _number(entry, slides, what)
    if found <= 0:
        raise ArgumentValueError(f"a limit of {what} of {found:g}; expected a number above zero")
    return found


def _share(entry: str) -> float:
    share = quantity(entry.removesuffix("%").strip()) / 100
    if not 0 < share <= 1:
        raise ArgumentValueError(f"{entry}: expected a percentage above 0, at most 100")
    return share


def _number(entry: object, slides: bool, what: str) -> float:
    united = isinstance(entry, str) and ANGLE.search(entry) is not None
    if united and (slides or what == "effort"):
        unit = "N or N m" if what == "effort" else "metres: it slides"
        raise ArgumentValueError(f"{shown(str(entry))} is an angle; expected {unit}")
    found = quantity(entry)
    if what == "position" and not slides and not united and abs(found) > MOST_TURNS:
        raise ArgumentValueError(
            f"{found:g} rad are {abs(found) / (2 * pi):.1f} turns; are degrees meant? "
            f"Write {found:g}deg (or {found:g}rad)"
        )
    return found


def read_posture(name: str, given: BoundsLike, sliding: Sequence[bool]) -> list[float]:
    """A position of every coordinate."""
    found: dict[int, float] = {}

    def take(k: int, entry: object) -> None:
        found[k] = _number(entry, sliding[k], "position")

    read_each(name, given, len(sliding), take)
    if len(found) < len(sliding):
        lacking = next(k for k in range(len(sliding)) if k not in found)
        raise ArgumentValueError(f"{name}: expected a position of q{lacking + 1}")
    return [found[k] for k in range(len(sliding))]
