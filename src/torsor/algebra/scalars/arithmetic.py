"""Sums and products over any scalar; plain ``0`` and ``1`` are known to be zero and one.

So a recursion over ring elements, graph nodes or floats does no work for the entries of axes and
right angles.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar, overload


class Scalar(Protocol):
    """What derivations run over: a ring element, a float, a ball, a residue, a graph node …"""

    def __add__(self, other: Self, /) -> Any: ...
    def __sub__(self, other: Self, /) -> Any: ...
    def __mul__(self, other: Self, /) -> Any: ...
    def __neg__(self) -> Any: ...


S = TypeVar("S", bound=Scalar)
"""One kind of scalar, plain numbers included: each kind meets them."""

S_co = TypeVar("S_co", bound=Scalar, covariant=True)
"""The same, for what is made of scalars and never changed."""

Plain = int | Fraction
"""A plain number, which is a scalar of every kind."""


def plain(number: Plain) -> Any:
    """A plain number, as a scalar of every kind."""
    return number


PLAIN_ZERO: Any = 0
"""Plain zero, as a scalar of every kind."""

PLAIN_ONE: Any = 1
"""Plain one, as a scalar of every kind."""


@overload
def times(a: Plain, b: S) -> S: ...
@overload
def times(a: S, b: Plain) -> S: ...
@overload
def times(a: S, b: S) -> S: ...
def times(a: Any, b: Any) -> Any:
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


@overload
def plus(a: Plain, b: S) -> S: ...
@overload
def plus(a: S, b: Plain) -> S: ...
@overload
def plus(a: S, b: S) -> S: ...
def plus(a: Any, b: Any) -> Any:
    """The sum, with plain zero recognised."""
    if type(a) is int and a == 0:
        return b
    if type(b) is int and b == 0:
        return a
    return a + b


@overload
def minus(a: Plain, b: S) -> S: ...
@overload
def minus(a: S, b: Plain) -> S: ...
@overload
def minus(a: S, b: S) -> S: ...
def minus(a: Any, b: Any) -> Any:
    """The difference, with plain zero recognised."""
    if type(b) is int and b == 0:
        return a
    if type(a) is int and a == 0:
        return times(-1, b)
    return a - b


def raised(base: S, exponent: int) -> S:
    """A whole power; one below zero of what can be divided by."""
    power: S = base**exponent  # type: ignore[operator]
    return power


def summed(values: Iterable[S]) -> S:
    """The sum of any number of scalars; plain 0 for none."""
    result: S = PLAIN_ZERO
    for value in values:
        result = plus(result, value)
    return result


def add_angles(a: tuple[S, S], b: tuple[S, S]) -> tuple[S, S]:
    """Sine and cosine of the sum of two angles, from theirs."""
    (s, c), (u, v) = a, b
    return plus(times(s, v), times(c, u)), minus(times(c, v), times(s, u))
