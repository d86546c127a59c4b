"""Documents as one page with MathML, which every browser shows by itself, also offline."""

from __future__ import annotations

import re
from base64 import b64encode

from torsor.document.blocks import (
    Display,
    Document,
    Heading,
    Items,
    Link,
    Marked,
    Paragraph,
    Part,
    Picture,
    Table,
    Text,
    Typesetting,
    plain_words,
)
from torsor.document.escaping import escape_html
from torsor.document.printing.layout import split
from torsor.document.printing.mathml import CLOSE, OPEN, MathmlPrinter
from torsor.document.sheets import page
from torsor.document.sheets.rows import sheet_data
from torsor.document.sheets.sheet import Sheet
from torsor.document.writers.html_style import STYLE
from torsor.document.writers.numbering import Numbering
from torsor.document.writers.writer import BlockWriter, pair_terms

PUNCTUATED = re.compile(r"(<math>(?:(?!</?math>).)*</math>)([),.;:]+)", re.DOTALL)
"""A formula within a sentence and the marks right behind it."""

SHORT = 15.0
"""Ems of a term that also a phone shows on one line; a longer one may break between factors."""

TRANSPOSE = '<mi mathvariant="normal">T</mi>'

FEW = 3
"""Documents of so few sections need no table of contents."""


def to_html(document: Document) -> str:
    """The document as one HTML file, figures within."""
    writer = HtmlWriter(document)
    head = [f"<h1>{escape_html(document.title)}</h1>"]
    said = filter(None, (document.subtitle, document.author))
    head += [f"<div>{escape_html(line)}</div>" for line in said]
    lines = ["<header>", *head, "</header>", *writer.facts]
    if document.summary:
        lines.append(f'<p class="summary"><b>Summary.</b> {writer.text(document.summary)}</p>')
    contents = contents_list(document)
    lines.append(contents)
    lines += writer.body(document.blocks)
    body = "\n".join(filter(None, lines))
    kind = ' class="report"' if contents else ""
    rule, style, script = "", STYLE, ""
    if any(isinstance(block, Sheet) for block in document.blocks):
        rule, style = page.permitted(), STYLE + page.STYLE
        script = f"<script>{page.sheet_script()}</script>\n"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>{rule}'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape_html(document.title)}</title><style>{style}</style></head><body{kind}>\n"
        f"{body}\n{script}</body></html>\n"
    )


def contents_list(document: Document) -> str:
    """The sections of a report, each with a link; nothing where there are few."""
    sections = [b for b in document.blocks if isinstance(b, Heading) and b.level == 1]
    if not document.numbered or len(sections) <= FEW:
        return ""
    numbering = Numbering()
    entries: list[str] = []
    for block in document.blocks:
        if isinstance(block, Heading):
            number = numbering.heading(block)
            if block.level == 1:
                link = f'<a href="#{section_name(number)}">{escape_html(number + block.title)}</a>'
                entries.append(f"<li>{link}</li>")
    return f'<nav class="contents"><b>Contents</b><ol>{"".join(entries)}</ol></nav>'


def section_name(number: str) -> str:
    """The name that a numbered heading has in an address."""
    return f"section-{number.strip().replace('.', '-')}"


class HtmlWriter(BlockWriter):
    """Blocks into HTML."""

    printer: MathmlPrinter
    space = ""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.numbering = Numbering(document.numbered)

    def make_printer(self, typesetting: Typesetting) -> MathmlPrinter:
        """The format's mathematics."""
        return MathmlPrinter(typesetting.product)

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        level = heading.level + 1
        number = self.numbering.heading(heading)
        title = number + heading.title
        name = heading.anchor and _identifier(heading.anchor)
        name = name or (section_name(number) if number else "")
        anchor = f' id="{name}"' if name else ""
        return f"<h{level}{anchor}>{escape_html(title)}</h{level}>"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        return f"<p>{self.text(paragraph.text)}</p>"

    def items(self, items: Items) -> str:
        """A list."""
        start = "<ul>" if items.bullets else '<ul class="lines">'
        return start + "".join(f"<li>{self.text(i)}</li>" for i in items.items) + "</ul>"

    def plain(self, text: str) -> str:
        """Plain text made safe."""
        return escape_html(text)

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        return f"<code>{escape_html(text)}</code>"

    def text(self, text: Text) -> str:
        """A sentence; a mark behind a formula stays with it."""
        return PUNCTUATED.sub(r'<span class="one">\1\2</span>', super().text(text))

    def strong(self, text: str) -> str:
        """A label."""
        return f"<b>{text}</b>"

    def emphasis(self, text: str) -> str:
        """Words in another voice."""
        return f"<em>{text}</em>"

    def link(self, link: Link) -> str:
        """Words that lead to a heading of the page."""
        return f'<a href="#{_identifier(link.anchor)}">{escape_html(link.text)}</a>'

    def inline(self, formula: str) -> str:
        """A formula within a sentence."""
        return f"<math>{formula}</math>"

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return f"<msup><mrow>{formula}</mrow>{TRANSPOSE}</msup>"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        return f"<mspace width='1em'></mspace><mtext>{escape_html(text)}</mtext>"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        if word == "½":
            return "<mfrac><mn>1</mn><mn>2</mn></mfrac>"
        if word == "Σ_j":
            return "<munder><mo>∑</mo><mi>j</mi></munder>"
        if word.isdigit():
            return f"<mn>{word}</mn>"
        if word in "()":
            return OPEN if word == "(" else CLOSE
        return f"<mo>{escape_html(word.replace('-', '−'))}</mo>"

    def marked(self, term: Marked) -> str:
        """A term that is wrong, or right and beside it."""
        run = term.run
        inside = f"<mtext>{escape_html(run)}</mtext>" if isinstance(run, str) else self.maths(run)
        if term.mark == "right":
            inside = f"<mo stretchy='false'>[</mo>{inside}<mo stretchy='false'>]</mo>"
        hint = f' title="{escape_html(term.hint)}"' if term.hint else ""
        return f'<mrow class="{term.mark}"{hint}>{inside}</mrow>'

    def matrix(self, part: Part) -> str:
        """The entries of a matrix."""
        cells = "".join(
            "<mtr>" + "".join(f"<mtd>{self.sum(e)}</mtd>" for e in row) + "</mtr>"
            for row in part.entries
        )
        matrix = f"<mrow><mo>[</mo><mtable>{cells}</mtable><mo>]</mo></mrow>"
        return f"<msup>{matrix}{TRANSPOSE}</msup>" if part.transposed else matrix

    def part(self, part: Part) -> list[tuple[str, str]]:
        """The rows of one equality: left and right of the sign."""
        left = self.words(part.left) + "<mo>=</mo>"
        return [(left if k == 0 else "", row) for k, row in enumerate(self.lines(part))]

    def display(self, display: Display) -> str:
        """An equation; judged terms flow as a sentence does, so that they fit a phone."""
        first, *others = display.parts
        if first.terms:
            head = f"{self.inline(self.words(first.left))} " if first.left else ""
            pairs = ([self.inline(self.term(t)) for t in p] for p in pair_terms(first.terms))
            flow = "\n".join(
                p[0] if len(p) == 1 else f'<span class="pair">{" ".join(p)}</span>' for p in pairs
            )
            return f'<p class="terms">{head}{flow}</p>'
        number = f'<span class="number">({display.number})</span>' if display.number else ""
        if first.pieces and not others:
            return f'<div class="equation">{self.flowing_sum(first)}{number}</div>'
        rows = self.part(first)
        for part in others:
            more = "".join(f"<mspace width='1.5em'></mspace>{a}{b}" for a, b in self.part(part))
            rows[-1] = (rows[-1][0], rows[-1][1] + more)
        return f'<div class="equation">{aligned_rows(rows)}{number}</div>'

    def flowing_sum(self, part: Part) -> str:
        """A sum beside its left side, broken between terms where the window's width asks for it."""
        left = self.words(part.left) + "<mo>=</mo>" if part.left else ""
        side = f'<span class="left">{self.inline(left)}</span>' if left else ""
        found: list[str] = []
        for k, piece in enumerate(part.pieces):
            found += ["<br/>"] * (k in part.starts)
            for j, (small, _) in enumerate(split(piece, self.ruler, SHORT)):
                found.append(self.inline(self.printer.piece(small, k == j == 0)))
        terms = "\n".join(found)
        return f'{side}<div class="sum">{terms}</div>'

    def table(self, table: Table) -> str:
        """A table with its caption."""

        def row(tag: str, cells: tuple[Text, ...]) -> str:
            numbers = (' class="numeric"' if k in table.numeric else "" for k in range(len(cells)))
            names = heads if tag == "td" and table.stacked else ("",) * len(cells)
            return "".join(
                f"<{tag}{kind}{name}>{self.text(cell)}</{tag}>"
                for kind, name, cell in zip(numbers, names, cells, strict=True)
            )

        heads = tuple(f' data-head="{escape_html(plain_words(cell))}"' for cell in table.head)
        head = row("th", table.head)
        rows = [f"<tr>{row('td', cells)}</tr>" for cells in table.rows]
        kind = "listing" + " stacked" * table.stacked + " dense" * table.dense
        caption = ""
        if table.caption:
            number = f"<b>Table {self.numbering.table()}.</b>"
            caption = f"<caption>{number} {escape_html(table.caption)}.</caption>"
        return (
            f'<div class="wide"><table class="{kind}">{caption}<thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    def sheet(self, sheet: Sheet) -> str:
        """Its first rows, and all of them for the page's script."""
        rows = super().sheet(sheet)
        data = f'<script type="application/json">{sheet_data(sheet)}</script>'
        return f'<section class="sheet">{rows}{data}</section>'

    def picture(self, picture: Picture) -> str:
        """A drawing, within the page; as an image it can run nothing."""
        data = b64encode(picture.svg.encode()).decode()
        caption = escape_html(picture.caption)
        kind = ' class="adapts"' if "prefers-color-scheme" in picture.svg else ""
        return (
            f'<figure><img{kind} src="data:image/svg+xml;base64,{data}" alt="{caption}"/>'
            f"<figcaption><b>Figure {self.numbering.picture()}.</b> {caption}.</figcaption>"
            "</figure>"
        )


def _identifier(anchor: str) -> str:
    """A name that an address may have in it."""
    return "".join(ch if ch.isascii() and ch.isalnum() else "-" for ch in anchor)


def aligned_rows(rows: list[tuple[str, str]]) -> str:
    """Rows of MathML, aligned at what stands between their two sides."""
    cells = "".join(
        "<mtr><mtd style='text-align:right'>"
        f"<mrow>{a}</mrow></mtd><mtd style='text-align:left'><mrow>{b}</mrow></mtd></mtr>"
        for a, b in rows
    )
    return f'<math display="block"><mtable class="rows">{cells}</mtable></math>'
