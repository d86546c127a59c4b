"""Linear couplings: a joint's displacement as a combination of coordinates.

A mimic joint, a belt or a differential moves a joint by ``2*q1 - q2 + c`` instead of by a
coordinate of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.errors import RobotError

COORDINATE = re.compile(r"q([1-9][0-9]{0,3})\Z")


def numbered(name: str) -> int:
    """The number of a coordinate ``q3``, else 0."""
    match = COORDINATE.match(name)
    return int(match[1]) if match else 0


def shares(displacement: Formula) -> dict[int, Fraction]:
    """∂displacement/∂q_k by coordinate number; anything not linear in them is refused."""
    found: dict[int, Fraction] = {}
    parts = displacement.parts if displacement.head == "sum" else (displacement,)
    for part in parts:
        factors = part.parts if part.head == "product" else (part,)
        moving = [f for f in factors if any(numbered(n) for n in f.names())]
        if not moving:
            continue
        factor = Fraction(1)
        for f in factors:
            if f is not moving[0]:
                if f.constant is None:
                    raise RobotError(f"{displacement} is not linear in the coordinates")
                factor *= f.constant
        if len(moving) > 1 or moving[0].head != "name":
            raise RobotError(f"{displacement} is not linear in the coordinates")
        k = numbered(moving[0].parts[0])
        found[k] = found.get(k, Fraction(0)) + factor
    return {k: s for k, s in found.items() if s}


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
