"""A sheet: many rows that a reader of a page sorts, filters and saves; on paper, the first few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True)
class SheetColumn:
    """A column: its name, unit and meaning."""

    name: str
    unit: str = ""
    meaning: str = ""
    """What a pointer that rests on the head is told."""
    numeric: bool = True
    choice: bool = False
    """Few different texts: a reader picks one of them."""
    shown: bool = True
    """Whether it is seen before a reader asks for it."""
    picture: bool = False
    """Its cells are SVG texts, which a page shows as pictures and nothing else shows."""


@dataclass(frozen=True)
class Sheet:
    """Rows with a cell for each column; numbers that are missing or not finite are blank."""

    caption: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    """Which rows these are, of how many, and where the others are."""
    file: str = "table.csv"
    """What the rows are called when a reader saves them."""
    first: int = 12
    """Rows on paper, and where nothing may run."""
