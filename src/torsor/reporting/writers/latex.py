"""The report in LaTeX, for amsmath and a TeX of the reader's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from torsor.equations.formats import LATEX_SPECIAL
from torsor.equations.printing.printer import LatexPrinter
from torsor.equations.relations import Word
from torsor.reporting.blocks import (
    Display,
    Heading,
    Items,
    Paragraph,
    Part,
    Picture,
    Report,
    Table,
)
from torsor.reporting.writers.writer import BlockWriter

WORDS = {"×": r"\times", "≡": r"\equiv", "·": r"\cdot", "½": r"\tfrac{1}{2}", "Σ_j": r"\sum_j"}
UNICODE = {
    "−": "$-$", "≡": r"$\equiv$", "·": r"$\cdot$", "×": r"$\times$", "÷": r"$\div$",
    "∫": r"$\textstyle\int$", "²": "$^2$", "…": r"\ldots{}", "–": "--", "—": "---", "“": "``",
    "”": "''", "’": "'", "°": r"$^\circ$", "ș": r"\c{s}", "ț": r"\c{t}", "Ș": r"\c{S}",
    "Ț": r"\c{T}",
}  # fmt: skip
ROWS = 100
"""Rows of one display; TeX has to hold them all at once."""

HEAD = r"""\documentclass[10pt,a4paper,fleqn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[left=24mm,right=24mm,top=26mm,bottom=26mm]{geometry}
\usepackage{amsmath,array,longtable,booktabs,graphicx}
\setlength{\mathindent}{0pt}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\allowdisplaybreaks[4]
\emergencystretch=3em
"""


def to_latex(report: Report, figure: str = "figure") -> str:
    """The document as LaTeX; figures are taken from files that begin so, where they are."""
    writer = LatexWriter(report, figure)
    author = rf"\author{{{latex_text(report.author)}}}" if report.author else r"\author{}"
    lines = [
        HEAD + rf"\title{{{latex_text(report.title)}\\[4pt] \large {latex_text(report.subtitle)}}}",
        author,
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
    ]
    if report.summary:
        lines.append(rf"\begin{{abstract}}{writer.text(report.summary)}\end{{abstract}}")
    lines += [writer.block(block) for block in report.blocks]
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def latex_text(text: str) -> str:
    """Plain text that pdfTeX knows: specials escaped, letters that it lacks by their nearest."""
    return "".join(_character(ch) for ch in " ".join(text.split()) if ch.isprintable())


def _character(ch: str) -> str:
    if ch in LATEX_SPECIAL or ch in UNICODE:
        return LATEX_SPECIAL.get(ch) or UNICODE[ch]
    if ord(ch) < 0x180:
        return ch
    plain = normalize("NFKD", ch).encode("ascii", "ignore").decode()
    return "".join(LATEX_SPECIAL.get(c, c) for c in plain) or "?"


def edged(text: str, inner: str) -> str:
    """The text made safe with the spaces that it has at its ends."""
    lead = " " if text[:1] == " " and inner else ""
    return lead + inner + (" " if text[-1:] == " " else "")


class LatexWriter(BlockWriter):
    """Blocks into LaTeX."""

    def __init__(self, report: Report, figure: str) -> None:
        self.printer = LatexPrinter(report.product)
        self.figure = figure
        self.figures = 0

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        command = ("section", "subsection", "subsubsection*")[heading.level - 1]
        start = "\\appendix\n" if heading.appendix else ""
        return f"\n{start}\\{command}{{{latex_text(heading.title)}}}"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        return (
            f"\n{self.text(paragraph.text)}" + ("\\nopagebreak" if paragraph.leads else "") + "\n"
        )

    def items(self, items: Items) -> str:
        """A list; a bracket at an item's beginning is no label."""
        lines = "\n".join(rf"\item {{}}{self.text(item)}" for item in items.items)
        return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        return edged(text, latex_text(text))

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        words = latex_text(text).replace("--", "-{}-").replace(" ", r" \allowbreak{}")
        return rf"{{\small\ttfamily {words}}}"

    def words(self, words: Sequence[Word]) -> str:
        """A relation in symbols and signs."""
        return super().words(words).replace("−", "-").replace("π", r"\pi ")

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return rf"{formula}^{{\mathsf{{T}}}}"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return rf"\quad\text{{{latex_text(text)}}}"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        return WORDS.get(word, word)

    def part(self, part: Part) -> list[str]:
        """The rows of one equality."""
        left = self.words(part.left)
        if part.lines:
            first, *more = [self.line(line) for line in part.lines]
            return [f"{left} ={{}} & {first}", *(rf"& \quad {line}" for line in more)]
        if part.entries:
            rows = r" \\ ".join(" & ".join(self.sum(e) for e in row) for row in part.entries)
            matrix = rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"
            return [f"{left} ={{}} & {matrix}" + (r"^{\mathsf{T}}" if part.transposed else "")]
        first, *rest = [self.words(words) for words in part.words]
        return [f"{left} ={{}} & {first}", *(rf"& \quad {line}" for line in rest)]

    def display(self, display: Display) -> str:
        """A numbered equation, in blocks that TeX can hold."""
        first, *others = display.parts
        rows = self.part(first)
        for part in others:
            rows[-1] += r" \quad " + " ".join(row.replace("&", "", 1) for row in self.part(part))
        blocks = [rows[k : k + ROWS] for k in range(0, len(rows), ROWS)]
        last = blocks[-1]
        last[-1] += rf" \tag{{{display.number}}}"
        return "\n".join(
            "\\begin{align*}\n" + " \\\\\n".join(block) + "\n\\end{align*}" for block in blocks
        )

    def table(self, table: Table) -> str:
        """A table that may run over pages."""
        room = 0.97 - 0.025 * len(table.widths)
        spec = "".join(
            rf">{{\ragged{'left' if k in table.numeric else 'right'}\arraybackslash}}"
            rf"p{{{share * room:.4f}\linewidth}}"
            for k, share in enumerate(table.widths)
        )
        head = " & ".join(rf"\textbf{{{self.text(cell)}}}" for cell in table.head)
        rows = "\n".join(" & ".join(self.text(cell) for cell in row) + r" \\" for row in table.rows)
        return (
            f"{{\\small\n\\begin{{longtable}}{{@{{}}{spec}@{{}}}}\n"
            f"\\caption{{{latex_text(table.caption)}}}\\\\\n\\toprule {head} \\\\ \\midrule\n"
            f"\\endfirsthead\n\\toprule {head} \\\\ \\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n"
            f"{rows}\n\\end{{longtable}}}}"
        )

    def picture(self, picture: Picture) -> str:
        """A drawing, where its file lies beside the document."""
        self.figures += 1
        name = f"{self.figure}-{self.figures}.pdf"
        return (
            f"\\IfFileExists{{{name}}}{{\\begin{{figure}}[htbp]\\centering\n"
            f"\\includegraphics[width={picture.width:.3g}\\linewidth,height={picture.height}mm,keepaspectratio]"
            f"{{{name}}}\n\\caption{{{latex_text(picture.caption)}}}\\end{{figure}}}}{{}}"
        )


def safe_name(stem: str) -> str:
    """A file's stem as TeX and browsers take it."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", stem).strip("-") or "report"
