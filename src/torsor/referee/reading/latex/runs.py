"""Runs of printed items, ``None`` where a line or a cell ends: laid out in order, cut into rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.places import Place, UnreadError

Run = list[tree.Item | None]
TABLES = ("bmatrix", "pmatrix", "matrix", "array", "Bmatrix", "smallmatrix")
ENDS = ("comma", "semicolon", "point")


def flatten(block: tree.Block) -> Run:
    """All the items of a block in order, with ``None`` where a line or a cell ends.

    A sign may be printed at both ends of a line break, and then is one; at an alignment mark, which
    is not seen, both would be printed.
    """
    run: Run = []
    if block.ruled:
        cells = chain.from_iterable(block.lines)
        raise UnreadError("a rule outside a table", start_of(chain.from_iterable(cells)))
    for line in block.lines:
        filled = [kept for cell in line if (kept := [i for i in cell if not is_empty(i)])]
        for before, after in pairwise(filled):
            if _joins(before[-1]) and _joins(after[0]):
                raise UnreadError("two signs at an alignment mark", after[0].place)
        for cell in line:
            if run:
                run.append(None)
            run.extend(cell)
    return run


def solid(run: Iterable[tree.Item | None]) -> list[tree.Item]:
    """The items of a run without its line ends."""
    return [item for item in run if item is not None]


def items_in(block: tree.Block) -> list[tree.Item]:
    """The items of a block without its line ends."""
    return solid(flatten(block))


def single(run: Sequence[tree.Item | None]) -> tree.Item | None:
    """The only item of a run that has no other."""
    kept = solid(run)
    return kept[0] if len(kept) == 1 else None


def start_of(run: Iterable[tree.Item | None]) -> Place | None:
    """Where a run begins."""
    return next((item.place for item in run if item is not None), None)


def span_of(links: Sequence[tree.Link]) -> Place:
    """From the first factor to the last."""
    factors = [f.place for f in links if not isinstance(f, tree.Punctuation)]
    return factors[0].to(factors[-1])


def is_prefix(item: tree.Item | None) -> bool:
    """A left superscript, which belongs to the mark after it; or braces with nothing in them."""
    if isinstance(item, tree.Stray):
        return True
    return tree.is_nested(item, "group") and not tree.text_of(item.blocks[0])


def is_empty(item: tree.Item | None) -> bool:
    """A braced group with nothing in it and nothing on it, as TeX wants after an equals sign."""
    return isinstance(item, tree.Nested) and is_prefix(item) and not (item.sup or item.sub)


def _joins(item: tree.Item) -> bool:
    """A sign, a product's sign or a slash."""
    product = tree.is_stop(item, "dot", "star", "point", "slash", "dots")
    return isinstance(item, tree.Sign) or product


def strip_end(run: Sequence[tree.Item | None]) -> Run:
    """A run without the line ends and empty braces that end it."""
    kept = list(run)
    while kept and (kept[-1] is None or is_empty(kept[-1])):
        kept.pop()
    return kept


def strip_stop(run: Sequence[tree.Item | None]) -> Run:
    """A run without the comma, semicolon or full stop that ends it."""
    kept = strip_end(run)
    return kept[:-1] if kept and tree.is_stop(kept[-1], *ENDS) else kept


def split_rows(block: tree.Block) -> list[list[Run]]:
    """The rows of a table: a row that ends in a sign goes on, and between rules all lines do."""
    lines: list[list[Run]] = [[list(cell) for cell in line] for line in block.lines]
    if lines and lines[-1] == [[]]:
        lines.pop()
    ruled = bool(block.ruled & set(range(1, len(lines)))) and {len(n) for n in lines} == {1}
    rows: list[list[Run]] = []
    for number, line in enumerate(lines):
        signed = bool(rows) and _ends_in_sign(rows[-1][-1])
        more = bool(rows) and (number not in block.ruled if ruled else signed)
        if more and not signed:
            raise UnreadError(
                "whether a line between rules goes on is not clear", start_of(line[0])
            )
        if more:
            rows[-1][-1] += [None, *line[0]]
            rows[-1] += line[1:]
        else:
            rows.append(line)
    return rows


def goes_on(block: tree.Block) -> bool:
    """Whether every line is one cell and all but the last end in a sign, so that they are one."""
    if any(sum(map(bool, line)) > 1 for line in block.lines):
        return False
    return all(_ends_in_sign(chain.from_iterable(line)) for line in block.lines[:-1])


def _ends_in_sign(cell: Iterable[tree.Item | None]) -> bool:
    return isinstance(next(reversed(solid(cell)), None), tree.Sign)


def refuse_adjacent_numbers(before: tree.Item, after: tree.Item, text: str) -> None:
    """Refuse two numbers without a sign between them: 1 1 may be eleven, 2 1/2 two and a half."""
    first, second = _figure(before, -1, text), _figure(after, 0, text)
    if first and second and not (first == second == "fraction"):
        raise UnreadError("two numbers side by side", after.place)


def _figure(item: tree.Item | None, end: int, text: str) -> str:
    """Whether a factor begins (0) or ends (-1) in digits or in a fraction of numbers."""
    if isinstance(item, tree.Number):
        halves = ("\\frac", "\\dfrac", "\\tfrac")
        return "fraction" if text.startswith(halves, item.place.start) else "digits"
    if tree.is_nested(item, "group"):
        inner = items_in(item.blocks[0])
        return _figure(inner[end], end, text) if inner else ""
    if tree.is_nested(item, "fraction"):
        numbers = all(_figure(i, 0, text) for block in item.blocks for i in flatten(block))
        return "fraction" if numbers else ""
    return ""
