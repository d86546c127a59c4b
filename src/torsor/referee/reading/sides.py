"""The sides of a printed equation: which of them name the target, and which are to be judged.

The first side may be the target's name, with a number before it, an argument behind it or a
transposition on it; so may a symbol of no meaning at a later side. Every other side is an
expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from torsor.referee.reading.runs import (
    LAYOUT,
    TABLES,
    apart,
    goes_on,
    is_empty,
    is_prefix,
    joined,
    stripped,
    table_lines,
    trimmed,
)
from torsor.referee.reading.terms import UnreadError
from torsor.referee.reading.tree import (
    Block,
    Item,
    Mark,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
    flat,
)

Items = list[Item | None]
LABELLING = ("\\quad", "\\qquad", "\\hfill", "\\eqno")


@dataclass(frozen=True)
class Name:
    """A side that names the target: a mark or a derivative, a factor, and whether transposed."""

    factor: Fraction
    mark: Mark | None = None
    transposed: bool = False
    derivative: Derivative | None = None
    arguments: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Derivative:
    """∂L/∂q₂ or its rate: what is derived, by what, and whether d/dt stands before it.

    The rate of a single mark is derived by nothing but time: ``by`` is none.
    """

    of: Mark
    by: Mark | None
    rate: bool
    place: Place


def sides_of(block_items: Sequence[Item | None], text: str) -> list[Items]:
    """The sides of an equation, layout opened and the equation's number left out."""
    items = unlabelled(opened(block_items), text)
    sides: list[Items] = [[]]
    for item in items:
        if isinstance(item, Punctuation) and item.kind == "equals":
            sides.append([])
        else:
            sides[-1].append(item)
    for side in sides:
        solid = [i for i in side if i is not None and not is_empty(i)]
        for before, after in pairwise(solid):
            apart(before, after, text)
    return [stripped(side) for side in sides]


def opened(items: Sequence[Item | None]) -> Items:
    """The items of an equation with its layout opened: what is laid out stands at a line's start.

    Behind a sign or a factor it would not be plain how far the layout reaches.
    """
    found: Items = []
    more = False
    for item in items:
        if isinstance(item, Nested) and item.kind in LAYOUT:
            before = next((i for i in reversed(found) if i is not None and not is_empty(i)), None)
            starts = before is None or (isinstance(before, Punctuation) and before.kind == "equals")
            if item.sub or item.sup or not (starts or more):
                raise UnreadError(f"how far {item.kind} reaches is not clear", item.place)
            found += [*opened(joined(item.blocks[0])), None]
            more = True
        else:
            found.append(item)
            more = more and item is None
    return found


def laid_out(side: Items) -> Items:
    """A number over several lines in an array, line after line.

    Behind a lone brace stand cases, unless every line ends in a sign.
    """
    solid = [i for i in side if i is not None]
    if len(solid) != 1 or not isinstance(solid[0], Nested) or solid[0].sub or solid[0].sup:
        return side
    if solid[0].kind in ("array", "cases", "brace") and not goes_on(solid[0].blocks[0]):
        raise UnreadError("lines that may be cases or entries", solid[0].place)
    if solid[0].kind in ("array", "cases", "brace"):
        return laid_out(trimmed(joined(solid[0].blocks[0])))
    return side


def unlabelled(items: Sequence[Item | None], text: str) -> Items:
    """An equation without its number: digits in parentheses at the end, a space or comma before."""
    kept = trimmed(items)
    solid = [k for k, item in enumerate(kept) if item is not None]
    if len(solid) < 2:
        return kept
    last, before = kept[solid[-1]], kept[solid[-2]]
    if not isinstance(last, Nested) or last.kind != "paren" or last.sub or last.sup:
        return kept
    assert before is not None
    gap = text[before.place.end : last.place.start]
    spaced = any(space in gap for space in LABELLING) or (
        isinstance(before, Punctuation) and before.kind in ("comma", "semicolon", "point")
    )
    if flat(last.blocks[0]).isdigit() and spaced:
        return trimmed(kept[: solid[-1]])
    return kept


def name_of(side: Items) -> Name | None:
    """A side as the target's name, if it looks like one."""
    items = [i for i in side if i is not None and not is_empty(i)]
    factor = Fraction(1)
    while items and isinstance(items[0], Sign):
        factor *= items.pop(0).value  # type: ignore[union-attr]
    while items:
        number = _number(items[0])
        if number is None:
            break
        factor *= number
        items.pop(0)
        if items and isinstance(items[0], Punctuation) and items[0].kind == "dot":
            items.pop(0)
        elif items and _number(items[0]) is not None:
            return None  # an expression, whose reader refuses it
    if not items or not factor:
        return None
    derivative = _derivative(items)
    if derivative:
        return Name(factor, derivative=derivative)
    pre = ""
    while items and is_prefix(items[0]):
        prefix = items.pop(0)
        if isinstance(prefix, (Stray, Nested)):
            pre += prefix.sup + (f"_{prefix.sub}" if prefix.sub else "")
    if not items:
        return None
    head = items[0]
    arguments = _arguments(items[1:])
    if arguments is None:
        return None
    mark = _marked(head)
    if mark is None:
        return None
    mark = replace(mark, pre=pre + mark.pre)
    return Name(factor, mark, mark.sup == "T", arguments=arguments)


def _marked(head: Item) -> Mark | None:
    """A mark, or one in parentheses with its scripts outside; two superscripts stay apart."""
    if isinstance(head, Mark):
        return head
    if not isinstance(head, Nested) or head.kind not in ("paren", "group"):
        return None
    inner = [i for i in joined(head.blocks[0]) if i is not None]
    if len(inner) != 1 or not isinstance(inner[0], Mark):
        return None
    mark = inner[0]
    sup = f"{mark.sup}|{head.sup}" if mark.sup and head.sup else mark.sup + head.sup
    return replace(mark, place=head.place, sub=mark.sub + head.sub, sup=sup)


def _number(item: Item) -> Fraction | None:
    if isinstance(item, Number) and not item.power:
        return item.value
    if isinstance(item, Nested) and item.kind == "fraction" and not item.sub and not item.sup:
        above, below = (_alone(block_items) for block_items in map(joined, item.blocks))
        if above is not None and below:
            return above / below
    return None


def _alone(items: Items) -> Fraction | None:
    if len(items) == 1 and isinstance(items[0], Number) and not items[0].power:
        return items[0].value
    return None


def _arguments(items: Sequence[Item]) -> tuple[Mark, ...] | None:
    """The names in a bracket with commas between them, as (q, q̇); none if it is something else."""
    if not items:
        return ()
    item = items[0]
    if len(items) > 1 or not isinstance(item, Nested) or item.kind != "paren":
        return None
    inner = [i for i in joined(item.blocks[0]) if i is not None]
    names = tuple(i for i in inner[::2] if isinstance(i, Mark))
    commas = [i for i in inner[1::2] if isinstance(i, Punctuation) and i.kind == "comma"]
    whole = len(inner) % 2 == 1 and len(names) + len(commas) == len(inner)
    return names if whole and not item.sub and not item.sup else None


def _derivative(items: Sequence[Item]) -> Derivative | None:
    """∂L/∂q, d/dt of it or of one mark; what looks like a derivative and is none of these raises.

    The names behind what is derived, as in L(q, q̇), say nothing.
    """
    head, rest = items[0], list(items[1:])
    if not isinstance(head, Nested) or head.kind != "fraction":
        return None
    above, below = ([i for i in joined(b) if i is not None] for b in head.blocks)
    if not (_is_d(above) and _is_d(below)):
        return None
    by = below[1] if len(below) == 2 else None
    of = above[1:] or rest
    if isinstance(by, Mark) and not (head.sub or head.sup or (above[1:] and rest)):
        in_time = by == Mark("t", by.place)
        if not above[1:] and len(of) == 1 and isinstance(of[0], Nested) and of[0].kind == "paren":
            plain = not of[0].sub and not of[0].sup
            of = [i for i in joined(of[0].blocks[0]) if i is not None] if plain else []
        inner = _derivative(of) if of and in_time else None
        if inner and not inner.rate:
            return replace(inner, rate=True, place=head.place)
        if of and isinstance(of[0], Mark) and _arguments(of[1:]) is not None:
            return Derivative(of[0], None if in_time else by, in_time, head.place)
    raise UnreadError("a derivative that is not read", head.place)


def _is_d(items: Sequence[Item]) -> bool:
    first = items[0] if items else None
    return isinstance(first, Mark) and first in [Mark(d, first.place) for d in ("∂", "d")]


def names_in_table(side: Items, shape: tuple[int, int]) -> list[Mark]:
    """The marks of a table of names like one another, each with its own index; or none."""
    items = [i for i in side if i is not None]
    if len(items) != 1 or not isinstance(items[0], Nested) or items[0].kind not in TABLES:
        return []
    table = items[0]
    if table.sub or table.sup:
        return []
    rows = table_lines(table.blocks[0])
    if [len(row) for row in rows] != [shape[1]] * shape[0]:
        return []
    looks, marks = set(), []
    for i, row in enumerate(rows, 1):
        for j, cell in enumerate(row, 1):
            solid = trimmed(cell)
            if len(solid) != 1 or not isinstance(solid[0], Mark):
                return []
            mark = solid[0]
            index = mark.sub.replace(",", "")
            axis = "xyz"[i - 1] if shape == (3, 1) else ""
            wanted = f"{i}" if shape[1] == 1 else f"{i}{j}"
            if index == wanted:
                left = ""
            elif axis and index.endswith(axis):
                left = index[:-1]
            else:
                return []
            marks.append(mark)
            looks.add((mark.base, mark.dots, mark.accent, left, mark.sup, mark.pre))
    return marks if len(looks) == 1 else []


def place_of_side(side: Items) -> Place | None:
    """Where a side begins."""
    return next((i.place for i in side if i is not None), None)


def placeless(side: Sequence[Item | None]) -> Items:
    """A side without its places and line breaks, to be compared with another."""
    nowhere = Place(0, 0, 0, 0)
    found: Items = []
    for item in side:
        if isinstance(item, Nested):
            blocks = tuple(
                Block(
                    tuple(
                        tuple(tuple(i for i in placeless(cell) if i) for cell in line)
                        for line in block.lines
                    ),
                    block.ruled,
                )
                for block in item.blocks
            )
            found.append(replace(item, blocks=blocks, place=nowhere))
        elif item is not None:
            found.append(replace(item, place=nowhere))
    return found
