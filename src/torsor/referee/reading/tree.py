"""Printed mathematics as a tree: marks with their scripts, numbers, functions, nested blocks.

A block holds lines, lines hold cells, and cells hold signs, punctuation and factors, each with its
place in the text. Scripts are plain text that keeps apart what is printed differently.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Place:
    """Where something stands in the text."""

    line: int
    column: int
    start: int
    end: int


@dataclass(frozen=True)
class Mark:
    """A printed symbol: base, accents, scripts as plain text, and a left superscript if any.

    ``lowered`` tells that the left superscript is a number that stands on the line in print.
    """

    base: str
    place: Place
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
    place: Place
    power: str = ""
    digits: str = ""
    """As it is printed, with the zeros that its value does not have."""

    @property
    def text(self) -> str:
        """As it is printed."""
        return self.digits or str(self.value)


@dataclass(frozen=True)
class Function:
    """\\sin or \\cos with the scripts on its name; the argument is the next factor."""

    name: str
    place: Place
    sup: str = ""
    sub: str = ""


@dataclass(frozen=True)
class Stray:
    """Scripts that hang on nothing, as the 5 of ``\\cdot^5 r``."""

    sup: str
    sub: str
    place: Place


@dataclass(frozen=True)
class Nested:
    """Parentheses, a braced group, an environment, a fraction or a root around blocks."""

    kind: str
    blocks: tuple[Block, ...]
    place: Place
    sub: str = ""
    sup: str = ""


@dataclass(frozen=True)
class Sign:
    """A plus (1) or minus (-1) before a term."""

    value: int
    place: Place


@dataclass(frozen=True)
class Punctuation:
    """What is no factor: dot, star, point, slash, comma, semicolon, colon, equals or dots.

    A dot or a star is a product; a point is a full stop or a product; dots are an ellipsis.
    """

    kind: str
    place: Place


Factor = Mark | Number | Function | Stray | Nested
Item = Factor | Sign | Punctuation
Cell = tuple[Item, ...]
Line = tuple[Cell, ...]


@dataclass(frozen=True)
class Block:
    """Lines of cells; ``ruled`` holds the numbers of the lines before which a rule stands."""

    lines: tuple[Line, ...]
    ruled: frozenset[int]


def flat(block: Block) -> str:
    """A script's content as plain text: ``C_{5x}`` is C5x, ``*5`` is *5, ``(2)`` stays (2)."""
    lines = ("&".join("".join(map(flat_item, cell)) for cell in line) for line in block.lines)
    return "\\\\".join(lines)


AROUND = {"paren": "({})", "group": "{}", "fraction": "{}", "root": "√({})"}
BETWEEN = {
    "comma": ",", "semicolon": ";", "colon": ":", "equals": "=", "slash": "/", "star": "*",
    "dots": "…",
}  # fmt: skip


def flat_item(item: Item) -> str:
    """An item as plain text."""
    if isinstance(item, Mark):
        accent = f"{item.accent}~" if item.accent else ""
        return item.pre + accent + item.base + "'" * item.dots + _scripts(item)
    if isinstance(item, Number):
        return item.text + (f"^{item.power}" if item.power else "")
    if isinstance(item, Nested):
        inside = "/".join(flat(b) for b in item.blocks)
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
