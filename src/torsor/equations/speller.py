"""From a tree to pieces: signed runs of tokens, between which a line may break."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from torsor.document.printing.tokens import Piece, Token
from torsor.equations.shorter import linear
from torsor.equations.tree import Product, Sum
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation


class Speller:
    """Atoms into tokens: a notation, the number of the tool's frame, the sliding coordinates.

    ``measured`` tells that numbers of a specimen stand among the symbols.
    """

    def __init__(
        self,
        notation: Notation,
        tool: int = 0,
        slides: frozenset[str] = frozenset(),
        measured: bool = False,
    ) -> None:
        self.notation = notation
        self.tool = tool
        self.slides = slides
        self.measured = measured
        self._known: dict[tuple[str, int], Token] = {}

    def glyph(self, name: str) -> Glyph:
        """The glyph of a symbol."""
        coordinate = name[name.find("q") :] if "q" in name else ""
        return self.notation.glyph(name, self.tool, coordinate in self.slides)

    def atom(self, atom: str, power: int) -> Token:
        """The token of an atom to a power."""
        if (atom, power) not in self._known:
            self._known[atom, power] = self._spell(atom, power)
        return self._known[atom, power]

    def _spell(self, atom: str, power: int) -> Token:
        function, _, rest = atom.partition("(")
        if not rest:
            return Token("glyph", self.glyph(atom), power=power)
        if function == "sqrt":
            return Token("root", number=Fraction(rest[:-1]), power=power)
        if function == "sign":
            called = Glyph("sign" if self.notation.ascii else "sgn")
            return Token("call", called, ((1, self.glyph(rest[:-1])),), power=power)
        return self.trig(function, rest[:-1], power)

    def trig(self, function: str, argument: str, power: int) -> Token:
        """A sine or cosine in the notation's style."""
        style = self.notation.trig
        letter = style.sin if function == "sin" else style.cos
        counts = linear(argument)
        inner = tuple((count, self.glyph(name)) for name, count in counts.items())
        joints = [name[1:] for name in counts if name[:1] == "q" and name[1:].isdigit()]
        indexed = len(joints) == len(counts) and set(counts.values()) == {1}
        if style.style in ("index", "inline") and indexed:
            comma = "," if any(len(j) > 1 for j in joints) and len(joints) > 1 else ""
            index = comma.join(joints)
            if style.style == "inline":
                return Token("glyph", Glyph(letter + index), power=power)
            return Token("glyph", Glyph(letter, index), power=power)
        if style.style == "index" and len(counts) == 1 and counts.get(argument) == 1:
            base = inner[0][1]
            return Token("glyph", Glyph(letter, replace(base, dots=0)), power=power)
        if style.style == "prefix":
            return Token("prefix", Glyph(letter), inner, power=power)
        called = letter if style.style == "call" else function
        return Token("call", Glyph(called), inner, power=power)

    def pieces(self, tree: Sum) -> list[Piece]:
        """The pieces of a sum; a zero for an empty one."""
        if not tree.parts:
            return [Piece("", (Token("number", number=Fraction(0)),))]
        found: list[Piece] = []
        for product in tree.parts:
            found += self.product(product)
        if found[0].sign == "+":
            found[0] = replace(found[0], sign="")
        return found

    def product(self, product: Product) -> list[Piece]:
        """The pieces of one product, its sign before it; sums in it have a piece for each part."""
        coefficient = product.coefficient
        negative = coefficient < 0
        for factor, exponent in product.factors:
            if isinstance(factor, str) and exponent % 2 and self.notation.sign(factor) < 0:
                negative = not negative
        run: list[Token] = []
        if abs(coefficient) != 1 or not product.factors:
            run.append(Token("number", number=abs(coefficient), measured=self.measured))
        done: list[Piece] = []
        sign = ""
        for factor, exponent in product.factors:
            if isinstance(factor, str):
                run.append(self.atom(factor, exponent))
                continue
            parts = [self.product(part) for part in factor.parts]
            if parts[0][0].sign == "-":  # a sum in parentheses begins with a plus
                parts = [[_turned(first), *rest] for first, *rest in parts]
                negative ^= exponent % 2 == 1
            inner = [piece for part in parts for piece in part]
            run += [Token("open"), *inner[0].tokens]
            for piece in inner[1:]:
                done.append(Piece(sign, tuple(run)))
                sign, run = piece.sign, list(piece.tokens)
            run.append(Token("close", power=exponent))
        done.append(Piece(sign, tuple(run)))
        return [replace(done[0], sign="-" if negative else "+"), *done[1:]]


def _turned(piece: Piece) -> Piece:
    return replace(piece, sign="+" if piece.sign == "-" else "-")
