"""An author's parameters matched with a model's by the shapes of the terms that they stand in.

Each equation is a sum of terms; a term is a number times powers of what moves (rates, sines) times
powers of parameters. What moves is the same on both sides, so a printed term may only be one of
the derived terms that move alike. The assignment under which most terms agree is found by turns:
symbols are paired by the terms that they would make agree, given the pairs found so far.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.referee.comparing.assignment import cheapest_pairs
from torsor.referee.dictionary.names import resemblance

Monomial = tuple[tuple[str, int], ...]
MOVING = re.compile(r"d{0,2}q[0-9]+|(?:sin|cos)\(q[0-9]+\)|sign\(dq[0-9]+\)|tau[0-9]+|sqrt\([23]\)")
MOST = 3000
"""Of more printed terms than this only about so many are used to find the dictionary."""

ROUNDS = 8
FEW = 600
"""Texts with more terms than this are long enough to be matched at once."""
Place = tuple[int, Monomial]
"""An equation and what moves in a term of it."""


@dataclass
class Terms:
    """The terms of some equations by equation and motion: parameters and coefficient."""

    at: dict[Place, dict[Monomial, Fraction]] = field(default_factory=lambda: defaultdict(dict))

    @staticmethod
    def of(expressions: Iterable[Expression]) -> Terms:
        """The terms of expressions, numbered as they come."""
        found = Terms()
        for number, expression in enumerate(expressions):
            for term in expression.terms:
                motion: list[tuple[str, int]] = []
                still: list[tuple[str, int]] = []
                for name, power in term.powers:
                    (motion if MOVING.fullmatch(name) else still).append((name, power))
                key = (number, tuple(sorted(motion)))
                found.at[key][tuple(sorted(still))] = term.coefficient
        return found

    def names(self) -> list[str]:
        """Every parameter, in order."""
        found = {n for terms in self.at.values() for m in terms for n, _ in m}
        return sorted(found)

    def count(self) -> int:
        """How many terms there are."""
        return sum(map(len, self.at.values()))

    def at_places(self, places: frozenset[Place] | None) -> Terms:
        """The terms at some places."""
        if places is None:
            return self
        found = Terms()
        for place in places:
            if place in self.at:
                found.at[place] = self.at[place]
        return found

    def without(self, zero: set[str]) -> Terms:
        """The terms that are left when some parameters are nothing."""
        if not zero:
            return self
        found = Terms()
        for place, terms in self.at.items():
            for monomial, coefficient in terms.items():
                if not any(n in zero for n, _ in monomial):
                    found.at[place][monomial] = coefficient
        return found


def sample(printed: Terms) -> frozenset[Place] | None:
    """The places by which a dictionary is found: of a long text some, with every symbol in them."""
    count = printed.count()
    if count <= MOST:
        return None
    step = -(-count // MOST)
    places = sorted(printed.at, key=str)
    kept = set(places[::step])
    covered = {n for place in kept for m in printed.at[place] for n, _ in m}
    for place in places:
        names = {n for m in printed.at[place] for n, _ in m}
        if not names <= covered:
            kept.add(place)
            covered |= names
    return frozenset(kept)


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
    first = _overlaps(printed, derived)
    taken = {s for n, (s, _) in fixed.items() if not n.startswith("model_")}
    liking = {(a, s): resemblance(a, s) - 0.5 * (s in taken) for a in mine for s in theirs}
    scores = {pair: first.get(pair, 0.0) + trust * like for pair, like in liking.items()}
    best = judge_match(names, printed, derived, kept)
    seen: set[tuple[tuple[str, str], ...]] = set()
    for _ in range(ROUNDS):
        pairs = _assign(mine, theirs, scores)
        names = fixed | {a: (s, 1) for a, s in pairs.items()}
        names = _signed(names, printed, derived, fixed)
        found = judge_match(names, printed, derived, kept)
        if found.cost < best.cost or not best.names:
            best = found
        key = tuple(sorted(pairs.items()))
        if key in seen or not found.cost:
            break
        seen.add(key)
        left = derived.without(set(found.zero))
        support = _support(printed, left if left.count() else derived, names)
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


def _overlaps(printed: Terms, derived: Terms) -> dict[tuple[str, str], float]:
    """How much of where an author's symbol stands is also where a model's does."""
    here, there = _stands(printed), _stands(derived)
    totals: list[Counter[str]] = []
    for stands in (here, there):
        total: Counter[str] = Counter()
        for symbols in stands.values():
            total.update(symbols)
        totals.append(total)
    common: Counter[tuple[str, str]] = Counter()
    for place, mine in here.items():
        theirs = there.get(place)
        if theirs:
            for a, n in mine.items():
                for s, m in theirs.items():
                    common[a, s] += min(n, m)
    return {(a, s): n / totals[0][a] + 0.2 * n / totals[1][s] for (a, s), n in common.items()}


def _stands(terms: Terms) -> dict[tuple[object, ...], Counter[str]]:
    """The symbols by where they stand: equation, motion, power, degree and coefficient."""
    found: dict[tuple[object, ...], Counter[str]] = defaultdict(Counter)
    for place, monomials in terms.at.items():
        for monomial, coefficient in monomials.items():
            degree = sum(e for _, e in monomial)
            size = abs(coefficient.numerator), coefficient.denominator
            for name, power in monomial:
                found[place, power, degree, size][name] += 1
    return found


def _support(
    printed: Terms, derived: Terms, names: Mapping[str, tuple[str, int]]
) -> dict[tuple[str, str], float]:
    """For each pair the share of the author's terms that it makes agree, given all other pairs."""
    good: dict[tuple[str, str], float] = defaultdict(float)
    total: Counter[str] = Counter()
    for place, monomials in printed.at.items():
        others = derived.at.get(place, {})
        for monomial, coefficient in monomials.items():
            images = [(n, names[n][0] if n in names else None, e) for n, e in monomial]
            for name, _, power in images:
                total[name] += 1
                rest = Counter[str]()
                known = True
                for other, image, e in images:
                    if other == name:
                        continue
                    if image is None:
                        known = False
                        break
                    rest[image] += e
                if not known:
                    continue
                for candidate, value in others.items():
                    left = Counter(dict(candidate))
                    left.subtract(rest)
                    kept = [(n, e) for n, e in left.items() if e]
                    if len(kept) == 1 and kept[0][1] == power:
                        exact = abs(value) == abs(coefficient)
                        good[name, kept[0][0]] += 1.0 if exact else 0.3
    return {(a, s): n / total[a] for (a, s), n in good.items()}


def translate(
    monomial: Monomial, names: Mapping[str, tuple[str, int]]
) -> tuple[Monomial, int] | None:
    """An author's monomial in the model's symbols, and its sign; none if a name is unknown."""
    powers: Counter[str] = Counter()
    sign = 1
    for name, power in monomial:
        if name not in names:
            return None
        image, negative = names[name]
        powers[image] += power
        if negative < 0 and power % 2:
            sign = -sign
    return tuple(sorted(powers.items())), sign


def _signed(
    names: dict[str, tuple[str, int]],
    printed: Terms,
    derived: Terms,
    fixed: Mapping[str, tuple[str, int]],
) -> dict[str, tuple[str, int]]:
    """The pairs with those turned negative that more terms of theirs then agree with."""
    names = dict(names)
    for _ in range(len(names)):
        votes: Counter[str] = Counter()
        for place, monomials in printed.at.items():
            others = derived.at.get(place, {})
            for monomial, coefficient in monomials.items():
                moved = translate(monomial, names)
                value = others.get(moved[0]) if moved is not None else None
                if moved is None or value is None or abs(value) != abs(coefficient):
                    continue
                agrees = 1 if value == coefficient * moved[1] else -1
                votes.update({n: agrees for n, e in monomial if e % 2})
        turned = [n for n in votes if n not in fixed and votes[n] < -1]  # one term may be a slip
        if not turned:
            break
        worst = min(turned, key=lambda n: votes[n])
        image, sign = names[worst]
        names[worst] = (image, -sign)
    return names


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
