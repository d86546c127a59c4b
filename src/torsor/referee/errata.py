"""What checking found, as data and as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from torsor.document.blocks import (
    Block,
    Code,
    Display,
    Document,
    Heading,
    Items,
    Judged,
    Marked,
    Maths,
    Paragraph,
    Part,
    Source,
    Strong,
    Table,
    Text,
    Typesetting,
    labelled,
)
from torsor.document.printing.tokens import Piece, Token
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.spelling import TermSpeller, sides
from torsor.referee.equation import Checked, Entry
from torsor.referee.findings import Finding
from torsor.referee.paper import Unchecked
from torsor.referee.paper_check import PaperCheck
from torsor.referee.reading.terms import Reading

MEANING = {
    "dot": "a dot lost or added",
    "index": "another index",
    "symbol": "another symbol",
    "sign": "the opposite sign",
    "coefficient": "another coefficient",
    "power": "another power",
    "missing": "not printed",
    "extra": "not in the model",
    "twice": "printed twice",
    "factoring": "another factoring",
}


def verdict(checked: Checked) -> str:
    """In a word or two."""
    kinds = Counter(d.kind for e in checked.entries for d in e.comparison.differences)
    if not kinds:
        if checked.asked:
            return "right, if what is asked is so"
        if checked.digits:
            return "agrees to the printed digits"
        return "right" if checked.right else "not wholly read"
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def as_json(check: PaperCheck) -> dict[str, Any]:
    """The contract's fields for one paper."""
    spell = TermSpeller(check.model, check.notation, check.unknown)

    def difference(d: Difference, entry: Entry) -> dict[str, Any]:
        printed, derived = sides(d, spell)
        place = d.printed.term.place if d.printed and d.printed.term else None
        return {
            "kind": d.kind,
            "printed": printed,
            "derived": derived,
            "component": entry.place or None,
            "line": place.line if place else None,
            "column": place.column if place else None,
        }

    return {
        "paper": check.paper.name,
        "robot": check.paper.robot if "\n" not in check.paper.robot else check.model.robot.name,
        "title": check.paper.title,
        "equations": [
            {
                "label": e.label,
                "target": e.target,
                "printed": e.printed,
                "derived": e.derived,
                "matched": e.matched,
                "verdict": verdict(e),
                "asked": list(e.asked),
                "differences": [
                    difference(d, x) for x in e.entries for d in x.comparison.differences
                ],
                "findings": list(_findings(e)),
            }
            for e in check.equations
        ],
        "unchecked": [_unchecked(u) for u in check.unchecked],
        "findings": [_finding(f, spell) for f in check.findings],
        "dictionary": _dictionary(check),
        "questions": _questions(check),
        "identities": [{"label": label, "latex": text} for label, text in check.identities],
        "conventions": list(check.conventions),
    }


def _finding(finding: Finding, spell: TermSpeller) -> dict[str, Any]:
    """One slip, its places."""
    printed, derived = sides(finding.example, spell)
    return {
        "kind": finding.kind,
        "meaning": MEANING[finding.kind],
        "printed": printed,
        "derived": derived,
        "places": [
            {
                "label": p.label,
                "target": p.target,
                "component": p.component or None,
                "line": p.line,
                "column": p.column,
            }
            for p in finding.places
        ],
    }


def _dictionary(check: PaperCheck) -> dict[str, Any] | None:
    """What the author's symbols stand for."""
    found = check.dictionary
    if found is None:
        return None
    return {
        "symbols": [
            {
                "symbol": m.symbol,
                "latex": m.latex,
                "meaning": m.meaning,
                "terms": m.terms,
                "declared": m.declared,
            }
            for m in found.meanings
        ],
        "coordinates": dict(found.coordinates),
        "conventions": list(found.conventions),
        "left_out": list(found.left_out),
    }


def _questions(check: PaperCheck) -> list[dict[str, str]]:
    asked = check.dictionary.questions if check.dictionary else ()
    return [{"question": q.text, "yes": q.answer} for q in asked]


def _unchecked(unchecked: Unchecked) -> dict[str, Any]:
    """What was not judged; where it could not be read, the place too."""
    fields: dict[str, Any] = {"label": unchecked.label, "reason": unchecked.reason}
    if unchecked.place:
        line, column = unchecked.place
        fields["place"] = {"line": line, "column": column}
    return fields


def _findings(checked: Checked) -> list[str]:
    notes = [n for e in checked.entries for n in e.comparison.notes]
    more = sum(e.comparison.more for e in checked.entries)
    if more:
        notes.append(f"an excerpt: {more} derived terms are not printed")
    return [*checked.findings, *dict.fromkeys(notes)]


def _judged_terms(entry: Entry) -> Iterator[tuple[Reading | None, Difference | None]]:
    """Each printed term with what is wrong in it, then what is missing."""
    differences = entry.comparison.differences
    wrong = {id(d.printed.term): d for d in differences if d.printed}
    for term, reading in entry.comparison.read:
        yield reading, wrong.get(id(term))
    yield from ((None, d) for d in differences if not d.printed and d.derived)


def summary(check: PaperCheck) -> str:
    """How much is right, in a line."""
    right = sum(e.right for e in check.equations)
    kinds = Counter(d.kind for _, d in check.differences())
    total = sum(kinds.values())
    named = ", ".join(f"{n} {k}" for k, n in kinds.most_common())
    tail = f"; {total} difference{'s' * (total > 1)}: {named}" if total else ""
    unread = f"; {len(check.unread)} could not be read" if check.unread else ""
    count = len(check.equations) + len(check.unread)
    return f"{right} of {count} equations are right as printed{unread}{tail}."


# the document ------------------------------------------------------------------------------------

LEGEND = "Red: as printed and wrong. Blue, in brackets: the derived term."
COLOURED = ("latex", "html", "typst")
"""Formats that show the printed equations whole, what is wrong in them marked by its colour."""


def document(checks: Sequence[PaperCheck], format: str = "text") -> Document:
    """What was found in one paper, or in several: a part of the document each.

    A page tells first how much is right, a terminal last, where its reader looks.
    """
    if len(checks) == 1:
        (check,) = checks
        return Document(
            check.paper.title,
            tuple(_blocks(check, format, 1)),
            facts=_facts(check, format),
            typesetting=_typesetting(check),
        )
    blocks: list[Block] = []
    for check in checks:
        blocks += [Heading(check.paper.title), _typesetting(check)]
        blocks += [Items(_facts(check, format), bullets=False), *_blocks(check, format, 2)]
    equations = sum(len(check.equations) + len(check.unread) for check in checks)
    right = sum(e.right for check in checks for e in check.equations)
    told = f"{len(checks)} papers: {right} of {equations} equations are right as printed."
    return Document("Printed equations against derived ones", tuple(blocks), facts=((told,),))


def _typesetting(check: PaperCheck) -> Typesetting:
    return Typesetting(check.notation.product, check.notation.ascii)


def _facts(check: PaperCheck, format: str) -> tuple[Text, ...]:
    told = "" if format == "text" else summary(check)
    return tuple((said,) for said in (check.paper.source, told) if said)


def _blocks(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    """A table of the equations, then what is to be said of each."""
    coloured = format in COLOURED
    spell = TermSpeller(check.model, check.notation, check.unknown)
    head = ("Equation", "Target", "Printed", "Derived", "Agree", "Verdict")
    rows: list[tuple[Text, ...]] = [
        ((e.label,), (Code(e.target),), *((str(n),) for n in _counts(e)), (verdict(e),))
        for e in check.equations
    ]
    widths = (0.16, 0.2, 0.1, 0.1, 0.1, 0.34)
    yield Table("", tuple((h,) for h in head), tuple(rows), widths, frozenset((2, 3, 4)))
    if coloured:
        yield Paragraph((LEGEND,))
    for e in check.equations:
        findings = _findings(e)
        if e.right and not findings and not coloured:
            continue
        yield Heading(f"{e.label}, {e.target}" + (f": {verdict(e)}" if coloured else ""), level)
        if coloured:
            yield from (Display(0, (Part((), terms=_terms(x, spell)),)) for x in e.entries)
        elif not e.right:
            yield _differences(e, spell)
        if findings:
            yield Items(tuple(labelled("note", finding) for finding in findings), bullets=False)
    if check.unchecked:
        yield Heading("Not checked", level)
        yield Items(tuple((Strong(u.label), f": {u.reason}") for u in check.unchecked))
    told = summary(check) if format == "text" else ""
    remarks = (*check.conventions, told, check.paper.note)
    yield from (Paragraph((said,)) for said in remarks if said)


def _counts(checked: Checked) -> tuple[int, int, int]:
    return checked.printed, checked.derived, checked.matched


def _differences(checked: Checked, spell: TermSpeller) -> Table:
    """Each slip: its kind, what is printed and what is derived."""
    rows: list[tuple[Text, ...]] = []
    for entry in checked.entries:
        place = f" ({entry.place})" if entry.place else ""
        for d in entry.comparison.differences:
            latex, _ = sides(d, spell)
            printed = Source(latex, (spell.piece(d.printed),)) if d.printed and latex else "–"
            derived = Maths((spell.piece(d.derived),)) if d.derived else "–"
            rows.append(((d.kind + place,), (printed,), (derived,)))
    head = (("Kind",), ("printed",), ("derived",))
    return Table("", head, tuple(rows), (0.16, 0.42, 0.42), stacked=True)


def _terms(entry: Entry, spell: TermSpeller) -> tuple[Judged, ...]:
    """The printed terms one after another, what is wrong marked, corrections beside it."""
    found: list[Judged] = []
    for reading, d in _judged_terms(entry):
        printed = Maths((spell.piece(reading),), first=not found) if reading else None
        if d is None:
            found += [printed] if printed else []
            continue
        hint = f"{d.kind}: {MEANING[d.kind]}"
        if printed:
            found.append(Marked(printed, "wrong", hint))
        derived = Maths((spell.piece(d.derived),), bool(reading)) if d.derived else "none"
        found.append(Marked(derived, "right", "" if reading else "missing"))
    zero = Maths((Piece("", (Token("number", number=Fraction(0)),)),))
    label = (Strong(f"{entry.place}: "),) if entry.place else ()
    return (*label, *(found or (zero,)))
