"""The vector relations of the two passes in words: the recursion's own lines, run over words.

They are what TRTRR prints as (3)–(19) and (21)–(25), in the chosen notation's glyphs. A relation is
a list of words: a quantity of a link, or a sign between. Juxtaposition binds tighter than ×.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from torsor.algebra.scalars.arithmetic import summed, times
from torsor.document.printing.tokens import Word
from torsor.mechanics.chain import Chain
from torsor.mechanics.newton_euler import Wrench, newton_euler
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation
from torsor.spatial.inertia import Body
from torsor.spatial.vectors import ZERO

Relations = dict[tuple[str, int], tuple[Word, ...]]
"""Right-hand sides by the step's name and its link."""


@dataclass(frozen=True)
class Words:
    """A scalar, vector or matrix that is only written: what is done to it becomes words.

    ``loose`` tells how it holds together: 0 a symbol or a scaled one, 1 a product by a matrix,
    2 a vector product, 3 a sum; what is looser than its place allows is put in brackets.
    """

    words: tuple[Word, ...]
    loose: int = 0

    def within(self, most: int) -> tuple[Word, ...]:
        """The words, in brackets where they hold together too loosely."""
        return self.words if self.loose <= most else ("(", *self.words, ")")

    def __add__(self, other: Any) -> Words:
        if not isinstance(other, Words):
            assert other == ZERO
            return self
        sign: tuple[Word, ...] = () if other.words[0] == "-" else ("+",)
        return Words((*self.words, *sign, *other.words), 3)

    def __neg__(self) -> Words:
        return Words(("-", *self.within(2)), 3)

    def __mul__(self, vector: Words) -> Words:
        return Words((*self.within(0), *vector.within(2)), vector.loose % 3)

    def __rmul__(self, number: Any) -> Words:
        return -(-number * self) if number < 0 else Words((str(number),)) * self

    def __matmul__(self, other: Words) -> Words:
        return Words((*self.words, *other.within(1)), 1)

    def cross(self, other: Words) -> Words:
        """The vector product."""
        return Words((*self.within(0), "×", *other.within(0)), 2)

    def dot(self, other: Words) -> Words:
        """The scalar product."""
        return Words((*self.within(0), "·", *other.within(0)), 2)

    @property
    def T(self) -> Words:
        """The transpose."""
        return Words((*self.words, "^T"))


Spell = Callable[[str, int], Glyph]
"""The glyph of a step or of R, p, axis, m, r_C, I of a link; dq and ddq are of a coordinate."""


def relations(chain: Chain[Any], spell: Spell) -> Relations:
    """How each step of each link follows from those before it; the load counts as one link more."""
    made: Relations = {}

    def at(quantity: str, link: int) -> Any:
        return Words((spell(quantity, link),))

    def name(quantity: str, link: int, step: Any) -> Any:
        if link:
            made[quantity, link] = step.words
        return at(quantity, link)

    def rate(quantity: str, shares: Any) -> Any:
        return summed(times(share, at(quantity, k)) for k, share in shares)

    links = []
    for link in chain.links:
        i = link.number
        body = Body(at("m", i), at("r_C", i), at("I", i))
        dq, ddq = rate("dq", link.shares), rate("ddq", link.shares)
        links.append(
            replace(link, axis=at("axis", i), R=at("R", i), p=at("p", i), dq=dq, ddq=ddq, body=body)
        )
    tool = len(links) + 1
    written = replace(
        chain, links=tuple(links), R_tool=at("R", tool), p_tool=at("p", tool), gravity=at("g", 0)
    )
    newton_euler(written, Wrench(at("f", tool), at("n", tool)), name)
    return made


def numbered(notation: Notation) -> Spell:
    """The glyphs of links by their numbers."""
    symbols = ("m", "dq", "ddq")
    return lambda quantity, link: (
        notation.glyph(f"{quantity}{link}")
        if quantity in symbols
        else notation.step(quantity, link)
    )
