"""The equations of a paper in a document: a table of verdicts, and what differs in each."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.document.blocks import (
    Block,
    Code,
    Display,
    Heading,
    Items,
    Link,
    Maths,
    Part,
    Source,
    Strong,
    Table,
    Text,
)
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.spelling import TermSpeller, sides
from torsor.referee.equation import Checked
from torsor.referee.errata.printed_labels import title_of
from torsor.referee.errata.terms import judged_terms, mark_slips
from torsor.referee.errata.words import is_found, notes_of, quote_note, verdict
from torsor.referee.paper_check import PaperCheck

LEGEND = "Red: as printed and wrong. Blue, in brackets: the derived term."
COLOURED = ("latex", "html", "typst")
"""Formats that show the printed equations whole, what is wrong in them marked by its colour."""


def verdict_table(check: PaperCheck, linked: bool) -> Table:
    """Every equation that was judged, with its verdict; ``linked`` ones lead to their places."""
    head = ("Equation", "Target", "Printed", "Derived", "Agree", "Verdict")
    rows: list[tuple[Text, ...]] = [
        (
            (Link(e.label, anchor_of(check, k)) if linked else e.label,),
            (Code(e.target),),
            *((str(n),) for n in (e.printed, e.derived, e.matched)),
            (told_verdict(check, e),),
        )
        for k, e in enumerate(check.equations)
    ]
    widths = (0.16, 0.2, 0.1, 0.1, 0.1, 0.34)
    return Table("", tuple((h,) for h in head), tuple(rows), widths, frozenset((2, 3, 4)))


def told_verdict(check: PaperCheck, checked: Checked) -> str:
    """The verdict, and the numbers of the questions that it rests on."""
    said = verdict(checked, is_found(check))
    asked = check.dictionary.questions if check.dictionary else ()
    numbers = [str(k) for k, q in enumerate(asked, 1) if q.text in checked.asked]
    if not numbers:
        return said
    return f"{said} (question{'s' * (len(numbers) > 1)} {', '.join(numbers)})"


def anchor_of(check: PaperCheck, number: int) -> str:
    """The name of an equation's heading on a page."""
    return f"{check.paper.name}-{number + 1}"


def equation_blocks(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    """Each equation of which there is something to say; on a coloured page, each."""
    coloured = format in COLOURED
    spell = TermSpeller(check.model, check.notation, check.unknown)
    for number, e in enumerate(check.equations):
        notes = notes_of(e)
        if not (e.differs or notes or coloured):
            continue
        title = f"{e.label}, {e.target}" + (f": {told_verdict(check, e)}" if coloured else "")
        if format == "markdown":
            title = title_of(e.label, e.target)
        yield Heading(title, level, anchor=anchor_of(check, number))
        if coloured:
            yield from judged_displays(e, spell)
        elif e.differs:
            yield difference_table(e, spell, check.dictionary is not None)
        if notes:
            told = tuple((Strong("note:"), " ", *quote_note(note)) for note in notes)
            yield Items(told, bullets=False)


def differing_blocks(check: PaperCheck, level: int) -> Iterator[Block]:
    """Each equation that differs, whole, what is wrong in it marked."""
    spell = TermSpeller(check.model, check.notation, check.unknown)
    for number, e in enumerate(check.equations):
        if e.differs:
            yield Heading(title_of(e.label, e.target), level, anchor=anchor_of(check, number))
            yield from judged_displays(e, spell)


def judged_displays(checked: Checked, spell: TermSpeller) -> Iterator[Display]:
    """The printed equation, a line of mathematics for each component."""
    for entry in checked.entries:
        yield Display(0, (Part((), terms=judged_terms(entry, spell)),))


def difference_table(checked: Checked, spell: TermSpeller, author: bool) -> Table:
    """Each slip: its kind, what is printed and what is derived.

    A paper's own LaTeX is quoted; an author's term is set like the derived one.
    """
    rows: list[tuple[Text, ...]] = []
    for entry in checked.entries:
        place = f" ({entry.place})" if entry.place else ""
        for d in entry.comparison.differences:
            cells = marked_cells(d, spell) if author else _quoted_cells(d, spell)
            rows.append(((d.kind + place,), *cells))
    head = (("Kind",), ("printed",), ("derived",))
    return Table("", head, tuple(rows), (0.16, 0.42, 0.42), stacked=True)


def marked_cells(d: Difference, spell: TermSpeller) -> tuple[Text, Text]:
    """The printed and the derived term in one notation, what differs in them underlined."""
    printed, derived = mark_slips(d.printed, d.derived, spell)
    return (Maths((printed,)) if printed else "–",), (Maths((derived,)) if derived else "–",)


def _quoted_cells(d: Difference, spell: TermSpeller) -> tuple[Text, Text]:
    latex, _ = sides(d, spell)
    printed = Source(latex, (spell.piece(d.printed),)) if d.printed and latex else "–"
    derived = Maths((spell.piece(d.derived),)) if d.derived else "–"
    return (printed,), (derived,)
