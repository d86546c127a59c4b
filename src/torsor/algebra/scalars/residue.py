"""Integers modulo a prime as scalars: exact ranks at random points, at the speed of integers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from torsor.algebra.angles import angle_of, exact_sin_cos
from torsor.algebra.formula import Formula


def _is_prime(n: int) -> bool:
    """Miller-Rabin with bases that decide below 3.3e24."""
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _prime() -> int:
    """The largest prime below 2^62 that is 23 modulo 24: 2 and 3 are squares, roots are powers."""
    n = 2**62 - 2**62 % 24 - 1
    while not _is_prime(n):
        n -= 24
    return n


PRIME = _prime()
"""The field in which ranks are taken."""


class Residue:
    """An integer modulo ``PRIME``."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value % PRIME

    def __add__(self, other: Any) -> Residue:
        return Residue(self.value + of(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Residue:
        return Residue(self.value - of(other))

    def __rsub__(self, other: Any) -> Residue:
        return Residue(of(other) - self.value)

    def __neg__(self) -> Residue:
        return Residue(-self.value)

    def __mul__(self, other: Any) -> Residue:
        if isinstance(other, tuple):
            return NotImplemented  # a vector knows how to scale itself
        return Residue(self.value * of(other))

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Residue:
        return Residue(pow(self.value, exponent, PRIME))


def of(value: Any) -> int:
    """A whole number, fraction or residue as an integer modulo the prime."""
    if isinstance(value, Residue):
        return value.value
    if isinstance(value, int):
        return value % PRIME
    fraction = Fraction(value)
    return fraction.numerator * pow(fraction.denominator, -1, PRIME) % PRIME


def root(n: int) -> Residue:
    """A square root of 2 or 3."""
    return Residue(pow(n, (PRIME + 1) // 4, PRIME))


class ResidueScalars:
    """Formulas into residues: a random point for each name, on the unit circle for each angle."""

    def __init__(self, random: Random, fixed: dict[str, Any] | None = None) -> None:
        self.random = random
        self.known: dict[str, Any] = dict(fixed or {})

    def _named(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self.known:
            self.known[name] = make()
        return self.known[name]

    def _any(self) -> Residue:
        return Residue(self.random.randrange(1, PRIME))

    def _circle(self) -> tuple[Residue, Residue]:
        t = self.random.randrange(1, PRIME)
        below = pow(1 + t * t, -1, PRIME)
        return Residue(2 * t * below), Residue((1 - t * t) * below)

    def value(self, formula: Formula) -> Any:
        """A formula's residue (plain numbers stay plain)."""
        return formula.value(lambda n: self._named(n, self._any), self._call)

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine of an angle at the random point."""
        return exact_sin_cos(
            angle_of(formula), lambda n: self._named(f"circle {n}", self._circle), root
        )

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return root(int(argument.parts[0]))
        if function == "sign":
            return self._named(f"sign {argument}", lambda: Residue(self.random.choice((1, -1))))
        return self.sin_cos(argument)[function == "cos"]
