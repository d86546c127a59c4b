"""A slip told in a sentence, as a referee tells it, and where it stands in print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torsor.document.blocks import Maths, Run, Text
from torsor.document.printing.tokens import Piece
from torsor.referee.comparing.spelling import TermSpeller
from torsor.referee.errata.terms import mark_slips, slips_alone
from torsor.referee.findings import Finding, FindingPlace

ALONE = {
    "missing": "The model has this term; it is not printed.",
    "extra": "It is printed; the model has no such term.",
    "twice": "It is printed twice; the model has it once.",
    "factoring": "C differs from the Christoffel matrix, though C times the velocities is right.",
    "sign": "The sign is the opposite one.",
    "coefficient": "The number before the term is another one.",
}
"""Slips that show in no single factor."""

THESE = "They are printed; the model has no such terms."
"""Of one printed term that is several when its bracket is expanded."""

UNMARKED = {
    "dot": "A dot is lost or added.",
    "index": "An index is another one.",
    "symbol": "A symbol is another one.",
    "power": "A power is another one.",
}
"""Slips of terms that have no factor in common."""

WHY = {"index": "another index", "symbol": "another symbol", "power": "another power"}
COUNTED = {
    "dot": ("dot lost or added", "dots lost or added"),
    "index": ("wrong index", "wrong indices"),
    "symbol": ("wrong symbol", "wrong symbols"),
    "sign": ("wrong sign", "wrong signs"),
    "coefficient": ("wrong coefficient", "wrong coefficients"),
    "power": ("wrong power", "wrong powers"),
    "missing": ("term missing", "terms missing"),
    "extra": ("term too many", "terms too many"),
    "twice": ("term printed twice", "terms printed twice"),
    "factoring": ("entry in another factoring", "entries in another factoring"),
}
"""Each kind of slip as it is counted, one and several."""

NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count_in_words(number: int, one: str, many: str = "") -> str:
    """``three dots``: small numbers in letters."""
    said = NUMERALS[number] if number < len(NUMERALS) else str(number)
    return f"{said} {one if number == 1 else many or one + 's'}"


def times(number: int) -> str:
    """``twice``, ``five times``; nothing for once."""
    return {1: "", 2: " twice"}.get(number, f" {count_in_words(number, 'time')}")


def list_counts(counts: Sequence[tuple[str, int]]) -> str:
    """``two dots lost or added and one wrong sign``."""
    return join_words([count_in_words(n, *COUNTED[kind]) for kind, n in counts])


def join_words(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def explain_slip(finding: Finding, spell: TermSpeller) -> Text:
    """What is wrong, in a sentence that shows the factor that differs."""
    d = finding.example
    printed, derived = (slips_alone(p) for p in mark_slips(d.printed, d.derived, spell))
    if finding.kind in ALONE:
        if finding.kind != "sign" or not (printed and derived):
            several = finding.kind == "extra" and finding.others
            return (THESE if several else ALONE[finding.kind],)
        other: Text = (Maths(printed), " stands where ", Maths(derived), " belongs, and the sign ")
        return (*other, "is the opposite one.")
    if not (printed or derived):
        return (UNMARKED.get(finding.kind, "The terms differ."),)
    told: list[Run] = []
    if printed and derived:
        told += [Maths(printed), " stands where ", Maths(derived), " belongs"]
    elif printed:
        told += [Maths(printed), " is too much"]
    else:
        told += [Maths(derived), " is lacking"]
    return (*told, f": {_cause(finding, printed, derived)}.")


def _cause(finding: Finding, printed: Sequence[Piece], derived: Sequence[Piece]) -> str:
    if finding.kind == "dot":
        less = _dots(printed) - _dots(derived)
        return "dots are misplaced" if not less else f"a dot is {'lost' if less < 0 else 'added'}"
    bases = [{t.glyph for p in pieces for t in p.tokens} for pieces in (printed, derived)]
    if finding.kind == "power" and bases[0] != bases[1]:
        return "another factor" if bases[0] else "a factor is lost"
    return WHY.get(finding.kind, finding.kind)


def _dots(pieces: Sequence[Piece]) -> int:
    """The dots that a product shows, powers counted."""
    return sum(t.glyph.dots * t.power for p in pieces for t in p.tokens if t.glyph is not None)


def places_in_print(places: Sequence[FindingPlace]) -> list[tuple[FindingPlace, str]]:
    """The equations that show a slip, as a reader of the paper finds them, with what parts them."""
    found: dict[str, FindingPlace] = {}
    counts: Counter[str] = Counter()
    for place in places:
        component = f" {place.component}" if place.component else ""
        where = f"{place.label}{component}"
        found.setdefault(where, place)
        counts[where] += 1
    apart = "; " if any("," in label for label in counts) else ", "
    ends = [apart] * (len(found) - 1) + [""]
    return [
        (place, f"{label}{times(counts[label])}{end}")
        for (label, place), end in zip(found.items(), ends, strict=True)
    ]
