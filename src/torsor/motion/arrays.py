"""Formulas into arrays: a motion's many states at once through the textbook recursions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import pi
from typing import Any

import numpy as np

from torsor.algebra.angles import FloatScalars, angle_of
from torsor.algebra.formula import Formula
from torsor.motion.quantities import ANGLE_UNITS


class ArrayScalars:
    """Scalars that are floats or arrays of one number for each state."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def value(self, formula: Formula) -> Any:
        """A formula as a float or an array; plain 0 and 1 stay plain."""
        found = formula.value(lambda known: self.values[known], self._call)
        return float(found) if isinstance(found, Fraction) else found

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine of a formula that stands for an angle."""
        angle = angle_of(formula)
        if not angle.named:
            s, c = FloatScalars({}).sin_cos(formula)
            return (int(s) if s in (-1, 0, 1) else s), (int(c) if c in (-1, 0, 1) else c)
        rest: Any = float(angle.radian) + float(angle.half_turns) * pi
        for name, times in angle.named:
            rest = rest + float(times) * self.values[name]
        return np.sin(rest), np.cos(rest)

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return float(argument.parts[0]) ** 0.5
        if function == "sign":
            return np.sign(self.value(argument))
        return self.sin_cos(argument)[function == "cos"]


def scalars_of(values: Mapping[str, Formula], states: Mapping[str, Any]) -> ArrayScalars:
    """Scalars for a robot's numbers and for columns such as ``q1`` or ``fx``."""
    floats = FloatScalars(ANGLE_UNITS)
    numbers = {name: float(floats.value(value)) for name, value in values.items()}
    return ArrayScalars({**ANGLE_UNITS, **numbers, **states})


def columns(q: Any, dq: Any = None, ddq: Any = None) -> dict[str, Any]:
    """(N, n) arrays as columns by name."""
    found: dict[str, Any] = {}
    for stem, array in (("q", q), ("dq", dq), ("ddq", ddq)):
        if array is not None:
            found |= {f"{stem}{k}": array[:, k - 1] for k in range(1, array.shape[1] + 1)}
    return found
