"""The report in LaTeX, for amsmath and a TeX of the reader's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from torsor.notation.glyph import Glyph
from torsor.report.blocks import (
    Block,
    Code,
    Display,
    Heading,
    Items,
    Maths,
    Paragraph,
    Part,
    Picture,
    Pieces,
    Report,
    Table,
    Text,
)
from torsor.write.formats import LATEX_SPECIAL
from torsor.write.printer import LatexPrinter
from torsor.write.relations import Word

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
\usepackage{lmodern}
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


class LatexWriter:
    """Blocks into LaTeX."""

    def __init__(self, report: Report, figure: str) -> None:
        self.printer = LatexPrinter(report.product)
        self.figure = figure
        self.figures = 0

    def block(self, block: Block) -> str:
        """One block."""
        if isinstance(block, Heading):
            command = ("section", "subsection", "subsubsection*")[block.level - 1]
            start = "\\appendix\n" if block.appendix else ""
            return f"\n{start}\\{command}{{{latex_text(block.title)}}}"
        if isinstance(block, Paragraph):
            return f"\n{self.text(block.text)}" + ("\\nopagebreak" if block.leads else "") + "\n"
        if isinstance(block, Items):
            items = "\n".join(rf"\item {self.item(item)}" for item in block.items)
            return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Picture):
            return self.picture(block)
        return self.display(block)

    def item(self, text: Text) -> str:
        """An item; a bracket at its beginning is no label."""
        return "{}" + self.text(text)

    def text(self, text: Text) -> str:
        """A sentence."""
        found = []
        for run in text:
            if isinstance(run, str):
                inner = latex_text(run)
                lead = " " if run[:1] == " " and inner else ""
                found.append(lead + inner + (" " if run[-1:] == " " else ""))
            elif isinstance(run, Code):
                words = latex_text(run.text).replace("--", "-{}-").replace(" ", r" \allowbreak{}")
                found.append(rf"{{\small\ttfamily {words}}}")
            elif isinstance(run, Maths):
                found.append(f"${self.sum(run.pieces)}$")
            else:
                found.append(f"${self.words(run.words)}$")
        return "".join(found)

    def sum(self, pieces: Pieces) -> str:
        """A sum on one line."""
        return " ".join(self.printer.piece(p, i == 0) for i, p in enumerate(pieces))

    def words(self, words: Sequence[Word]) -> str:
        """A relation in symbols and signs."""
        found: list[str] = []
        for word in words:
            if isinstance(word, Glyph):
                found.append(self.printer.glyph(word))
            elif word == "^T":
                found[-1] += r"^{\mathsf{T}}"
            elif word.startswith("text:"):
                found.append(rf"\quad\text{{{latex_text(word[5:])}}}")
            else:
                found.append(WORDS.get(word, word))
        return " ".join(found).replace("−", "-").replace("π", r"\pi ")

    def part(self, part: Part) -> list[str]:
        """The rows of one equality."""
        left = self.words(part.left)
        if part.lines:
            first, *more = [
                " ".join(
                    self.printer.piece(p, line.first and i == 0) for i, p in enumerate(line.pieces)
                )
                for line in part.lines
            ]
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
