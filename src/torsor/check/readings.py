"""Readings of printed terms: numbers times powers of names, and how they add and multiply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.check.latex_tree import Place
from torsor.errors import TextError

Powers = tuple[tuple[str, int], ...]
MOST = 20_000
"""An equation that multiplies out to more terms than this is refused."""


@dataclass(frozen=True)
class Reading:
    """One way to read a term: a number times powers of names."""

    coefficient: Fraction
    powers: Powers
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class PrintedTerm:
    """A term as printed: where, its text, and its readings, the likelier first."""

    readings: tuple[Reading, ...]
    place: Place
    text: str
    sign: int = 1
    part: bool = False
    """Whether it is one of several that a product of parentheses was multiplied out to."""


def signed(reading: Reading, sign: int) -> Reading:
    """A reading behind a plus or a minus."""
    return replace(reading, coefficient=reading.coefficient * sign)


def multiplied(sums: list[list[Reading]]) -> list[Reading]:
    """The product of sums, multiplied out."""
    total = [Reading(Fraction(1), ())]
    for factor in sums:
        if len(total) * len(factor) > MOST:
            raise TextError(f"the equation multiplies out to more than {MOST} terms")
        total = [times(a, b) for a in total for b in factor]
    return total


def times(a: Reading, b: Reading) -> Reading:
    """The product of two readings, with the notes of both."""
    powers: dict[str, int] = dict(a.powers)
    for name, exponent in b.powers:
        powers[name] = powers.get(name, 0) + exponent
    return Reading(a.coefficient * b.coefficient, tuple(sorted(powers.items())), a.notes + b.notes)


def raised(readings: list[Reading], power: int) -> list[Reading]:
    """A sum to a power, like terms gathered on the way."""
    total = readings if power else [Reading(Fraction(1), ())]
    for _ in range(power - 1):
        gathered: dict[Powers, Reading] = {}
        for r in multiplied([total, readings]):
            before = gathered.get(r.powers)
            sum_ = r.coefficient + (before.coefficient if before else 0)
            gathered[r.powers] = replace(before or r, coefficient=sum_)
        total = list(gathered.values())
    return total


def angle_sum(argument: dict[str, int]) -> tuple[list[Reading], list[Reading]]:
    """Sine and cosine of a sum of angles, multiplied out."""
    one = Fraction(1)
    sine: list[Reading] = []
    cosine = [Reading(one, ())]
    for name, count in argument.items():
        s = [Reading(Fraction(1 if count > 0 else -1), ((f"sin({name})", 1),))]
        c = [Reading(one, ((f"cos({name})", 1),))]
        for _ in range(abs(count)):
            new_sine = multiplied([sine, c]) if sine else []
            new_sine += multiplied([cosine, s])
            minus = [signed(r, -1) for r in multiplied([sine, s])] if sine else []
            cosine = multiplied([cosine, c]) + minus
            sine = new_sine
    return sine, cosine
