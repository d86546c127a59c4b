"""What a notebook shows of expressions, matrices, steps, models and robots: LaTeX, and MathML.

MathML is what a browser shows by itself, without a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from torsor.algebra.expression import Expression
from torsor.equations.documents import Style
from torsor.equations.expression import spelled
from torsor.equations.formats import component_of, latex_text, page_width, ruler
from torsor.equations.printing.layout import mathml_rows
from torsor.equations.printing.markup import escape
from torsor.equations.printing.printer import LatexPrinter, MathmlPrinter, Printer
from torsor.equations.printing.tokens import Piece, Token
from torsor.equations.sections import document
from torsor.formats.fields import axis_name
from torsor.mechanics.newton_euler import STEPS, LinkSteps
from torsor.model import Model
from torsor.notation.notation import Notation, NotationLike, load_notation
from torsor.robot.robot import Frame, Robot, Turn
from torsor.spatial.vectors import Matrix, Vector

MANY = 300
"""Terms up to which a matrix is written out; beyond, its entries tell how many they have."""

LARGEST = 2000
"""Terms up to which a model's driving forces are written out."""

Table = tuple[Sequence[str], Sequence[Sequence[str]], str]
"""The head of a table, its rows and its title."""

WIDTH = 110
BLOCK = '<math display="block">{}</math>'


def latex(shown: Vector | Matrix, notation: NotationLike = "standard") -> str:
    """A vector as a column, or a matrix, in LaTeX."""
    hand = load_notation(notation)
    rows = _entries(shown, hand, LatexPrinter(hand.product), "\\langle {} \\rangle")
    body = " \\\\ ".join(" & ".join(row) for row in rows)
    return f"\\begin{{bmatrix}} {body} \\end{{bmatrix}}"


def steps_latex(shown: LinkSteps) -> str:
    """The steps of a link in LaTeX, a line for each."""
    hand = load_notation("standard")
    printer = LatexPrinter(hand.product)
    lines = [f"{printer.glyph(hand.step(name))} &= {latex(getattr(shown, name))}" for name in STEPS]
    body = " \\\\ ".join(lines)
    return f"$$\\begin{{aligned}} {body} \\end{{aligned}}$$"


def html(shown: object) -> str:
    """Anything of ours as HTML."""
    for kind, write in WRITERS.items():
        if isinstance(shown, kind):
            return write(shown)
    return f"<code>{escape(str(shown))}</code>"


def _expression(shown: Expression) -> str:
    hand = load_notation("standard")
    pieces, printer = spelled(shown, hand), MathmlPrinter(hand.product)
    return mathml_rows("", pieces, printer, ruler(hand), WIDTH).replace("<mo>=</mo>", "", 1)


def _matrix(shown: Vector | Matrix) -> str:
    return BLOCK.format(_bracketed(shown, load_notation("standard")))


def _bracketed(shown: Vector | Matrix, hand: Notation) -> str:
    rows = _entries(shown, hand, MathmlPrinter(hand.product), "<mtext>⟨{}⟩</mtext>")
    cells = "".join(f"<mtr>{''.join(f'<mtd>{entry}</mtd>' for entry in row)}</mtr>" for row in rows)
    return f"<mrow><mo>[</mo><mtable>{cells}</mtable><mo>]</mo></mrow>"


def _entries(
    shown: Vector | Matrix, hand: Notation, printer: Printer, many: str
) -> list[list[str]]:
    """The entries spelled; where they are many terms, how many each has."""
    rows = [list(row) if isinstance(row, Vector) else [row] for row in shown]
    terms = sum(len(e) if isinstance(e, Expression) else 1 for row in rows for e in row)

    def spell(entry: object) -> str:
        if not isinstance(entry, Expression):
            return printer.sum(_number(entry))
        if terms > MANY and len(entry) > 1:
            return many.format(f"{len(entry)}")
        return printer.sum(spelled(entry, hand))

    return [[spell(entry) for entry in row] for row in rows]


def _number(entry: Any) -> list[Piece]:
    exact = isinstance(entry, (int, Fraction))
    value = Fraction(entry) if exact else Fraction(repr(float(entry)))
    return [Piece("-" if value < 0 else "", (Token("number", number=abs(value)),))]


def _steps(shown: LinkSteps) -> str:
    hand = load_notation("standard")
    printer = MathmlPrinter(hand.product)
    lines = [
        f"<mtr><mtd>{printer.glyph(hand.step(name))}</mtd><mtd><mo>=</mo>"
        f"{_bracketed(getattr(shown, name), hand)}</mtd></mtr>"
        for name in STEPS
    ]
    return BLOCK.format(f'<mtable columnalign="right left">{"".join(lines)}</mtable>')


def _model(shown: Model) -> str:
    """The driving forces in the robot's own notation; the largest are left to be asked for."""
    counts = ", ".join(map(str, shown.terms))
    head = f"<p>{escape(shown.robot.name)}: τ has {counts} terms.</p>"
    if sum(shown.terms) > LARGEST:
        return head
    hand = load_notation(shown.robot.notation or "standard")
    printer = MathmlPrinter(hand.product)
    equations = [e for part in document(shown, Style(hand)).sections for e in part.equations]
    lines = [
        mathml_rows(
            printer.glyph(component_of(e.left, e.component)), e.pieces, printer, ruler(hand),
            page_width(hand),
        )
        for e in equations
    ]  # fmt: skip
    return head + "".join(lines)


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """A table of plain texts."""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    heading = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table>{caption}<thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>"


def latex_table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """The same in LaTeX, as mathematics that notebooks show."""
    lines = [" & ".join(f"\\text{{{latex_text(cell)}}}" for cell in row) for row in rows]
    top = " & ".join(f"\\textbf{{{latex_text(cell)}}}" for cell in head)
    said = f"\\text{{{latex_text(title)}}} \\\\ " if title else ""
    body = " \\\\ ".join([f"{top} \\\\ \\hline {lines[0]}" if lines else top, *lines[1:]])
    columns = "l" * len(head)
    table = f"\\begin{{array}}{{{columns}}} {body} \\end{{array}}"
    return f"$\\begin{{array}}{{l}} {said}{table} \\end{{array}}$"


def robot_latex(shown: Robot) -> str:
    """A robot's table in LaTeX."""
    return latex_table(*_robot_table(shown))


def _robot_table(shown: Robot) -> Table:
    """The joints, each in its parent's frame, and what they carry."""
    title = f"{shown.title}, {shown.dof} coordinates"
    if shown.bodies:
        bodies = [
            (str(i), str(body.mass), _vector(body.position), _vector(body.omega))
            for i, body in enumerate(shown.bodies, 1)
        ]
        return ("body", "mass", "mass centre", "angular velocity"), bodies, title
    rows: list[Sequence[str]] = []
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


WRITERS: dict[type | tuple[type, ...], Callable[..., str]] = {
    Expression: _expression,
    (Vector, Matrix): _matrix,
    LinkSteps: _steps,
    Model: _model,
    Robot: lambda shown: html_table(*_robot_table(shown)),
}
"""How each kind of thing is shown."""
