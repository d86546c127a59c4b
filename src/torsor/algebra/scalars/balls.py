"""Balls as scalars: intervals of many digits that certainly hold the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from flint import arb, fmpq

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.scalars import Named, Pair, Scalars
from torsor.algebra.surds import Number, Surd

Ball = arb | int
"""A ball, or a whole number that is plain."""


class BallScalars(Scalars[Ball]):
    """Formulas into balls, given a ball for each name; whole numbers stay plain."""

    def __init__(self, values: Mapping[str, Ball]) -> None:
        self.values = values

    def symbol(self, name: str) -> Ball:
        """The ball that was given."""
        return self.values[name]

    def pair(self, angle: str) -> Pair[Ball]:
        """Sine and cosine of the ball that was given."""
        return next(self.pairs([(angle, 1)]))

    def pairs(self, named: Named) -> Iterator[Pair[Ball]]:
        """Sine and cosine of all named angles at once, which keeps the balls small."""
        turned = [self.values[known] * count for known, count in named]
        if turned:
            angle = arb(0)
            for part in turned:
                angle = angle + part
            yield angle.sin(), angle.cos()

    def root(self, n: int) -> arb:
        """A ball around the root."""
        return arb(n).sqrt()

    def number(self, value: Number) -> Ball:
        """A ball around a number; fractions and balls do not meet."""
        return value if isinstance(value, int) else ball(value)

    def sign(self, argument: Formula) -> Ball:
        """-1, 0, 1, or a ball that holds all of them."""
        return sign(self.value(argument))


def ball(number: Number | arb) -> arb:
    """An exact number as a ball."""
    if isinstance(number, arb):
        return number
    if isinstance(number, Surd):
        return number.over(lambda n: arb(n).sqrt(), ball)
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))


def sign(value: Ball) -> Ball:
    """-1, 0 or 1; where a ball has numbers of both signs, a ball from -1 to 1."""
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0 if value == 0 else arb(0, 1)
