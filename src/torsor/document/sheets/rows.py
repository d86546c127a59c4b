"""Sheets where nothing may run: the first rows as a table. And as data, for the page's script."""

from __future__ import annotations

import math

from torsor.document.blocks import Block, Paragraph, Table, Text
from torsor.document.escaping import escape_script
from torsor.document.sheets.sheet import Cell, Sheet

MOST = 8
"""Columns on paper."""


def print_sheet(sheet: Sheet) -> list[Block]:
    """The columns that are shown, of the first rows, and the sheet's note."""
    seen = [k for k, column in enumerate(sheet.columns) if column.shown and not column.picture]
    shown = seen[:MOST]
    heads = [
        c.name + (f" [{c.unit}]" if c.unit else "") for c in map(sheet.columns.__getitem__, shown)
    ]
    rows = [[print_cell(row[k]) for k in shown] for row in sheet.rows[: sheet.first]]
    long = [
        max((len(word) for cell in column for word in cell.split()), default=1)
        for column in zip(heads, *rows, strict=True)
    ]
    named: tuple[Text, ...] = tuple((head,) for head in heads)
    table = Table(
        sheet.caption,
        named,
        tuple(tuple((cell,) for cell in row) for row in rows),
        tuple((count + 2) / (sum(long) + 2 * len(long)) for count in long),
        frozenset(j for j, k in enumerate(shown) if sheet.columns[k].numeric),
        dense=len(shown) > 6,
    )
    return [Paragraph((sheet.note,), True), table] if sheet.note else [table]


def print_cell(cell: Cell) -> str:
    """A text as it is, a number in five digits; nothing where there is none."""
    if isinstance(cell, float):
        return f"{cell:.5g}".replace("-", "−") if math.isfinite(cell) else ""
    return "" if cell is None else str(cell)


def sheet_data(sheet: Sheet) -> str:
    """The sheet as JSON that may stand in a page's script element."""
    data = {
        "file": sheet.file,
        "columns": [
            {"name": c.name, "unit": c.unit, "meaning": c.meaning, "numeric": c.numeric,
             "choice": c.choice, "shown": c.shown, "picture": c.picture}
            for c in sheet.columns
        ],
        "rows": [[_plain(cell) for cell in row] for row in sheet.rows],
    }  # fmt: skip
    return escape_script(data)


def _plain(cell: Cell) -> Cell:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell
