"""Printed terms and their readings, numbers times powers of names: how they multiply, in bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.referee.reading.latex.places import Place, UnreadError

Powers = tuple[tuple[str, int], ...]
MOST = 20_000
"""An equation that multiplies out to more terms than this is refused."""

WORK = 200_000
"""An equation that takes more products of terms than this is refused."""

BITS = 20_000
"""Coefficients with more binary digits than this are refused."""


@dataclass(frozen=True)
class Reading:
    """One way to read a term: a number times powers of names.

    ``notes`` tell what was supplied; ``doubts`` tell what was overlooked, and an equation that is
    right only so is not called right.
    """

    coefficient: Fraction
    powers: Powers
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def __mul__(self, other: Reading) -> Reading:
        """The product of two readings, with the notes and doubts of both."""
        powers: dict[str, int] = dict(self.powers)
        for name, exponent in other.powers:
            powers[name] = powers.get(name, 0) + exponent
        coefficient = self.coefficient * other.coefficient
        if max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length()) > BITS:
            raise UnreadError("a coefficient that no paper prints is refused")
        kept = tuple(sorted((n, e) for n, e in powers.items() if e))
        return Reading(coefficient, kept, self.notes + other.notes, self.doubts + other.doubts)

    def scale(self, number: Fraction | int) -> Reading:
        """The reading times a number, as behind a minus."""
        return replace(self, coefficient=self.coefficient * number)

    def doubt(self, text: str) -> Reading:
        """The reading with one more doubt: of two that are possible it is taken."""
        said = f"{' '.join(text.split())}: one of two readings is taken"
        return replace(self, doubts=(*self.doubts, said))


ONE = Reading(Fraction(1), ())


def power_of(name: str, exponent: int = 1, sign: Fraction | int = 1) -> Reading:
    """A name to a power, with the sign of a number."""
    return Reading(Fraction(1 if sign > 0 else -1), ((name, exponent),) if exponent else ())


@dataclass(frozen=True)
class PrintedTerm:
    """A term as printed: where, its text, and its readings, the likelier first."""

    readings: tuple[Reading, ...]
    place: Place
    text: str
    sign: int = 1
    part: bool = False
    """Whether it is one of several that a product was multiplied out to."""

    def each(self, change: Callable[[Reading], Reading]) -> PrintedTerm:
        """The term with each of its readings changed."""
        return replace(self, readings=tuple(map(change, self.readings)))

    def __neg__(self) -> PrintedTerm:
        return replace(self.each(lambda r: r.scale(-1)), sign=-self.sign)


Sum = tuple[PrintedTerm, ...]


def make_terms(readings: Iterable[Reading], place: Place, text: str, sign: int = 1) -> Sum:
    """The terms that a product was multiplied out to; all have its place and text."""
    return tuple(PrintedTerm((r.scale(sign),), place, text, sign, True) for r in readings)


def likeliest(terms: Iterable[PrintedTerm]) -> list[Reading]:
    """A sum as a factor: each term as it is likeliest, with a doubt where it may be another."""
    return [t.readings[0].doubt(t.text) if len(t.readings) > 1 else t.readings[0] for t in terms]


def collect(readings: Iterable[Reading]) -> list[Reading]:
    """A sum with like terms as one."""
    like: dict[Powers, Reading] = {}
    for r in readings:
        before = like.get(r.powers)
        if before is not None:
            r = Reading(
                before.coefficient + r.coefficient,
                r.powers,
                tuple(dict.fromkeys(before.notes + r.notes)),
                tuple(dict.fromkeys(before.doubts + r.doubts)),
            )
        like[r.powers] = r
    return list(like.values())


def invert(readings: Sequence[Reading], place: Place) -> Reading:
    """One over a single term; sums and zero have no inverse here."""
    terms = [r for r in collect(readings) if r.coefficient]
    if len(terms) != 1:
        what = "a sum" if terms else "zero"
        raise UnreadError(f"a division by {what} cannot be carried out", place)
    powers = tuple((name, -exponent) for name, exponent in terms[0].powers)
    return replace(terms[0], coefficient=1 / terms[0].coefficient, powers=powers)


@dataclass
class Budget:
    """The products of terms that an equation may still take, and what takes them."""

    left: int = WORK

    def spend(self, products: int) -> None:
        """Take some products, or refuse the equation."""
        self.left -= products
        if self.left < 0:
            raise UnreadError(f"the equation takes more than {WORK} products of terms")

    def expand(self, terms: int) -> None:
        """Take the products that a sum of so many terms is multiplied out by."""
        if terms > MOST:
            raise UnreadError(f"the equation multiplies out to more than {MOST} terms")
        self.spend(terms)

    def multiply(self, sums: Iterable[Sequence[Reading]]) -> list[Reading]:
        """The product of sums, multiplied out."""
        total = [ONE]
        for factor in sums:
            self.expand(len(total) * len(factor))
            total = [a * b for a in total for b in factor]
        return total

    def raise_sum(self, readings: Sequence[Reading], power: int) -> list[Reading]:
        """A sum to a power, like terms gathered on the way."""
        total = list(readings) if power else [ONE]
        for _ in range(power - 1):
            total = collect(self.multiply([total, readings]))
        return total

    def expand_angle(self, argument: dict[str, int]) -> dict[str, list[Reading]]:
        """Sine and cosine of a sum of whole multiples of angles, multiplied out."""
        sine: list[Reading] = []
        cosine = [ONE]
        for name, count in argument.items():
            s, c = [power_of(f"sin({name})", 1, count)], [power_of(f"cos({name})")]
            for _ in range(abs(count)):
                minus = [r.scale(-1) for r in self.multiply([sine, s])]
                sine = self.multiply([sine, c]) + self.multiply([cosine, s])
                cosine = self.multiply([cosine, c]) + minus
        return {"sin": sine, "cos": cosine}
