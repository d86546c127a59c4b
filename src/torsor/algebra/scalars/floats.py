"""Floats as scalars: a derivation over them gives numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import cos, pi, sin, sqrt
from typing import Any

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula
from torsor.algebra.rational_points import turn_quarters
from torsor.algebra.scalars.arithmetic import PLAIN_ONE, PLAIN_ZERO, S, summed, times
from torsor.algebra.scalars.scalars import Pair, Scalars, sign_of
from torsor.errors import MissingValueError

ANGLE_UNITS = {"pi": pi, "deg": pi / 180, "rad": 1.0}
"""The units of angles as numbers, for formulas that are in radians as a whole."""


Float = float | Fraction
"""A float, or an exact number that is plain."""


class RoundedScalars(Scalars[S]):
    """Formulas into rounded numbers, given one for each name; exact numbers stay exact."""

    sin: Callable[[S], S]
    cos: Callable[[S], S]

    def __init__(self, values: Mapping[str, S]) -> None:
        self.values = values

    def symbol(self, name: str) -> S:
        """The number that was given."""
        return self.values[name]

    def pair(self, angle: str) -> Pair[S]:
        """Sine and cosine of the number that was given."""
        return self.sin(self.values[angle]), self.cos(self.values[angle])

    def sin_cos(self, formula: Formula) -> Pair[S]:
        """Sine and cosine of the angle as a whole, rounded once; right angles are exact."""
        angle = angle_of(formula)
        named: Any = summed(times(n, self.values[k]) for k, n in angle.named)
        rest = float(angle.radian) + named
        if angle.quarters is not None and isinstance(rest, float) and not rest:
            return turn_quarters(PLAIN_ZERO, PLAIN_ONE, angle.quarters)
        rest = rest + float(angle.half_turns % 2) * pi
        return self.sin(rest), self.cos(rest)


class FloatScalars(RoundedScalars[Float]):
    """Formulas into floats, given a number for each name; exact numbers stay exact."""

    sin = staticmethod(sin)
    cos = staticmethod(cos)

    def root(self, n: int) -> float:
        """The root, rounded."""
        return sqrt(n)

    def sign(self, argument: Formula) -> int:
        """-1, 0 or 1."""
        return sign_of(self.value(argument))


def to_float(formula: Formula) -> float:
    """A formula without names as a number; an angle is in radians."""
    try:
        return float(FloatScalars(ANGLE_UNITS).value(formula))
    except KeyError as error:
        raise MissingValueError(f"no value for {error.args[0]}") from None
