"""Numbers as a report prints them: decimals throughout, to so many significant digits."""

from __future__ import annotations

from dataclasses import replace
from decimal import Context, Decimal
from fractions import Fraction
from math import degrees, floor, log10, sqrt

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula
from torsor.document.printing.printer import decimal
from torsor.document.printing.tokens import Pieces, Token
from torsor.equations.tree import Terms, add_to, key
from torsor.errors import TorsorError
from torsor.formats.toml.values import value_text

DIGITS = 6
"""Significant digits of a number among equations; the exact one stays in the data."""

LEAST = 2
"""A table's entry has so many significant digits at least, however many decimals these are."""


def round_digits(value: Fraction, digits: int = DIGITS) -> Fraction:
    """A number to so many significant digits."""
    context = Context(prec=digits)
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def merge_roots(terms: Terms) -> Terms:
    """Terms with the square roots of numbers put in, to more digits than are printed."""
    found: Terms = {}
    for powers, coefficient in terms.items():
        value = coefficient
        for atom, exponent in powers:
            if atom.startswith("sqrt("):
                value *= Fraction(sqrt(Fraction(atom[5:-1]))) ** exponent
        rest = ((atom, exponent) for atom, exponent in powers if not atom.startswith("sqrt("))
        add_to(found, key(rest), value)
    return found


def round_pieces(pieces: Pieces) -> Pieces:
    """A sum whose coefficients are decimals."""
    return tuple(replace(p, tokens=tuple(map(_round_token, p.tokens))) for p in pieces)


def _round_token(token: Token) -> Token:
    if token.kind != "number":
        return token
    return replace(token, number=round_digits(token.number), measured=True)


def print_number(value: Fraction, digits: int = DIGITS) -> str:
    """``−0.054193``: a decimal with the minus sign of print."""
    return decimal(round_digits(value, digits), measured=True).replace("-", "−")


def print_entry(value: Fraction, decimals: int) -> str:
    """A number in a narrow column, with no more decimals than that if it is not too small."""
    if not value:
        return "0"
    size = floor(log10(abs(value))) + 1
    return print_number(value, min(DIGITS + 1, max(LEAST, size + decimals)))


def print_angle(angle: Formula) -> str:
    """An angle in degrees where it is a number, else as it is written."""
    try:
        read = angle_of(angle)
    except TorsorError:
        return typeset_number(angle)
    if read.named or not read.radian:
        return typeset_number(angle)
    whole = read.half_turns * 180 + Fraction(degrees(float(read.radian)))
    return f"{print_number(whole)}°"


def typeset_number(value: Formula | str) -> str:
    """A number with the signs of print: -90deg as −90°."""
    return str(value).replace("deg", "°").replace("*°", "°").replace("-", "−")


def print_value(value: Formula) -> str:
    """A value of a description: a decimal, or an angle with its unit."""
    if value.constant is not None:
        return print_number(value.constant, 9)
    return typeset_number(value_text(value))
