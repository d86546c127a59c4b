"""A document of equations in Typst, as ``torsor derive --format typst`` writes it."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.equations.documents import Document, Equation
from torsor.equations.formats import component_of, parts
from torsor.equations.printing.layout import break_lines
from torsor.equations.printing.typst import TypstPrinter, typst_text
from torsor.equations.printing.width import EQUALS, PageRuler
from torsor.equations.relations import Word
from torsor.notation.notation import Notation

ROOM = 43.0
"""Ems of a line on an A4 page with margins of 25 mm."""

HEAD = """#set page(paper: "a4", margin: 25mm)
#set text(font: "New Computer Modern", size: 10pt)
#show math.equation.where(block: true): set align(left)
#show math.equation.where(block: true): set block(breakable: true)
"""
SIGNS = {"×": "times", "^T": "^upright(T)"}


def to_typst(document: Document, notation: Notation) -> str:
    """A whole document, to be compiled as it stands."""
    lines = [HEAD, f"= {typst_text(document.title)}", ""]
    lines += [f"- {typst_text(fact)}" for fact in document.facts]
    printer = TypstPrinter(notation.product, notation.ascii)
    measure = PageRuler(notation.product, notation.ascii)
    for title, equations in parts(document):
        lines += ["", f"== {typst_text(title)}"]
        lines += [f"$ {_equation(equation, printer, measure)} $" for equation in equations]
    return "\n".join(lines) + "\n"


def _equation(equation: Equation, printer: TypstPrinter, measure: PageRuler) -> str:
    glyph = component_of(equation.left, equation.component)
    left = printer.glyph(glyph)
    if equation.words:
        return f"{left} &= {_words(equation.words, printer)}"
    room = ROOM - measure.glyph(glyph) - EQUALS - 1
    rows = []
    for line in break_lines(equation.pieces, measure, room, -1):
        text = printer.sum(line.pieces, line.first)
        rows.append(f"{left} &= {text}" if line.first else f'& quad "" {text}')
    return " \\\n  ".join(rows)


def _words(words: Sequence[Word], printer: TypstPrinter) -> str:
    texts = [SIGNS.get(w, w) if isinstance(w, str) else printer.glyph(w) for w in words]
    return " ".join(texts).replace(" ^upright", "^upright")
