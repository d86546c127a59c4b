"""The sides of a printed equation: its layout opened, its number left out, cut at equals signs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import Run, flatten, single, strip_stop

LAYOUT = ("aligned", "align", "split", "gathered", "equation", "multline", "alignedat")
LABELLING = ("\\quad", "\\qquad", "\\hfill", "\\eqno")


def read_sides(latex: str) -> list[Run]:
    """The sides of a printed equation, or the only one of what has no equals sign."""
    sides: list[Run] = [[]]
    for item in _strip_label(_open_layout(flatten(parse_latex(latex))), latex):
        if tree.is_stop(item, "equals"):
            sides.append([])
        else:
            sides[-1].append(item)
    for side in sides:
        for before, after in pairwise(i for i in runs.solid(side) if not runs.is_empty(i)):
            runs.refuse_adjacent_numbers(before, after, latex)
    return [runs.strip_end(side) for side in sides]


def _open_layout(run: Sequence[tree.Item | None]) -> Run:
    """The items of an equation with its layout opened: what is laid out stands at a line's start.

    Behind a sign or a factor it would not be plain how far the layout reaches.
    """
    opened: Run = []
    more = False
    for item in run:
        if tree.is_nested(item, *LAYOUT):
            before = next(reversed(runs.strip_end(opened)), None)
            starts = before is None or tree.is_stop(before, "equals")
            if item.sub or item.sup or not (starts or more):
                raise UnreadError(f"how far {item.kind} reaches is not clear", item.place)
            opened += [*_open_layout(flatten(item.blocks[0])), None]
            more = True
        else:
            opened.append(item)
            more = more and item is None
    return opened


def _strip_label(run: Run, latex: str) -> Run:
    """An equation without its number: digits in parentheses at the end, a space or comma before."""
    kept = strip_stop(run)
    places = [k for k, item in enumerate(kept) if item is not None]
    if len(places) < 2:
        return kept
    last, before = kept[places[-1]], kept[places[-2]]
    if not tree.is_nested(last, "paren") or last.sub or last.sup:
        return kept
    assert before is not None
    gap = latex[before.place.end : last.place.start]
    spaced = any(space in gap for space in LABELLING) or tree.is_stop(before, *runs.ENDS)
    if spaced and tree.text_of(last.blocks[0]).isdigit():
        return strip_stop(kept[: places[-1]])
    return kept


def join_lines(side: Run) -> Run:
    """A number over several lines in an array, line after line.

    Behind a lone brace stand cases, unless every line ends in a sign.
    """
    only = single(side)
    if not tree.is_nested(only, "array", "cases", "brace") or only.sub or only.sup:
        return side
    if not runs.goes_on(only.blocks[0]):
        raise UnreadError("lines that may be cases or entries", only.place)
    return join_lines(strip_stop(flatten(only.blocks[0])))
