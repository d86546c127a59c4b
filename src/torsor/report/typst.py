"""The report in Typst, and from there in PDF."""

from __future__ import annotations

from collections.abc import Sequence

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
from torsor.report.template import TEMPLATE
from torsor.write.relations import Word
from torsor.write.typst import TypstPrinter, typst_string, typst_text

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


class TypstWriter:
    """Blocks into Typst."""

    def __init__(self, report: Report) -> None:
        self.printer = TypstPrinter(report.product, report.ascii)

    def block(self, block: Block) -> str:
        """One block."""
        if isinstance(block, Heading):
            marks = "=" * block.level
            start = "#show: appendix\n" if block.appendix else ""
            return f"\n{start}{marks} {typst_text(block.title)}\n"
        if isinstance(block, Paragraph):
            text = self.text(block.text)
            return f"\n#lead[{text}]\n" if block.leads else f"\n{text}\n"
        if isinstance(block, Items):
            return "\n" + "\n".join(f"- {self.text(item)}" for item in block.items) + "\n"
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Picture):
            return self.picture(block)
        return self.display(block)

    def text(self, text: Text) -> str:
        """A sentence."""
        found = []
        for run in text:
            if isinstance(run, str):
                found.append(typst_text(run) if run.strip() else run)
                if run.startswith(" ") and run.strip():
                    found[-1] = " " + found[-1]
                if run.endswith(" ") and run.strip():
                    found[-1] += " "
            elif isinstance(run, Code):
                found.append(f"#command({typst_string(run.text)});")
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
                found[-1] += "^upright(T)"
            elif word.startswith("text:"):
                found.append(f"quad upright({typst_string(word[5:])})")
            else:
                found.append(WORDS.get(word) or self.printer.letters(word))
        return " ".join(found)

    def part(self, part: Part) -> str:
        """One equality."""
        left = self.words(part.left)
        if part.lines:
            first, *more = [
                " ".join(self.printer.piece(p, line.first and i == 0)
                         for i, p in enumerate(line.pieces))
                for line in part.lines
            ]  # fmt: skip
            rows = [f"{left} &= {first}", *(f'& quad "" {line}' for line in more)]
            return " \\\n  ".join(rows)
        if part.entries:
            rows = [", ".join(self.entry(e) for e in row) for row in part.entries]
            single = len(part.entries) > 1 and len(part.entries[0]) == 1
            aligned = "align: #left, " if single else ""
            matrix = f'mat(delim: "[", {aligned}{"; ".join(rows)})'
            return f"{left} &= {matrix}" + ("^upright(T)" if part.transposed else "")
        return f"{left} &= " + " \\\n  & quad ".join(self.words(words) for words in part.words)

    def entry(self, pieces: Pieces) -> str:
        """An entry of a matrix; a comma in it would begin the next."""
        return self.sum(pieces)

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
