"""How MJCF spells things: numbers with every digit of a float, names, quaternions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import to_float
from torsor.errors import RobotError


def quaternion_of(R: list[list[float]]) -> list[float]:
    """The unit quaternion of a rotation matrix, from its largest entry."""
    squares = [
        1 + R[0][0] + R[1][1] + R[2][2],
        1 + R[0][0] - R[1][1] - R[2][2],
        1 - R[0][0] + R[1][1] - R[2][2],
        1 - R[0][0] - R[1][1] + R[2][2],
    ]
    wx, wy, wz = R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]
    xy, xz, yz = R[0][1] + R[1][0], R[0][2] + R[2][0], R[1][2] + R[2][1]
    rows = (
        [squares[0], wx, wy, wz],
        [wx, squares[1], xy, xz],
        [wy, xy, squares[2], yz],
        [wz, xz, yz, squares[3]],
    )
    row = rows[max(range(4), key=lambda k: squares[k])]
    length = sum(e * e for e in row) ** 0.5
    return [e / length + 0.0 for e in row]


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
