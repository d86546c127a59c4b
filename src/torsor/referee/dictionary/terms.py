"""The terms of equations by what moves in them: what is left are parameters, to be matched."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.algebra.expression import Expression

Monomial = tuple[tuple[str, int], ...]
MOVING = re.compile(r"d{0,2}q[0-9]+|(?:sin|cos)\(q[0-9]+\)|sign\(dq[0-9]+\)|tau[0-9]+|sqrt\([23]\)")
MOST = 3000
"""Of more printed terms than this only about so many are used to find the dictionary."""

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
