"""The numbers of a description: each a number, a symbol or an expression of symbols."""

from __future__ import annotations

from numbers import Real
from typing import Annotated, Any

from torsor.algebra.formula import Formula, formula, number
from torsor.arguments import validate_fields

Entry = Annotated[Formula, "a number, a symbol or an expression of symbols"]
Three = tuple[Entry, Entry, Entry]
Six = tuple[Entry, Entry, Entry, Entry, Entry, Entry]

ZERO = number(0)
ONE = number(1)
ORIGIN: Three = (ZERO, ZERO, ZERO)
INERTIA = ("xx", "yy", "zz", "xy", "xz", "yz")
"""The order of the six entries of an inertia tensor."""

ROWS = ("axis", "offset", "com", "inertia", "position", "omega", "wrench", "gravity")
"""The fields that have three or six entries."""


def complete(data: Any, *entries: str) -> None:
    """Numbers and texts in these fields become formulas, then every field is checked."""
    for name in entries:
        value = getattr(data, name)
        if isinstance(value, (tuple, list)):
            object.__setattr__(data, name, tuple(map(_entry, value)))
        elif name not in ROWS:
            object.__setattr__(data, name, _entry(value))
    validate_fields(data)


def _entry(value: Any) -> Any:
    """A number or a text as a formula; anything else as it is, to be complained of."""
    plain = isinstance(value, (str, Real)) and not isinstance(value, bool)
    return formula(value) if plain else value
