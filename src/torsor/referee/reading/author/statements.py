"""LaTeX trees as statements: equations cut apart, their sides as sums, products, calls and tables.

Where the referee's stricter reader asks a notation what a mark is, this one takes every mark for a
symbol of the author's: what it stands for is found later, from all the equations together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from torsor.referee.reading.author.expressions import ExpressionReader
from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import Run
from torsor.referee.reading.sides import LAYOUT
from torsor.referee.reading.syntax import Node, Statement

Where = Callable[[int], tuple[int, int]]
"""From a position in the mathematics to line and column in the author's file."""

EQUALS = ("equals", "approx")
SIDES = 40
"""Equations with more sides than this are not read."""


def read_statements(
    latex: str, where: Where, label: str = "", inline: bool = False
) -> list[Statement]:
    """The statements of a display or a formula; what cannot be read raises ``UnreadError``."""
    found = []
    for run in _equations(_lines(parse_latex(latex))):
        items = runs.solid(run)
        if not any(tree.is_stop(i, *EQUALS) for i in items):
            continue
        sides = tuple(_side(side, latex) for side in _sides(run, latex))
        first, last = items[0].place.start, items[-1].place.end
        line, column = where(first)
        text = latex[first:last]
        found.append(
            Statement(sides, line, column, text, label, inline=inline, source=latex, where=where)
        )
    return found


def read_expression(latex: str) -> Node:
    """One expression, as it stands in a dictionary that an author declares."""
    return _side(runs.flatten(parse_latex(latex)), latex)


def _side(side: Run, latex: str) -> Node:
    return ExpressionReader(latex).read_sum(side)


def _lines(block: tree.Block) -> list[Run]:
    """The lines of a display, layouts opened, alignment marks left out."""
    lines: list[Run] = []
    for line in block.lines:
        items = [item for cell in line for item in cell]
        inner = [i for i in items if not runs.is_empty(i)]
        layout = (
            inner[0] if inner and tree.is_nested(inner[0], *LAYOUT, "gather", "gathered") else None
        )
        if layout is not None and not (layout.sub or layout.sup):
            opened = _lines(layout.blocks[0])
            rest = [i for i in inner[1:] if not tree.is_stop(i, *runs.ENDS)]
            if rest:
                opened[-1].extend(rest)
            lines += opened
        else:
            lines.append(list(items))
    return [_open_within(line) for line in lines]


def _open_within(line: Run) -> Run:
    """A layout behind an equals sign or a sign, opened: ``M = \\begin{split} … \\end{split}``."""
    opened: Run = []
    for item in line:
        if tree.is_nested(item, *LAYOUT) and not (item.sub or item.sup):
            before = next(reversed(runs.solid(opened)), None)
            if before is None or tree.is_stop(before, *EQUALS):
                for inner in _lines(item.blocks[0]):
                    opened += [None, *inner]
                continue
        opened.append(item)
    return opened


def _equations(lines: Sequence[Run]) -> list[Run]:
    """Lines that belong together as one equation each, and commas between equations as ends."""
    joined: list[Run] = []
    for line in lines:
        if not runs.solid(line):
            continue
        if joined and not _begins(line):
            joined[-1] += [None, *line]
        else:
            joined.append(list(line))
    return [part for run in joined for part in _split_at_commas(run)]


def _begins(line: Run) -> bool:
    """Whether a line has a left-hand side of its own, so that an equation begins there."""
    items = [i for i in runs.solid(line) if not runs.is_empty(i)]
    at = next((k for k, i in enumerate(items) if tree.is_stop(i, *EQUALS)), -1)
    if at <= 0 or isinstance(items[0], tree.Sign):
        return False
    return not tree.is_stop(items[0], "dot", "star", "slash", "comma")


def _split_at_commas(run: Run) -> list[Run]:
    """``a = 1, b = 2`` is two equations; a comma within one is left for its reader to refuse."""
    pieces: list[Run] = [[]]
    for item in run:
        if tree.is_stop(item, "comma", "semicolon"):
            pieces.append([])
        else:
            pieces[-1].append(item)
    kept = [p for p in pieces if runs.solid(p)]
    while len(kept) > 1 and _is_remark(kept[-1]):
        kept.pop()
    stated = [any(tree.is_stop(i, *EQUALS) for i in p) for p in kept]
    if len(kept) > 1 and all(stated):
        return kept
    return [runs.strip_stop(kept[0] if len(kept) == 1 else run)]


def _is_remark(run: Run) -> bool:
    """What follows an equation behind a comma, as in ``i = 1, \\dots, n``: an index and numbers."""
    items = runs.solid(runs.strip_stop(run))
    if len(items) == 3 and isinstance(items[0], tree.Mark) and tree.is_stop(items[1], "equals"):
        index = items[0].base in ("i", "j", "k", "n", "m") and not items[0].sub
        return index and isinstance(items[2], (tree.Number, tree.Mark))
    return len(items) == 1 and (
        isinstance(items[0], tree.Number)
        or tree.is_stop(items[0], "dots")
        or (isinstance(items[0], tree.Mark) and items[0].base == "n")
    )


def _strip_colon(side: Run) -> Run:
    """A side without the colon of ``=:``."""
    items = runs.solid(side)
    return side[side.index(items[0]) + 1 :] if items and tree.is_stop(items[0], "colon") else side


def _sides(run: Run, latex: str) -> list[Run]:
    sides: list[Run] = [[]]
    for item in run:
        if tree.is_stop(item, *EQUALS):
            sides.append([])
        else:
            sides[-1].append(item)
    if len(sides) > SIDES:
        raise UnreadError(f"an equation with more than {SIDES} sides", runs.start_of(run))
    if not runs.solid(sides[0]):
        sides.pop(0)  # it goes on from an equation before
    kept = [_strip_colon(runs.strip_stop(runs.strip_end(side))) for side in sides]
    for side in kept:
        if not runs.solid(side):
            raise UnreadError("a side of the equation is empty", runs.start_of(run))
        for before, after in pairwise(i for i in runs.solid(side) if not runs.is_empty(i)):
            runs.refuse_adjacent_numbers(before, after, latex)
    return kept
