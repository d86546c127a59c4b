"""Printed and derived terms spelled in the paper's own notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from torsor.algebra.terms import Term
from torsor.document.printing.latex import LatexPrinter
from torsor.document.printing.tokens import Piece
from torsor.equations.documents import speller
from torsor.equations.speller import Speller
from torsor.equations.tree import Product, Sum, factors, key
from torsor.mechanics.effects import Roles, roles_of_robot
from torsor.model import Model
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation
from torsor.referee.comparing.explanation import Difference, Monomial
from torsor.referee.reading.latex.tree import Mark
from torsor.referee.reading.terms import Reading

Spelled = Term | Reading | Monomial
"""What has a coefficient and powers of names."""


class MarkSpeller(Speller):
    """Spells names of the model, and marks that stand for none of them as they are printed."""

    def __init__(self, known: Speller, unknown: Mapping[str, Mark]) -> None:
        super().__init__(known.notation, known.tool, known.slides, known.measured)
        self.unknown = unknown

    def glyph(self, name: str) -> Glyph:
        """The glyph of a symbol, or that of an unknown mark."""
        mark = self.unknown.get(name)
        if mark is None:
            return super().glyph(name)
        accent = "hat" if mark.accent == "hat" else ""
        return Glyph(mark.base, mark.sub, mark.sup, mark.pre, min(mark.dots, 2), accent)


class TermSpeller:
    """Spells terms of one model in one notation; the sign of all but the first is always shown."""

    def __init__(
        self, model: Model, notation: Notation, unknown: Mapping[str, Mark] | None = None
    ) -> None:
        self.roles: Roles = roles_of_robot(model.robot)
        self.speller = MarkSpeller(speller(model, notation), unknown or {})
        self.printer = LatexPrinter(notation.product)

    def latex(self, term: Spelled, first: bool = True) -> str:
        """A term in LaTeX."""
        return self.printer.piece(self.piece(term), first)

    def piece(self, term: Spelled) -> Piece:
        """A term as a piece, its sign always shown."""
        product = Product(term.coefficient, factors(key(term.powers), self.roles))
        piece = self.speller.pieces(Sum((product,)))[0]
        return piece if piece.sign else replace(piece, sign="+")


def _unknown(powers: tuple[tuple[str, int], ...]) -> bool:
    return any("unknown_" in n for n, _ in powers)


def printed_latex(monomial: Monomial, spell: TermSpeller) -> str:
    """A printed term as it stands, with its sign; set anew if it was multiplied out."""
    term = monomial.term
    if term is None:
        return ""
    if term.part and not _unknown(monomial.powers):
        return spell.latex(monomial)
    text = " ".join(term.text.split())
    return f"-{text}" if term.sign < 0 else text


def sides(difference: Difference, spell: TermSpeller) -> tuple[str | None, str | None]:
    """The printed and the derived term of a difference, in LaTeX."""
    printed = printed_latex(difference.printed, spell) if difference.printed else None
    derived = spell.latex(difference.derived) if difference.derived else None
    return printed, derived
