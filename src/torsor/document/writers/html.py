"""Documents as one page with MathML, which every browser shows by itself, also offline."""

from __future__ import annotations

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
from torsor.document.printing.mathml import MathmlPrinter
from torsor.document.writers.numbering import Numbering
from torsor.document.writers.writer import BlockWriter

STYLE = """
:root{color-scheme:light dark;--ink:#111;--page:#fff;--wrong:#b00;--wrong-page:#fee;
--right:#036;--right-page:#eef}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--page:#161616;--wrong:#ff8a80;
--wrong-page:#3a1515;--right:#90caf9;--right-page:#14283a}figure img{background:#fff}}
body{font:16px/1.5 "Latin Modern Roman","Computer Modern Serif",Georgia,serif;max-width:60em;
margin:2.5em auto;padding:0 1.2em;color:var(--ink);background:var(--page);overflow-wrap:anywhere}
header{text-align:center;margin-bottom:2em}h1{margin-bottom:.2em}h3,h4{margin-top:1.6em}
h4{font-weight:normal;font-style:italic}.summary{font-size:.92em;margin:0 3em 2em}
.equation{display:flex;align-items:flex-end;justify-content:space-between;gap:1em;margin:.5em 0;
overflow-x:auto}.equation math{flex:none}.equation .number{flex:none}
.terms{line-height:2}.terms math{margin:0 .2em}.lines{list-style:none;padding:0}
.wrong{color:var(--wrong);background:var(--wrong-page)}
.right{color:var(--right);background:var(--right-page)}
.printed{color:var(--wrong)}.derived{color:var(--right)}
.slip{border-bottom:2px solid;padding-bottom:2px}a{color:var(--right)}
.listing td code{white-space:nowrap}
.wide{overflow-x:auto;margin:1em 0 1.6em}table.listing{border-collapse:collapse;width:100%;
font-size:.92em;border-top:2px solid;border-bottom:2px solid}
.listing caption{text-align:left;margin-bottom:.4em}.listing th{border-bottom:1px solid;
text-align:left}.listing td,.listing th{padding:.25em .5em;vertical-align:top;
overflow-wrap:normal}
.listing td.numeric,.listing th.numeric{text-align:right}figure{margin:1.5em 0;text-align:center}
figure img{max-width:90%;max-height:24em}mtd{padding:.12em .15em}
mo.dots{font-weight:bold}
@media(max-width:40em){.summary{margin:0 0 2em}body{margin-top:1em}
.stacked thead{display:none}.stacked td{display:block;overflow-x:auto}
.stacked td:first-child{font-weight:bold;padding-top:.8em}
.stacked td+td::before{content:attr(data-head) ": ";font-style:italic}}
@media print{body{font-size:10pt;max-width:none}h2,h3,h4{break-after:avoid}}
"""


def to_html(document: Document) -> str:
    """The document as one HTML file, figures within."""
    writer = HtmlWriter(document)
    head = [f"<h1>{escape_html(document.title)}</h1>"]
    said = filter(None, (document.subtitle, document.author))
    head += [f"<div>{escape_html(line)}</div>" for line in said]
    lines = ["<header>", *head, "</header>", *writer.facts]
    if document.summary:
        lines.append(f'<p class="summary"><b>Summary.</b> {writer.text(document.summary)}</p>')
    lines += writer.body(document.blocks)
    body = "\n".join(lines)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape_html(document.title)}</title><style>{STYLE}</style></head><body>\n"
        f"{body}\n</body></html>\n"
    )


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
        title = self.numbering.heading(heading) + heading.title
        anchor = f' id="{_identifier(heading.anchor)}"' if heading.anchor else ""
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
        return f"<msup><mrow>{formula}</mrow><mi>T</mi></msup>"

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
        return f"<msup>{matrix}<mi>T</mi></msup>" if part.transposed else matrix

    def part(self, part: Part) -> list[tuple[str, str]]:
        """The rows of one equality: left and right of the sign."""
        left = self.words(part.left) + "<mo>=</mo>"
        return [(left if k == 0 else "", row) for k, row in enumerate(self.lines(part))]

    def display(self, display: Display) -> str:
        """An equation; judged terms flow as a sentence does, so that they fit a phone."""
        first, *others = display.parts
        if first.terms:
            head = f"{self.inline(self.words(first.left))} " if first.left else ""
            flow = "\n".join(self.inline(self.terms([term])) for term in first.terms)
            return f'<p class="terms">{head}{flow}</p>'
        rows = self.part(first)
        for part in others:
            more = "".join(f"<mspace width='1.5em'></mspace>{a}{b}" for a, b in self.part(part))
            rows[-1] = (rows[-1][0], rows[-1][1] + more)
        number = f'<span class="number">({display.number})</span>' if display.number else ""
        return f'<div class="equation">{aligned_rows(rows)}{number}</div>'

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
        kind = "listing stacked" if table.stacked else "listing"
        caption = ""
        if table.caption:
            number = f"<b>Table {self.numbering.table()}.</b>"
            caption = f"<caption>{number} {escape_html(table.caption)}.</caption>"
        return (
            f'<div class="wide"><table class="{kind}">{caption}<thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    def picture(self, picture: Picture) -> str:
        """A drawing, within the page; as an image it can run nothing."""
        data = b64encode(picture.svg.encode()).decode()
        caption = escape_html(picture.caption)
        return (
            f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{caption}"/>'
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
    return f'<math display="block"><mtable>{cells}</mtable></math>'
