"""Numbers of a scenario: SI, or a text that carries an angle's unit (``"30deg"``, ``"pi/2"``)."""

from __future__ import annotations

from math import isfinite

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula, formula
from torsor.errors import TorsorError, UnknownNameError, shown, suggestion


class ScenarioError(TorsorError):
    """A scenario that cannot be carried out: where, and what was expected there."""


def quantity(value: object) -> float:
    """A finite number; a text may be an exact expression and an angle."""
    from torsor.algebra.scalars.floats import to_float

    if isinstance(value, bool) or not isinstance(value, (int, float, str, Formula)):
        raise ScenarioError(f"expected a number, got {shown(str(value))}")
    if isinstance(value, (int, float)):
        found = float(value) if abs(value) < 1e300 else float("inf")
    else:
        read = formula(value)
        if any(read.names()):
            raise ScenarioError(f"expected a number, got {shown(str(value))}")
        try:
            found = to_float(read)
        except (OverflowError, ZeroDivisionError):
            found = float("inf")
    if not isfinite(found):
        raise ScenarioError(f"{shown(str(value))} is not a finite number")
    return found


def positive(value: object) -> float:
    """A number above zero."""
    found = quantity(value)
    if found <= 0:
        raise ScenarioError(f"expected a number above zero, got {shown(str(value))}")
    return found


def not_negative(value: object) -> float:
    """A number that is zero or above."""
    found = quantity(value)
    if found < 0:
        raise ScenarioError(f"expected no negative number, got {shown(str(value))}")
    return found


def entries(value: object, count: int, what: str = "") -> list[object]:
    """A list of so many entries; ``what`` they are, for the message."""
    if not isinstance(value, (list, tuple)):
        raise ScenarioError(f"expected a list of {count} entries, got {shown(str(value))}")
    if len(value) != count:
        raise ScenarioError(f"{len(value)} entries, expected {count}{what}")
    return list(value)


def vector(value: object, count: int, what: str = "") -> Array:
    """So many numbers as an array."""
    import numpy as np

    return np.array([_entry(k, v) for k, v in enumerate(entries(value, count, what), 1)])


def _entry(k: int, value: object) -> float:
    try:
        return quantity(value)
    except TorsorError as error:
        raise ScenarioError(f"entry {k}: {error}") from None


def each(value: object, count: int, what: str = "") -> Array:
    """A number for all coordinates alike, or a list with one for each."""
    import numpy as np

    if isinstance(value, (list, tuple)):
        return vector(value, count, what)
    return np.full(count, quantity(value))


def choice(value: object, known: tuple[str, ...]) -> str:
    """One of a few words."""
    if value not in known:
        hint = suggestion(str(value), known) or f"; expected {', '.join(known)}"
        raise UnknownNameError(f"unknown {shown(str(value))}{hint}")
    return str(value)


def switch(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ScenarioError(f"expected true or false, got {shown(str(value))}")
    return value
