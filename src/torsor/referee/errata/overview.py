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
    left_out = sum(len(check.paper.unchecked) for check in checks)
    told = (
        f"The equations of {count_in_words(len(checks), 'paper')} were compared, term by term and "
        f"exactly, with models derived anew: of {judged + unread} equations {right} are right as "
        "printed"
    )
    if unread:
        verb = "could not be read with certainty and " + ("was" if unread == 1 else "were")
        told += f", and {count_in_words(unread, verb, verb)} not judged"
    told += f". What differs comes down to {count_in_words(slips, 'slip')}."
    if left_out:
        told += f" Left out {'was' if left_out == 1 else 'were'} {left_out} more; each paper's "
        told += "section says why."
    return told


def overview_table(checks: Sequence[PaperCheck], linked: bool) -> Table:
    """A row for each paper."""
    rows: list[tuple[Text, ...]] = []
    for check in checks:
        title = check.paper.title
        right = sum(e.right for e in check.equations)
        unread = len(check.unread)
        total = len(check.equations) + unread
        counts = (total, right, unread, len(check.paper.unchecked), len(check.findings))
        name = Link(title, check.paper.name) if linked else title
        rows.append(((name,), *((str(n),) for n in counts)))
    head = ("Paper", "Equations", "Right", "Not read", "Left out", "Slips")
    widths = (0.42, 0.14, 0.1, 0.12, 0.12, 0.1)
    return Table("", tuple((h,) for h in head), tuple(rows), widths, frozenset(range(1, 6)))
