"""Figures in columns: points below points, units beside numbers, rounding shown as 0."""

from __future__ import annotations

from collections.abc import Sequence

ROUNDING = 1e-9
"""What is so small beside the largest of its kind is rounding."""


def figure(value: float, digits: int = 5, largest: float = 0.0) -> str:
    """A number with so many digits; 0 where it is rounding beside the ``largest`` of its kind."""
    if abs(value) <= ROUNDING * abs(largest):
        return "0"
    if abs(value) >= 10.0**digits and abs(value) < 1e9:
        return f"{value:.0f}"
    return f"{value:.{digits}g}"


def align_columns(rows: Sequence[Sequence[str]], kinds: str, indent: str = "") -> list[str]:
    """Rows as lines, the first of them heads. The kinds of columns, a letter each:

    ``<`` texts, ``>`` whole numbers, ``.`` numbers by their points, ``u`` units of what is before.
    """
    inner = list(zip(*rows[1:], strict=True))
    bodies = [_align(column, kind) for column, kind in zip(inner, kinds, strict=True)]
    columns: list[list[str]] = []
    for head, body, kind in zip(rows[0], bodies, kinds, strict=True):
        width = max(len(head), *(len(cell) for cell in body))
        if kind in "<u":
            columns.append([head.ljust(width), *(cell.ljust(width) for cell in body)])
        else:
            columns.append([head.rjust(width), *(cell.rjust(width) for cell in body)])
    gaps = ["", *(" " if kind == "u" else "  " for kind in kinds[1:])]
    lines = zip(*columns, strict=True)
    return [
        (indent + "".join(gap + cell for gap, cell in zip(gaps, line, strict=True))).rstrip()
        for line in lines
    ]


def _align(cells: Sequence[str], kind: str) -> list[str]:
    """Cells with their points below each other."""
    if kind != ".":
        return list(cells)
    behind = [len(cell) - len(cell.partition(".")[0]) for cell in cells]
    return [cell + " " * (max(behind) - size) for cell, size in zip(cells, behind, strict=True)]
