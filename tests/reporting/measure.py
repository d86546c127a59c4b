"""How wide Typst itself sets the lines of a report: the truth that the ruler is held against."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import typst

from torsor.document.blocks import Display, Document
from torsor.document.printing.layout import break_lines
from torsor.document.printing.width import EQUALS
from torsor.document.writers.typst import TypstWriter

SIZE = 10.0
HEAD = '#set page(width: auto, height: auto)\n#set text(font: "New Computer Modern", size: 10pt)\n'


def measured(formulas: Sequence[str]) -> list[float]:
    """The widths of some mathematics, in ems."""
    marks = "\n".join(
        f"#context [#metadata(measure(${formula}$).width / 1pt) <width>]" for formula in formulas
    )
    found = typst.query((HEAD + marks).encode(), "<width>", field="value", ignore_system_fonts=True)
    return [value / SIZE for value in json.loads(found)]


def lines(report: Document, with_left: bool = False) -> list[Any]:
    """Every line of every broken equation, as Typst's mathematics and as it was broken."""
    writer = TypstWriter(report)
    found: list[Any] = []
    for block in report.blocks:
        for part in block.parts if isinstance(block, Display) else ():
            if not part.pieces:
                continue
            room = writer.room - writer.ruler.width_of_words(part.left) - EQUALS - 1
            broken = break_lines(part.pieces, writer.ruler, room, -1, part.starts)
            assert [writer.printer.sum(b.pieces, b.first) for b in broken] == writer.lines(part)
            for line, formula in zip(broken, writer.lines(part), strict=True):
                found.append((formula, line, part.left[0]) if with_left else (formula, line))
    return found
