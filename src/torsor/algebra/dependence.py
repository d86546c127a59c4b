"""Linear dependence of vectors whose entries are polynomials, exactly.

A vector is given by its entries that are not zero; a dependence is d·target = Σ n·support with
polynomial d and n in lowest terms, so that d = 1 whenever a polynomial combination exists.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random

from flint import fmpq_mpoly, nmod_mat

from torsor.algebra.budget import spend
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import plus, times
from torsor.algebra.scalars.residues import PRIME, Residue, ResidueScalars
from torsor.algebra.scalars.ring import RingScalar
from torsor.algebra.terms import Term
from torsor.errors import TorsorError

Sparse = Mapping[Hashable, Expression]
"""A vector by its entries that are not zero."""

Row = list[Expression]

DIVISION = 20
"""How many times the work of a product a division may take."""

POINTS = 5
"""How many random points are tried; the first misleads once in a million robots or so."""

STUCK = "the parameters cannot be grouped without a division by lengths or angles"


class DependenceError(TorsorError):
    """A dependence that cannot be written as it has to be."""


class Basis:
    """A sum Σ vector ⊗ companion, brought to vectors that are independent; the sum stays as it is.

    ``draw`` gives the vectors' coordinates at a random point over the prime field, which tell what
    depends on what: what is independent there is so everywhere, and what depends is proven so by
    ``dependence``; where a point misleads, another is drawn. ``vector`` gives a vector exactly, and
    is asked only where something depends.
    """

    names: list[str]
    companions: dict[str, dict[Hashable, RingScalar]]
    divisors: dict[str, Expression]
    _made: dict[str, Sparse]

    def __init__(
        self,
        ring: Ring,
        draw: Callable[[Random], Mapping[str, Sequence[Residue]]],
        vector: Callable[[str], Sparse],
        companions: Mapping[str, Mapping[Hashable, RingScalar]],
    ) -> None:
        self.ring = ring
        self._make = vector
        for seed in range(POINTS):
            self._residues = draw(Random(seed))
            self.names, self.divisors, self._made = [], {}, {}
            self.companions = {name: dict(entries) for name, entries in companions.items()}
            if all(self._place(name) for name in self._residues):
                return
        raise DependenceError("what depends on what could not be told at any random point")

    def vector(self, name: str) -> Sparse:
        """A vector of the basis."""
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _place(self, name: str) -> bool:
        """Add a vector, or group it into those it is made of; whether the residues told true."""
        support = self._support(name)
        if support is None:
            self.names.append(name)
            return True
        solution = dependence([self.vector(n) for n in support], self.vector(name), self.ring)
        if solution is None:
            return False
        factors, below = solution
        unit = next((n for n, f in zip(support, factors, strict=True) if is_number(f)), None)
        if below.constant() is not None:
            for n, factor in zip(support, factors, strict=True):
                self._group(name, n, factor)
        elif unit is not None:
            self._exchange(unit, name, dict(zip(support, factors, strict=True)), below)
        elif len(support) == 1:
            self._divide(support[0], below)
            self._group(name, support[0], factors[0])
        else:
            raise DependenceError(STUCK)
        return True

    def _support(self, name: str) -> tuple[str, ...] | None:
        """The vectors of the basis that a vector is made of; nothing if it is independent."""
        table = [self._residues[n] for n in (*self.names, name)]
        height, width = len(table[0]), len(table)
        entries = [column[i] for i in range(height) for column in table]
        reduced, rank = nmod_mat(height, width, entries, PRIME).rref()
        if rank == width:
            return None
        return tuple(n for row, n in enumerate(self.names) if reduced[row, width - 1])

    def _group(self, name: str, into: str, factor: Expression) -> None:
        total = self.companions[into]
        for key, entry in self.companions[name].items():
            total[key] = plus(total.get(key, 0), times(entry, factor))

    def _exchange(
        self, old: str, new: str, factors: Mapping[str, Expression], below: Expression
    ) -> None:
        """Let a new vector take the place of one that it and the others make up."""
        unit = factors[old].inverse()
        for name, factor in factors.items():
            if name != old:
                self._group(old, name, -factor * unit)
        self._group(old, new, below * unit)
        self.names[self.names.index(old)] = new

    def _divide(self, name: str, by: Expression) -> None:
        """Take a common factor of a vector over to its companion."""
        divided = {key: ratio(e, by) for key, e in self.vector(name).items()}
        if any(below.constant() is None for _, below in divided.values()):
            raise DependenceError(STUCK)
        self._made[name] = {key: above for key, (above, _) in divided.items()}
        self.companions[name] = {k: times(e, by) for k, e in self.companions[name].items()}
        self.divisors[name] = self.divisors.get(name, self.ring.number(1)) * by


def is_number(value: Expression) -> bool:
    """Whether it has an inverse: a number other than zero, be it with roots."""
    return bool(value) and all(n.startswith("sqrt(") for n in value.names())


def by_monomial(
    entries: Iterable[RingScalar], varying: set[str], ring: Ring
) -> dict[Hashable, Expression]:
    """The coefficients of some expressions by entry and monomial of what varies."""
    found: dict[Hashable, list[Term]] = {}
    for i, entry in enumerate(entries):
        for term in ring.coerce(entry).terms:
            moving = tuple(p for p in term.powers if p[0] in varying)
            rest = tuple(p for p in term.powers if p[0] not in varying)
            found.setdefault((i, moving), []).append(Term(term.coefficient, rest))
    return {key: ring.from_term_list(terms) for key, terms in found.items()}


def ratio(above: Expression, below: Expression) -> tuple[Expression, Expression]:
    """A quotient in lowest terms; below it is 1 if the quotient is a polynomial."""
    one = below.ring.number(1)
    constant = below.constant()
    if constant is None:
        _spend_division(above.poly, below.poly, above.ring)
        quotient, rest = divmod(above.poly, below.poly)
        if not rest:
            return above.ring.reduce(quotient), one
        for lead in [n for n in below.names() if n.startswith(("sin(", "sqrt("))]:
            # Below is a + b·sin: times a − b·sin it has no sine, and what it divides it divides
            # coefficient by coefficient.
            conjugate = below - below.coefficient(lead) * below.ring.generator(lead) * 2
            above, below = above * conjugate, below * conjugate
        common = _common(above.poly, below.poly, above.ring)
        above, below = (e.ring.reduce(e.poly / common) for e in (above, below))
        constant = below.constant()
    return (above, below) if constant is None else (above / constant, one)


def dependence(
    support: Sequence[Sparse], target: Sparse, ring: Ring
) -> tuple[list[Expression], Expression] | None:
    """Factors n and d with d·target = Σ n·support, or nothing if the target is no combination.

    Comparing entry by entry gives linear equations; the simplest pivots are taken first. A vector
    of the support that no equation fixes gets the factor zero.
    """
    zero, below = ring.number(0), ring.number(1)
    table = (*support, target)
    keys = sorted({key for vector in table for key in vector}, key=str)
    rows = _distinct([vector.get(key, zero) for vector in table] for key in keys)
    chosen: list[tuple[int, Row]] = []
    for pivot in range(len(support)):
        candidates = [row for row in rows if row[pivot]]
        if not candidates:
            continue
        best = min(candidates, key=lambda row: _size(row, pivot))
        rows.remove(best)
        chosen.append((pivot, best))
        rows = _distinct(_eliminated(row, best, pivot) if row[pivot] else row for row in rows)
    if any(row[-1] for row in rows):
        return None
    above = [zero] * len(support)
    for pivot, row in reversed(chosen):
        left = row[-1] * below
        for j in range(pivot + 1, len(support)):
            left = left - row[j] * above[j]
        factor, more = ratio(left, row[pivot])
        above = [e * more for e in above]
        above[pivot], below = factor, below * more
    return _lowest(above, below)


def _lowest(above: Sequence[Expression], below: Expression) -> tuple[list[Expression], Expression]:
    """All factors over one least denominator."""
    parts = [ratio(e, below) for e in above]
    common = below.ring.number(1)
    for _, own in parts:
        common = common * ratio(own, common)[0]
    return [e * ratio(common, own)[0] for e, own in parts], common


def _size(row: Row, pivot: int) -> tuple[bool, int]:
    return row[pivot].constant() is None, sum(len(e) for e in row)


def _eliminated(row: Row, by: Row, pivot: int) -> Row:
    constant = by[pivot].constant()
    if constant is not None:
        factor = row[pivot] / constant
        return [a - factor * b for a, b in zip(row, by, strict=True)]
    return [a * by[pivot] - row[pivot] * b for a, b in zip(row, by, strict=True)]


def _distinct(rows: Iterable[Row]) -> list[Row]:
    """Rows without common factors, once each: many entries say the same."""
    found: dict[tuple[Expression, ...], Row] = {}
    for row in rows:
        entries = [e for e in row if e]
        if not entries:
            continue
        common = entries[0].poly
        for e in entries[1:]:
            common = _common(common, e.poly, e.ring)
        common = common * entries[0].poly.leading_coefficient() / common.leading_coefficient()
        reduced = [e.ring.reduce(e.poly / common) if e else e for e in row]
        found.setdefault(tuple(reduced), reduced)
    return list(found.values())


def _common(a: fmpq_mpoly, b: fmpq_mpoly, ring: Ring) -> fmpq_mpoly:
    """The greatest common divisor of two polynomials."""
    if len(a) > 1 and len(b) > 1:  # a monomial's divisors are its own factors
        _spend_division(a, b, ring)
    return a.gcd(b)


def _spend_division(a: fmpq_mpoly, b: fmpq_mpoly, ring: Ring) -> None:
    """Divisions and common divisors take many products of the same size."""
    spend(DIVISION * len(a) * len(b) * ring.width, "a division of {} by {} terms", len(a), len(b))


def residues(vectors: Mapping[str, Sparse], random: Random) -> dict[str, list[Residue]]:
    """The entries of some vectors at a random point over the prime field."""
    point = ResidueScalars(random)
    keys = list({key: None for vector in vectors.values() for key in vector})
    return {
        name: [point.expression(vector[key]) if key in vector else 0 for key in keys]
        for name, vector in vectors.items()
    }
