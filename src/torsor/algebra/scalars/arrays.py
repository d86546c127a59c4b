"""Arrays as scalars: many states at once through the textbook recursions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import FloatScalars


class ArrayScalars(FloatScalars):
    """Formulas into floats, or into arrays of one number for each state."""

    sin = staticmethod(np.sin)
    cos = staticmethod(np.cos)

    def number(self, value: Any) -> Any:
        """A float: arrays and fractions do not meet."""
        return float(value) if isinstance(value, Fraction) else value

    def sign(self, argument: Formula) -> Any:
        """-1, 0 or 1 for each state."""
        return np.sign(self.value(argument))
