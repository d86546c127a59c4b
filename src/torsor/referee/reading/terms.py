"""Readings of printed terms: numbers times powers of names, and how they add and multiply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.errors import TextError
from torsor.referee.reading.tree import Place

Powers = tuple[tuple[str, int], ...]
MOST = 20_000
"""An equation that multiplies out to more terms than this is refused."""

WORK = 200_000
"""An equation that takes more products of terms than this is refused."""

BITS = 20_000
"""Coefficients with more binary digits than this are refused."""


class UnreadError(TextError):
    """Something printed that cannot be read, so that the equation is not judged."""

    def __init__(self, text: str, place: Place | None = None) -> None:
        self.place = place
        where = f"line {place.line}, column {place.column}: " if place else ""
        super().__init__(where + text)


@dataclass
class Budget:
    """The products of terms that an equation may still take."""

    left: int = WORK

    def spend(self, products: int) -> None:
        """Take some products, or refuse the equation."""
        self.left -= products
        if self.left < 0:
            raise UnreadError(f"the equation takes more than {WORK} products of terms")


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


ONE = Reading(Fraction(1), ())


@dataclass(frozen=True)
class PrintedTerm:
    """A term as printed: where, its text, and its readings, the likelier first."""

    readings: tuple[Reading, ...]
    place: Place
    text: str
    sign: int = 1
    part: bool = False
    """Whether it is one of several that a product was multiplied out to."""


def signed(reading: Reading, sign: int) -> Reading:
    """A reading behind a plus or a minus."""
    return replace(reading, coefficient=reading.coefficient * sign)


def multiplied(sums: Iterable[Sequence[Reading]], budget: Budget) -> list[Reading]:
    """The product of sums, multiplied out."""
    total = [ONE]
    for factor in sums:
        if len(total) * len(factor) > MOST:
            raise UnreadError(f"the equation multiplies out to more than {MOST} terms")
        budget.spend(len(total) * len(factor))
        total = [times(a, b) for a in total for b in factor]
    return total


def times(a: Reading, b: Reading) -> Reading:
    """The product of two readings, with the notes and doubts of both."""
    powers: dict[str, int] = dict(a.powers)
    for name, exponent in b.powers:
        powers[name] = powers.get(name, 0) + exponent
    coefficient = a.coefficient * b.coefficient
    if max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length()) > BITS:
        raise UnreadError("a coefficient that no paper prints is refused")
    kept = tuple(sorted((n, e) for n, e in powers.items() if e))
    return Reading(coefficient, kept, a.notes + b.notes, a.doubts + b.doubts)


def gathered(readings: Iterable[Reading]) -> list[Reading]:
    """A sum with like terms as one."""
    found: dict[Powers, Reading] = {}
    for r in readings:
        before = found.get(r.powers)
        if before is None:
            found[r.powers] = r
        else:
            found[r.powers] = Reading(
                before.coefficient + r.coefficient,
                r.powers,
                tuple(dict.fromkeys(before.notes + r.notes)),
                tuple(dict.fromkeys(before.doubts + r.doubts)),
            )
    return list(found.values())


def raised(readings: Sequence[Reading], power: int, budget: Budget) -> list[Reading]:
    """A sum to a power, like terms gathered on the way."""
    total = list(readings) if power else [ONE]
    for _ in range(power - 1):
        total = gathered(multiplied([total, readings], budget))
    return total


def inverse(readings: Sequence[Reading], place: Place) -> Reading:
    """One over a single term; sums and zero have no inverse here."""
    terms = [r for r in gathered(readings) if r.coefficient]
    if len(terms) != 1:
        what = "a sum" if terms else "zero"
        raise UnreadError(f"a division by {what} cannot be carried out", place)
    only = terms[0]
    powers = tuple((name, -exponent) for name, exponent in only.powers)
    return replace(only, coefficient=1 / only.coefficient, powers=powers)


def angle_sum(argument: dict[str, int], budget: Budget) -> tuple[list[Reading], list[Reading]]:
    """Sine and cosine of a sum of angles, multiplied out."""
    one = Fraction(1)
    sine: list[Reading] = []
    cosine = [ONE]
    for name, count in argument.items():
        s = [Reading(Fraction(1 if count > 0 else -1), ((f"sin({name})", 1),))]
        c = [Reading(one, ((f"cos({name})", 1),))]
        for _ in range(abs(count)):
            new_sine = multiplied([sine, c], budget) if sine else []
            new_sine += multiplied([cosine, s], budget)
            minus = [signed(r, -1) for r in multiplied([sine, s], budget)] if sine else []
            cosine = multiplied([cosine, c], budget) + minus
            sine = new_sine
    return sine, cosine
