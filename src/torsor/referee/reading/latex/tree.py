"""Printed mathematics as a tree: marks with their scripts, numbers, functions, nested blocks.

A block holds lines, lines hold cells, and cells hold signs, punctuation and factors, each with its
place in the text. Scripts are plain text that keeps apart what is printed differently. Two nodes
are equal when they print the same, wherever they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeGuard

from torsor.referee.reading.latex.places import Place


@dataclass(frozen=True)
class Mark:
    """A printed symbol: base, accents, scripts as plain text, and a left superscript if any.

    ``lowered`` tells that the left superscript is a number that stands on the line in print.
    """

    base: str
    place: Place = field(compare=False)
    dots: int = 0
    accent: str = ""
    sub: str = ""
    sup: str = ""
    pre: str = ""
    lowered: bool = False


@dataclass(frozen=True)
class Number:
    """A number, maybe with an exponent."""

    value: Fraction
    place: Place = field(compare=False)
    sup: str = ""
    digits: str = ""
    """As it is printed, with the zeros that its value does not have."""

    @property
    def text(self) -> str:
        """As it is printed."""
        return self.digits or str(self.value)


@dataclass(frozen=True)
class Function:
    """A function by its plain name (sin, cos, tan, sign, arctan, diag …) with the scripts on it.

    The argument is the next factor.
    """

    name: str
    place: Place = field(compare=False)
    sup: str = ""
    sub: str = ""


@dataclass(frozen=True)
class Stray:
    """Scripts that hang on nothing, as the 5 of ``\\cdot^5 r``."""

    sup: str
    sub: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Nested:
    """Something around blocks: its kind is paren, group, fraction, root, abs, norm or brace.

    Else it is the name of an environment. A brace is a curly one with nothing on its other side.
    """

    kind: str
    blocks: tuple[Block, ...]
    place: Place = field(compare=False)
    sub: str = ""
    sup: str = ""


@dataclass(frozen=True)
class Sign:
    """A plus (1) or minus (-1) before a term."""

    value: int
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Punctuation:
    """What is no factor: dot, star, point, slash, comma, semicolon, colon, equals, approx or dots.

    A dot or a star is a product; a point is a full stop or a product; dots are an ellipsis.
    """

    kind: str
    place: Place = field(compare=False)


Factor = Mark | Number | Function | Stray | Nested
Link = Factor | Punctuation
"""A link of a product: a factor, or what stands between two."""

Item = Factor | Sign | Punctuation
Cell = tuple[Item, ...]
Line = tuple[Cell, ...]


@dataclass(frozen=True)
class Block:
    """Lines of cells; ``ruled`` holds the numbers of the lines before which a rule stands."""

    lines: tuple[Line, ...]
    ruled: frozenset[int]


def is_stop(item: object, *kinds: str) -> TypeGuard[Punctuation]:
    """Whether an item is punctuation of one of some kinds."""
    return isinstance(item, Punctuation) and item.kind in kinds


def is_nested(item: object, *kinds: str) -> TypeGuard[Nested]:
    """Whether an item is nested of one of some kinds."""
    return isinstance(item, Nested) and item.kind in kinds


def text_of(block: Block) -> str:
    """A script's content as plain text: ``C_{5x}`` is C5x, ``*5`` is *5, ``(2)`` stays (2)."""
    lines = ("&".join("".join(map(item_text, cell)) for cell in line) for line in block.lines)
    return "\\\\".join(lines)


AROUND = {"paren": "({})", "group": "{}", "fraction": "{}", "root": "√({})"}
BETWEEN = {
    "comma": ",", "semicolon": ";", "colon": ":", "equals": "=", "slash": "/", "star": "*",
    "dots": "…", "approx": "≈",
}  # fmt: skip


def item_text(item: Item) -> str:
    """An item as plain text."""
    if isinstance(item, Mark):
        accent = f"{item.accent}~" if item.accent else ""
        return item.pre + accent + item.base + "'" * item.dots + _scripts(item)
    if isinstance(item, Number):
        return item.text + (f"^{item.sup}" if item.sup else "")
    if isinstance(item, Nested):
        inside = "/".join(text_of(b) for b in item.blocks)
        around = AROUND.get(item.kind, f"{item.kind}({{}})")
        return around.replace("{}", inside) + _scripts(item)
    if isinstance(item, Sign):
        return "+" if item.value > 0 else "-"
    if isinstance(item, Stray):
        return _scripts(item)
    if isinstance(item, Function):
        return item.name + _scripts(item)
    return BETWEEN.get(item.kind, ".")


def _scripts(item: Mark | Nested | Stray | Function) -> str:
    """Both scripts; what is raised is not mistaken for what stands beside."""
    return item.sub + (f"^{item.sup}" if item.sup else "")
