"""One slip, its places: differences that tell of the same mistake, put together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from torsor.referee.comparing.explanation import Difference

if TYPE_CHECKING:
    from torsor.referee.paper_check import PaperCheck

Key = tuple[object, ...]


@dataclass(frozen=True)
class FindingPlace:
    """Where a slip shows: the equation, its component, line and column."""

    label: str
    target: str
    component: str
    line: int | None
    column: int | None


@dataclass(frozen=True)
class Finding:
    """One slip: its kind, one difference that shows it, and all its places."""

    kind: str
    example: Difference
    places: tuple[FindingPlace, ...]
    others: tuple[Difference, ...] = ()
    """Of a printed term that is several in normal form: the further ones that it spoils."""


def find_findings(check: PaperCheck) -> tuple[Finding, ...]:
    """The findings of a paper, those with the most places first."""
    groups: dict[Key, list[tuple[Difference, FindingPlace]]] = defaultdict(list)
    for equation in check.equations:
        for entry in equation.entries:
            for d in entry.comparison.differences:
                place = d.printed.term.place if d.printed and d.printed.term else None
                found = FindingPlace(
                    equation.label, equation.target, entry.place,
                    place.line if place else _line(equation.label),
                    place.column if place else None,
                )  # fmt: skip
                groups[_key(d)].append((d, found))
    findings: dict[Key, Finding] = {}
    for key, several in groups.items():
        places = tuple(dict.fromkeys(place for _, place in several))
        finding = Finding(str(key[0]), several[0][0], places, _others([d for d, _ in several]))
        findings.setdefault(places if all(_spreads(d) for d, _ in several) else key, finding)
    return tuple(sorted(findings.values(), key=lambda f: -len(f.places)))


def _others(several: Sequence[Difference]) -> tuple[Difference, ...]:
    """Of products that one printed term holds and the model has not: those after the first."""
    if any(d.derived for d in several):
        return ()
    kept = {d.printed.powers: d for d in several if d.printed}
    return tuple(kept.values())[1:]


def _spreads(d: Difference) -> bool:
    """Whether it is of a printed term that is several in normal form: one slip in it is in all.

    Terms whose places are not known have their whole equation's, and that may hold several slips.
    """
    term = d.printed.term if d.printed else None
    if term is None or not term.part:
        return False
    return (term.place.start, term.place.end) != (0, len(term.text))


def _line(label: str) -> int | None:
    """The line that an equation's label tells, where a term that is not printed has none."""
    digits = label.rpartition("line ")[2].rstrip(")")
    return int(digits) if "line " in label and digits.isdigit() else None


def _key(d: Difference) -> Key:
    """What a difference comes from: the same factor that is wrong, the same term that is lost."""
    if d.printed and d.derived and d.derived.coefficient:
        ratio = d.printed.coefficient / d.derived.coefficient
        return (d.kind, ratio, _quotient(d.printed.powers, d.derived.powers))
    if d.printed and d.printed.term is not None:
        place = d.printed.term.place
        return (d.kind, place.line, place.column, d.printed.term.text)
    still = d.derived.powers if d.derived else ()
    moving = ("dq", "ddq", "sin(", "cos(")
    return (d.kind, tuple(p for p in sorted(still) if not p[0].startswith(moving)))


def _quotient(
    printed: tuple[tuple[str, int], ...], derived: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    powers: dict[str, Fraction | int] = dict(printed)
    for name, exponent in derived:
        powers[name] = powers.get(name, 0) - exponent
    return tuple(sorted((n, int(e)) for n, e in powers.items() if e))
