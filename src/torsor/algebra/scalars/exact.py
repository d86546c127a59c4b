"""Exact numbers with √2 and √3 as scalars: a description in numbers, without any rounding."""

from __future__ import annotations

from typing import NoReturn

from torsor.algebra import surds
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.scalars import Scalars, sign_of
from torsor.algebra.surds import Number
from torsor.errors import UnknownNameError, shown


class ExactScalars(Scalars[Number]):
    """Formulas without names into numbers of ℚ(√2, √3)."""

    def symbol(self, name: str) -> Number:
        """Nothing has a name here."""
        return _refuse(name)

    def pair(self, angle: str) -> tuple[Number, Number]:
        """Nothing has a name here."""
        return _refuse(angle)

    def root(self, n: int) -> Number:
        """√2 or √3."""
        return surds.root(n)

    def number(self, value: Number) -> Number:
        """The number itself."""
        return value

    def value(self, formula: Formula) -> Number:
        """The number of a formula, whole ones plain."""
        return surds.simple(super().value(formula))

    def sign(self, argument: Formula) -> int:
        """-1, 0 or 1."""
        return sign_of(self.value(argument))


def _refuse(name: str) -> NoReturn:
    raise UnknownNameError(f"{shown(name)} stands where a number is expected")
