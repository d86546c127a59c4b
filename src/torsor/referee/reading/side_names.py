"""Sides that look like a name: a mark with a number, an argument or a transposition, a derivative.

Whether it is the name of what the equation speaks of is told by ``target_names``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.referee.reading.latex import runs, tree
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.runs import Run, items_in, single
from torsor.referee.reading.latex.tree import Item, Mark, is_nested, is_stop


@dataclass(frozen=True)
class Derivative:
    """∂L/∂q₂ or its rate: what is derived, by what, and whether d/dt stands before it.

    The rate of a single mark is derived by nothing but time: ``by`` is none.
    """

    of: Mark
    by: Mark | None
    rate: bool
    place: Place


@dataclass(frozen=True)
class Name:
    """A side that names the target: a mark or a derivative, a factor, and whether transposed."""

    factor: Fraction = Fraction(1)
    of: Mark | Derivative | None = None
    transposed: bool = False
    arguments: tuple[Mark, ...] = ()


def read_name(side: Run) -> Name | None:
    """A side as a name, if it looks like one."""
    items = [i for i in runs.solid(side) if not runs.is_empty(i)]
    factor = _take_factor(items)
    if not items or not factor:
        return None
    derivative = _derivative(items)
    if derivative:
        return Name(factor, derivative)
    pre = ""
    while items and runs.is_prefix(items[0]):
        prefix = items.pop(0)
        assert isinstance(prefix, (tree.Stray, tree.Nested))
        pre += prefix.sup + (f"_{prefix.sub}" if prefix.sub else "")
    mark = _mark(items[0]) if items else None
    arguments = _arguments(items[1:])
    if mark is None or arguments is None:
        return None
    return Name(factor, replace(mark, pre=pre + mark.pre), mark.sup == "T", arguments)


def _take_factor(items: list[Item]) -> Fraction | None:
    """The signs and numbers at the start of a side, taken off; none if a number follows another."""
    factor = Fraction(1)
    while items and isinstance(items[0], tree.Sign):
        factor *= items[0].value
        del items[0]
    while items and (number := _number(items[0])) is not None:
        factor *= number
        del items[0]
        if items and is_stop(items[0], "dot"):
            del items[0]
        elif items and _number(items[0]) is not None:
            return None  # an expression, whose reader refuses it
    return factor


def _number(item: Item | None) -> Fraction | None:
    """A number, or a fraction of two."""
    if isinstance(item, tree.Number) and not item.sup:
        return item.value
    if is_nested(item, "fraction") and not item.sub and not item.sup:
        above, below = (_number(_only_number(block)) for block in item.blocks)
        if above is not None and below:
            return above / below
    return None


def _only_number(block: tree.Block) -> tree.Number | None:
    run = runs.flatten(block)
    return run[0] if len(run) == 1 and isinstance(run[0], tree.Number) else None


def _mark(head: Item) -> Mark | None:
    """A mark, or one in parentheses with its scripts outside; two superscripts stay apart."""
    if isinstance(head, Mark):
        return head
    inner = single(items_in(head.blocks[0])) if is_nested(head, "paren", "group") else None
    if not isinstance(inner, Mark) or not isinstance(head, tree.Nested):
        return None
    sup = f"{inner.sup}|{head.sup}" if inner.sup and head.sup else inner.sup + head.sup
    return replace(inner, place=head.place, sub=inner.sub + head.sub, sup=sup)


def _arguments(items: Sequence[Item]) -> tuple[Mark, ...] | None:
    """The names in a bracket with commas between them, as (q, q̇); none if it is something else."""
    if not items:
        return ()
    bracket = single(items)
    if not is_nested(bracket, "paren") or bracket.sub or bracket.sup:
        return None
    inner = items_in(bracket.blocks[0])
    names = tuple(i for i in inner[::2] if isinstance(i, Mark))
    commas = [i for i in inner[1::2] if is_stop(i, "comma")]
    return names if len(inner) % 2 == 1 and len(names) + len(commas) == len(inner) else None


def _derivative(items: Sequence[Item]) -> Derivative | None:
    """∂L/∂q, d/dt of it or of one mark; what looks like a derivative and is none of these raises.

    The names behind what is derived, as in L(q, q̇), say nothing.
    """
    head, rest = items[0], list(items[1:])
    if not is_nested(head, "fraction"):
        return None
    above, below = map(items_in, head.blocks)
    if not (_is_d(above) and _is_d(below)):
        return None
    by = below[1] if len(below) == 2 else None
    of = above[1:] or rest
    if isinstance(by, Mark) and not (head.sub or head.sup or (above[1:] and rest)):
        in_time = by == Mark("t", by.place)
        bracket = None if above[1:] else single(of)
        if is_nested(bracket, "paren"):
            of = [] if bracket.sub or bracket.sup else items_in(bracket.blocks[0])
        inner = _derivative(of) if of and in_time else None
        if inner and not inner.rate:
            return replace(inner, rate=True, place=head.place)
        if of and isinstance(of[0], Mark) and _arguments(of[1:]) is not None:
            return Derivative(of[0], None if in_time else by, in_time, head.place)
    raise UnreadError("a derivative that is not read", head.place)


def _is_d(items: Sequence[Item]) -> bool:
    return bool(items) and items[0] in [Mark(d, items[0].place) for d in ("∂", "d")]


def names_in_table(side: Run, shape: tuple[int, int]) -> list[Mark]:
    """The marks of a table of names like one another, each with its own index; or none."""
    table = single(side)
    if not is_nested(table, *runs.TABLES) or table.sub or table.sup:
        return []
    rows = runs.split_rows(table.blocks[0])
    if [len(row) for row in rows] != [shape[1]] * shape[0]:
        return []
    looks, marks = set(), []
    for i, row in enumerate(rows, 1):
        for j, cell in enumerate(row, 1):
            kept = runs.strip_stop(cell)
            mark = kept[0] if len(kept) == 1 else None
            if not isinstance(mark, Mark):
                return []
            index = mark.sub.replace(",", "")
            if index == (f"{i}" if shape[1] == 1 else f"{i}{j}"):
                left = ""
            elif shape == (3, 1) and index.endswith("xyz"[i - 1]):
                left = index[:-1]
            else:
                return []
            marks.append(mark)
            looks.add((mark.base, mark.dots, mark.accent, left, mark.sup, mark.pre))
    return marks if len(looks) == 1 else []
