"""What checking found in words: the verdict on an equation, and a line that can be quoted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from torsor.document.blocks import Code, Text
from torsor.referee.equation import Checked
from torsor.referee.findings import Finding, FindingPlace
from torsor.referee.paper_check import PaperCheck

PLACE = re.compile(r"line \d{1,9}, column \d{1,9}: ")
SAID = re.compile(r": read as | is no symbol|: ")
SOURCE = re.compile(r"[\\_^]")
"""What tells typed source from words."""

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
"""Each kind of difference in words."""


def is_found(check: PaperCheck) -> bool:
    """Whether anything of the dictionary was found, and so is the reader's to confirm."""
    found = check.dictionary
    return found is not None and any(not meaning.declared for meaning in found.meanings)


def verdict(checked: Checked, found: bool = False) -> str:
    """In a word or two; ``found`` tells that a dictionary was found, not declared."""
    kinds = count_kinds(checked)
    if kinds:
        return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    if checked.asked:
        return "right, if what is asked is so"
    if checked.digits:
        return "agrees to the printed digits"
    if not checked.right:
        return "not wholly read"
    return "right under this dictionary" if found else "right"


def count_kinds(checked: Checked) -> Counter[str]:
    """How many differences of each kind an equation has."""
    return Counter(d.kind for e in checked.entries for d in e.comparison.differences)


def notes_of(checked: Checked) -> list[str]:
    """What the reader had to say of an equation, and how much of it was left out."""
    notes = [n for e in checked.entries for n in e.comparison.notes]
    more = sum(e.comparison.more for e in checked.entries)
    if more:
        notes.append(f"an excerpt: {more} derived terms are not printed")
    return [*checked.findings, *dict.fromkeys(notes)]


def quote_note(note: str) -> Text:
    """A note in which the source is quoted as it is typed."""
    at = PLACE.match(note)
    start = at.end() if at else 0
    said = SAID.search(note, start)
    if said is None or not SOURCE.search(note, start, said.start()):
        return (note,)
    typed, rest = note[start : said.start()], note[said.end() :]
    reads = said[0]
    return (note[:start], Code(typed), reads, Code(rest) if reads == ": read as " else rest)


def summary(check: PaperCheck) -> str:
    """How much is right, in a line."""
    if check.dictionary is not None:
        return quotable(check)
    right = sum(e.right for e in check.equations)
    kinds = Counter(d.kind for _, d in check.differences())
    total = sum(kinds.values())
    named = ", ".join(f"{n} {k}" for k, n in kinds.most_common())
    tail = f"; {total} difference{'s' * (total > 1)}: {named}" if total else ""
    unread = f"; {len(check.unread)} could not be read" if check.unread else ""
    count = len(check.equations) + len(check.unread)
    return f"{right} of {count} equations are right as printed{unread}{tail}."


def quotable(check: PaperCheck) -> str:
    """The verdict on a text in a sentence that its author, or its referee, can quote."""
    total = len(check.equations)
    if not total:
        return f"No equation about the dynamics could be judged{_tail(check)}."
    right = sum(e.right for e in check.equations)
    said = "right under this dictionary" if is_found(check) else "right"
    if right == total:
        whole = "The one equation" if total == 1 else f"All {total} equations"
        verb = "is" if total == 1 else "are"
        return f"{whole} about the dynamics {verb} {said}{_tail(check)}."
    if total == 1:
        (other,) = _others(check)
        return f"The one equation about the dynamics {other.removeprefix('1 ')}{_tail(check)}."
    count = f"{right} are" if right > 1 else "1 is" if right else "none is"
    parts = [f"{count} {said}", *_others(check)]
    return f"Of {total} equations about the dynamics, {_listed(parts)}{_tail(check)}."


def _others(check: PaperCheck) -> list[str]:
    """How many equations have which other verdict, in words."""
    rest = [e for e in check.equations if not e.right]
    kinds = [count_kinds(e) for e in rest]
    factored = sum(set(k) == {"factoring"} for k in kinds)
    wrong = sum(bool(k) for k in kinds) - factored
    asked = [e for e, k in zip(rest, kinds, strict=True) if e.asked and not k]
    digits = sum(e.digits and not e.asked for e, k in zip(rest, kinds, strict=True) if not k)
    doubtful = len(rest) - factored - wrong - len(asked) - digits
    slips = sum(f.kind != "factoring" for f in check.findings)
    questions = len({q for e in asked for q in e.asked})
    told = [
        (wrong, "differs", "differ", f" by {slips} slip{'s' * (slips != 1)}"),
        (factored, "is", "are", " right in another factoring"),
        (len(asked), "rests", "rest", f" on {questions} open question{'s' * (questions != 1)}"),
        (digits, "agrees", "agree", " to the printed digits"),
        (doubtful, "was", "were", " not wholly read"),
    ]
    return [f"{n} {one if n == 1 else many}{how}" for n, one, many, how in told if n]


def _tail(check: PaperCheck) -> str:
    lost = len(check.unjudged)
    held = len(check.identities)
    parts = [f"{held} more {'holds' if held == 1 else 'hold'} by the text's own definitions"]
    parts = parts * bool(held) + [f"{lost} could not be judged"] * bool(lost)
    return "".join(f"; {part}" for part in parts)


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def dots_in_words(finding: Finding) -> str:
    """How many dots are printed and how many derived: a dot is small, and here it is the matter."""
    d = finding.example
    if d.kind != "dot" or d.printed is None or d.derived is None:
        return ""
    printed, derived = (dict(side.powers) for side in (d.printed, d.derived))
    return " and ".join(
        f"{_dots(few)} printed, {_dots(many)} derived"
        for few in sorted(n for n in printed if printed[n] > derived.get(n, 0))
        for many in sorted(n for n in derived if derived[n] > printed.get(n, 0))
        if few.lstrip("d") == many.lstrip("d")
    )


def _dots(name: str) -> str:
    return ("no dot", "one dot", "two dots")[min(len(name) - len(name.lstrip("d")), 2)]


def tell_places(places: Sequence[FindingPlace]) -> list[str]:
    """Where a slip shows: each equation once, with its lines and columns in the file."""
    groups: dict[tuple[str, str], list[FindingPlace]] = {}
    for place in places:
        component = f" ({place.component})" if place.component else ""
        groups.setdefault((place.label, f"{place.target}{component}"), []).append(place)
    return [_place(label, target, several) for (label, target), several in groups.items()]


def _place(label: str, target: str, places: Sequence[FindingPlace]) -> str:
    """``line 23, tau[1], column 65``; where a term stands in another line, that line too."""
    own = label.rpartition("line ")[2].rstrip(")") if "line " in label else ""
    columns: dict[int, list[str]] = {}
    for place in places:
        if place.line and place.column:
            columns.setdefault(place.line, []).append(str(place.column))
    found = f"{label}, {target}"
    for line, several in columns.items():
        told = f"column{'s' * (len(several) > 1)} {_listed(several)}"
        found += f", {told}" if str(line) == own else f" (line {line}, {told})"
    return found
