"""Arrays as scalars: many states at once through the textbook recursions."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import RoundedScalars
from torsor.algebra.surds import Number, Surd

Floats = float | NDArray[np.float64]
"""A number, or one for each state."""


class ArrayScalars(RoundedScalars[Floats]):
    """Formulas into floats, or into arrays of one number for each state."""

    sin = staticmethod(np.sin)  # type: ignore[assignment]
    cos = staticmethod(np.cos)  # type: ignore[assignment]

    def root(self, n: int) -> float:
        """The root, rounded."""
        return sqrt(n)

    def number(self, value: Number) -> Floats:
        """A float: arrays and fractions do not meet."""
        if isinstance(value, Surd):
            return value.over(self.root)
        return float(value) if isinstance(value, Fraction) else value

    def sign(self, argument: Formula) -> NDArray[np.float64]:
        """-1, 0 or 1 for each state."""
        return np.sign(self.value(argument))
