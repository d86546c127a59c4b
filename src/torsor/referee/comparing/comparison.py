"""Printed terms against derived ones, exactly, and every disagreement explained once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from torsor.algebra.expression import Expression
from torsor.algebra.terms import Term
from torsor.errors import TextError
from torsor.referee.comparing.explanation import Difference, Monomial, explain, sort_powers
from torsor.referee.comparing.ring_values import NORMAL, in_ring, normal_size, ring_with
from torsor.referee.comparing.slips import find_slip
from torsor.referee.reading.symbols import Key
from torsor.referee.reading.terms import Powers, PrintedTerm, Reading

UNKNOWN = "unknown_"
MANY = 20
"""Of terms with a sine squared, so many are tried as they are printed."""


@dataclass(frozen=True)
class Comparison:
    """How many terms are printed and derived, how many agree, and what does not."""

    printed: int
    derived: int
    matched: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    read: tuple[tuple[PrintedTerm, Reading], ...] = ()
    more: int = 0
    equal: bool = False
    """Whether both are one element of the ring; of an excerpt, whether every term is derived."""
    doubts: tuple[str, ...] = ()
    """What was overlooked in reading."""

    @property
    def right(self) -> bool:
        """Whether both are equal, and nothing differs."""
        return self.equal and not self.differences


def compare(
    printed: Sequence[PrintedTerm],
    derived: Expression,
    glyph: Callable[[str], Key],
    excerpt: bool = False,
) -> Comparison:
    """Match, pair and explain. In an excerpt, what is not printed is only counted."""
    ring = ring_with(derived.ring, printed)
    target = derived.to(ring)
    truth: dict[Powers, Fraction] = {sort_powers(t.powers): t.coefficient for t in target.terms}
    monomials: list[Monomial] = []
    notes: list[str] = []
    if sum(max(map(normal_size, t.readings)) for t in printed) > NORMAL:
        raise TextError(f"the equation has more than {NORMAL} terms in normal form")
    read = tuple((term, choose_reading(term, truth)) for term in printed)
    for term, reading in read:
        if len(term.readings) > 1:
            notes.append(
                f"{term.text.strip()}: read as {Term(reading.coefficient, reading.powers)}"
            )
        notes += reading.notes
        for t in in_ring(reading, ring).terms:
            monomials.append(Monomial(t.coefficient, sort_powers(t.powers), term))
    monomials = keep_squares(read, monomials, truth, glyph)
    rest = take_away(monomials, truth)
    equal = sum((in_ring(reading, ring) for _, reading in read), ring.number(0)) == target
    if equal:
        rest = Residue([], {}, {}, len(monomials))
    derived_left = [Term(c, k) for k, c in rest.missing.items()]
    differences, unpaired = explain(rest.left, derived_left, truth, glyph, excerpt)
    more, matched = 0, rest.matched + sum(len(group) for group in rest.partial.values())
    for lacking in unpaired:
        key = sort_powers(lacking.powers)
        if key in rest.partial:
            matched -= 1
            right = Term(truth[key], lacking.powers)
            differences.append(Difference("coefficient", rest.partial[key][0], right))
        elif excerpt:
            more += 1
        else:
            differences.append(Difference("missing", None, lacking))
    if excerpt:
        equal = bool(printed) and not differences
    wrong = {id(d.printed.term) for d in differences if d.printed}
    # A term with brackets is several monomials, a difference may be of several terms.
    matched = min(matched, sum(id(term) not in wrong for term, _ in read))
    doubts = tuple(dict.fromkeys(d for _, reading in read for d in reading.doubts))
    return Comparison(
        len(printed), len(target), matched, tuple(differences), tuple(notes), read, more,
        equal, doubts,
    )  # fmt: skip


def choose_reading(term: PrintedTerm, truth: dict[Powers, Fraction]) -> Reading:
    """Of several readings the one that is right, else one that stands for something known."""

    def merit(reading: Reading) -> tuple[bool, bool, bool]:
        key = sort_powers(reading.powers)
        unknown = any(UNKNOWN in n for n, _ in reading.powers)
        return truth.get(key) == reading.coefficient, key in truth, not unknown

    return max(term.readings, key=merit)


@dataclass
class Residue:
    """What is left on either side once all that agrees is taken away.

    ``partial`` holds monomials of which only a part of the derived coefficient is printed: the
    rest may stand elsewhere, misprinted, or the coefficient itself is wrong.
    """

    left: list[Monomial]
    missing: dict[Powers, Fraction]
    partial: dict[Powers, list[Monomial]]
    matched: int


def take_away(monomials: Sequence[Monomial], truth: dict[Powers, Fraction]) -> Residue:
    """Take away all that agrees."""
    groups: dict[Powers, list[Monomial]] = defaultdict(list)
    for monomial in monomials:
        groups[monomial.powers].append(monomial)
    found = Residue([], dict(truth), {}, 0)
    for powers, group in groups.items():
        wanted = truth.get(powers, Fraction(0))
        agreed = find_agreeing(group, wanted)
        total = sum((m.coefficient for m in group), Fraction(0))
        if agreed is not None:
            found.missing.pop(powers, None)
            found.matched += len(agreed)
            found.left += [m for i, m in enumerate(group) if i not in agreed]
        elif total * wanted > 0 and abs(total) < abs(wanted):
            found.partial[powers] = group
            found.missing[powers] = wanted - total
        else:
            found.left += group
    return found


def keep_squares(
    read: Sequence[tuple[PrintedTerm, Reading]],
    monomials: list[Monomial],
    truth: dict[Powers, Fraction],
    glyph: Callable[[str], Key],
) -> list[Monomial]:
    """The same monomials, but a term with s² as it is printed where one slip explains it so.

    In normal form s² is 1 − c², two monomials that no slip would bring together again.
    """
    squares = [(t, r) for t, r in read if any(n[:4] == "sin(" and e > 1 for n, e in r.powers)]
    wrong = {id(m.term) for m in take_away(monomials, truth).left} if squares else set()
    for term, reading in squares[:MANY]:
        if id(term) not in wrong:
            continue
        others = [m for m in monomials if m.term is not term]
        printed = reading.coefficient, sort_powers(reading.powers)
        lacking = take_away(others, truth).missing.items()
        slips = (find_slip(printed, (c, k), glyph) for k, c in lacking)
        if any(s is not None and s.count == 1 for s in slips):
            monomials = [*others, Monomial(*printed, term)]
    return monomials


def find_agreeing(group: Sequence[Monomial], wanted: Fraction) -> set[int] | None:
    """The largest part of some like terms that adds up to the derived coefficient."""
    total = sum((m.coefficient for m in group), Fraction(0))
    if total == wanted:
        return set(range(len(group)))
    if not wanted:
        return None
    if len(group) > 10:
        for i, monomial in enumerate(group):
            if total - monomial.coefficient == wanted:
                return set(range(len(group))) - {i}
        alone = (i for i, monomial in enumerate(group) if monomial.coefficient == wanted)
        return next(({i} for i in alone), None)
    for size in range(len(group) - 1, 0, -1):
        for part in combinations(range(len(group)), size):
            if sum((group[i].coefficient for i in part), Fraction(0)) == wanted:
                return set(part)
    return None
