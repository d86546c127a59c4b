"""Exact numbers at a state: every angle has a rational sine and cosine, so nothing is rounded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from torsor.algebra.angles import angle_of, exact_sin_cos
from torsor.algebra.formula import Formula
from torsor.algebra.surds import root, simple


class RationalScalars:
    """Formulas into exact numbers; coordinates that turn are given by tan(q/2)."""

    def __init__(self, values: Mapping[str, Any], tangents: Mapping[str, Fraction]) -> None:
        self.values = values
        self.tangents = tangents

    def value(self, formula: Formula) -> Any:
        return simple(formula.value(lambda known: self.values[known], self._call))

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        s, c = exact_sin_cos(angle_of(formula), self._pair, root)
        return simple(s), simple(c)

    def _pair(self, known: str) -> tuple[Fraction, Fraction]:
        t = self.tangents[known]
        return 2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return root(int(argument.parts[0]))
        if function == "sign":
            value = self.value(argument)
            return (value > 0) - (value < 0)
        return self.sin_cos(argument)[function == "cos"]


def small(rng: np.random.Generator, low: int = -8, high: int = 9) -> Fraction:
    """A fraction of small numbers, not zero."""
    numerator = 0
    while not numerator:
        numerator = int(rng.integers(low, high))
    return Fraction(numerator, int(rng.integers(1, 8)))
