"""Printed terms against derived ones, exactly, and every disagreement explained once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.check.assign import cheapest_pairs
from torsor.check.latex_grammar import Place
from torsor.check.read import PrintedTerm, Reading
from torsor.check.slips import Slip, slip
from torsor.check.symbols import Key

UNKNOWN = "unknown_"
FORBIDDEN = 100.0
Powers = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Monomial:
    """A printed monomial in normal form, with the term that it comes from."""

    coefficient: Fraction
    powers: Powers
    term: PrintedTerm | None


@dataclass(frozen=True)
class Difference:
    """One disagreement: its kind, and the printed and the derived term where there are such."""

    kind: str
    printed: Monomial | None
    derived: Term | None


@dataclass(frozen=True)
class Comparison:
    """How many terms are printed and derived, how many agree, and what does not."""

    printed: int
    derived: int
    matched: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    more: int = 0

    @property
    def right(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def compare(
    printed: Sequence[PrintedTerm],
    derived: Expression,
    glyph: Callable[[str], Key],
    excerpt: bool = False,
) -> Comparison:
    """Match, pair and explain. In an excerpt, what is not printed is only counted."""
    ring = ring_with(derived.ring, printed)
    target = derived.to(ring)
    truth: dict[Powers, Fraction] = {_key(t.powers): t.coefficient for t in target.terms}
    monomials: list[Monomial] = []
    notes: list[str] = []
    for term in printed:
        reading = chosen(term, truth)
        if len(term.readings) > 1:
            notes.append(f"{term.text.strip()}: read as {spoken(reading)}")
        notes += reading.notes
        for t in in_ring(reading, ring).terms:
            monomials.append(Monomial(t.coefficient, _key(t.powers), term))
    left, missing, matched = residues(monomials, truth)
    if sum((in_ring(chosen(t, truth), ring) for t in printed), ring.number(0)) == target:
        left, missing, matched = [], {}, len(monomials)
    derived_left = [Term(c, k) for k, c in missing.items()]
    differences, unpaired = paired(left, derived_left, truth, glyph, excerpt)
    more = len(unpaired) if excerpt else 0
    if not excerpt:
        differences += [Difference("missing", None, t) for t in unpaired]
    return Comparison(len(printed), len(target), matched, tuple(differences), tuple(notes), more)


def ring_with(ring: Ring, printed: Sequence[PrintedTerm]) -> Ring:
    """The model's ring with the atoms of the text at hand."""
    symbols: dict[str, None] = {}
    angles: dict[str, None] = {}
    roots: set[int] = set()
    for name in {n for t in printed for r in t.readings for n, _ in r.powers}:
        function, _, rest = name.partition("(")
        if function in ("sin", "cos"):
            angles[rest[:-1]] = None
        elif function == "sqrt" and rest[:-1].isdigit():
            roots.add(int(rest[:-1]))
        elif name not in ring.index:
            symbols[name] = None
    return ring.extended(sorted(symbols), sorted(angles), roots)


def in_ring(reading: Reading, ring: Ring) -> Expression:
    """A reading in normal form."""
    return ring.from_term_list([Term(reading.coefficient, reading.powers)])


def chosen(term: PrintedTerm, truth: dict[Powers, Fraction]) -> Reading:
    """Of several readings the one that is right, else one that stands for something known."""

    def merit(reading: Reading) -> tuple[bool, bool, bool]:
        key = _key(reading.powers)
        unknown = any(UNKNOWN in n for n, _ in reading.powers)
        return truth.get(key) == reading.coefficient, key in truth, not unknown

    return max(term.readings, key=merit)


def spoken(reading: Reading) -> str:
    """A reading as a plain product."""
    return str(Term(reading.coefficient, reading.powers))


def _key(powers: Powers) -> Powers:
    return tuple(sorted((n, e) for n, e in powers if e))


def residues(
    monomials: Sequence[Monomial], truth: dict[Powers, Fraction]
) -> tuple[list[Monomial], dict[Powers, Fraction], int]:
    """What is left on either side once all that agrees is taken away."""
    groups: dict[Powers, list[Monomial]] = defaultdict(list)
    for monomial in monomials:
        groups[monomial.powers].append(monomial)
    left: list[Monomial] = []
    missing = dict(truth)
    matched = 0
    for powers, group in groups.items():
        agreed = agreeing(group, truth.get(powers, Fraction(0)))
        if agreed is not None:
            missing.pop(powers, None)
            matched += len(agreed)
            left += [m for i, m in enumerate(group) if i not in agreed]
        else:
            left += group
    return left, missing, matched


def agreeing(group: Sequence[Monomial], wanted: Fraction) -> set[int] | None:
    """The largest part of some like terms that adds up to the derived coefficient."""
    total = sum((m.coefficient for m in group), Fraction(0))
    if total == wanted:
        return set(range(len(group)))
    if not wanted:
        return None
    sizes = range(len(group) - 1, 0, -1) if len(group) <= 10 else (len(group) - 1, 1)
    for size in sizes:
        for part in combinations(range(len(group)), size):
            if sum((group[i].coefficient for i in part), Fraction(0)) == wanted:
                return set(part)
    return None


def paired(
    left: list[Monomial],
    missing: list[Term],
    truth: dict[Powers, Fraction],
    glyph: Callable[[str], Key],
    excerpt: bool,
) -> tuple[list[Difference], list[Term]]:
    """The shortest explanation: printed terms paired with derived ones by the fewest slips."""
    differences: list[Difference] = []
    taken: set[int] = set()
    if left:
        slips: list[list[Slip | None]] = [
            [
                slip((m.coefficient, m.powers), (t.coefficient, _key(t.powers)), glyph)
                for t in missing
            ]
            for m in left
        ]
        # Each printed term may also stay alone, which costs as much as each derived one does.
        alone = 0.0 if excerpt else 1.0
        table = [
            [(s.cost - alone if s else FORBIDDEN) for s in row]
            + [1.0 if i == j else FORBIDDEN for j in range(len(left))]
            for i, row in enumerate(slips)
        ]
        for i, j in sorted(cheapest_pairs(table)):
            found = slips[i][j] if j < len(missing) else None
            if found is None:
                differences.append(_alone(left[i], truth))
            else:
                taken.add(j)
                differences.append(Difference(found.kind, left[i], missing[j]))
    return differences, [t for j, t in enumerate(missing) if j not in taken]


def _alone(monomial: Monomial, truth: dict[Powers, Fraction]) -> Difference:
    twice = truth.get(monomial.powers) == monomial.coefficient
    return Difference("twice" if twice else "extra", monomial, None)


def place_of(difference: Difference) -> Place | None:
    """Where a difference stands in the print."""
    if difference.printed is None or difference.printed.term is None:
        return None
    return difference.printed.term.place
