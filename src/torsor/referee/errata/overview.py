"""Several papers at a glance: how much of each is right, and how many slips there are."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.document.blocks import Link, Table, Text
from torsor.referee.errata.slips_in_words import count_in_words
from torsor.referee.paper_check import PaperCheck


def tell_verdicts(checks: Sequence[PaperCheck]) -> str:
    """What was judged and how much of it is right, of all papers together."""
    judged = sum(len(check.equations) for check in checks)
    right = sum(e.right for check in checks for e in check.equations)
    slips = sum(len(check.findings) for check in checks)
    unread = sum(len(check.unread) for check in checks)
    told = (
        f"The equations of {count_in_words(len(checks), 'paper')} were compared, term by term and "
        f"exactly, with models derived anew: of {judged} equations {right} are right as printed. "
        f"What differs in the others comes down to {count_in_words(slips, 'slip')}."
    )
    if unread:
        verb = "could not be read with certainty and " + ("was" if unread == 1 else "were")
        told += f" {count_in_words(unread, 'more').capitalize()} {verb} not judged."
    return told


def overview_table(checks: Sequence[PaperCheck], linked: bool) -> Table:
    """A row for each paper."""
    rows: list[tuple[Text, ...]] = []
    for check in checks:
        title = check.paper.title
        right = sum(e.right for e in check.equations)
        counts = (len(check.equations), right, len(check.findings), len(check.unchecked))
        name = Link(title, check.paper.name) if linked else title
        rows.append(((name,), *((str(n),) for n in counts)))
    head = ("Paper", "Judged", "Right", "Slips", "Not judged")
    widths = (0.52, 0.11, 0.11, 0.11, 0.15)
    return Table("", tuple((h,) for h in head), tuple(rows), widths, frozenset((1, 2, 3, 4)))
