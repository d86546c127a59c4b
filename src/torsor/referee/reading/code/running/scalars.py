"""What a program's numbers may be: anything that adds, multiplies, and has sines."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, Self, TypeVar

from torsor.referee.reading.latex.places import Place


class Scalar(Protocol):
    """What can be added, subtracted and multiplied."""

    def __add__(self, other: Self, /) -> Self:
        """The sum."""
        ...

    def __mul__(self, other: Self, /) -> Self:
        """The product."""
        ...

    def __neg__(self) -> Self:
        """The negative."""
        ...


S = TypeVar("S", bound=Scalar)


class Scalars(Protocol[S]):
    """The scalars that a program is run over: numbers, free symbols, and functions of them."""

    def number(self, value: Fraction) -> S:
        """An exact number."""
        ...

    def symbol(self, name: str) -> S:
        """A free symbol."""
        ...

    def divide(self, above: S, below: S, place: Place) -> S:
        """A quotient, where there is one."""
        ...

    def raise_to(self, base: S, exponent: S, place: Place) -> S:
        """A power, where there is one."""
        ...

    def call(self, function: str, of: S, place: Place) -> S:
        """sin, cos, sign or sqrt of a value, where there is one."""
        ...

    def derive(self, of: S, by: str | None, place: Place) -> S:
        """The derivative by a free symbol, or by time."""
        ...
