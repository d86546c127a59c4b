"""A published paper's errata as blocks of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from torsor.document.blocks import (
    Block,
    Heading,
    Items,
    Marked,
    Maths,
    Paragraph,
    Run,
    Strong,
    Table,
    Text,
)
from torsor.document.printing.layout import break_lines
from torsor.document.printing.tokens import Piece
from torsor.document.printing.width import PageRuler
from torsor.referee.comparing.spelling import TermSpeller
from torsor.referee.equation import Checked
from torsor.referee.errata.equation_blocks import (
    COLOURED,
    anchor_of,
    differing_blocks,
    equation_blocks,
    verdict_table,
)
from torsor.referee.errata.printed_labels import link_label, print_label
from torsor.referee.errata.slips_in_words import (
    count_in_words,
    explain_slip,
    join_words,
    list_counts,
    places_in_print,
)
from torsor.referee.errata.target_words import target_in_words
from torsor.referee.errata.terms import mark_slips
from torsor.referee.errata.words import count_kinds, notes_of, quote_note, summary
from torsor.referee.findings import Finding
from torsor.referee.paper_check import PLACE, PaperCheck

CELL = 13.5
"""Ems of a formula in a cell of the table of slips."""

METHODS = {
    "newton-euler": "Newton and Euler",
    "lagrange": "Lagrange",
    "virtual-work": "virtual work",
}


def paper_blocks(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    """On a page, a referee's report; else a table of the equations and what is said of each."""
    if format in COLOURED:
        yield from _referee_blocks(check, format, level)
        return
    yield verdict_table(check, linked=False)
    yield from equation_blocks(check, format, level)
    if check.unchecked:
        yield Heading("Not checked", level)
        yield Items(tuple((Strong(u.label), f": {u.reason}") for u in check.unchecked))
    told = summary(check) if format == "text" else ""
    remarks = (*check.conventions, told, check.paper.note)
    yield from (Paragraph((said,)) for said in remarks if said)


def _referee_blocks(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    """The verdict, the slips side by side, the equations that have them, then the rest."""
    yield Paragraph((Strong("Summary."), f" {tell_verdict(check)}"))
    told = [_sentence(said) for said in (check.paper.note, *check.conventions) if said]
    if told:
        yield Paragraph((" ".join(told),))
    if check.findings:
        yield Heading("The slips, one by one", level)
        yield Paragraph((_of_the_slips(check),), True)
        yield slip_table(check, format == "html")
    differing = [e for e in check.equations if e.differs]
    if differing:
        yield Heading("The equations that differ, as printed", level)
        yield Paragraph(
            (
                "Each term that departs from the model is ", Marked("red", "printed"),
                " and what differs in it is underlined; the derived term follows, ",
                Marked("blue, in brackets", "derived"), ".",
            ), True,
        )  # fmt: skip
        yield from differing_blocks(check, level + 1)
    yield Heading("Every equation and its verdict", level)
    yield _verdicts(check, linked=format == "html")
    yield from _remarks(check)
    if check.unchecked:
        yield Heading("What was not judged, and why", level)
        yield _not_judged(check)


def tell_verdict(check: PaperCheck) -> str:
    """What was judged, how much of it is right, and which slips there are."""
    judged, unread = len(check.equations), len(check.unread)
    right = sum(e.right for e in check.equations)
    differ = sum(e.differs for e in check.equations)
    robot, method = check.model.robot, METHODS[check.model.method]
    told = (
        f"{count_in_words(judged, 'printed equation').capitalize()} "
        f"{'was' if judged == 1 else 'were'} compared, term by term and exactly, with the model "
        f"of {robot.name}, derived by the method of {method}. "
    )
    if right == judged:
        told += "All are right as printed." if judged > 1 else "It is right as printed."
    else:
        lead = f"{count_in_words(right, 'is', 'are').capitalize()} right as printed"
        lead = lead if right else "None is right as printed"
        told += f"{lead}; {count_in_words(differ, 'differs', 'differ')} from the model. "
        kinds = Counter(f.kind for f in check.findings)
        slips = len(check.findings)
        terms = sum(count_kinds(e).total() for e in check.equations)
        told += f"What differs comes down to {count_in_words(slips, 'slip')}"
        told += f", which show in {terms} terms" if terms > slips else ""
        told += f": {list_counts(kinds.most_common())}."
    if unread:
        one = (
            "could not be read with certainty and was"
            if unread == 1
            else ("could not be read with certainty and were")
        )
        told += f" {count_in_words(unread, 'more').capitalize()} {one} not judged."
    return told


def _sentence(said: str) -> str:
    if said[:1].isascii():  # a symbol keeps its case: σ₁ is not Σ₁
        said = said[:1].upper() + said[1:]
    return said if said.endswith((".", "?")) else f"{said}."


def _of_the_slips(check: PaperCheck) -> str:
    several = any(len(f.places) > 1 for f in check.findings)
    more = " A slip that shows in several places is told once." if several else ""
    return (
        "Beside each term as it is printed stands the term as it is derived, in the notation of "
        f"the paper; the factors that differ are underlined.{more}"
    )


def slip_table(check: PaperCheck, linked: bool = False) -> Table:
    """Each slip: the printed term, the derived one, and what is wrong in a sentence.

    ``linked`` places lead to the equations.
    """
    spell = TermSpeller(check.model, check.notation, check.unknown)
    ruler = PageRuler(check.notation.product, check.notation.ascii)
    anchors = {(e.label, e.target): anchor_of(check, k) for k, e in enumerate(check.equations)}
    known = anchors if linked else {}
    rows = tuple(_slip(k, f, spell, ruler, known) for k, f in enumerate(check.findings, 1))
    head: tuple[Text, ...] = (("",), ("Printed",), ("Derived",), ("What is wrong, and where",))
    return Table("", head, rows, (0.05, 0.29, 0.29, 0.37), stacked=True)


def _slip(
    number: int,
    finding: Finding,
    spell: TermSpeller,
    ruler: PageRuler,
    anchors: Mapping[tuple[str, str], str],
) -> tuple[Text, ...]:
    d = finding.example
    printed, derived = mark_slips(d.printed, d.derived, spell)
    more = [mark_slips(other.printed, other.derived, spell)[0] for other in finding.others]
    told = explain_slip(finding, spell)
    where: list[Run] = []
    for place, told_place in places_in_print(finding.places):
        anchor = anchors.get((place.label, place.target))
        where += link_label(told_place, anchor) if anchor else print_label(told_place)
    return (
        (f"{number}",),
        (*_cell(printed, "printed", ruler), *(run for m in more for run in _next(m, ruler))),
        _cell(derived, "derived", ruler),
        (*told, " In ", *where, "."),
    )


def _cell(piece: Piece | None, mark: str, ruler: PageRuler) -> Text:
    """A term in a cell, broken between factors where it is too wide for it."""
    if piece is None:
        return ("–",)
    lines = break_lines((piece,), ruler, CELL, 0)
    runs: list[Marked | str] = []
    for line in lines:
        runs += [" ", Marked(Maths(line.pieces, line.first), mark)]
    return tuple(runs[1:])


def _next(piece: Piece | None, ruler: PageRuler) -> Text:
    """A further term of the same cell."""
    return (", ", *_cell(piece, "printed", ruler))


def _verdicts(check: PaperCheck, linked: bool) -> Table:
    """Every equation that was judged: what it speaks of, how much agrees, the verdict."""
    rows: list[tuple[Text, ...]] = []
    for k, e in enumerate(check.equations):
        leads = linked and e.differs
        label = link_label(e.label, anchor_of(check, k)) if leads else print_label(e.label)
        rows.append((label, (target_in_words(e.target),), (_agreement(e),), (_verdict(e),)))
    head = ("Equation", "What it says", "Terms agree", "Verdict")
    widths = (0.17, 0.36, 0.17, 0.3)
    return Table("", tuple((h,) for h in head), tuple(rows), widths)


def _agreement(e: Checked) -> str:
    """``5 of 8``; where nothing is printed but a zero, a dash."""
    return f"{e.matched} of {e.printed}" if e.printed else "–"


def _verdict(e: Checked) -> str:
    kinds = count_kinds(e)
    if kinds:
        return list_counts(kinds.most_common())
    return "right" if e.right else "not wholly read"


def _remarks(check: PaperCheck) -> Iterator[Block]:
    """What the reader had to say of equations."""
    items: list[Text] = []
    for e in check.equations:
        notes = [PLACE.sub("", note, count=1) for note in notes_of(e)]
        if notes:
            said: list[Run] = [*print_label(e.label), ": "]
            for k, note in enumerate(notes):
                said += ["; "] * bool(k) + list(quote_note(note))
            items.append((*said, "."))
    if items:
        yield Paragraph(("In reading them this was noticed:",), True)
        yield Items(tuple(items))


def _not_judged(check: PaperCheck) -> Table:
    """The equations by the reason why they were not judged; those that should have been first."""
    groups: dict[str, list[str]] = {}
    for u in (*check.unread, *check.paper.unchecked):
        reason = u.reason
        if u.place:
            reason = f"could not be read: {PLACE.sub('', reason, count=1)}"
        groups.setdefault(reason, []).append(u.label.removesuffix(", formula"))
    rows: tuple[tuple[Text, ...], ...] = tuple(
        ((_sentence(reason),), print_label(join_words(labels))) for reason, labels in groups.items()
    )
    return Table("", (("Why",), ("Equations",)), rows, (0.62, 0.38))
