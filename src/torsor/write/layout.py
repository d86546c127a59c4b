"""Equations over lines: broken between terms, never wider than the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torsor.write.printer import LatexPrinter, MathmlPrinter, TextPrinter, visible
from torsor.write.tokens import Piece, Token, between


@dataclass(frozen=True)
class Line:
    """Pieces that stand on one line; ``first`` tells that the equation begins here."""

    pieces: tuple[Piece, ...]
    first: bool


def break_lines(pieces: Sequence[Piece], ruler: TextPrinter, room: int, used: int) -> list[Line]:
    """Fill lines of ``room`` columns, of which ``used`` are taken on the first."""
    parts = split(pieces[0], ruler, room, used)
    parts += [part for piece in pieces[1:] for part in split(piece, ruler, room)]
    lines: list[Line] = []
    current: list[Piece] = []
    width = used
    for i, part in enumerate(parts):
        wide = visible(ruler.piece(part, i == 0)) + 1
        if current and width + wide > room:
            lines.append(Line(tuple(current), not lines))
            current, width = [], 0
        current.append(part)
        width += wide
    lines.append(Line(tuple(current), not lines))
    return lines


def split(piece: Piece, ruler: TextPrinter, room: int, used: int = 0) -> list[Piece]:
    """A piece that is wider than a line, in parts between its factors; any other as it is."""
    if used + visible(ruler.piece(piece, False)) < room:
        return [piece]
    ends = [i for i in range(1, len(piece.tokens)) if between(piece.tokens, i)]
    heads = [Piece(piece.sign, (*piece.tokens[:i], Token("times"))) for i in ends]
    fitting = [h for h in heads if used + visible(ruler.piece(h, False)) < room]
    if not heads:
        return [piece]
    head = fitting[-1] if fitting else heads[0]
    rest = Piece("", piece.tokens[len(head.tokens) - 1 :])
    return [head, *split(rest, ruler, room)]


def text_equation(left: str, pieces: Sequence[Piece], printer: TextPrinter, width: int) -> str:
    """An equation for the terminal, further lines indented under the first."""
    head = f"{left} = " if left else ""
    indent = 4 if left else 0
    lines = break_lines(pieces, printer, width - indent, max(0, visible(head) - indent))
    written = []
    for line in lines:
        text = " ".join(printer.piece(p, line.first and i == 0) for i, p in enumerate(line.pieces))
        written.append((head if line.first else " " * indent) + text)
    return "\n".join(written)


def latex_rows(
    left: str, pieces: Sequence[Piece], printer: LatexPrinter, ruler: TextPrinter, width: int
) -> list[str]:
    """An equation as rows of an align environment."""
    rows = []
    for line in break_lines(pieces, ruler, width, 8):
        text = " ".join(printer.piece(p, line.first and i == 0) for i, p in enumerate(line.pieces))
        rows.append(f"{left} ={{}} & {text}" if line.first else f"& {text}")
    return rows


def mathml_rows(
    left: str, pieces: Sequence[Piece], printer: MathmlPrinter, ruler: TextPrinter, width: int
) -> str:
    """An equation as a MathML table of lines."""
    rows = []
    for line in break_lines(pieces, ruler, width, 8):
        text = "".join(printer.piece(p, line.first and i == 0) for i, p in enumerate(line.pieces))
        head = f"{left}<mo>=</mo>" if line.first else ""
        rows.append(f"<mtr><mtd>{head}</mtd><mtd>{text}</mtd></mtr>")
    return (
        '<math display="block"><mtable columnalign="right left" columnspacing="0.2em">'
        f"{''.join(rows)}</mtable></math>"
    )
