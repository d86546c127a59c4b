"""Documents in Markdown, with mathematics as GitHub and notebooks show it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from torsor.document.blocks import (
    Display,
    Document,
    Heading,
    Items,
    Paragraph,
    Picture,
    Source,
    Table,
)
from torsor.document.escaping import escape_markdown, keep_edges
from torsor.document.writers.latex_writer import LatexWriter
from torsor.document.writers.numbering import Numbering
from torsor.document.writers.writer import ROOM


def to_markdown(document: Document, figure: str = "figure") -> str:
    """The document as Markdown; figures are taken from files that begin so."""
    return markdown_of(document, MarkdownWriter(document, figure))


def markdown_of(document: Document, writer: MarkdownWriter) -> str:
    """The document in a writer's Markdown."""
    lines = [f"# {escape_markdown(document.title)}"]
    for said in filter(None, (document.subtitle, document.author)):
        lines += ["", escape_markdown(said)]
    if document.summary:
        lines += ["", f"> {writer.text(document.summary)}"]
    for block in writer.facts + writer.body(document.blocks):
        lines += ["", block]
    return "\n".join(lines) + "\n"


class MarkdownWriter(LatexWriter):
    """Blocks into Markdown; mathematics is LaTeX's."""

    def __init__(self, document: Document, figure: str = "figure", room: float = ROOM) -> None:
        super().__init__(document, room, figure)
        self.numbering = Numbering(document.numbered)

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        title = self.numbering.heading(heading) + escape_markdown(heading.title)
        return f"{'#' * (heading.level + 1)} {title}"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        return _no_list(self.text(paragraph.text))

    def items(self, items: Items) -> str:
        """A list."""
        return "\n".join(f"- {_no_list(self.text(item))}" for item in items.items)

    def picture(self, picture: Picture) -> str:
        """A drawing, taken from a file."""
        k = self.numbering.picture()
        caption = f"Figure {k}. {escape_markdown(picture.caption)}"
        return f"![{caption}]({self.figure}-{k}.svg)\n\n*{caption}*"

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        return keep_edges(text, escape_markdown(text))

    def code(self, text: str) -> str:
        """A code span, fenced by more ticks than it has in it; a bar would end a table's cell."""
        flat = " ".join(text.split()).replace("|", "\u00a6")
        ticks = "`" * (1 + max(map(len, re.findall("`+", flat)), default=0))
        pad = " " if "`" in flat else ""
        return f"{ticks}{pad}{flat}{pad}{ticks}"

    def strong(self, text: str) -> str:
        """A label."""
        return f"**{text}**"

    def emphasis(self, text: str) -> str:
        """Words in another voice."""
        return f"*{text}*"

    def source(self, source: Source) -> str:
        """A formula as its author typed it; a bar would end a table's cell."""
        return self.inline(source.latex.replace("|", "\\vert "))

    def display(self, display: Display) -> str:
        """An equation."""
        body = " \\\\\n".join(self.rows(display))
        tag = f" \\tag{{{display.number}}}" if display.number else ""
        return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}{tag}\n$$"

    def displays(self, displays: Sequence[Display]) -> list[str]:
        """Equations without numbers, each for itself."""
        return [self.display(display) for display in displays]

    def table(self, table: Table) -> str:
        """A table; the caption stands before it."""
        rule = "|".join("--:" if k in table.numeric else ":--" for k in range(len(table.widths)))
        rows = ["| " + " | ".join(self.text(cell) for cell in row) + " |" for row in table.rows]
        head = "| " + " | ".join(self.text(cell) for cell in table.head) + " |"
        lines = [head, f"|{rule}|", *rows]
        if table.caption:
            caption = f"**Table {self.numbering.table()}.** {escape_markdown(table.caption)}."
            lines = [caption, "", *lines]
        return "\n".join(lines)


def _no_list(text: str) -> str:
    """A paragraph that begins like a list, a rule or a heading is no such thing."""
    start = text.lstrip()
    rest = start.lstrip("0123456789")
    digits = start[: len(start) - len(rest)]
    looks = rest[:1] in ".)" if digits else rest[:1] in "-+="
    return f"{digits}\\{rest}" if looks and rest else start
