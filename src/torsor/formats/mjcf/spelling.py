"""How MJCF spells things: numbers with every digit of a float, names."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import to_float
from torsor.errors import RobotError


def value(entry: Formula) -> Fraction:
    """A formula without names as a number."""
    constant = entry.constant
    return Fraction(to_float(entry)) if constant is None else constant


def numbers(entries: Iterable[Formula]) -> str:
    """Numbers side by side."""
    return " ".join(digits(value(e)) for e in entries)


def digits(value: Fraction | int) -> str:
    """A number with every digit that a float has."""
    try:
        return repr(float(value)).removesuffix(".0")
    except OverflowError:
        raise RobotError("a number of the robot is too large to be written") from None


def printable(text: str) -> str:
    """A name that XML can hold."""
    return "".join(ch if ch.isprintable() else "_" for ch in text)


def comment(text: str) -> str:
    """A text inside a comment, where two hyphens may not stand together."""
    text = printable(text)
    while "--" in text:
        text = text.replace("--", "- -")
    return f" {text} "
