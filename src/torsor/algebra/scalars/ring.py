"""Elements of a ring as scalars: a derivation over them gives the closed form."""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.algebra.formula import UNITS, Formula
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.scalars import Scalars
from torsor.errors import TorsorError

RingScalar = Expression | int | Fraction
"""A ring element, or a number that is plain."""


class RingScalars(Scalars[RingScalar]):
    """Formulas into ring elements; plain numbers stay plain."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring

    def symbol(self, name: str) -> Expression:
        """A generator of the ring."""
        if name in UNITS:
            raise TorsorError(f"an angle ({name}) stands where a plain number is expected")
        return self.ring.generator(name)

    def pair(self, angle: str) -> tuple[Expression, Expression]:
        """The generators of an angle."""
        return self.ring.sin(angle), self.ring.cos(angle)

    def root(self, n: int) -> Expression:
        """The generator of a root."""
        return self.ring.generator(f"sqrt({n})")

    def sign(self, argument: Formula) -> Expression:
        """The generator of a sign."""
        return self.ring.generator(f"sign({argument})")
