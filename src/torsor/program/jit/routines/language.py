"""What routines are written with: arrays and records in memory, and operations of the processor.

A routine is a function with its types told, over whole numbers, floats, places of arrays and
records; ``translation`` makes LLVM assembly of it. Its text is Python for the reader, the type
checker and the formatter: it is never run as such. An index beyond an array is not noticed.
"""

from __future__ import annotations

from typing import Protocol, Self


class Floats(Protocol):
    """A place of floats one after another; ``x + k`` is the place of the k-th."""

    def __getitem__(self, index: int) -> float: ...
    def __setitem__(self, index: int, value: float) -> None: ...
    def __add__(self, count: int) -> Self: ...


class Integers(Protocol):
    """A place of whole numbers of 64 bits one after another."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...
    def __add__(self, count: int) -> Self: ...


class Record:
    """Fields by their annotations, each 64 bits wide; ``x + k`` is the k-th record from x on."""

    def __add__(self, count: int) -> Self:
        raise NotImplementedError


class Function(Record):
    """Machine code for one state: ``single`` of an arm's function, and its constants."""

    address: int
    constants: Floats


def evaluate(function: Function, *places: Floats) -> int:
    """Call it with its inputs and, last, the place of its result; not 0 if that is singular."""
    raise NotImplementedError


def sqrt(x: float) -> float:
    """√x."""
    raise NotImplementedError


def sin(x: float) -> float:
    """The sine."""
    raise NotImplementedError


def cos(x: float) -> float:
    """The cosine."""
    raise NotImplementedError


def magnitude(x: float) -> float:
    """|x|."""
    raise NotImplementedError


def spacing(x: float) -> float:
    """From x, not below zero, to the next larger float."""
    raise NotImplementedError


def power_of_two(k: int) -> float:
    """2 to the power k, −1022 ≤ k ≤ 1023."""
    raise NotImplementedError


def nearest(x: float) -> int:
    """The whole number next to x, |x| below 2⁵¹."""
    raise NotImplementedError
