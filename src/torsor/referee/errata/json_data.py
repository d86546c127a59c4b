"""What checking found as data: the fields that programs read."""

from __future__ import annotations

from typing import Any

from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.spelling import TermSpeller, sides
from torsor.referee.equation import Checked, Entry
from torsor.referee.errata.words import MEANING, is_found, notes_of, summary, verdict
from torsor.referee.findings import Finding
from torsor.referee.paper import Unchecked
from torsor.referee.paper_check import PaperCheck

Fields = dict[str, Any]


def as_json(check: PaperCheck) -> Fields:
    """The contract's fields for one paper."""
    writer = _Writer(check)
    return {
        "paper": check.paper.name,
        "robot": check.paper.robot if "\n" not in check.paper.robot else check.model.robot.name,
        "title": check.paper.title,
        "verdict": summary(check),
        "equations": [writer.equation(e) for e in check.equations],
        "unchecked": [_unchecked(u) for u in check.unchecked],
        "findings": [writer.finding(f) for f in check.findings],
        "dictionary": _dictionary(check),
        "questions": _questions(check),
        "identities": [{"label": label, "latex": text} for label, text in check.identities],
        "conventions": list(check.conventions),
    }


class _Writer:
    """Spells the differences of one paper."""

    def __init__(self, check: PaperCheck) -> None:
        self.spell = TermSpeller(check.model, check.notation, check.unknown)
        self.author = check.dictionary is not None
        self.found = is_found(check)

    def equation(self, checked: Checked) -> Fields:
        """An equation, its counts, its verdict and its differences."""
        return {
            "label": checked.label,
            "target": checked.target,
            "printed": checked.printed,
            "derived": checked.derived,
            "matched": checked.matched,
            "verdict": verdict(checked, self.found),
            "right": checked.right,
            "asked": list(checked.asked),
            "differences": [
                self.difference(d, x) for x in checked.entries for d in x.comparison.differences
            ],
            "findings": notes_of(checked),
        }

    def difference(self, d: Difference, entry: Entry) -> Fields:
        """One disagreement and its place."""
        term = d.printed.term if d.printed else None
        return self.terms(d) | {
            "component": entry.place or None,
            "line": term.place.line if term else None,
            "column": term.place.column if term else None,
        }

    def finding(self, finding: Finding) -> Fields:
        """One slip, its places."""
        return self.terms(finding.example) | {
            "meaning": MEANING[finding.kind],
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

    def terms(self, d: Difference) -> Fields:
        """The kind and both terms; an author's is set like the derived one, and as it is typed."""
        printed, derived = sides(d, self.spell)
        fields: Fields = {"kind": d.kind, "printed": printed, "derived": derived}
        if self.author:
            term = d.printed.term if d.printed else None
            fields["printed"] = self.spell.latex(d.printed) if d.printed else None
            fields["source"] = " ".join(term.text.split()) if term else None
        return fields


def _dictionary(check: PaperCheck) -> Fields | None:
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


def _unchecked(unchecked: Unchecked) -> Fields:
    """What was not judged; where it could not be read, the place too."""
    fields: Fields = {"label": unchecked.label, "reason": unchecked.reason}
    if unchecked.place:
        line, column = unchecked.place
        fields["place"] = {"line": line, "column": column}
    return fields
