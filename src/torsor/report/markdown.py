"""The report in Markdown, with mathematics as GitHub and notebooks show it."""

from __future__ import annotations

from torsor.report.blocks import (
    Block,
    Code,
    Display,
    Heading,
    Items,
    Maths,
    Paragraph,
    Picture,
    Report,
    Table,
    Text,
)
from torsor.report.latex import LatexWriter
from torsor.report.numbering import Numbering

SPECIAL = frozenset("\\`*_{}[]<>#|$&~")


def to_markdown(report: Report, figure: str = "figure") -> str:
    """The document as Markdown; figures are taken from files that begin so."""
    writer = MarkdownWriter(report, figure)
    lines = [f"# {markdown_text(report.title)}", "", markdown_text(report.subtitle)]
    if report.author:
        lines += ["", markdown_text(report.author)]
    if report.summary:
        lines += ["", f"> {writer.text(report.summary)}"]
    for block in report.blocks:
        lines += ["", writer.block(block)]
    return "\n".join(lines) + "\n"


def markdown_text(text: str) -> str:
    """Plain text made safe for Markdown."""
    flat = " ".join(text.split())
    return "".join("\\" + ch if ch in SPECIAL else ch for ch in flat if ch.isprintable())


class MarkdownWriter:
    """Blocks into Markdown; mathematics is LaTeX's."""

    def __init__(self, report: Report, figure: str) -> None:
        self.maths = LatexWriter(report, figure)
        self.numbering = Numbering()
        self.figure = figure

    def block(self, block: Block) -> str:
        """One block."""
        if isinstance(block, Heading):
            number = self.numbering.heading(block)
            title = markdown_text(block.title)
            return f"{'#' * (block.level + 1)} {number + ' ' if number else ''}{title}"
        if isinstance(block, Paragraph):
            return _paragraph(self.text(block.text))
        if isinstance(block, Items):
            return "\n".join(f"- {self.text(item)}" for item in block.items)
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Picture):
            k = self.numbering.picture()
            caption = f"Figure {k}. {markdown_text(block.caption)}"
            return f"![{caption}]({self.figure}-{k}.svg)\n\n*{caption}*"
        return self.display(block)

    def text(self, text: Text) -> str:
        """A sentence."""
        found = []
        for run in text:
            if isinstance(run, str):
                inner = markdown_text(run)
                lead = " " if run[:1] == " " and inner else ""
                found.append(lead + inner + (" " if run[-1:] == " " else ""))
            elif isinstance(run, Code):
                found.append(code(run.text))
            elif isinstance(run, Maths):
                found.append(f"${self.maths.sum(run.pieces)}$")
            else:
                found.append(f"${self.maths.words(run.words)}$")
        return "".join(found)

    def display(self, display: Display) -> str:
        """A numbered equation."""
        first, *others = display.parts
        rows = self.maths.part(first)
        for part in others:
            rows[-1] += r" \quad " + " ".join(
                row.replace("&", "", 1) for row in self.maths.part(part)
            )
        body = " \\\\\n".join(rows)
        return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}} \\tag{{{display.number}}}\n$$"

    def table(self, table: Table) -> str:
        """A table; the caption stands before it."""
        rule = "|".join("--:" if k in table.numeric else ":--" for k in range(len(table.widths)))
        rows = ["| " + " | ".join(self.text(cell) for cell in row) + " |" for row in table.rows]
        head = "| " + " | ".join(self.text(cell) for cell in table.head) + " |"
        caption = f"**Table {self.numbering.table()}.** {markdown_text(table.caption)}."
        return "\n".join([caption, "", head, f"|{rule}|", *rows])


def code(text: str) -> str:
    """A code span, fenced by more ticks than it has in it; a bar would end a table's cell."""
    flat = " ".join(text.split()).replace("|", "\u00a6")
    ticks = "`" * (1 + max((len(run) for run in _ticks(flat)), default=0))
    pad = " " if "`" in flat else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}"


def _ticks(text: str) -> list[str]:
    runs, current = [], ""
    for ch in text + " ":
        if ch == "`":
            current += ch
        elif current:
            runs.append(current)
            current = ""
    return runs


def _paragraph(text: str) -> str:
    """A paragraph that begins like a list, a rule or a heading is no such thing."""
    start = text.lstrip()
    rest = start.lstrip("0123456789")
    digits = start[: len(start) - len(rest)]
    looks = rest[:1] in ".)" if digits else rest[:1] in "-+="
    return f"{digits}\\{rest}" if looks and rest else start
