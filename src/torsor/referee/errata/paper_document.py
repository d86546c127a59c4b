"""A published paper's errata as blocks of a document."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.document.blocks import Block, Heading, Items, Paragraph, Strong
from torsor.referee.errata.equation_blocks import (
    COLOURED,
    LEGEND,
    equation_blocks,
    verdict_table,
)
from torsor.referee.errata.words import summary
from torsor.referee.paper_check import PaperCheck


def paper_blocks(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    """A table of the equations, then what is to be said of each."""
    yield verdict_table(check, format == "html" and level == 1)
    if format in COLOURED:
        yield Paragraph((LEGEND,))
    yield from equation_blocks(check, format, level)
    if check.unchecked:
        yield Heading("Not checked", level)
        yield Items(tuple((Strong(u.label), f": {u.reason}") for u in check.unchecked))
    told = summary(check) if format == "text" else ""
    remarks = (*check.conventions, told, check.paper.note)
    yield from (Paragraph((said,)) for said in remarks if said)
