"""Sums and products over any scalar; plain ``0`` and ``1`` are known to be zero and one.

So a recursion over ring elements, graph nodes or floats does no work for the entries of axes and
right angles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Scalar = Any
"""A ring element, a float, a ball, a graph node, or a plain number."""


def times(a: Scalar, b: Scalar) -> Scalar:
    """The product, with plain zero and one recognised."""
    if type(a) is int:
        if a == 0:
            return 0
        if a == 1:
            return b
        if a == -1:
            return -b
    if type(b) is int:
        if b == 0:
            return 0
        if b == 1:
            return a
        if b == -1:
            return -a
    return a * b


def plus(a: Scalar, b: Scalar) -> Scalar:
    """The sum, with plain zero recognised."""
    if type(a) is int and a == 0:
        return b
    if type(b) is int and b == 0:
        return a
    return a + b


def minus(a: Scalar, b: Scalar) -> Scalar:
    """The difference, with plain zero recognised."""
    if type(b) is int and b == 0:
        return a
    if type(a) is int and a == 0:
        return times(-1, b)
    return a - b


def summed(values: Iterable[Scalar]) -> Scalar:
    """The sum of any number of scalars; plain 0 for none."""
    result: Scalar = 0
    for value in values:
        result = plus(result, value)
    return result


def add_angles(a: tuple[Scalar, Scalar], b: tuple[Scalar, Scalar]) -> tuple[Scalar, Scalar]:
    """Sine and cosine of the sum of two angles, from theirs."""
    (s, c), (u, v) = a, b
    return plus(times(s, v), times(c, u)), minus(times(c, v), times(s, u))
