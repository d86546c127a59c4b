"""The field ℚ(√2, √3): numbers a + b√2 + c√3 + d√6, where every multiple of 15° has its sine.

A plain ``int`` or ``Fraction`` stays one; only numbers with a root in them are ``Surd``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm
from typing import TYPE_CHECKING, TypeVar

from torsor.algebra.scalars.arithmetic import PLAIN_ONE, S, summed, times
from torsor.errors import ArgumentValueError, DivisionByZeroError

if TYPE_CHECKING:
    from torsor.algebra.expression import Expression

T = TypeVar("T")

RADICANDS = (2, 3)
"""What the field has the square roots of."""

SQUARES = (1, 2, 3, 6)
"""The squares of 1, √2, √3, √6, the basis over the rationals."""

DIGITS = tuple(Fraction(isqrt(n << 800), 1 << 400) for n in SQUARES)
"""The basis to 400 bits: the parts of a number may cancel."""


@dataclass(frozen=True)
class Surd:
    """A number with roots; ``parts`` belong to 1, √2, √3, √6."""

    parts: tuple[Fraction, Fraction, Fraction, Fraction]

    def __add__(self, other: Number) -> Number:
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented
        return exact(a + b for a, b in zip(self.parts, parts_of(other), strict=True))

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
        e, f, g, h = parts_of(other)
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
        norm = self * others
        assert not isinstance(norm, Surd)
        return others * (1 / Fraction(norm))

    def __pow__(self, exponent: int) -> Number:
        base = self if exponent >= 0 else self.inverse()
        result: Number = 1
        for _ in range(abs(exponent)):
            result = base * result
        return result

    @property
    def decimal(self) -> Fraction:
        """A rational number within some hundred digits of it."""
        return sum((p * r for p, r in zip(self.parts, DIGITS, strict=True)), Fraction(0))

    def __float__(self) -> float:
        return float(self.decimal)

    def __gt__(self, other: Number) -> bool:
        return float(self) > float(other)

    def __lt__(self, other: Number) -> bool:
        return float(self) < float(other)

    def over(self, root: Callable[[int], S], number: Callable[[Fraction], S] | None = None) -> S:
        """The number over any scalar with √2 and √3, such as (√2 √3 − √2)/4.

        ``number`` is asked for fractions, where the scalar does not meet them as they are.
        """
        scale = Fraction(1, lcm(*(p.denominator for p in self.parts)))
        if next(p for p in reversed(self.parts) if p) < 0:
            scale = -scale
        total = summed(
            times(int(part / scale), _basis(square, root))
            for part, square in reversed(tuple(zip(self.parts, SQUARES, strict=True)))
            if part
        )
        return times(total, number(scale)) if number else times(total, simple(scale))


Number = int | Fraction | Surd
"""A number of the field, as plain as it can be."""


def _basis(square: int, root: Callable[[int], S]) -> S:
    found: S = PLAIN_ONE
    for n in RADICANDS:
        if square % n == 0:
            found = times(found, root(n))
    return found


def exact(parts: Iterable[Fraction]) -> Number:
    """The number with these parts, as simple as it is."""
    a, b, c, d = parts
    return Surd((a, b, c, d)) if b or c or d else simple(Fraction(a))


def root(n: int) -> Surd:
    """√2 or √3."""
    return Surd(tuple(Fraction(n == square) for square in SQUARES))  # type: ignore[arg-type]


def simple(value: T) -> T | int:
    """A whole number as an int."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def parts_of(value: Number) -> tuple[Fraction, ...]:
    """The rational coordinates over 1, √2, √3, √6."""
    zero = Fraction(0)
    return value.parts if isinstance(value, Surd) else (Fraction(value), zero, zero, zero)


def roots_in(value: Number) -> tuple[int, ...]:
    """The radicands of the roots that a number has."""
    present = [square for part, square in zip(parts_of(value), SQUARES, strict=True) if part]
    return tuple(n for n in RADICANDS if any(square % n == 0 for square in present))


def square_root(value: Fraction) -> tuple[Fraction, int] | None:
    """k and n with √value = k √n and n one of 1, 2, 3, 6; nothing if the field has no such root."""
    whole = value.numerator * value.denominator  # √(p/q) = √(pq)/q
    for n in SQUARES:
        if whole % n == 0 and isqrt(whole // n) ** 2 * n == whole:
            return Fraction(isqrt(whole // n), value.denominator), n
    return None


def cos_fifteens(k: int) -> Number:
    """cos(15° k) for whole k."""
    k = min(k % 24, -k % 24)
    return COSINES[k] if k <= 6 else -COSINES[12 - k]


_R2, _R3 = root(2), root(3)
COSINES = (
    1,
    (_R2 * _R3 + _R2) * Fraction(1, 4),
    _R3 * Fraction(1, 2),
    _R2 * Fraction(1, 2),
    Fraction(1, 2),
    (_R2 * _R3 - _R2) * Fraction(1, 4),
    0,
)
"""The cosines of 0°, 15° … 90°."""


def invert(constant: Expression) -> Expression:
    """1 over a constant expression, one root after the other taken out by its conjugate."""
    if constant.poly.is_constant():
        if not constant.poly:
            raise DivisionByZeroError("division by zero")
        return constant.ring.number(1 / constant.poly.leading_coefficient())
    for root in (f"sqrt({n})" for n in constant.ring.roots):
        if constant.degree(root):
            conjugate = constant.subs({root: -constant.ring.generator(root)})
            return conjugate * invert(constant * conjugate)
    terms = len(constant)
    shown = str(constant) if terms <= 4 else f"an expression of {terms} terms"
    raise ArgumentValueError(f"division by {shown} is not polynomial; give its inverse a name")
