"""Formulas as scalars: exact arithmetic on descriptions, before there is a ring."""

from __future__ import annotations

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, call, name, number
from torsor.algebra.formula import formula as as_formula
from torsor.algebra.scalars.scalars import Pair, Scalars


class FormulaScalars(Scalars[Formula | int]):
    """Formulas into formulas; whole numbers stay plain."""

    def symbol(self, known: str) -> Formula:
        """The name itself."""
        return name(known)

    def pair(self, angle: str) -> Pair[Formula | int]:
        """sin(angle) and cos(angle)."""
        return call("sin", name(angle)), call("cos", name(angle))

    def root(self, n: int) -> Formula:
        """sqrt(n)."""
        return call("sqrt", number(n))

    def sign(self, argument: Formula) -> Formula:
        """sign(argument)."""
        return call("sign", argument)

    def value(self, formula: Formula) -> Formula | int:
        """A whole number as such, anything else as the formula it is."""
        constant = formula.constant
        return int(constant) if constant is not None and constant.denominator == 1 else formula

    def sin_cos(self, formula: Formula) -> Pair[Formula | int]:
        """Sine and cosine, exact for multiples of 15° and named angles."""
        if sum(abs(count) for _, count in angle_of(formula).named) > 1:
            return call("sin", formula), call("cos", formula)
        s, c = super().sin_cos(formula)
        return (s, c) if isinstance(s, int) else (as_formula(s), as_formula(c))
