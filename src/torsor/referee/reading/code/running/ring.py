"""The second run: over trigonometric polynomials in normal form, so that ``==`` is proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt, prod

from flint.utils.flint_exceptions import DomainError

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring, ring_of
from torsor.referee.reading.code.running.linear import LinearScalars
from torsor.referee.reading.latex.places import Place, UnreadError

FACTORS = 24
"""Multiples of an angle above this are refused."""
DIVIDED, DIVISOR = 20_000, 200
"""Quotients of more terms than these are not tried."""
QUARTERS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Sine and cosine after so many quarter turns."""
Pair = tuple[Expression, Expression]


def ring_for(names: LinearScalars, rates: Mapping[str, str]) -> Ring:
    """The ring that has all that a program asks for."""
    symbols = (*names.symbols, *(r for s, r in rates.items() if s in names.symbols))
    return ring_of(
        tuple(dict.fromkeys(symbols)),
        tuple(names.angles),
        tuple((s, r) for s, r in rates.items() if s in names.symbols),
        (2, 3) if names.roots else (),
        tuple(names.signs),
    )


@dataclass
class RingRun:
    """Expressions of one ring as a program's scalars."""

    ring: Ring
    pairs: dict[Expression, Pair] = field(default_factory=dict)
    known: dict[str, Expression] = field(default_factory=dict)

    def number(self, value: Fraction) -> Expression:
        """A constant."""
        return self.ring.number(value)

    def symbol(self, name: str) -> Expression:
        """A generator."""
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = self.ring.generator(name)
        return found

    def divide(self, above: Expression, below: Expression, place: Place) -> Expression:
        """By a number, or by what divides it exactly."""
        number = below.constant()
        if number == 0:
            raise UnreadError("a division by zero", place)
        if number is not None:
            return above / number
        if len(above) > DIVIDED or len(below) > DIVISOR:
            raise UnreadError("a division by a long sum", place)
        try:
            return self.ring.reduce(above.poly / below.poly)
        except DomainError:
            what = "a symbol" if len(below) == 1 else "a sum"
            raise UnreadError(f"a division by {what} is not carried out", place) from None

    def raise_to(self, base: Expression, exponent: Expression, place: Place) -> Expression:
        """To a whole number; to a half where that is a root of a number."""
        power = exponent.constant()
        if power == Fraction(1, 2):
            return self.call("sqrt", base, place)
        if power is None or power.denominator != 1:
            raise UnreadError("a power that is no whole number", place)
        if power < 0:
            one = self.ring.number(1)
            return self.divide(one, base ** int(-power), place)
        return base ** int(power)

    def call(self, function: str, of: Expression, place: Place) -> Expression:
        """Sines and cosines of whole multiples of angles, signs of symbols, roots of numbers."""
        if function in ("sin", "cos"):
            return self.sin_cos(of, place)[function == "cos"]
        if function == "tan":
            sine, cosine = self.sin_cos(of, place)
            return self.divide(sine, cosine, place)
        if function == "sign":
            return self._sign(of, place)
        if function == "sqrt":
            return self._root(of, place)
        raise UnreadError(f"{function} is no polynomial", place)

    def derive(self, of: Expression, by: str | None, place: Place) -> Expression:
        """By a free symbol, or by time through the rates that are known."""
        if by is not None:
            return of.diff(by)
        if not self.ring.rates:
            raise UnreadError("a derivative by time without known rates", place)
        return of.dt()

    def sin_cos(self, angle: Expression, place: Place) -> Pair:
        """Sine and cosine of a sum of whole multiples of angles and of quarter turns."""
        found = self.pairs.get(angle)
        if found is None:
            found = self.pairs[angle] = self._sin_cos(angle, place)
        return found

    def _sin_cos(self, angle: Expression, place: Place) -> Pair:
        if len(angle) > FACTORS:
            raise UnreadError("an angle that is a long sum", place)
        counts: dict[str, int] = {}
        quarters = 0
        for term in angle.terms:
            powers, share = term.powers, term.coefficient
            name = powers[0][0] if len(powers) == 1 and powers[0][1] == 1 else ""
            if name == "pi":
                share *= 2
            if not name or (name != "pi" and name not in self.ring.angles):
                said = "a number" if not powers else "what is no sum of angles"
                raise UnreadError(f"a sine or cosine of {said}", place)
            if share.denominator != 1 or (name != "pi" and abs(share) > FACTORS):
                raise UnreadError("a sine or cosine of a part of an angle", place)
            if name == "pi":
                quarters = int(share) % 4
            else:
                counts[name] = int(share)
        if prod(1 + abs(count) for count in counts.values()) > 10_000:
            raise UnreadError("an angle that is a long sum", place)
        s, c = QUARTERS[quarters]
        sine, cosine = self.ring.number(s), self.ring.number(c)
        for name, count in counts.items():
            one, other = self.ring.sin(name), self.ring.cos(name)
            one = one if count > 0 else -one
            for _ in range(abs(count)):
                sine, cosine = sine * other + cosine * one, cosine * other - sine * one
        return sine, cosine

    def _sign(self, of: Expression, place: Place) -> Expression:
        terms = of.terms if len(of) == 1 else ()
        single = bool(terms) and len(terms[0].powers) == 1 and terms[0].powers[0][1] == 1
        name = terms[0].powers[0][0] if single else ""
        if name not in self.ring.signs:
            raise UnreadError("the sign of something else than a symbol", place)
        sign = self.ring.generator(f"sign({name})")
        return sign if terms[0].coefficient > 0 else -sign

    def _root(self, of: Expression, place: Place) -> Expression:
        number = of.constant()
        if number is None or number < 0 or max(number.as_integer_ratio()).bit_length() > 200:
            raise UnreadError("a root of something else than a number", place)
        inside = number.numerator * number.denominator  # √(a/b) = √(ab)/b
        for rest in (1, 2, 3, 6):
            root = isqrt(inside // rest)
            if root * root * rest == inside:
                found = self.ring.number(Fraction(root, number.denominator))
                for n in (2, 3):
                    if rest % n == 0:
                        found = found * self.ring.generator(f"sqrt({n})")
                return found
        raise UnreadError("a root of something else than 2 or 3", place)
