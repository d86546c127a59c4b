"""Presliding friction: a hysteresis that depends on the way, not on the speed (Dahl, 1968).

The state z is the friction over its Coulomb value. Along a way x in one direction it goes to that
direction's end, dz/dx = (sign ẋ − z)/δ: after a reversal the joint is a spring before it slides,
and δ is how far that goes.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array


def hysteresis(rate: Array, step: float, distance: float) -> Array:
    """z along a joint's rates, rows ``step`` s apart, from z = 0; between −1 and 1."""
    way = np.cumsum(np.abs(rate)) * (step / distance)
    direction = np.where(rate >= 0.0, 1.0, -1.0)
    turns = np.flatnonzero(np.diff(direction)) + 1
    z = np.empty_like(rate)
    last, before = 0.0, 0.0
    for first, end in zip([0, *turns], [*turns, len(rate)], strict=True):
        sense = direction[first]
        z[first:end] = sense + (last - sense) * np.exp(before - way[first:end])
        last, before = z[end - 1], way[end - 1]
    return z
