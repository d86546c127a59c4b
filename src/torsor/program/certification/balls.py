"""Formulas over balls: intervals of many digits that certainly hold the value."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

from flint import arb, fmpq

from torsor.algebra.angles import Angle, angle_of, exact_sin_cos
from torsor.algebra.formula import Formula
from torsor.algebra.surds import SQUARES, Surd, root


class BallScalars:
    """Formulas into balls, given a ball for each name."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def value(self, formula: Formula) -> Any:
        """A formula as a ball; whole numbers stay plain."""
        if formula.head in ("sum", "product", "power"):
            # Fractions and balls do not meet: every part is a ball or a whole number.
            parts = [self.value(p) if isinstance(p, Formula) else p for p in formula.parts]
            if formula.head == "power":
                return ball(parts[0]) ** parts[1] if parts[1] < 0 else parts[0] ** parts[1]
            return sum(parts[1:], parts[0]) if formula.head == "sum" else prod(parts)
        value = formula.value(self.values.__getitem__, self._call)
        return ball(value) if isinstance(value, Fraction) else value

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine of an angle, constants as the ring has them; right angles stay plain."""
        angle = angle_of(formula)
        fixed = Angle(angle.half_turns, angle.radian, ())
        s, c = exact_sin_cos(fixed, lambda _: (0, 1), root)
        s, c = (e if isinstance(e, int) else ball(e) for e in (s, c))
        if not angle.named:
            return s, c
        moved = sum((self.values[known] * count for known, count in angle.named), arb(0))
        u, v = moved.sin(), moved.cos()
        return s * v + c * u, c * v - s * u

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return arb(int(argument.parts[0])).sqrt()
        if function == "sign":
            return sign(self.value(argument))
        return self.sin_cos(argument)[function == "cos"]


def ball(number: Any) -> Any:
    """An exact number as a ball."""
    if isinstance(number, Surd):
        parts = zip(number.parts, SQUARES, strict=True)
        return sum((ball(p) * arb(n).sqrt() for p, n in parts), arb(0))
    if isinstance(number, arb):
        return number
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))


def sign(value: Any) -> Any:
    """-1, 0 or 1; where a ball has numbers of both signs, a ball from -1 to 1."""
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0 if value == 0 else arb(0, 1)
