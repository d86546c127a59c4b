"""Lone expressions, vectors, matrices and models: text, LaTeX, and what a notebook shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from torsor.algebra.expression import Expression
from torsor.arguments import validate_call
from torsor.document.blocks import Display, Document, Part, Typesetting
from torsor.document.printing.layout import break_lines
from torsor.document.printing.text import TextPrinter
from torsor.document.printing.tokens import Piece, Pieces, Word
from torsor.document.writers.html import HtmlWriter
from torsor.document.writers.latex_writer import LatexWriter
from torsor.document.writers.text import TextWriter
from torsor.equations.documents import Style
from torsor.equations.sections import document
from torsor.equations.speller import Speller
from torsor.equations.tree import flat, terms_of
from torsor.mechanics.effects import roles_of_ring
from torsor.model import Model
from torsor.notation.notation import Notation, NotationLike, load_notation
from torsor.spatial.vectors import Matrix, Vector

Width = Annotated[int, range(1, 100_001)]
"""Characters in a line."""

Shown = Expression | Vector[Expression] | Matrix[Expression]
NEWLINE = " \\\\\n"
READABLE = 2000
"""Terms of a model, a matrix or a vector that a notebook shows unasked."""


def spelled(expression: Expression, notation: Notation) -> list[Piece]:
    """The pieces of an expression whose robot is not at hand."""
    roles = roles_of_ring(expression.ring)
    turning = set(expression.ring.angles)
    slides = frozenset(q for q in roles.coordinates if q not in turning)
    speller = Speller(notation, len(roles.coordinates) + 1, slides)
    return speller.pieces(flat(terms_of(expression), roles))


def empty_document(notation: Notation) -> Document:
    """A document without blocks, for a writer of one formula."""
    return Document("", (), typesetting=Typesetting(notation.product, notation.ascii))


def part_of(shown: Shown, notation: Notation) -> Part:
    """A value without a left-hand side."""
    if isinstance(shown, Expression):
        return Part((), tuple(spelled(shown, notation)))
    rows = shown if isinstance(shown, Matrix) else [[entry] for entry in shown]
    return Part((), entries=tuple(tuple(_entry(e, notation) for e in row) for row in rows))


def _entry(entry: Expression | float, notation: Notation) -> Pieces:
    from torsor.algebra.ring import Ring

    expression = entry if isinstance(entry, Expression) else Ring([]).coerce(entry)
    return tuple(spelled(expression, notation))


@validate_call
def latex(
    expression: Shown, notation: NotationLike = "standard", width: Width | None = None
) -> str:
    """A value in LaTeX; a sum with ``width`` is broken over the lines of an aligned block."""
    hand = load_notation(notation)
    part, writer = part_of(expression, hand), LatexWriter(empty_document(hand))
    if part.entries:
        return writer.matrix(part)
    if width is None:
        return writer.sum(part.pieces)
    ruler = TextPrinter(hand.product, hand.ascii)
    lines = break_lines(part.pieces, ruler, width, 8)
    rows = NEWLINE.join(f"& {writer.printer.sum(line.pieces, line.first)}" for line in lines)
    return f"\\begin{{aligned}}{rows}\\end{{aligned}}"


@validate_call
def mathml(expression: Shown, notation: NotationLike = "standard") -> str:
    """A value in MathML, which a notebook shows without a connection."""
    hand = load_notation(notation)
    part, writer = part_of(expression, hand), HtmlWriter(empty_document(hand))
    lines = writer.lines(part)
    if len(lines) > 1:
        lines = [f"<mtr><mtd style='text-align:left'>{line}</mtd></mtr>" for line in lines]
        return f'<math display="block"><mtable>{"".join(lines)}</mtable></math>'
    return f'<math display="block">{lines[0]}</math>'


@validate_call
def text(expression: Expression, notation: NotationLike = "standard", width: Width = 100) -> str:
    """The expression for the terminal."""
    hand = load_notation(notation)
    return text_equation("", spelled(expression, hand), hand, width)


def text_equation(left: Word, pieces: Sequence[Piece], notation: Notation, width: int) -> str:
    """An equation for the terminal, further lines indented under the first."""
    writer = TextWriter(empty_document(notation), width)
    return "\n".join(writer.equation(Part((left,) if left else (), tuple(pieces))))


@validate_call
def model_latex(model: Model) -> str:
    """The driving forces as a notebook shows them; the largest are left to be asked for."""
    if sum(model.terms) > READABLE:
        return f"$\\text{{{model.robot.structure}: }} \\tau \\text{{ has {_counts(model)} terms}}$"
    shown, equations = _driving_forces(model)
    writer = LatexWriter(shown)
    rows = [row for display in equations for row in writer.part(display.parts[0])]
    return f"$$\\begin{{aligned}}\n{NEWLINE.join(rows)}\n\\end{{aligned}}$$"


@validate_call
def model_mathml(model: Model) -> str:
    """The same in MathML, which a notebook shows without a connection."""
    if sum(model.terms) > READABLE:
        return f"<p>{model.robot.structure}: τ has {_counts(model)} terms</p>"
    shown, equations = _driving_forces(model)
    return "\n".join(map(HtmlWriter(shown).display, equations))


def _driving_forces(model: Model) -> tuple[Document, list[Display]]:
    shown = document(model, Style(load_notation(model.robot.notation or "standard")))
    return shown, [block for block in shown.blocks if isinstance(block, Display)]


def _counts(model: Model) -> str:
    return ", ".join(map(str, model.terms))
