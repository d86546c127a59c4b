"""How well an author's symbol and a model's go together, by the terms that they stand in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from torsor.referee.dictionary.terms import Terms, translate


def find_overlaps(printed: Terms, derived: Terms) -> dict[tuple[str, str], float]:
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


def find_support(
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


def turn_signs(
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
