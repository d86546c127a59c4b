"""Linear couplings: a joint's displacement as a combination of coordinates.

A mimic joint, a belt or a differential moves a joint by ``2*q1 - q2 + c`` instead of by a
coordinate of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import pi, prod

from torsor.algebra.formula import Formula, exact, power, product, total
from torsor.errors import RobotError

COORDINATE = re.compile(r"q([1-9][0-9]{0,3})\Z")


def numbered(name: str) -> int:
    """The number of a coordinate ``q3``, else 0."""
    match = COORDINATE.match(name)
    return int(match[1]) if match else 0


def shares(displacement: Formula) -> dict[int, Fraction]:
    """∂displacement/∂q_k by coordinate number; anything not linear in them is refused."""
    return {k: s for k, s in _shares(displacement, displacement).items() if s}


def _shares(part: Formula, whole: Formula) -> dict[int, Fraction]:
    """The shares of a part of a displacement: a sum of them, a multiple of one, a coordinate."""
    if not any(map(numbered, part.names())):
        return {}
    if part.head == "name":
        return {numbered(part.word): Fraction(1)}
    found: dict[int, Fraction] = {}
    if part.head == "sum":
        for inner in part.inner:
            for k, s in _shares(inner, whole).items():
                found[k] = found.get(k, Fraction(0)) + s
        return found
    moving = [f for f in part.inner if part.head == "product" and any(map(numbered, f.names()))]
    if len(moving) != 1:
        raise RobotError(f"{whole} is not linear in the coordinates")
    factors = [f.constant for f in part.inner if f is not moving[0]]
    if None in factors:
        raise RobotError(f"{whole} has a coordinate with a factor that is not a number")
    factor = prod(f for f in factors if f is not None)
    return {k: factor * s for k, s in _shares(moving[0], whole).items()}


RADIANS = {"rad": Fraction(1), "pi": exact(pi), "deg": exact(pi) / 180}
"""The units of angles as plain numbers, π to the digits of a float."""


def in_radians(angle: Formula) -> Formula:
    """An angle outside of sine and cosine, as the stretch of a spring is: a plain number."""
    if angle.head == "name":
        return angle.replace(RADIANS)
    if angle.head not in ("sum", "product", "power"):
        return angle
    if angle.head == "power":
        return power(in_radians(angle.inner[0]), angle.exponent)
    parts = map(in_radians, angle.inner)
    return total(*parts) if angle.head == "sum" else product(*parts)


def rank(rows: Sequence[Mapping[int, Fraction]]) -> int:
    """The rank of the shares, by elimination."""
    left = [dict(row) for row in rows]
    count = 0
    while left:
        row = left.pop()
        if not row:
            continue
        count += 1
        k, pivot = next(iter(row.items()))
        for other in left:
            if k in other:
                factor = other[k] / pivot
                for j, s in row.items():
                    value = other.get(j, Fraction(0)) - factor * s
                    if value:
                        other[j] = value
                    else:
                        other.pop(j, None)
    return count


def own_coordinates(moves: Sequence[Formula | None]) -> list[int | None]:
    """The coordinate of each joint that moves by itself (``None`` in ``moves``).

    The joints are read in order, and such a joint takes the first coordinate that no joint before
    it has mentioned: so ``2*q1`` after a plain first joint follows it.
    """
    mentioned: set[int] = set()
    found: list[int | None] = []
    for formula in moves:
        if formula is not None:
            mentioned.update(numbered(n) for n in formula.names())
            found.append(None)
            continue
        k = next(k for k in count(1) if k not in mentioned)
        mentioned.add(k)
        found.append(k)
    return found
