"""A motion's many states at once: its columns as scalars of the textbook recursions."""

from __future__ import annotations

from collections.abc import Mapping

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.arrays import ArrayScalars
from torsor.algebra.scalars.floats import ANGLE_UNITS, to_float


def scalars_of(values: Mapping[str, Formula], states: Mapping[str, Array | float]) -> ArrayScalars:
    """Scalars for a robot's numbers and for columns such as ``q1`` or ``fx``."""
    numbers = {name: to_float(value) for name, value in values.items()}
    return ArrayScalars({**ANGLE_UNITS, **numbers, **states})


def columns(q: Array, dq: Array | None = None, ddq: Array | None = None) -> dict[str, Array]:
    """(N, n) arrays as columns by name."""
    found: dict[str, Array] = {}
    for stem, array in (("q", q), ("dq", dq), ("ddq", ddq)):
        if array is not None:
            found |= {f"{stem}{k}": array[:, k - 1] for k in range(1, array.shape[1] + 1)}
    return found
