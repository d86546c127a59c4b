"""Exact numbers at a state: every angle has a rational sine and cosine, so nothing is rounded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from torsor.algebra.scalars.exact import ExactScalars
from torsor.algebra.surds import simple


class RationalScalars(ExactScalars):
    """Formulas into exact numbers; coordinates that turn are given by tan(q/2)."""

    def __init__(self, values: Mapping[str, Any], tangents: Mapping[str, Fraction]) -> None:
        self.values = values
        self.tangents = tangents

    def symbol(self, name: str) -> Any:
        return self.values[name]

    def pair(self, angle: str) -> tuple[Any, Any]:
        t = self.tangents[angle]
        return simple(2 * t / (1 + t * t)), simple((1 - t * t) / (1 + t * t))


def small(rng: np.random.Generator, low: int = -8, high: int = 9) -> Fraction:
    """A fraction of small numbers, not zero."""
    numerator = 0
    while not numerator:
        numerator = int(rng.integers(low, high))
    return Fraction(numerator, int(rng.integers(1, 8)))
