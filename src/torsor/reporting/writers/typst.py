"""The report in Typst, and from there in PDF."""

from __future__ import annotations

from torsor.equations.printing.typst import TypstPrinter, typst_string, typst_text
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
from torsor.reporting.writers.template import TEMPLATE
from torsor.reporting.writers.writer import BlockWriter

WORDS = {"×": "times", "+": "+", "-": "-", "=": "=", "(": "(", ")": ")", "≡": "equiv"}
WORDS |= {"Σ_j": "sum_j", "½": "inline(frac(1, 2))", "·": "dot"}
FEW = 3
"""Documents of so few sections need no table of contents."""

KEPT = 16
"""Tables of so many rows are not broken over pages."""

WHOLE = 7
"""Equations of so many lines are not broken over pages."""


def to_typst(report: Report) -> str:
    """The document as Typst's source."""
    writer = TypstWriter(report)
    head = TEMPLATE.replace("«title»", typst_string(report.title))
    head = head.replace("«subtitle»", typst_string(report.subtitle))
    head = head.replace("«author»", typst_string(report.author))
    if report.summary:
        head += f"#summary[{writer.text(report.summary)}]\n"
    if sum(isinstance(b, Heading) and b.level == 1 for b in report.blocks) > FEW:
        head += "#contents()\n"
    return head + "\n".join(writer.block(block) for block in report.blocks) + "\n"


class TypstWriter(BlockWriter):
    """Blocks into Typst."""

    printer: TypstPrinter

    def __init__(self, report: Report) -> None:
        self.printer = TypstPrinter(report.product, report.ascii)

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        marks = "=" * heading.level
        start = "#show: appendix\n" if heading.appendix else ""
        return f"\n{start}{marks} {typst_text(heading.title)}\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        text = self.text(paragraph.text)
        return f"\n#lead[{text}]\n" if paragraph.leads else f"\n{text}\n"

    def items(self, items: Items) -> str:
        """A list."""
        return "\n" + "\n".join(f"- {self.text(item)}" for item in items.items) + "\n"

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        if not text.strip():
            return text
        lead, trail = (" " if edge == " " else "" for edge in (text[0], text[-1]))
        return lead + typst_text(text) + trail

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        return f"#command({typst_string(text)});"

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return f"{formula}^upright(T)"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return f"quad upright({typst_string(text)})"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        return WORDS.get(word) or self.printer.letters(word)

    def part(self, part: Part) -> str:
        """One equality."""
        left = self.words(part.left)
        if part.lines:
            first, *more = [self.line(line) for line in part.lines]
            rows = [f"{left} &= {first}", *(f'& quad "" {line}' for line in more)]
            return " \\\n  ".join(rows)
        if part.entries:
            rows = [", ".join(self.sum(e) for e in row) for row in part.entries]
            single = len(part.entries) > 1 and len(part.entries[0]) == 1
            aligned = "align: #left, " if single else ""
            matrix = f'mat(delim: "[", {aligned}{"; ".join(rows)})'
            return f"{left} &= {matrix}" + ("^upright(T)" if part.transposed else "")
        return f"{left} &= " + " \\\n  & quad ".join(self.words(words) for words in part.words)

    def display(self, display: Display) -> str:
        """A numbered equation."""
        body = " quad ".join(
            self.part(part).replace("&=", "=") if i else self.part(part)
            for i, part in enumerate(display.parts)
        )
        lines = max(len(part.lines) for part in display.parts)
        whole = "" if lines <= WHOLE else ", whole: false"
        return f"#eq({display.number}{whole})[$ {body} $]"

    def table(self, table: Table) -> str:
        """A table that may run over pages, its head repeated."""
        shares = ", ".join(f"{w * 100:.4g}fr" for w in table.widths)
        aligned = ", ".join(
            "right" if k in table.numeric else "left" for k in range(len(table.widths))
        )
        head = ", ".join(f"[{self.text(cell)}]" for cell in table.head)
        rows = ",\n  ".join(", ".join(f"[{self.text(cell)}]" for cell in row) for row in table.rows)
        caption = typst_text(table.caption)
        whole = "  whole: true,\n" if len(table.rows) <= KEPT else ""
        return f"\n#listing([{caption}], ({shares}), ({aligned}), ({head},),\n{whole}  {rows},\n)\n"

    def picture(self, picture: Picture) -> str:
        """A drawing."""
        svg = typst_source(picture.svg)
        width = f"{picture.width:.4g}"
        caption = typst_text(picture.caption)
        return f"\n#drawing({svg}, {width}, {picture.height}mm, [{caption}])\n"


def typst_source(text: str) -> str:
    """A text of several lines as a string literal."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(ch for ch in safe if ch.isprintable() or ch in "\n\t") + '"'
