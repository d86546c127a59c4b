"""What a value has in it: shape, degrees in rates, whether it moves, whether it is symmetric."""

from __future__ import annotations

import re
from dataclasses import dataclass

from torsor.referee.claims.grids import Grid, Value


@dataclass(frozen=True)
class Content:
    """What a value has in it: its shape, degrees in rates, whether it moves and is symmetric."""

    shape: tuple[int, int]
    rates: set[int]
    accelerated: bool
    moving: bool
    symmetric: bool
    names: frozenset[str]


def content_of(value: Value) -> Content:
    """What a value has in it."""
    entries = value.entries if isinstance(value, Grid) else (value,)
    shape = value.shape if isinstance(value, Grid) else (1, 1)
    rates: set[int] = set()
    names: set[str] = set()
    for entry in entries:
        for term in entry.terms:
            rates.add(sum(e for n, e in term.powers if re.fullmatch(r"dq[0-9]+", n)))
        names.update(entry.symbols())
    moving = any(re.fullmatch(r"q[0-9]+", n) for n in names)
    accelerated = any(n.startswith("ddq") for n in names)
    symmetric = not isinstance(value, Grid) or (
        shape[0] == shape[1] and value.T.rows == value.rows and any(entries)
    )
    return Content(shape, rates, accelerated, moving, symmetric, frozenset(names))
