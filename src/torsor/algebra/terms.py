"""The terms of an expression: exact coefficients and powers, read from FLINT's own text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from torsor.arguments import wrong_type


@dataclass(frozen=True)
class Term:
    """One term: an exact coefficient and the powers of the generators, by name."""

    coefficient: Fraction
    powers: tuple[tuple[str, int], ...]

    def power(self, name: str) -> int:
        """The exponent of a generator in this term, zero if it is absent."""
        if not isinstance(name, str):
            raise wrong_type("name", name, "a text")
        return next((e for n, e in self.powers if n == name), 0)

    def __str__(self) -> str:
        return _term_text(self.coefficient, self.powers)


def read_terms(names: Mapping[str, str], text: str) -> tuple[Term, ...]:
    """The terms of FLINT's text, its generators by their names."""
    pieces = text.replace(" - ", " + -").split(" + ") if text else []
    return tuple(_read_term(piece, names) for piece in pieces)


def _read_term(piece: str, names: Mapping[str, str]) -> Term:
    """One term of FLINT's text, ``-3/2*x0*x7^2``, its generators by their names."""
    sign = 1
    if piece.startswith("-"):
        sign, piece = -1, piece[1:]
    factors = piece.split("*")
    coefficient = Fraction(sign)
    if factors[0][0].isdigit():
        coefficient *= Fraction(factors.pop(0))
    powers = []
    for factor in factors:
        name, _, exponent = factor.partition("^")
        powers.append((names[name], int(exponent) if exponent else 1))
    return Term(coefficient, tuple(powers))


def _term_text(coefficient: Fraction, powers: tuple[tuple[str, int], ...]) -> str:
    # Symbols first, then sines and cosines, as one reads m1*l2*cos(q1).
    ordered = sorted(powers, key=lambda p: p[0].startswith(("sin(", "cos(")))
    factors = [n if e == 1 else f"{n}^{e}" for n, e in ordered]
    size = abs(coefficient)
    if size.numerator != 1 or not factors:
        factors.insert(0, str(size.numerator))
    text = "*".join(factors) + (f"/{size.denominator}" if size.denominator != 1 else "")
    return f"-{text}" if coefficient < 0 else text
