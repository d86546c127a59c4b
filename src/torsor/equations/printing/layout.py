"""Equations over lines: broken between terms, never wider than the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from torsor.equations.printing.printer import LatexPrinter, MathmlPrinter, TextPrinter, visible
from torsor.equations.printing.tokens import Piece, Token, between


@dataclass(frozen=True)
class Line:
    """Pieces that stand on one line; ``first`` tells that the equation begins here."""

    pieces: tuple[Piece, ...]
    first: bool


class Ruler(Protocol):
    """What tells how wide a piece is: in columns of a terminal, or in ems of a printed page."""

    gap: float
    """What stands between two pieces beside their own widths."""

    def width(self, piece: Piece) -> float:
        """The width of a piece that does not begin an equation."""
        ...


def break_lines(pieces: Sequence[Piece], ruler: Ruler, room: float, used: float) -> list[Line]:
    """Fill lines of ``room``, of which ``used`` is taken on the first."""
    parts = split(pieces[0], ruler, room, used)
    parts += [part for piece in pieces[1:] for part in split(piece, ruler, room)]
    lines: list[Line] = []
    current: list[Piece] = []
    filled = used
    for part, width in parts:
        if current and filled + width >= room:
            lines.append(Line(tuple(current), not lines))
            current, filled = [], 0
        current.append(part)
        filled += width + ruler.gap
    lines.append(Line(tuple(current), not lines))
    return lines


def split(piece: Piece, ruler: Ruler, room: float, used: float = 0) -> list[tuple[Piece, float]]:
    """A piece with its width; one that is wider than a line in parts, between its factors."""
    width = ruler.width(piece)
    ends = [i for i in range(1, len(piece.tokens)) if between(piece.tokens, i)]
    if used + width < room or not ends:
        return [(piece, width)]
    heads = [Piece(piece.sign, (*piece.tokens[:i], Token("times"))) for i in ends]
    widths = [(head, ruler.width(head)) for head in heads]
    fitting = [(head, wide) for head, wide in widths if used + wide < room]
    chosen = fitting[-1] if fitting else widths[0]
    rest = Piece("", piece.tokens[len(chosen[0].tokens) - 1 :])
    return [chosen, *split(rest, ruler, room)]


def text_equation(left: str, pieces: Sequence[Piece], printer: TextPrinter, width: int) -> str:
    """An equation for the terminal, further lines indented under the first."""
    head = f"{left} = " if left else ""
    indent = 4 if left else 0
    lines = break_lines(pieces, printer, width - indent, max(0, visible(head) - indent))
    written = []
    for line in lines:
        start = head if line.first else " " * indent
        written.append(start + printer.sum(line.pieces, line.first))
    return "\n".join(written)


def latex_rows(
    left: str, pieces: Sequence[Piece], printer: LatexPrinter, ruler: TextPrinter, width: int
) -> list[str]:
    """An equation as rows of an align environment."""
    rows = []
    for line in break_lines(pieces, ruler, width, 8):
        text = printer.sum(line.pieces, line.first)
        rows.append(f"{left} ={{}} & {text}" if line.first else f"& {text}")
    return rows


def mathml_rows(
    left: str, pieces: Sequence[Piece], printer: MathmlPrinter, ruler: TextPrinter, width: int
) -> str:
    """An equation as a MathML table of lines."""
    rows = []
    for line in break_lines(pieces, ruler, width, 8):
        text = printer.sum(line.pieces, line.first)
        head = f"{left}<mo>=</mo>" if line.first else ""
        rows.append(f"<mtr><mtd>{head}</mtd><mtd>{text}</mtd></mtr>")
    return (
        '<math display="block"><mtable columnalign="right left" columnspacing="0.2em">'
        f"{''.join(rows)}</mtable></math>"
    )
