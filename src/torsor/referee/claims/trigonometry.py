"""Sines and cosines of sums of an author's angles, multiplied out in the ring; signs of rates."""

from __future__ import annotations

from functools import lru_cache

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.referee.reading.latex.places import Place, UnreadError

QUARTER = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
"""Sine and cosine of a number of right angles."""


def read_angle(angle: Expression, place: Place) -> tuple[dict[str, int], int]:
    """A sum of whole multiples of angles and right angles."""
    turns: dict[str, int] = {}
    right = 0
    for term in angle.terms:
        if len(term.powers) != 1 or term.powers[0][1] != 1:
            raise UnreadError("an angle that is no sum of angles", place)
        name = term.powers[0][0]
        amount = term.coefficient * 2 if name == "pi" else term.coefficient
        if amount.denominator != 1 or abs(amount) > 12:
            raise UnreadError("an angle that is no sum of whole angles", place)
        if name == "pi":
            right = int(amount) % 4
        else:
            turns[name] = int(amount)
    return turns, right


def expand_trig(ring: Ring, function: str, turns: dict[str, int], right: int = 0) -> Expression:
    """Sine or cosine of a sum of angles, multiplied out."""
    return _expand(ring, function, tuple(turns.items()), right)


@lru_cache(maxsize=4096)
def _expand(
    ring: Ring, function: str, turns: tuple[tuple[str, int], ...], right: int
) -> Expression:
    """Sine or cosine of a sum of angles, multiplied out."""
    first, second = QUARTER[right]
    s, c = ring.number(first), ring.number(second)
    for name, count in turns:
        if f"sin({name})" not in ring.index:
            raise UnreadError(f"{name} is no angle")
        for _ in range(abs(count)):
            sine, cosine = ring.sin(name) * (1 if count > 0 else -1), ring.cos(name)
            s, c = s * cosine + c * sine, c * cosine - s * sine
    return s if function == "sin" else c


def sign_of(value: Expression, place: Place) -> Expression:
    """The sign of a velocity, as Coulomb friction has it."""
    terms = value.terms
    if len(terms) != 1 or len(terms[0].powers) != 1 or terms[0].powers[0][1] != 1:
        raise UnreadError("the sign of something else than a velocity", place)
    name = f"sign({terms[0].powers[0][0]})"
    if name not in value.ring.index:
        raise UnreadError("the sign of something else than a velocity", place)
    return value.ring.generator(name) * (1 if terms[0].coefficient > 0 else -1)
