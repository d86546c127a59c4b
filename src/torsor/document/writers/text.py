"""Documents for the terminal: within its width, wrapped at words, labels bold where a person reads.

A letter with its marks takes one column; a wide letter of the East takes two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from torsor.document.blocks import (
    Display,
    Document,
    Heading,
    Items,
    Judged,
    Marked,
    Paragraph,
    Part,
    Picture,
    Source,
    Table,
    Typesetting,
)
from torsor.document.escaping import escape_text, keep_edges
from torsor.document.printing.layout import break_lines, fill
from torsor.document.printing.printer import visible as columns
from torsor.document.printing.text import TextPrinter
from torsor.document.printing.tokens import Word
from torsor.document.writers.numbering import Numbering
from torsor.document.writers.writer import BlockWriter, pair_terms

WIDTH = 80
"""Columns where no terminal says how many it has."""

INDENT = 4
"""Columns by which an equation's further lines stand in."""

GAP = 2
"""Columns between those of a table."""

NARROW = 8
"""Columns that a table's column keeps, however little room there is."""

BOLD, THIN = "\x1b[1m", "\x1b[0m"


def to_text(document: Document, width: int = WIDTH, bold: bool = False) -> str:
    """The document in lines of at most ``width`` columns; ``bold`` is for a terminal."""
    writer = TextWriter(document, width, bold)
    head = [escape_text(said) for said in (document.title, document.subtitle, document.author)]
    lines = [line for said in head if said for line in wrap(said, width)]
    lines[0] = writer.strong(lines[0])
    lines += writer.facts
    if document.summary:
        lines += ["", *wrap(writer.text(document.summary), width)]
    body = "\n".join([*lines, *writer.body(document.blocks)])
    return re.sub("\n{3,}", "\n\n", body).strip("\n") + "\n"


class TextWriter(BlockWriter):
    """Blocks into text; a heading and a paragraph have an empty line before them."""

    printer: TextPrinter

    def __init__(self, document: Document, width: int = WIDTH, bold: bool = False) -> None:
        self.bold = bold
        self.width = width
        self.numbering = Numbering(document.numbered)
        super().__init__(document, float(width))

    def make_printer(self, typesetting: Typesetting) -> TextPrinter:
        """The format's mathematics."""
        return TextPrinter(typesetting.product, typesetting.ascii)

    def set_type(self, typesetting: Typesetting) -> None:
        """Set mathematics so from here on; the printer measures what it prints."""
        self.printer = self.ruler = self.make_printer(typesetting)

    def heading(self, heading: Heading) -> str:
        """A section's title, apart from what follows."""
        title = self.numbering.heading(heading) + escape_text(heading.title)
        return "\n" + "\n".join(map(self.strong, wrap(title, self.width))) + "\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        return "\n" + "\n".join(wrap(self.text(paragraph.text), self.width))

    def items(self, items: Items) -> str:
        """A list; further lines of an item stand in."""
        mark, indent = ("- ", 2) if items.bullets else ("", INDENT)
        lines = [
            line
            for item in items.items
            for line in wrap(mark + self.text(item), self.width, indent)
        ]
        return "\n".join(["", *lines] if items.bullets else lines)

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        return keep_edges(text, escape_text(text)) if text.strip() else text

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        return escape_text(text)

    def strong(self, text: str) -> str:
        """A label."""
        return f"{BOLD}{text}{THIN}" if self.bold and text else text

    def emphasis(self, text: str) -> str:
        """Words in another voice."""
        return text

    def inline(self, formula: str) -> str:
        """A formula within a sentence, as the words around it are typed."""
        return normalize("NFC", formula)

    def source(self, source: Source) -> str:
        """A formula as its author typed it."""
        return escape_text(source.latex)

    def words(self, words: Sequence[Word]) -> str:
        """A relation in symbols and signs."""
        text = super().words(words).replace("( ", "(").replace(" )", ")")
        return text.replace("ᵀ", "'").replace("×", "x") if self.printer.ascii else text

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return f"{formula}ᵀ"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return f" {escape_text(text)}"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        return word

    def marked(self, term: Marked) -> str:
        """A term that is wrong, or right and beside it."""
        inside = term.run if isinstance(term.run, str) else self.maths(term.run)
        return f"[{inside}]" if term.mark == "right" else f"‹{inside}›"

    def matrix(self, part: Part) -> str:
        """The entries of a matrix, row by row; a column as a row."""
        column = len(part.entries) > 1 and len(part.entries[0]) == 1
        rows = [[e for (e,) in part.entries]] if column else part.entries
        written = [f"({', '.join(self.sum(e) for e in row)})" for row in rows]
        return written[0] if len(written) == 1 else f"({', '.join(written)})"

    def fits(self, part: Part) -> bool:
        """Whether a vector fits on a line."""
        return columns_of(f"{self.words(part.left)} = {self.matrix(part)}") <= self.width

    def display(self, display: Display) -> str:
        """An equation, further lines indented under the first."""
        lines = [line for part in display.parts for line in self.equation(part)]
        number = f"  ({display.number})" if display.number else ""
        if number and columns_of(lines[-1] + number) > self.width:
            lines.append("")
        lines[-1] += number.rjust(self.width - columns_of(lines[-1])) if number else ""
        return "\n".join(["", *lines] if display.number else lines)

    def equation(self, part: Part) -> list[str]:
        """The lines of one equality."""
        head = f"{self.words(part.left)} = " if part.left else ""
        indent = INDENT if head else 0
        room, used = self.width - indent, max(0, columns_of(head) - indent)
        if part.pieces:
            broken = break_lines(part.pieces, self.printer, room, used, part.starts)
            lines = [self.printer.sum(line.pieces, line.first) for line in broken]
        elif part.terms:
            lines = [
                self.terms([term for pair in pairs for term in pair])
                for pairs in fill(pair_terms(part.terms), self.width_of_all, room)
            ]
        elif part.words:
            return wrap(head + self.words(part.words), self.width, INDENT)
        else:
            return wrap(head + self.matrix(part), self.width, INDENT)
        return [head + lines[0], *(" " * indent + line for line in lines[1:])]

    def width_of(self, term: Judged) -> float:
        """The columns of a judged term."""
        return columns_of(self.terms([term])) + 1

    def table(self, table: Table) -> str:
        """Columns side by side, each cell wrapped within its own."""
        cells = [[self.text(cell) for cell in row] for row in (table.head, *table.rows)]
        widths = share_columns([[columns_of(c) for c in row] for row in cells], self.width)
        lines: list[str] = [""]
        if table.stacked:
            return "\n".join(lines + self.stacked(cells))
        if table.caption:
            lines += wrap(
                f"Table {self.numbering.table()}. {escape_text(table.caption)}", self.width
            )
        for k, row in enumerate(cells):
            wrapped = [wrap(cell, w) for cell, w in zip(row, widths, strict=True)]
            for i in range(max(map(len, wrapped))):
                line = [w[i] if i < len(w) else "" for w in wrapped]
                padded = [
                    " " * (w - columns_of(c)) + c
                    if j in table.numeric
                    else c + " " * (w - columns_of(c))
                    for j, (c, w) in enumerate(zip(line, widths, strict=True))
                ]
                text = (" " * GAP).join(padded).rstrip()
                lines.append(text if k else self.strong(text))
        return "\n".join(lines)

    def stacked(self, cells: Sequence[Sequence[str]]) -> list[str]:
        """A table's rows, the cells of each one below another under their heads."""
        (_, *heads), *rows = cells
        first = max((columns_of(row[0]) for row in rows), default=0) + GAP
        second = max(map(columns_of, heads)) + GAP
        lines = []
        for start, *rest in rows:
            for head, cell in zip(heads, rest, strict=True):
                if not cell:
                    continue
                name = " " * GAP + start + " " * (first - columns_of(start))
                label = head + " " * (second - columns_of(head))
                indent = GAP + first + second
                inside = wrap(cell, self.width - indent)
                lines.append(f"{name}{label}{inside[0]}")
                lines += [" " * indent + line for line in inside[1:]]
                start = ""
        return lines

    def picture(self, picture: Picture) -> str:
        """Only what it shows: a terminal has no drawings."""
        caption = f"Figure {self.numbering.picture()}. {escape_text(picture.caption)}."
        return "\n" + "\n".join(wrap(caption, self.width))


def columns_of(text: str) -> int:
    """The columns that a line takes, bold or not."""
    return columns(text.replace(BOLD, "").replace(THIN, ""))


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Words over lines of at most ``width`` columns; a word that is longer is cut."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        if current and columns_of(current) + 1 + columns_of(word) > width:
            lines.append(current)
            current = " " * indent + word if indent else word
        else:
            current = f"{current} {word}" if current else word
        while columns_of(current) > width >= indent + 2:
            head = cut(current, width)
            lines.append(head)
            current = " " * indent + current[len(head) :]
    return [*lines, current]


def cut(text: str, width: int) -> str:
    """So much of a text as fits in some columns, no mark torn off its letter."""
    end = 0
    while end < len(text) and columns_of(text[: end + 1]) <= width:
        end += 1
    return text[: max(end, 1)]


def share_columns(widths: Iterable[Sequence[int]], room: int) -> list[int]:
    """Widths of a table's columns: as wide as they need, the widest ones cut to what is there."""
    wanted = [max(column) for column in zip(*widths, strict=True)]
    left = room - GAP * (len(wanted) - 1)
    while sum(wanted) > left and max(wanted) > NARROW:
        widest = max(wanted)
        next_widest = max((w for w in wanted if w < widest), default=NARROW)
        count = wanted.count(widest)
        lower = max(next_widest, widest - -(-(sum(wanted) - left) // count), NARROW)
        wanted = [lower if w == widest else w for w in wanted]
    return wanted
