"""How a formula becomes a scalar: the one idea behind ring elements, floats, balls, graph nodes …

A kind of scalar says what a symbol, a root, a sign and the sine and cosine of a named angle are;
sums, products, exact numbers and sums of angles are the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import Generic, TypeVar

from torsor.algebra.angles import angle_of
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, read_formula
from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, add_angles, plain, raised
from torsor.algebra.surds import Number, Surd
from torsor.errors import TorsorError

T = TypeVar("T")

Pair = tuple[T, T]
"""Sine and cosine of an angle."""

Named = Iterable[tuple[str, int]]
"""Named angles, each with how often it is turned by."""


class Scalars(ABC, Generic[S]):
    """What turns formulas into scalars of one kind."""

    @abstractmethod
    def symbol(self, name: str) -> S:
        """The scalar of a name."""

    @abstractmethod
    def pair(self, angle: str) -> Pair[S]:
        """Sine and cosine of a named angle."""

    @abstractmethod
    def root(self, n: int) -> S:
        """√2 or √3."""

    @abstractmethod
    def sign(self, argument: Formula) -> S:
        """The sign of a formula."""

    def number(self, value: Number) -> S:
        """The scalar of an exact number; whole numbers stay plain, and here rational ones too."""
        if isinstance(value, Surd):
            return value.over(self.root)
        scalar: S = plain(value)
        return scalar

    def pairs(self, named: Named) -> Iterator[Pair[S]]:
        """Sines and cosines of angles that add up to the named ones."""
        for known, count in named:
            s, c = self.pair(known)
            for _ in range(abs(count)):
                yield (-s, c) if count < 0 else (s, c)

    def value(self, formula: Formula) -> S:
        """The scalar of a formula."""
        if formula.head == "name":
            return self.symbol(formula.word)
        value = formula.constant
        if value is not None:
            return plain(value.numerator) if value.denominator == 1 else self.number(value)
        first, *more = formula.inner
        if formula.head == "call":
            return self._call(formula.word, first)
        if formula.head == "power":
            return self._power(formula, self.value(first), formula.exponent)
        result = self.value(first)
        for part in more:
            factor = self.value(part)
            result = result + factor if formula.head == "sum" else result * factor
        return result

    def sin_cos(self, formula: Formula) -> Pair[S]:
        """Sine and cosine of a formula that stands for an angle; right angles stay plain."""
        angle = angle_of(formula)
        s, c = angle.sin_cos
        pair = self.number(s), self.number(c)
        for more in self.pairs(angle.named):
            pair = add_angles(pair, more)
        return pair

    def expression(self, expression: Expression) -> S:
        """The scalar of an exact expression, term by term."""
        table = {n: self.value(read_formula(n)) for n in expression.names()}
        total: S = PLAIN_ZERO
        for term in expression.terms:
            factors = (raised(table[n], exponent) for n, exponent in term.powers)
            total = prod(factors, start=self.number(term.coefficient)) + total
        return total

    def _call(self, function: str, argument: Formula) -> S:
        if function == "sqrt":
            return self.root(int(argument.constant or 0))
        if function == "sign":
            return self.sign(argument)
        return self.sin_cos(argument)[function == "cos"]

    def _power(self, formula: Formula, base: S, exponent: int) -> S:
        if exponent < 0:
            if base == 0:
                raise TorsorError(f"division by zero in {formula}")
            if isinstance(base, int):
                return self.number(Fraction(base) ** exponent)
        return raised(base, exponent)


def sign_of(value: Number | float) -> int:
    """-1, 0 or 1."""
    return int(value > 0) - int(value < 0)
