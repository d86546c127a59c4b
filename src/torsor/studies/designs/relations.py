"""Relations: an expression of factors as a column, for all designs of a part at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import ANGLE_UNITS

FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "sin": np.sin,
    "cos": np.cos,
    "sqrt": np.sqrt,
    "sign": lambda x: np.sign(x.real),
}


def evaluate_relation(expression: Formula, columns: Mapping[str, Array], count: int) -> Array:
    """The expression's value for each design; not finite where it has none.

    Columns may be complex: a tiny imaginary part comes out as the derivative.
    """
    with np.errstate(all="ignore"):
        found: Array = np.broadcast_to(_value(expression, columns), (count,)).copy()
    return found


def _value(expression: Formula, columns: Mapping[str, Array]) -> Array:
    if expression.constant is not None:
        return np.array(float(expression.constant))
    if expression.head == "name":
        word = expression.word
        return columns[word] if word in columns else np.array(ANGLE_UNITS[word])
    parts = [_value(part, columns) for part in expression.inner]
    found = parts[0]
    if expression.head == "sum":
        for part in parts[1:]:
            found = found + part
    elif expression.head == "product":
        for part in parts[1:]:
            found = found * part
    elif expression.head == "power":
        found = found ** float(expression.exponent)
    else:
        found = FUNCTIONS[expression.word](found)
    return found
