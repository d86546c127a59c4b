"""A lone expression in LaTeX or text, and what a notebook shows of a model."""

from __future__ import annotations

from typing import Annotated

from torsor.algebra.expression import Expression
from torsor.arguments import validate_call
from torsor.equations.documents import Style
from torsor.equations.formats import page_width, ruler
from torsor.equations.printing.layout import latex_rows, text_equation
from torsor.equations.printing.printer import LatexPrinter
from torsor.equations.printing.tokens import Piece, Speller
from torsor.equations.sections import document
from torsor.equations.tree import flat, terms_of
from torsor.mechanics.effects import roles_of_ring
from torsor.model import Model
from torsor.notation.notation import Notation, NotationLike, load_notation

Width = Annotated[int, range(1, 100_001)]
"""Characters in a line."""

NEWLINE = " \\\\\n"


def spelled(expression: Expression, notation: Notation) -> list[Piece]:
    """The pieces of an expression whose robot is not at hand."""
    roles = roles_of_ring(expression.ring)
    turning = set(expression.ring.angles)
    slides = frozenset(q for q in roles.coordinates if q not in turning)
    speller = Speller(notation, len(roles.coordinates) + 1, slides)
    return speller.pieces(flat(terms_of(expression), roles))


@validate_call
def latex(
    expression: Expression, notation: NotationLike = "standard", width: Width | None = None
) -> str:
    """The expression in LaTeX; with ``width``, broken over the lines of an aligned block."""
    hand = load_notation(notation)
    pieces, printer = spelled(expression, hand), LatexPrinter(hand.product)
    if width is None:
        return printer.sum(pieces)
    first, *more = latex_rows("", pieces, printer, ruler(hand), width)
    rows = NEWLINE.join([first.removeprefix(" ={} "), *more])
    return f"\\begin{{aligned}}{rows}\\end{{aligned}}"


@validate_call
def text(expression: Expression, notation: NotationLike = "standard", width: Width = 100) -> str:
    """The expression for the terminal."""
    hand = load_notation(notation)
    return text_equation("", spelled(expression, hand), ruler(hand), width)


@validate_call
def model_latex(model: Model) -> str:
    """The driving forces as a notebook shows them; the largest are left to be asked for."""
    hand = load_notation(model.robot.notation or "standard")
    printer = LatexPrinter(hand.product)
    if sum(model.terms) > 2000:
        counts = ", ".join(map(str, model.terms))
        return f"$\\text{{{model.robot.structure}: }} \\tau \\text{{ has {counts} terms}}$"
    rows = [
        row
        for section in document(model, Style(hand)).sections
        for e in section.equations
        for row in latex_rows(
            printer.glyph(e.left), e.pieces, printer, ruler(hand), page_width(hand)
        )
    ]
    return f"$$\\begin{{aligned}}\n{NEWLINE.join(rows)}\n\\end{{aligned}}$$"
