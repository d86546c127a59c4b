"""What checking found as a document: of a paper, of any author's text, or of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torsor.document.blocks import (
    Block,
    Document,
    Heading,
    Items,
    Paragraph,
    Strong,
    Text,
    Typesetting,
)
from torsor.referee.errata.equation_blocks import COLOURED
from torsor.referee.errata.manuscript_document import manuscript_blocks
from torsor.referee.errata.overview import overview_table, tell_verdicts
from torsor.referee.errata.paper_document import paper_blocks
from torsor.referee.errata.words import summary
from torsor.referee.paper_check import PaperCheck

JUDGED = "A referee's report: the printed equations against the derived ones"


def document(checks: Sequence[PaperCheck], format: str = "text") -> Document:
    """What was found in one paper, or in several: a part of the document each.

    A page tells first how much is right, a terminal last, where its reader looks.
    """
    if len(checks) == 1:
        (check,) = checks
        text = check.dictionary is not None
        told = f"checked against {check.model.robot.name}" if text else ""
        return Document(
            check.paper.title,
            tuple(_blocks(check, format, 1)),
            subtitle=told or (JUDGED if format in COLOURED else ""),
            facts=_facts(check, format),
            typesetting=_typesetting(check),
        )
    blocks: list[Block] = []
    if format in COLOURED:
        blocks += [Paragraph((Strong("Summary."), f" {tell_verdicts(checks)}"), True)]
        blocks.append(overview_table(checks, linked=format == "html"))
    for check in checks:
        title = Heading(check.paper.title, anchor=check.paper.name)
        blocks += [title, _typesetting(check)]
        blocks += [Items(_facts(check, format), bullets=False), *_blocks(check, format, 2)]
    equations = sum(len(check.equations) + len(check.unread) for check in checks)
    right = sum(e.right for check in checks for e in check.equations)
    line = f"{len(checks)} papers: {right} of {equations} equations are right as printed."
    facts: tuple[Text, ...] = () if format in COLOURED else ((line,),)
    return Document("Printed equations against derived ones", tuple(blocks), facts=facts)


def _typesetting(check: PaperCheck) -> Typesetting:
    return Typesetting(check.notation.product, check.notation.ascii)


def _facts(check: PaperCheck, format: str) -> tuple[Text, ...]:
    referee = format in COLOURED and check.dictionary is None
    told = "" if format == "text" or referee else summary(check)
    return tuple((said,) for said in (check.paper.source, told) if said)


def _blocks(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    if check.dictionary is None:
        return paper_blocks(check, format, level)
    return manuscript_blocks(check, check.dictionary, format, level)
