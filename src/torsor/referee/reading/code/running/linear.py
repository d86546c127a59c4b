"""The first run: which symbols are angles, which have a sign, whether roots are needed.

Over sums of multiples of symbols a program runs quickly whatever its size; all else is unknown,
and of an unknown nothing is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from torsor.referee.reading.latex.places import Place

MANY = 64
"""Sums of more symbols are no angle."""
BITS = 300


@dataclass(frozen=True)
class Linear:
    """A number and multiples of symbols; ``None`` where it is something else."""

    terms: dict[str, Fraction] | None

    @property
    def constant(self) -> Fraction | None:
        """The number that it is, if it is one."""
        if self.terms is None or set(self.terms) - {""}:
            return None
        return self.terms.get("", Fraction(0))

    def scale(self, number: Fraction) -> Linear:
        """It times a number."""
        if self.terms is None or number.denominator.bit_length() > BITS:
            return UNKNOWN
        if number.numerator.bit_length() > BITS:
            return UNKNOWN
        return Linear({name: value * number for name, value in self.terms.items() if number})

    def __add__(self, other: Linear) -> Linear:
        if self.terms is None or other.terms is None:
            return UNKNOWN
        total = dict(self.terms)
        for name, value in other.terms.items():
            total[name] = total.get(name, Fraction(0)) + value
        kept = {name: value for name, value in total.items() if value}
        wide = any(v.numerator.bit_length() > BITS for v in kept.values())
        return UNKNOWN if len(kept) > MANY or wide else Linear(kept)

    def __mul__(self, other: Linear) -> Linear:
        number = other.constant
        if number is not None:
            return self.scale(number)
        number = self.constant
        return UNKNOWN if number is None else other.scale(number)

    def __neg__(self) -> Linear:
        return self.scale(Fraction(-1))


UNKNOWN = Linear(None)


@dataclass
class LinearScalars:
    """Collects the names that a ring for this program needs."""

    symbols: dict[str, None] = field(default_factory=dict)
    angles: dict[str, None] = field(default_factory=dict)
    signs: dict[str, None] = field(default_factory=dict)
    roots: bool = False

    def number(self, value: Fraction) -> Linear:
        """A constant."""
        return Linear({"": value} if value else {})

    def symbol(self, name: str) -> Linear:
        """A symbol, noted."""
        self.symbols[name] = None
        return Linear({name: Fraction(1)})

    def divide(self, above: Linear, below: Linear, place: Place) -> Linear:
        """By a number only."""
        number = below.constant
        return above.scale(1 / number) if number else UNKNOWN

    def raise_to(self, base: Linear, exponent: Linear, place: Place) -> Linear:
        """Powers of symbols are no angles; those of numbers seldom matter."""
        number, power = base.constant, exponent.constant
        if exponent.constant == 1:
            return base
        if power == Fraction(1, 2):
            self.roots = True
        small = number is not None and power is not None and abs(power) <= 9
        if small and power is not None and power.denominator == 1 and number:
            return Linear({"": number ** int(power)})
        return UNKNOWN

    def call(self, function: str, of: Linear, place: Place) -> Linear:
        """Notes the angles of a sine, the symbol of a sign."""
        names = [name for name in of.terms or {} if name not in ("", "pi")]
        if function in ("sin", "cos", "tan"):
            self.angles.update(dict.fromkeys(names))
        elif function == "sign":
            self.signs.update(dict.fromkeys(names))
        elif function == "sqrt":
            self.roots = True
        return UNKNOWN

    def derive(self, of: Linear, by: str | None, place: Place) -> Linear:
        """By whatever it is: unknown; a symbol by itself would be 1, which is no angle."""
        if by is not None:
            self.symbols[by] = None
        return UNKNOWN
