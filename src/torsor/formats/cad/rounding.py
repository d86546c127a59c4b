"""Printed lines, and numbers with the rounding that two blocks must agree within."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from torsor.errors import TextError, shown

NUMBER = r"[-+]?(?:[0-9]{1,60}(?:\.[0-9]{0,60})?|\.[0-9]{1,60})(?:[eE][-+]?[0-9]{1,3})?"
"""Its repetitions are bounded and never meet: no text makes a search try them in many ways."""

LONGEST_LINE = 500


def tidy_lines(text: str) -> list[str]:
    """The lines with single spaces, none longer than a program prints."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise TextError(f"line {number}: longer than {LONGEST_LINE} letters, refused")
    return lines


LARGEST_EXPONENT = 40
"""Numbers beyond 10 to this power are nobody's mass or inertia, those below its inverse are 0."""


@dataclass(frozen=True)
class Rounded:
    """A number known to within an error; sums and products carry the error on."""

    value: Fraction
    error: Fraction = Fraction(0)

    def __add__(self, other: Rounded | Fraction | int) -> Rounded:
        other = rounded(other)
        return Rounded(self.value + other.value, self.error + other.error)

    def __neg__(self) -> Rounded:
        return Rounded(-self.value, self.error)

    def __sub__(self, other: Rounded | Fraction | int) -> Rounded:
        return self + -rounded(other)

    def __mul__(self, other: Rounded | Fraction | int) -> Rounded:
        other = rounded(other)
        error = abs(self.value) * other.error + abs(other.value) * self.error
        return Rounded(self.value * other.value, error + self.error * other.error)

    __radd__, __rmul__ = __add__, __mul__

    def may_be(self, other: Rounded | Fraction | int) -> bool:
        """Whether both can be the same number."""
        difference = self - other
        return abs(difference.value) <= difference.error


def rounded(value: Rounded | Fraction | int) -> Rounded:
    """An exact number has no error."""
    return value if isinstance(value, Rounded) else Rounded(Fraction(value))


def printed(text: str) -> Rounded:
    """A printed number; its error is one unit of its last digit, since some programs cut off.

    >>> printed("2.440E+06")
    Rounded(value=Fraction(2440000, 1), error=Fraction(1000, 1))
    """
    cleaned = text.strip()
    if len(cleaned) > 60 or not re.fullmatch(NUMBER, cleaned):
        raise TextError(f"{shown(text)} is not a number")
    mantissa, _, exponent = cleaned.lower().partition("e")
    if int(exponent or 0) > LARGEST_EXPONENT or len(mantissa) > LARGEST_EXPONENT:
        raise TextError(f"{shown(text)} is out of range")
    if int(exponent or 0) < -LARGEST_EXPONENT:
        return Rounded(Fraction(0), Fraction(10) ** (2 - LARGEST_EXPONENT))
    decimals = len(mantissa.partition(".")[2])
    return Rounded(Fraction(cleaned), Fraction(10) ** (int(exponent or 0) - decimals))
