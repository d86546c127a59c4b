"""Formulas of a description as mathematics within a sentence or a table."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.ring import RingScalar
from torsor.document.blocks import Maths, Run, Text
from torsor.reporting.composer import Composer


def maths(c: Composer, value: Formula | RingScalar) -> Maths:
    """A formula of the description as mathematics."""
    parsed = c.model.ring.parse(value) if isinstance(value, Formula) else value
    return Maths(c.pieces([parsed])[0])


def listed(c: Composer, values: Sequence[Formula | RingScalar]) -> Text:
    """(l2, l3, 0) with room to break between the entries."""
    runs: list[Run] = ["("]
    for k, value in enumerate(values):
        runs += [maths(c, value), ", " if k < len(values) - 1 else ")"]
    return tuple(runs)
