"""The report in Markdown, with mathematics as GitHub and notebooks show it."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.equations.relations import Word
from torsor.reporting.blocks import (
    Display,
    Heading,
    Items,
    Paragraph,
    Picture,
    Report,
    Table,
)
from torsor.reporting.writers.latex import LatexWriter, edged
from torsor.reporting.writers.numbering import Numbering
from torsor.reporting.writers.writer import BlockWriter

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


class MarkdownWriter(BlockWriter):
    """Blocks into Markdown; mathematics is LaTeX's."""

    def __init__(self, report: Report, figure: str) -> None:
        self.maths = LatexWriter(report, figure)
        self.printer = self.maths.printer
        self.numbering = Numbering()
        self.figure = figure

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        number = self.numbering.heading(heading)
        title = markdown_text(heading.title)
        return f"{'#' * (heading.level + 1)} {number + ' ' if number else ''}{title}"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        return _paragraph(self.text(paragraph.text))

    def items(self, items: Items) -> str:
        """A list."""
        return "\n".join(f"- {self.text(item)}" for item in items.items)

    def picture(self, picture: Picture) -> str:
        """A drawing, taken from a file."""
        k = self.numbering.picture()
        caption = f"Figure {k}. {markdown_text(picture.caption)}"
        return f"![{caption}]({self.figure}-{k}.svg)\n\n*{caption}*"

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        return edged(text, markdown_text(text))

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        return code(text)

    def words(self, words: Sequence[Word]) -> str:
        """A relation in symbols and signs."""
        return self.maths.words(words)

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return self.maths.transposed(formula)

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return self.maths.aside(text)

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        return self.maths.sign(word)

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
