"""What every log is read through: a header first, and then the columns that were chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.errors import TextError, shown
from torsor.motion.units import UNITS

LARGEST = 500_000_000
"""Bytes of a log when unpacked."""
MOST_ROWS = 5_000_000
"""Rows of a log."""
MOST_COLUMNS = 5_000
"""Columns of a file, also those that nobody asks for."""
MOST_NUMBERS = 100_000_000
"""Rows times chosen columns."""


@dataclass(frozen=True)
class Header:
    """The columns of a log and the units that are written beside them."""

    file: str
    units: dict[str, str]
    """By the column's name, in order; nothing where no unit is written."""
    twice: frozenset[str] = frozenset()
    """Names that several columns have."""


@dataclass(frozen=True)
class Rows:
    """Where rows stand in their file: ``line 7`` of a text, ``row 6`` of a table."""

    file: str
    numbers: Indices
    what: str = "row"

    def place(self, row: int) -> str:
        """A row with its file, as a reader of the file finds it."""
        return f"{self.file}, {self.where(row)}"

    def where(self, row: int) -> str:
        """A row within its file."""
        return f"{self.what} {self.numbers.item(row)}"

    def take(self, kept: Mask) -> Rows:
        """Some of the rows."""
        return Rows(self.file, self.numbers[kept], self.what)


@dataclass(frozen=True)
class RawLog:
    """Chosen columns as they stand in a file; what cannot be read as a number is NaN."""

    rows: Rows
    columns: dict[str, Array]
    notes: tuple[str, ...] = ()
    texts: dict[tuple[int, str], str] = field(default_factory=dict)
    """Some of the cells that could not be read, by row and column."""
    lost: int = 0
    """How many rows of the file are not even here: they had too few cells or too many."""


class Source(Protocol):
    """A log that is open: its columns are known, and read when they are chosen."""

    @property
    def header(self) -> Header:
        """The names and units of all columns."""
        ...

    def read(self, names: Sequence[str]) -> RawLog:
        """The chosen columns."""
        ...


def parse_header(file: str, place: str, cells: Sequence[str]) -> Header:
    """Names and units of columns; those without a name, or with another's, get one of their own."""
    if len(cells) > MOST_COLUMNS:
        raise TextError(f"{place}: {len(cells)} columns; at most {MOST_COLUMNS} are read")
    units: dict[str, str] = {}
    twice = set()
    for k, cell in enumerate(cells, 1):
        name, unit = split_heading(cell)
        if name in units:
            twice.add(name)
        if not name or name in units:
            name = f"{name} (column {k})".strip()
        units[name] = unit
    return Header(file, units, frozenset(twice))


def split_heading(text: str) -> tuple[str, str]:
    """A name and a unit: of ``q1 [deg]`` and of ``q1 (deg)``; ``position[0]`` is a name.

    >>> split_heading("position[0] [deg]")
    ('position[0]', 'deg')
    """
    text = text.strip()
    if text.endswith("]"):
        name, _, unit = text[:-1].rpartition("[")
        if name.strip() and not unit.strip().isdigit():
            return name.strip(), unit.strip()
    if text.endswith(")"):
        name, _, unit = text[:-1].rpartition("(")
        if name.strip() and unit.strip() in UNITS:
            return name.strip(), unit.strip()
    return text, ""


def check_size(file: str, rows: int, columns: int) -> None:
    """Refuse a log of more numbers than are held."""
    if not rows:
        raise TextError(f"{file}: a header and no rows")
    if rows > MOST_ROWS:
        raise TextError(f"{file}: {rows:,} rows; at most {MOST_ROWS:,} are read: cut it in parts")
    if rows * columns > MOST_NUMBERS:
        raise TextError(
            f"{file}: {rows:,} rows of {columns} columns; at most {MOST_NUMBERS:,} numbers are read"
        )


def to_number(text: str) -> float:
    """A cell as a number, or NaN."""
    try:
        return float("nan" if "_" in text else text)
    except ValueError:
        return float("nan")


def row_numbers(first: int, count: int) -> Indices:
    """Consecutive rows from the first."""
    return np.arange(first, first + count)


def list_columns(header: Header, most: int = 12) -> str:
    """The columns of a file, for a message."""
    names = [shown(name)[1:-1] for name in list(header.units)[:most]]
    if not names:
        return "none"
    return ", ".join(names) + (" …" if len(header.units) > most else "")
