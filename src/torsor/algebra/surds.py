"""Exact numbers a + b√2 + c√3 + d√6 with rational a … d: what multiples of 15° bring.

A plain ``int`` or ``Fraction`` stays one; only numbers with a root in them are ``Surd``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

Number = Any
"""An int, a Fraction or a Surd."""

SQUARES = (1, 2, 3, 6)
ROOTS = tuple(Fraction(isqrt(n << 800), 1 << 400) for n in SQUARES)


@dataclass(frozen=True)
class Surd:
    """A number with roots; ``parts`` belong to 1, √2, √3, √6."""

    parts: tuple[Fraction, Fraction, Fraction, Fraction]

    def __add__(self, other: Number) -> Number:
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented
        return exact(a + b for a, b in zip(self.parts, _parts(other), strict=True))

    __radd__ = __add__

    def __neg__(self) -> Surd:
        a, b, c, d = self.parts
        return Surd((-a, -b, -c, -d))

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: Number) -> Number:
        return -self + other

    def __mul__(self, other: Number) -> Number:
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented
        a, b, c, d = self.parts
        e, f, g, h = _parts(other)
        return exact(
            (
                a * e + 2 * b * f + 3 * c * g + 6 * d * h,
                a * f + b * e + 3 * (c * h + d * g),
                a * g + c * e + 2 * (b * h + d * f),
                a * h + d * e + b * g + c * f,
            )
        )

    __rmul__ = __mul__

    def inverse(self) -> Number:
        """One over the number: the product of its three conjugates over their norm."""
        a, b, c, d = self.parts
        others = Surd((a, -b, c, -d)) * Surd((a, b, -c, -d)) * Surd((a, -b, -c, d))
        return others * (1 / Fraction(self * others))

    def __pow__(self, exponent: int) -> Number:
        base = self if exponent >= 0 else self.inverse()
        result: Number = 1
        for _ in range(abs(exponent)):
            result = base * result
        return result

    def __float__(self) -> float:
        # Parts may cancel, so the roots have many digits.
        return float(sum(p * r for p, r in zip(self.parts, ROOTS, strict=True)))

    def __gt__(self, other: Number) -> bool:
        return float(self) > float(other)


def exact(parts: Any) -> Number:
    """The number with these parts, as simple as it is."""
    a, b, c, d = parts
    if b or c or d:
        return Surd((a, b, c, d))
    return int(a) if Fraction(a).denominator == 1 else a


def root(n: int) -> Surd:
    """√2 or √3."""
    return Surd(tuple(Fraction(n == square) for square in SQUARES))  # type: ignore[arg-type]


def simple(value: Number) -> Number:
    """A whole number as an int."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _parts(value: Number) -> tuple[Fraction, ...]:
    if isinstance(value, Surd):
        return value.parts
    zero = Fraction(0)
    return (Fraction(value), zero, zero, zero)
