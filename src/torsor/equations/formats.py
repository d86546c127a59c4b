"""Documents in text, LaTeX, Markdown, HTML and Typst."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from torsor.arguments import validate_call
from torsor.equations.documents import Document, Equation
from torsor.equations.printing.layout import latex_rows, mathml_rows, text_equation
from torsor.equations.printing.markup import escape
from torsor.equations.printing.printer import LatexPrinter, MathmlPrinter, TextPrinter, visible
from torsor.equations.relations import Word
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation

LATEX_WIDTH = 96
"""Columns of text that fill a line of an A4 page; found by looking."""

ROWS = 100
"""Rows of one display; TeX has to hold them all at once."""

NARROWER = {"*": 88, "·": 80, "×": 64}
"""The same by product sign: what is wider in print than in the terminal."""

LATEX_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
}  # fmt: skip


def ruler(notation: Notation) -> TextPrinter:
    """The printer that measures widths."""
    return TextPrinter(notation.product, notation.ascii)


def page_width(notation: Notation) -> int:
    """Columns that fit on a page."""
    return NARROWER.get(notation.product, LATEX_WIDTH)


def to_text(document: Document, notation: Notation, width: int = 100) -> str:
    """For the terminal, wrapped to its width."""
    printer = ruler(notation)
    lines = [_wrapped(line, width) for line in (document.title, *document.facts)]
    for title, equations in parts(document):
        lines += ["", _wrapped(title, width), ""]
        for rows in _vectors(equations, printer, width):
            if len(rows) == 3:
                entries = ", ".join(printer.sum(row.pieces) for row in rows)
                lines.append(f"{printer.glyph(rows[0].left)} = ({entries})")
                continue
            (equation,) = rows
            left = printer.glyph(component_of(equation.left, equation.component))
            if equation.words:
                lines.append(_wrapped(f"{left} = {_text_words(equation.words, printer)}", width))
            else:
                lines.append(text_equation(left, equation.pieces, printer, width))
    return "\n".join(lines) + "\n"


def _vectors(
    equations: Sequence[Equation], measure: TextPrinter, room: int, stacked: bool = False
) -> list[tuple[Equation, ...]]:
    """Equations one by one, the three of a vector together where they fit as such."""
    found: list[tuple[Equation, ...]] = []
    rest = list(equations)
    while rest:
        three = tuple(rest[:3])
        if [e.component for e in three] == ["x", "y", "z"]:
            widths = [visible(measure.sum(e.pieces)) + 2 for e in three]
            head = visible(measure.glyph(three[0].left)) + 6
            if head + (max(widths) if stacked else sum(widths)) <= room:
                found.append(three)
                del rest[:3]
                continue
        found.append((rest.pop(0),))
    return found


def _wrapped(text: str, width: int) -> str:
    """Words over lines."""
    lines, current = [], ""
    for word in text.split(" "):
        if current and visible(current) + 1 + visible(word) > width:
            lines.append(current)
            current = "   "
        current = f"{current} {word}" if current else word
    return "\n".join([*lines, current])


def parts(document: Document) -> list[tuple[str, Sequence[Equation]]]:
    """The titles of a document with their equations, intermediates first."""
    found: list[tuple[str, Sequence[Equation]]] = []
    if document.definitions:
        found.append(("Intermediates", document.definitions))
    return found + [(section.title, section.equations) for section in document.sections]


def component_of(vector: Glyph, axis: str) -> Glyph:
    """A vector's component bears its axis and loses the bar."""
    if not axis:
        return vector
    if "[" in vector.base:
        return Glyph(f"{vector.base}.{axis}")
    return replace(vector, accent="").with_sub(axis)


def _text_words(words: Sequence[Word], printer: TextPrinter) -> str:
    texts = [w if isinstance(w, str) else printer.glyph(w) for w in words]
    text = " ".join(texts).replace("( ", "(").replace(" )", ")").replace(" ^T", "ᵀ")
    return text.replace("ᵀ", "'").replace("×", "x") if printer.ascii else text


def to_latex(document: Document, notation: Notation, standalone: bool = False) -> str:
    """Sections of align environments for amsmath; with ``standalone`` a whole document."""
    lines = [f"% {_comment(fact)}" for fact in (document.title, *document.facts)]
    lines += carried_robot(document.robot, notation)
    for title, equations in parts(document):
        lines += ["", f"\\subsection*{{{latex_text(title)}}}"]
        for block in _blocks(equations, notation, bool(document.robot)):
            lines += ["\\begin{align*}", block, "\\end{align*}"]
    body = "\n".join(lines) + "\n"
    if not standalone:
        return body
    facts = " \\\\\n".join(latex_text(fact) for fact in document.facts)
    return (
        "\\documentclass[10pt,a4paper,fleqn]{article}\n\\usepackage[utf8]{inputenc}\n"
        "\\usepackage[margin=20mm]{geometry}\n\\usepackage{amsmath}\n"
        "\\setlength{\\mathindent}{0pt}\n\\allowdisplaybreaks[4]\n\\setlength{\\parindent}{0pt}\n\\begin{document}\n"
        f"\\section*{{{latex_text(document.title)}}}\n{facts}\n\n{body}\\end{{document}}\n"
    )


def carried_robot(toml: str, notation: Notation) -> list[str]:
    """Comments by which ``torsor check`` knows the robot and the notation of a manuscript."""
    if not toml:
        return []
    lines = [f"% torsor robot: {line}" for line in toml.splitlines()]
    return [*lines, f"% torsor hash: {robot_hash(toml)}", f"% torsor notation: {notation.name}"]


def robot_hash(toml: str) -> str:
    """The hash of a robot's description."""
    return hashlib.sha256(toml.encode()).hexdigest()[:16]


def _blocks(equations: Sequence[Equation], notation: Notation, marked: bool = False) -> list[str]:
    """Equations as rows for amsmath, in blocks of a length that TeX can hold.

    ``marked`` puts before each equation, as a comment, what it speaks of.
    """
    printer = LatexPrinter(notation.product)
    blocks: list[list[str]] = [[]]
    for three in _vectors(equations, ruler(notation), page_width(notation), stacked=True):
        left, rows = _rows(three, printer, notation)
        target = three[0].target.removesuffix(".x") if len(three) == 3 else three[0].target
        for i, row in enumerate(rows):
            if len(blocks[-1]) == ROWS:
                blocks.append([])
                row = f"\\phantom{{{left} ={{}}}} {row}" if i else row
            mark = ""
            if marked and not i:
                mark = f"% torsor target: {target}\n" if target else "% torsor end\n"
            blocks[-1].append(mark + row + (" \\\\" if i < len(rows) - 1 else " \\\\[4pt]"))
    return ["\n".join(block).rpartition(" \\\\")[0] for block in blocks if block]


def _rows(
    equations: Sequence[Equation], printer: LatexPrinter, notation: Notation
) -> tuple[str, list[str]]:
    """The left-hand side and the rows of an equation, or of the three of a stacked vector."""
    equation = equations[0]
    if len(equations) == 3:
        column = " \\\\ ".join(printer.sum(e.pieces) for e in equations)
        left = printer.glyph(equation.left)
        return left, [f"{left} ={{}} & \\begin{{bmatrix}} {column} \\end{{bmatrix}}"]
    left = printer.glyph(component_of(equation.left, equation.component))
    if equation.words:
        lines = [_latex_words(w, printer) for w in _word_lines(equation.words, ruler(notation))]
        return left, [f"{left} ={{}} & {lines[0]}", *(f"& {line}" for line in lines[1:])]
    width = page_width(notation)
    return left, latex_rows(left, equation.pieces, printer, ruler(notation), width)


def _word_lines(words: Sequence[Word], measure: TextPrinter) -> list[list[Word]]:
    """A relation over the lines of a page, broken before a plus."""
    lines: list[list[Word]] = [[]]
    for word in words:
        if word == "+" and visible(_text_words(lines[-1], measure)) > LATEX_WIDTH // 2:
            lines.append([])
        lines[-1].append(word)
    return lines


def _latex_words(words: Sequence[Word], printer: LatexPrinter) -> str:
    table = {"×": "\\times", "^T": "^{T}"}
    texts = [table.get(w, w) if isinstance(w, str) else printer.glyph(w) for w in words]
    return " ".join(texts).replace(" ^{T}", "^{\\mathsf{T}}")


def latex_text(text: str) -> str:
    """Plain text made safe for LaTeX."""
    return "".join(LATEX_SPECIAL.get(ch, ch) for ch in text)


def _comment(text: str) -> str:
    return "".join(ch if ch.isprintable() else " " for ch in text)


def to_markdown(document: Document, notation: Notation) -> str:
    """Markdown with display mathematics, as GitHub and notebooks show it."""
    lines = [f"# {_markdown_text(document.title)}", ""]
    lines += [f"- {_markdown_text(fact)}" for fact in document.facts]
    for title, equations in parts(document):
        lines += ["", f"## {title}"]
        for rows in _vectors(equations, ruler(notation), page_width(notation), stacked=True):
            for block in _blocks(rows, notation):
                lines += ["", "$$", "\\begin{aligned}", block, "\\end{aligned}", "$$"]
    return "\n".join(lines) + "\n"


def _markdown_text(text: str) -> str:
    return "".join("\\" + ch if ch in "\\`*_{}[]<>#|$&~" else ch for ch in text)


def to_html(document: Document, notation: Notation) -> str:
    """A page with MathML, which every browser now shows by itself."""
    printer = MathmlPrinter(notation.product)
    lines = [f"<h1>{escape(document.title)}</h1>", "<ul>"]
    lines += [f"<li>{escape(fact)}</li>" for fact in document.facts] + ["</ul>"]
    for title, equations in parts(document):
        lines.append(f"<h2>{escape(title)}</h2>")
        for rows in _vectors(equations, ruler(notation), 110, stacked=True):
            if len(rows) == 3:
                lines.append(_mathml_column(rows, printer))
                continue
            (equation,) = rows
            left = printer.glyph(component_of(equation.left, equation.component))
            if equation.words:
                right = _mathml_words(equation.words, printer)
                lines.append(f'<math display="block">{left}<mo>=</mo>{right}</math>')
            else:
                lines.append(mathml_rows(left, equation.pieces, printer, ruler(notation), 110))
    body = "\n".join(lines)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        f"<title>{escape(document.title)}</title>"
        "<style>body{font:16px/1.5 serif;max-width:72em;margin:2em auto;padding:0 1em}"
        "math{margin:.6em 0}mtd{padding:.15em .2em}</style></head><body>\n"
        f"{body}\n</body></html>\n"
    )


def _mathml_column(rows: Sequence[Equation], printer: MathmlPrinter) -> str:
    entries = "".join(f"<mtr><mtd>{printer.sum(e.pieces)}</mtd></mtr>" for e in rows)
    left = printer.glyph(rows[0].left)
    column = f"<mrow><mo>[</mo><mtable>{entries}</mtable><mo>]</mo></mrow>"
    return f'<math display="block">{left}<mo>=</mo>{column}</math>'


def _mathml_words(words: Sequence[Word], printer: MathmlPrinter) -> str:
    texts: list[str] = []
    for word in words:
        if word == "^T":
            texts[-1] = f"<msup><mrow>{texts[-1]}</mrow><mi>T</mi></msup>"
        elif isinstance(word, str):
            texts.append(f"<mn>{word}</mn>" if word.isdigit() else f"<mo>{escape(word)}</mo>")
        else:
            texts.append(printer.glyph(word))
    return "".join(texts)


def to_typst(document: Document, notation: Notation) -> str:
    """A document for Typst."""
    from torsor.equations import typst_document

    return typst_document.to_typst(document, notation)


FORMATS: dict[str, Callable[..., str]] = {
    "text": to_text,
    "latex": to_latex,
    "markdown": to_markdown,
    "html": to_html,
    "typst": to_typst,
}


def known_format(format: str) -> Callable[..., str]:
    """The writer of a format."""
    if format not in FORMATS:
        raise UnknownNameError(
            f"no format {shown(format)}; expected {', '.join(FORMATS)}{suggestion(format, FORMATS)}"
        )
    return FORMATS[format]


@validate_call
def write(document: Document, notation: Notation, format: str = "text", **options: object) -> str:
    """A document in one of the formats."""
    return known_format(format)(document, notation, **options)
