"""Documents in Typst, and from there in PDF."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from torsor.document.blocks import (
    Block,
    Display,
    Document,
    Heading,
    Items,
    Marked,
    Paragraph,
    Part,
    Picture,
    Table,
    Typesetting,
)
from torsor.document.escaping import escape_typst, keep_edges, quote_typst
from torsor.document.printing.typst import TypstPrinter
from torsor.document.writers.template import TEMPLATE
from torsor.document.writers.writer import BlockWriter

WORDS = {"×": "times", "+": "+", "-": "-", "=": "=", "(": "(", ")": ")", "≡": "equiv"}
WORDS |= {"Σ_j": "sum_j", "½": "inline(frac(1, 2))", "·": "dot"}
COLOURS = {"wrong": 'rgb("#b00020")', "right": 'rgb("#0b3d91")'}
COLOURS |= {"printed": COLOURS["wrong"], "derived": COLOURS["right"]}
FEW = 3
"""Documents of so few sections need no table of contents."""

KEPT = 16
"""Tables of so many rows are not broken over pages."""

WHOLE = 7
"""Equations of so many lines are not broken over pages."""


def to_typst(document: Document) -> str:
    """The document as Typst's source, to be compiled as it stands."""
    writer = TypstWriter(document)
    head = TEMPLATE.replace("«title»", quote_typst(document.title))
    head = head.replace("«subtitle»", quote_typst(document.subtitle))
    head = head.replace("«author»", quote_typst(document.author))
    head = head.replace("«numbering»", '"1.1"' if document.numbered else "none")
    if document.summary:
        head += f"#summary[{writer.text(document.summary)}]\n"
    sections = sum(isinstance(b, Heading) and b.level == 1 for b in document.blocks)
    if document.numbered and sections > FEW:
        head += "#contents()\n"
    return head + "\n".join(writer.facts + writer.body(document.blocks)) + "\n"


class TypstWriter(BlockWriter):
    """Blocks into Typst."""

    printer: TypstPrinter

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.held = last_but_one(document.blocks)
        self.lettered = False

    def make_printer(self, typesetting: Typesetting) -> TypstPrinter:
        """The format's mathematics."""
        return TypstPrinter(typesetting.product, typesetting.ascii)

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        marks = "=" * heading.level
        start = "#show: appendix\n" if heading.appendix and not self.lettered else ""
        self.lettered |= heading.appendix
        return f"\n{start}{marks} {escape_typst(heading.title)}\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        text = self.text(paragraph.text)
        return f"\n#lead[{text}]\n" if paragraph.leads else f"\n{text}\n"

    def items(self, items: Items) -> str:
        """A list."""
        if not items.bullets:
            return "\n" + " \\\n".join(self.text(item) for item in items.items) + "\n"
        return "\n" + "\n".join(f"- {self.text(item)}" for item in items.items) + "\n"

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        return keep_edges(text, escape_typst(text)) if text.strip() else text

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        return f"#command({quote_typst(text)});"

    def strong(self, text: str) -> str:
        """A label."""
        return f"#strong[{text}]"

    def emphasis(self, text: str) -> str:
        """Words in another voice."""
        return f"#emph[{text}]"

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return f"{formula}^upright(T)"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return f"quad upright({quote_typst(text)})"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        return WORDS.get(word) or self.printer.letters(word)

    def marked(self, term: Marked) -> str:
        """A term that is wrong, or right and beside it."""
        run = term.run
        inside = f"upright({quote_typst(run)})" if isinstance(run, str) else self.maths(run)
        inside = f"thin lr([{inside}])" if term.mark == "right" else inside
        return f"#text(fill: {COLOURS[term.mark]}, $ {inside} $.body)"

    def matrix(self, part: Part) -> str:
        """The entries of a matrix."""
        rows = [", ".join(self.sum(e) for e in row) for row in part.entries]
        single = len(part.entries) > 1 and len(part.entries[0]) == 1
        aligned = "align: #left, " if single else ""
        matrix = f'mat(delim: "[", {aligned}{"; ".join(rows)})'
        return matrix + ("^upright(T)" if part.transposed else "")

    def part(self, part: Part) -> list[str]:
        """The rows of one equality."""
        first, *more = self.lines(part)
        left = f"{self.words(part.left)} &= " if part.left else "& "
        return [left + first, *(f'& quad "" {line}' for line in more)]

    def display(self, display: Display) -> str:
        """An equation."""
        first, *others = [self.part(part) for part in display.parts]
        body = " quad ".join(
            [" \\\n  ".join(first), *(" ".join(rows).replace("&=", "=") for rows in others)]
        )
        whole = "" if len(first) <= WHOLE else ", whole: false"
        if not whole and display.number in self.held:
            whole = ", held: true"
        return f"#eq({display.number}{whole})[$ {body} $]"

    def table(self, table: Table) -> str:
        """A table that may run over pages, its head repeated."""
        shares = ", ".join(f"{w * 100:.4g}fr" for w in table.widths)
        aligned = ", ".join(
            "right" if k in table.numeric else "left" for k in range(len(table.widths))
        )
        head = ", ".join(f"[{self.text(cell)}]" for cell in table.head)
        rows = ",\n  ".join(", ".join(f"[{self.text(cell)}]" for cell in row) for row in table.rows)
        caption = escape_typst(table.caption)
        whole = "  whole: true,\n" if len(table.rows) <= KEPT else ""
        whole += "  dense: true,\n" if table.dense else ""
        return f"\n#listing([{caption}], ({shares}), ({aligned}), ({head},),\n{whole}  {rows},\n)\n"

    def picture(self, picture: Picture) -> str:
        """A drawing."""
        svg = quote_typst(picture.svg, several=True)
        width = f"{picture.width:.4g}"
        caption = escape_typst(picture.caption)
        return f"\n#drawing({svg}, {width}, {picture.height}mm, [{caption}])\n"


def last_but_one(blocks: Iterable[Block]) -> frozenset[int]:
    """The numbers of equations that stay with the last of their run: no page has it alone."""
    held = set()
    for displays, run in groupby(blocks, lambda block: isinstance(block, Display)):
        numbers = [b.number for b in run if isinstance(b, Display)] if displays else []
        held |= set(numbers[-2:-1])
    return frozenset(held) - {0}
