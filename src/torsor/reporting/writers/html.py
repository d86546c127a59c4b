"""The report as a page with MathML, which every browser shows by itself."""

from __future__ import annotations

from base64 import b64encode

from torsor.equations.printing.markup import escape
from torsor.equations.printing.printer import MathmlPrinter
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
from torsor.reporting.writers.numbering import Numbering
from torsor.reporting.writers.writer import BlockWriter

STYLE = """
body{font:16px/1.5 "Latin Modern Roman","Computer Modern Serif",Georgia,serif;max-width:60em;
margin:2.5em auto;padding:0 1.2em;color:#111}
header{text-align:center;margin-bottom:2em}h1{margin-bottom:.2em}h3,h4{margin-top:1.6em}
h4{font-weight:normal;font-style:italic}.summary{font-size:.92em;margin:0 3em 2em}
.equation{display:flex;align-items:flex-end;justify-content:space-between;gap:1em;margin:.5em 0;
overflow-x:auto}.equation math{flex:none}.equation .number{flex:none}
table.listing{border-collapse:collapse;width:100%;font-size:.92em;margin:1em 0 1.6em;
border-top:2px solid;border-bottom:2px solid}
.listing caption{text-align:left;margin-bottom:.4em}.listing th{border-bottom:1px solid;
text-align:left}.listing td,.listing th{padding:.25em .5em;vertical-align:top}
.listing .numeric{text-align:right}figure{margin:1.5em 0;text-align:center}
figure img{max-width:90%;max-height:24em}mtd{padding:.12em .15em}
@media print{body{font-size:10pt;max-width:none}h2,h3,h4{break-after:avoid}}
"""


def to_html(report: Report) -> str:
    """The document as one HTML file, figures within."""
    writer = HtmlWriter(report)
    head = [f"<h1>{escape(report.title)}</h1>", f"<div>{escape(report.subtitle)}</div>"]
    if report.author:
        head.append(f"<div>{escape(report.author)}</div>")
    lines = ["<header>", *head, "</header>"]
    if report.summary:
        lines.append(f'<p class="summary"><b>Summary.</b> {writer.text(report.summary)}</p>')
    lines += [writer.block(block) for block in report.blocks]
    body = "\n".join(lines)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width"/>'
        f"<title>{escape(report.title)}</title><style>{STYLE}</style></head><body>\n"
        f"{body}\n</body></html>\n"
    )


class HtmlWriter(BlockWriter):
    """Blocks into HTML."""

    space = ""

    def __init__(self, report: Report) -> None:
        self.printer = MathmlPrinter(report.product)
        self.numbering = Numbering()

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        number = self.numbering.heading(heading)
        level = heading.level + 1
        title = f"{number} {heading.title}" if number else heading.title
        return f"<h{level}>{escape(title)}</h{level}>"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        return f"<p>{self.text(paragraph.text)}</p>"

    def items(self, items: Items) -> str:
        """A list."""
        return "<ul>" + "".join(f"<li>{self.text(i)}</li>" for i in items.items) + "</ul>"

    def plain(self, text: str) -> str:
        """Plain text made safe."""
        return escape(text)

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        return f"<code>{escape(text)}</code>"

    def inline(self, formula: str) -> str:
        """A formula within a sentence."""
        return f"<math>{formula}</math>"

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return f"<msup><mrow>{formula}</mrow><mi>T</mi></msup>"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return f"<mspace width='1em'></mspace><mtext>{escape(text)}</mtext>"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        if word == "½":
            return "<mfrac><mn>1</mn><mn>2</mn></mfrac>"
        if word == "Σ_j":
            return "<munder><mo>∑</mo><mi>j</mi></munder>"
        if word.isdigit():
            return f"<mn>{word}</mn>"
        return f"<mo>{escape(word.replace('-', '−'))}</mo>"

    def part(self, part: Part) -> list[tuple[str, str]]:
        """The rows of one equality: left and right of the sign."""
        left = self.words(part.left) + "<mo>=</mo>"
        if part.lines:
            rows = [self.line(line) for line in part.lines]
        elif part.entries:
            cells = "".join(
                "<mtr>" + "".join(f"<mtd>{self.sum(e)}</mtd>" for e in row) + "</mtr>"
                for row in part.entries
            )
            matrix = f"<mrow><mo>[</mo><mtable>{cells}</mtable><mo>]</mo></mrow>"
            rows = [f"<msup>{matrix}<mi>T</mi></msup>" if part.transposed else matrix]
        else:
            rows = [self.words(words) for words in part.words]
        return [(left if k == 0 else "", row) for k, row in enumerate(rows)]

    def display(self, display: Display) -> str:
        """A numbered equation."""
        first, *others = display.parts
        rows = self.part(first)
        for part in others:
            more = "".join(f"<mspace width='1.5em'></mspace>{a}{b}" for a, b in self.part(part))
            rows[-1] = (rows[-1][0], rows[-1][1] + more)
        cells = "".join(
            "<mtr><mtd style='text-align:right'>"
            f"<mrow>{a}</mrow></mtd><mtd style='text-align:left'><mrow>{b}</mrow></mtd></mtr>"
            for a, b in rows
        )
        return (
            f'<div class="equation"><math display="block"><mtable>{cells}</mtable></math>'
            f'<span class="number">({display.number})</span></div>'
        )

    def table(self, table: Table) -> str:
        """A table with its caption."""
        head = "".join(f"<th>{self.text(cell)}</th>" for cell in table.head)
        rows = []
        for row in table.rows:
            cells = "".join(
                f'<td class="numeric">{self.text(c)}</td>'
                if k in table.numeric
                else f"<td>{self.text(c)}</td>"
                for k, c in enumerate(row)
            )
            rows.append(f"<tr>{cells}</tr>")
        caption = f"<b>Table {self.numbering.table()}.</b> {escape(table.caption)}."
        return (
            f'<table class="listing"><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )

    def picture(self, picture: Picture) -> str:
        """A drawing, within the page; as an image it can run nothing."""
        data = b64encode(picture.svg.encode()).decode()
        caption = escape(picture.caption)
        return (
            f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{caption}"/>'
            f"<figcaption><b>Figure {self.numbering.picture()}.</b> {caption}.</figcaption>"
            "</figure>"
        )
