"""What mathematics is made of before any typesetting: signed runs of tokens, and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.notation.glyph import Glyph

Word = Glyph | str
"""A symbol of a relation, or a sign between."""


@dataclass(frozen=True)
class Token:
    """``kind`` is glyph, prefix, call, number, root, open, close or, at a line's end, times."""

    kind: str
    glyph: Glyph | None = None
    inner: tuple[tuple[int, Glyph], ...] = ()
    number: Fraction = Fraction(1)
    power: int = 1
    measured: bool = False
    """A number among numbers of a specimen: 0.25 rather than 1/4."""
    slip: bool = False
    """A factor by which a printed term departs from the derived one: underlined on a page."""


@dataclass(frozen=True)
class Piece:
    """A sign and a run of tokens; the first piece of a sum has no plus."""

    sign: str
    tokens: tuple[Token, ...]


Pieces = tuple[Piece, ...]


def between(tokens: Sequence[Token], i: int) -> bool:
    """Whether a product sign stands before token i; there, too, a line may break if it must."""
    return i > 0 and tokens[i].kind not in ("close", "times") and tokens[i - 1].kind != "open"
