"""The sides of a printed equation: which of them name the target, and which are to be judged.

The first side may be the target's name, with a number before it, an argument behind it or a
transposition on it; so may a symbol of no meaning at a later side. Every other side is an
expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from torsor.check.items import (
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
from torsor.check.latex_tree import (
    Item,
    Mark,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    flat,
)
from torsor.check.readings import UnreadError

Items = list[Item | None]
LABELLING = ("\\quad", "\\qquad", "\\hfill", "\\eqno")


@dataclass(frozen=True)
class Name:
    """A side that names the target: its mark if it is one, a factor, and whether transposed."""

    factor: Fraction
    mark: Mark | None = None
    transposed: bool = False


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
    if not items or not factor:
        return None
    if _derivative(items):
        return Name(factor)
    while items and is_prefix(items[0]):
        items.pop(0)
    if not items:
        return None
    head, arguments = items[0], items[1:]
    if arguments and not (len(arguments) == 1 and _arguments(arguments[0])):
        return None
    if isinstance(head, Mark):
        return Name(factor, head, head.sup == "T")
    if isinstance(head, Nested) and head.kind in ("paren", "group"):
        inner = [i for i in joined(head.blocks[0]) if i is not None]
        if len(inner) == 1 and isinstance(inner[0], Mark):
            sup = head.sup or inner[0].sup
            mark = Mark(
                inner[0].base, head.place, inner[0].dots, inner[0].accent,
                inner[0].sub + head.sub, sup,
            )  # fmt: skip
            return Name(factor, mark, sup == "T")
    return None


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


def _arguments(item: Item) -> bool:
    """A bracket with names and commas only, as (q, q̇)."""
    if not isinstance(item, Nested) or item.kind != "paren" or item.sub or item.sup:
        return False
    inner = [i for i in joined(item.blocks[0]) if i is not None]
    names, commas = inner[::2], inner[1::2]
    return (
        bool(inner)
        and len(inner) % 2 == 1
        and all(isinstance(i, Mark) for i in names)
        and all(isinstance(i, Punctuation) and i.kind == "comma" for i in commas)
    )


def _derivative(items: Sequence[Item]) -> bool:
    """∂L/∂q, or d/dt of something: one name for a derivative."""
    head, rest = items[0], items[1:]
    if not isinstance(head, Nested) or head.kind != "fraction" or head.sub or head.sup:
        return False
    above, below = (joined(block) for block in head.blocks)
    if not (_is_d(above) and _is_d(below)):
        return False
    if len(above) > 1:
        return not rest
    if len(rest) != 1 or not isinstance(rest[0], Nested) or rest[0].sub or rest[0].sup:
        return False
    if rest[0].kind == "fraction":
        return _derivative(rest)
    inside = [i for i in joined(rest[0].blocks[0]) if i is not None]
    if rest[0].kind != "paren" or not inside:
        return False
    return _derivative(inside) or (len(inside) == 1 and isinstance(inside[0], Mark))


def _is_d(items: Items) -> bool:
    first = items[0] if items else None
    return isinstance(first, Mark) and first.base in ("∂", "d")


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
