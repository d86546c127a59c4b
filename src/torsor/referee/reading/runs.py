"""Runs of printed items: blocks laid out in order, rows of tables, and what ends a run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from torsor.referee.reading.terms import UnreadError
from torsor.referee.reading.tree import (
    Block,
    Factor,
    Item,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
    flat,
)

TABLES = ("bmatrix", "pmatrix", "matrix", "array", "Bmatrix", "smallmatrix")
LAYOUT = ("aligned", "align", "split", "gathered", "equation", "multline", "alignedat")
ENDS = ("comma", "semicolon", "point")


def is_empty(item: Item | None) -> bool:
    """A braced group with nothing in it and nothing on it, as TeX wants after an equals sign."""
    if not isinstance(item, Nested) or item.kind != "group" or item.sup or item.sub:
        return False
    return not flat(item.blocks[0])


def place_of(factors: Sequence[Factor | Punctuation]) -> Place:
    """From the first factor to the last."""
    solid = [f.place for f in factors if not isinstance(f, Punctuation)]
    first, last = solid[0], solid[-1]
    return Place(first.line, first.column, first.start, last.end)


def stripped(items: Sequence[Item | None]) -> list[Item | None]:
    """A run of items without the line ends and empty braces that end it."""
    kept = list(items)
    while kept and (kept[-1] is None or is_empty(kept[-1])):
        kept.pop()
    return kept


def trimmed(items: Sequence[Item | None]) -> list[Item | None]:
    """A run of items without the comma, semicolon or full stop that ends it."""
    kept = stripped(items)
    if kept and isinstance(kept[-1], Punctuation) and kept[-1].kind in ENDS:
        kept.pop()
    return kept


def table_lines(block: Block) -> list[list[list[Item | None]]]:
    """The rows of a table: a row that ends in a sign goes on, and between rules all lines do."""
    lines: list[list[list[Item | None]]] = [[list(cell) for cell in line] for line in block.lines]
    if lines and len(lines[-1]) == 1 and not lines[-1][0]:
        lines.pop()
    widths = {len(line) for line in lines}
    ruled = bool(block.ruled & set(range(1, len(lines)))) and widths == {1}
    rows: list[list[list[Item | None]]] = []
    for number, line in enumerate(lines):
        more = rows and (
            (ruled and number not in block.ruled) or (not ruled and _ends_in_sign(rows[-1][-1]))
        )
        if more and not _ends_in_sign(rows[-1][-1]):
            place = next((i.place for cell in line for i in cell if i is not None), None)
            raise UnreadError("whether a line between rules goes on is not clear", place)
        if more:
            rows[-1][-1] += [None, *line[0]]
            rows[-1] += line[1:]
        else:
            rows.append(line)
    return rows


def goes_on(block: Block) -> bool:
    """Whether every line is one cell and all but the last end in a sign, so that they are one."""
    if any(sum(map(bool, line)) > 1 for line in block.lines):
        return False
    lines = [[i for cell in line for i in cell] for line in block.lines]
    return all(_ends_in_sign(line) for line in lines[:-1])


def _ends_in_sign(cell: Sequence[Item | None]) -> bool:
    solid = [i for i in cell if i is not None]
    return bool(solid) and isinstance(solid[-1], Sign)


def _joins(item: Item) -> bool:
    """A sign, a product's sign or a slash."""
    return isinstance(item, Sign) or (
        isinstance(item, Punctuation) and item.kind in ("dot", "star", "point", "slash", "dots")
    )


def is_prefix(item: Item) -> bool:
    """A left superscript, which belongs to the mark after it."""
    return isinstance(item, Stray) or (
        isinstance(item, Nested) and item.kind == "group" and not flat(item.blocks[0])
    )


def joined(block: Block) -> list[Item | None]:
    """All the items of a block in order, with ``None`` where a line or a cell ends.

    A sign may be printed at both ends of a line break, and then is one; at an alignment mark, which
    is not seen, both would be printed.
    """
    items: list[Item | None] = []
    if block.ruled:
        place = next((i.place for line in block.lines for cell in line for i in cell), None)
        raise UnreadError("a rule outside a table", place)
    for line in block.lines:
        cells = [solid for cell in line if (solid := [i for i in cell if not is_empty(i)])]
        for before, after in pairwise(cells):
            if _joins(before[-1]) and _joins(after[0]):
                raise UnreadError("two signs at an alignment mark", after[0].place)
        for cell in line:
            if items:
                items.append(None)
            items.extend(cell)
    return items


def apart(before: Item, after: Item, text: str) -> None:
    """Refuse two numbers without a sign between them: 1 1 may be eleven, 2 1/2 two and a half."""
    first, second = _figure(before, -1, text), _figure(after, 0, text)
    if first and second and not (first == second == "fraction"):
        raise UnreadError("two numbers side by side", after.place)


def _figure(item: Item | None, end: int, text: str) -> str:
    """Whether a factor begins (0) or ends (-1) in digits or in a fraction of numbers."""
    if isinstance(item, Number):
        halves = ("\\frac", "\\dfrac", "\\tfrac")
        return "fraction" if text.startswith(halves, item.place.start) else "digits"
    if isinstance(item, Nested) and item.kind == "group":
        inner = [i for i in joined(item.blocks[0]) if i is not None]
        return _figure(inner[end], end, text) if inner else ""
    if isinstance(item, Nested) and item.kind == "fraction":
        numbers = all(_figure(i, 0, text) for block in item.blocks for i in joined(block))
        return "fraction" if numbers else ""
    return ""
