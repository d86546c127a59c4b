"""What a notebook shows of expressions, matrices, steps, models and robots: LaTeX, and MathML.

MathML is what a browser shows by itself, without a network.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from torsor import hooks
from torsor.algebra.expression import Expression
from torsor.document.blocks import Display, Part, Table
from torsor.document.escaping import escape_html, escape_latex
from torsor.document.printing.tokens import Piece, Pieces, Token
from torsor.document.writers.html import HtmlWriter
from torsor.document.writers.latex_writer import LatexWriter
from torsor.equations.expression import (
    NEWLINE,
    empty_document,
    mathml,
    model_mathml,
    part_of,
)
from torsor.formats.fields import axis_name
from torsor.mechanics.newton_euler import STEPS, LinkSteps
from torsor.model import Model
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation, NotationLike, load_notation
from torsor.robot.robot import Frame, Robot, Turn
from torsor.spatial.vectors import Matrix, Vector

MANY = 300
"""Terms up to which a matrix is written out; beyond, its entries tell how many they have."""

LARGEST = 2000
"""Terms up to which a model's driving forces are written out."""

Entries = Vector[Expression] | Matrix[Expression]


def latex(shown: Entries, notation: NotationLike = "standard") -> str:
    """A vector as a column, or a matrix, in LaTeX."""
    hand = load_notation(notation)
    return LatexWriter(empty_document(hand)).matrix(_readable(shown, hand))


def steps_latex(shown: LinkSteps[Expression]) -> str:
    """The steps of a link in LaTeX, a line for each."""
    hand = load_notation("standard")
    writer = LatexWriter(empty_document(hand))
    rows = [
        f"{writer.printer.glyph(hand.step(name))} &= {writer.matrix(_readable(value, hand))}"
        for name, value in _steps_of(shown)
    ]
    return f"$$\\begin{{aligned}} {NEWLINE.join(rows)} \\end{{aligned}}$$"


def robot_html(robot: Robot) -> str:
    """A robot to be turned and moved where there is a viewer, and below it what it is made of."""
    try:
        shown = hooks.write("robot viewer", robot) if "robot viewer" in hooks.writers else ""
    except ImportError:  # pictures need NumPy, equations do not
        shown = ""
    return shown + html(robot)


def html(shown: object) -> str:
    """Anything of ours as HTML; what is wider than the notebook scrolls by itself."""
    return f'<div style="overflow-x:auto">{_html(shown)}</div>'


def _html(shown: object) -> str:
    if isinstance(shown, Expression):
        return mathml(shown)
    if isinstance(shown, (Vector, Matrix)):
        hand = load_notation("standard")
        matrix = HtmlWriter(empty_document(hand)).matrix(_readable(shown, hand))
        return f'<math display="block">{matrix}</math>'
    if isinstance(shown, LinkSteps):
        return _steps_html(shown)
    if isinstance(shown, Model):
        counts = ", ".join(map(str, shown.terms))
        head = f"<p>{escape_html(shown.robot.name)}: τ has {counts} terms.</p>"
        return head + (model_mathml(shown) if sum(shown.terms) <= LARGEST else "")
    if isinstance(shown, Robot):
        return html_table(*_robot_table(shown))
    return f"<code>{escape_html(str(shown))}</code>"


def _readable(shown: Entries, hand: Notation) -> Part:
    """The entries spelled; where they are many terms, how many each has."""
    rows = list(shown) if isinstance(shown, Matrix) else [[entry] for entry in shown]
    lengths = [[_length(e) for e in row] for row in rows]
    if sum(map(sum, lengths)) <= MANY:
        return part_of(shown, hand)
    entries = tuple(
        tuple(_entry(e, hand) if n < 2 else _count(n) for e, n in zip(row, counts, strict=True))
        for row, counts in zip(rows, lengths, strict=True)
    )
    return Part((), entries=entries)


def _length(entry: object) -> int:
    return len(entry) if isinstance(entry, Expression) else 1


def _entry(entry: Expression, hand: Notation) -> Pieces:
    (row,) = part_of(Vector([entry]), hand).entries
    return row[0]


def _count(terms: int) -> Pieces:
    return (Piece("", (Token("glyph", glyph=Glyph(f"⟨{terms}⟩")),)),)


def _steps_of(shown: LinkSteps[Expression]) -> list[tuple[str, Vector[Expression]]]:
    return [(name, getattr(shown, name)) for name in STEPS]


def _steps_html(shown: LinkSteps[Expression]) -> str:
    hand = load_notation("standard")
    writer = HtmlWriter(empty_document(hand))
    lines = [
        writer.display(Display(0, (replace(_readable(value, hand), left=(hand.step(name),)),)))
        for name, value in _steps_of(shown)
    ]
    return "\n".join(lines)


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """A table of plain texts."""
    cells = tuple(tuple((cell,) for cell in row) for row in rows)
    widths = tuple(1 / len(head) for _ in head)
    table = Table("", tuple((cell,) for cell in head), cells, widths)
    written = HtmlWriter(empty_document(load_notation("standard"))).table(table)
    return (f"<p>{escape_html(title)}</p>" if title else "") + written


def latex_table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """The same in LaTeX, as mathematics that notebooks show."""
    lines = [" & ".join(f"\\text{{{escape_latex(cell)}}}" for cell in row) for row in rows]
    top = " & ".join(f"\\textbf{{{escape_latex(cell)}}}" for cell in head)
    said = f"\\text{{{escape_latex(title)}}}{NEWLINE}" if title else ""
    body = NEWLINE.join([f"{top}{NEWLINE}\\hline {lines[0]}" if lines else top, *lines[1:]])
    table = f"\\begin{{array}}{{{'l' * len(head)}}} {body} \\end{{array}}"
    return f"$\\begin{{array}}{{l}} {said}{table} \\end{{array}}$"


def robot_latex(shown: Robot) -> str:
    """A robot's table in LaTeX."""
    return latex_table(*_robot_table(shown))


def _robot_table(shown: Robot) -> tuple[Sequence[str], list[Sequence[str]], str]:
    """The joints, each in its parent's frame, and what they carry."""
    title = f"{shown.title}, {shown.dof} coordinates"
    rows: list[Sequence[str]] = []
    if shown.bodies:
        for i, body in enumerate(shown.bodies, 1):
            rows.append((str(i), str(body.mass), _vector(body.position), _vector(body.omega)))
        return ("body", "mass", "mass centre", "angular velocity"), rows, title
    for i, (joint, link) in enumerate(zip(shown.joints, shown.links, strict=True), 1):
        moved = shown.displacement.get(i)
        rows.append(
            (
                str(i) if joint.parent == i - 1 else f"{i} on {joint.parent}",
                joint.kind if moved is None else f"{joint.kind} {moved}",
                axis_name(joint.axis) or _vector(joint.axis),
                *_frame(joint.placement),
                str(link.mass),
                _vector(link.com),
            )
        )
    rows.append(("tool", "", "", *_frame(shown.tool), "", ""))
    head = ("link", "joint", "axis", "offset", "rotation", "mass", "mass centre")
    return head, rows, title


def _frame(frame: Frame) -> tuple[str, str]:
    turns = [
        f"R{axis_name(turn.axis) or _vector(turn.axis)}({turn.angle})"
        if isinstance(turn, Turn)
        else f"quaternion({turn.w}, {turn.x}, {turn.y}, {turn.z})"
        for turn in frame.rotation
    ]
    return _vector(frame.offset), " ".join(turns)


def _vector(entries: Iterable[object]) -> str:
    texts = [str(entry) for entry in entries]
    return "" if set(texts) == {"0"} else f"({', '.join(texts)})"
