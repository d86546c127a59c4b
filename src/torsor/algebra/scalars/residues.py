"""Residues modulo a prime as scalars: exact ranks at random points, at the speed of integers.

What is not zero at a point is not zero as a polynomial; what is, is zero but for bad luck of about
its degree in two thousand millions. So independence is proven here, and dependence is only guessed:
``dependence`` solves for it exactly and draws another point where that cannot be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from flint import nmod

from torsor.algebra.formula import Formula
from torsor.algebra.rational_points import half_tangent
from torsor.algebra.scalars.scalars import Pair, Scalars
from torsor.algebra.surds import Number, Surd

PRIME = 2**31 - 105
"""The largest prime below 2^31 that is 23 modulo 24: 2 and 3 are squares, −1 is none.

Two residues of it add up to less than a word of 32 bits, as FLINT has them in a browser.
"""


T = TypeVar("T")

Residue = nmod | int
"""A residue, or a whole number that is plain."""


def residue(value: Number) -> nmod:
    """A number of ℚ(√2, √3) as a residue."""
    if isinstance(value, Surd):
        return value.over(root, residue)
    if isinstance(value, Fraction):
        return nmod(value.numerator, PRIME) / nmod(value.denominator, PRIME)
    return nmod(value, PRIME)


def root(n: int) -> nmod:
    """A square root of 2 or 3."""
    return nmod(n, PRIME).sqrt()


class ResidueScalars(Scalars[Residue]):
    """Formulas into residues: a random point for each name, on the unit circle for each angle."""

    def __init__(
        self, random: Random, fixed: Mapping[str, Residue | Pair[Residue]] | None = None
    ) -> None:
        self.random = random
        self.known: dict[str, Any] = dict(fixed or {})

    def _recall(self, key: str, draw: Callable[[], T]) -> T:
        if key not in self.known:
            self.known[key] = draw()
        found: T = self.known[key]
        return found

    def _draw(self) -> nmod:
        return nmod(self.random.randrange(1, PRIME), PRIME)

    def symbol(self, name: str) -> Residue:
        """A random residue, the same whenever it is asked for."""
        return self._recall(name, self._draw)

    def pair(self, angle: str) -> Pair[Residue]:
        """A random point of the unit circle."""
        return self._recall(f"circle {angle}", lambda: half_tangent(self._draw()))

    def root(self, n: int) -> nmod:
        """A square root of 2 or 3."""
        return root(n)

    def number(self, value: Number) -> Residue:
        """A fraction as a residue; whole numbers stay plain."""
        return value if isinstance(value, int) else residue(value)

    def sign(self, argument: Formula) -> Residue:
        """A random sign."""
        return self._recall(f"sign {argument}", lambda: residue(self.random.choice((1, -1))))
