"""Printed mathematics as a tree: marks with their scripts, numbers, functions, nested blocks.

Lines hold cells, and cells hold signs, points and factors, each with its place in the text.
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
    """A printed symbol: base, accents, scripts as plain text, and a left superscript if any."""

    base: str
    place: Place
    dots: int = 0
    accent: str = ""
    sub: str = ""
    sup: str = ""
    pre: str = ""


@dataclass(frozen=True)
class Number:
    """A number, maybe with an exponent."""

    value: Fraction
    place: Place
    power: str = ""


@dataclass(frozen=True)
class Function:
    """\\sin or \\cos, its exponent if printed on the name; the argument is the next factor."""

    name: str
    place: Place
    sup: str = ""


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
    """A plus or minus between terms; ``broken`` tells that a line ended before it."""

    value: int
    place: Place


@dataclass(frozen=True)
class Punctuation:
    """A point, a comma, an equals sign or an ellipsis."""

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
    """A script's content as plain text: ``C_{5x}`` is C5x, ``*5`` is *5."""
    return "".join(_flat(item) for line in block.lines for cell in line for item in cell)


def _flat(item: Item) -> str:
    if isinstance(item, Mark):
        return item.pre + item.base + "'" * item.dots + item.sub + item.sup
    if isinstance(item, Number):
        return str(item.value) + item.power
    if isinstance(item, Nested):
        return "".join(flat(b) for b in item.blocks) + item.sub + item.sup
    if isinstance(item, Sign):
        return "+" if item.value > 0 else "-"
    if isinstance(item, Stray):
        return item.sub + item.sup
    return {"comma": ",", "equals": "="}.get(item.kind, "") if isinstance(item, Punctuation) else ""
