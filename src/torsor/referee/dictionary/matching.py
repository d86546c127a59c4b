"""An author's parameters matched with a model's by the shapes of the terms that they stand in.

Each equation is a sum of terms; a term is a number times powers of what moves (rates, sines) times
powers of parameters. What moves is the same on both sides, so a printed term may only be one of
the derived terms that move alike. The assignment under which most terms agree is found by turns:
symbols are paired by the terms that they would make agree, given the pairs found so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from torsor.referee.comparing.assignment import cheapest_pairs
from torsor.referee.dictionary.names import resemblance
from torsor.referee.dictionary.scores import find_overlaps, find_support, turn_signs
from torsor.referee.dictionary.terms import Monomial, Terms, translate

ROUNDS = 8
FEW = 600
"""Texts with more terms than this are long enough to be matched at once."""


@dataclass(frozen=True)
class Match:
    """Which symbol each of the author's stands for, with its sign; and how well that fits."""

    names: Mapping[str, tuple[str, int]]
    zero: frozenset[str]
    """Symbols of the model that the text never has."""
    agree: int
    extra: int
    """Printed terms that are not derived so."""
    missing: int
    """Derived terms that are not printed so."""

    @property
    def cost(self) -> float:
        """How badly it fits."""
        return self.extra + self.missing


def match(
    printed: Terms,
    derived: Terms,
    fixed: Mapping[str, tuple[str, int]] | None = None,
    kept: Iterable[str] = (),
) -> Match:
    """The best assignment found; ``fixed`` pairs are declared, ``kept`` symbols are never zero.

    The search begins twice, with names in mind and almost without: names only break ties.
    """
    found = _match(printed, derived, fixed, kept, 0.5)
    if found.cost:
        other = _match(printed, derived, fixed, kept, 0.05)
        found = other if other.cost < found.cost else found
    return found


def improve(
    found: Match, printed: Terms, derived: Terms, fixed: Mapping[str, tuple[str, int]]
) -> Match:
    """A match with two symbols exchanged, or one given to what was left out, while that is better.

    It leads out of assignments that no single pair can leave.
    """
    if not found.cost or printed.count() > FEW:
        return found
    best = found
    free = [a for a in printed.names() if a not in fixed]
    for _ in range(3):
        before = best
        for k, a in enumerate(free):
            for other in (*free[k + 1 :], *sorted(best.zero)):
                names = dict(best.names)
                if other in best.zero:
                    names[a] = (other, 1)
                else:
                    mine, theirs = names.pop(a, None), names.pop(other, None)
                    names |= {n: s for n, s in ((a, theirs), (other, mine)) if s is not None}
                tried = judge_match(names, printed, derived, ())
                if tried.cost < best.cost:
                    best = tried
        if best is before:
            break
    return best


def _match(
    printed: Terms,
    derived: Terms,
    fixed: Mapping[str, tuple[str, int]] | None,
    kept: Iterable[str],
    trust: float,
) -> Match:
    """One search, with so much trust in names."""
    fixed = dict(fixed or {})
    mine = [n for n in printed.names() if n not in fixed]
    theirs = derived.names()
    names: dict[str, tuple[str, int]] = dict(fixed)
    first = find_overlaps(printed, derived)
    taken = {s for n, (s, _) in fixed.items() if not n.startswith("model_")}
    liking = {(a, s): resemblance(a, s) - 0.5 * (s in taken) for a in mine for s in theirs}
    scores = {pair: first.get(pair, 0.0) + trust * like for pair, like in liking.items()}
    best = judge_match(names, printed, derived, kept)
    seen: set[tuple[tuple[str, str], ...]] = set()
    for _ in range(ROUNDS):
        pairs = _assign(mine, theirs, scores)
        names = fixed | {a: (s, 1) for a, s in pairs.items()}
        names = turn_signs(names, printed, derived, fixed)
        found = judge_match(names, printed, derived, kept)
        if found.cost < best.cost or not best.names:
            best = found
        key = tuple(sorted(pairs.items()))
        if key in seen or not found.cost:
            break
        seen.add(key)
        left = derived.without(set(found.zero))
        support = find_support(printed, left if left.count() else derived, names)
        scores = {
            pair: support.get(pair, 0.0) + 0.3 * first.get(pair, 0.0) + 0.4 * trust * like
            for pair, like in liking.items()
        }
    return best


def _assign(
    mine: Sequence[str], theirs: Sequence[str], scores: Mapping[tuple[str, str], float]
) -> dict[str, str]:
    """The pairs of highest total score, each at most once; those of no score stay alone."""
    if not mine or not theirs:
        return {}
    top = max(scores.values(), default=0.0)
    table = [
        [top - scores[a, s] for s in theirs]
        + [top if i == k else 2 * top + 9 for k in range(len(mine))]
        for i, a in enumerate(mine)
    ]
    pairs = cheapest_pairs(table)
    return {
        mine[i]: theirs[j] for i, j in pairs if j < len(theirs) and scores[mine[i], theirs[j]] > 0.2
    }


def judge_match(
    names: Mapping[str, tuple[str, int]], printed: Terms, derived: Terms, kept: Iterable[str]
) -> Match:
    """How well pairs fit; what the text never has is nothing."""
    images = {s for s, _ in names.values()} | set(kept)
    zero = frozenset(n for n in derived.names() if n not in images)
    left = derived.without(set(zero))
    agree = extra = 0
    count: Counter[int] = Counter()
    hit: Counter[int] = Counter()
    for place, monomials in printed.at.items():
        others = left.at.get(place, {})
        total: dict[Monomial, Fraction] = {}
        for monomial, coefficient in monomials.items():
            count[place[0]] += 1
            moved = translate(monomial, names)
            if moved is None:
                extra += 1
                continue
            total[moved[0]] = total.get(moved[0], Fraction(0)) + coefficient * moved[1]
        for moved_monomial, coefficient in total.items():
            if others.get(moved_monomial) == coefficient:
                agree += 1
                hit[place[0]] += 1
            elif coefficient:
                extra += 1
    wanted: Counter[int] = Counter()
    for place, monomials in left.at.items():
        wanted[place[0]] += len(monomials)
    # An equation that is nothing like the derived one lacks no more than it has.
    missing = sum(min(n - hit[k], count[k] + 2) for k, n in wanted.items())
    return Match(dict(names), zero, agree, extra, missing)
