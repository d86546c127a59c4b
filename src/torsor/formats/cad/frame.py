"""A body's mass properties in a link's frame, in which the CAD frame lies somewhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import cos, pi, sin
from typing import Any

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, exact
from torsor.algebra.scalars.floats import to_float
from torsor.errors import TextError
from torsor.formats.cad.mass_properties import MassProperties
from torsor.formats.fields import rotation_field
from torsor.robot.robot import Quaternion, Turn

Matrix = list[list[Fraction]]
QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Cosine and sine of whole quarter turns."""

MOST_TURNS = 12


def placed(
    body: MassProperties, offset: Sequence[Any] = (0, 0, 0), rotation: Any = ""
) -> MassProperties:
    """The body in a link's frame, in which the CAD frame lies at an offset and is turned."""
    R = rotation_matrix(rotation)
    shift = [exact(e) for e in offset]
    x, y, z = (sum(r * c for r, c in zip(row, body.com, strict=True)) for row in R)
    turned = _product(_product(R, _matrix(body.inertia)), [list(c) for c in zip(*R, strict=True)])
    keys = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    return replace(
        body,
        com=(x + shift[0], y + shift[1], z + shift[2]),
        inertia=tuple(turned[i][j] for i, j in keys),
    )


def rotation_matrix(rotation: Any) -> Matrix:
    """The matrix of a rotation as robots' files write it; quarter turns are exact."""
    R: Matrix = [[Fraction(i == j) for j in range(3)] for i in range(3)]
    turns = rotation_field(rotation) if rotation else ()
    if len(turns) > MOST_TURNS:
        raise TextError(f"the rotation has {len(turns)} turns; at most {MOST_TURNS}")
    for turn in turns:
        R = _product(R, _quaternion(turn) if isinstance(turn, Quaternion) else _turn(turn))
    return R


def _turn(turn: Turn) -> Matrix:
    """Rodrigues' formula."""
    x, y, z = (_number(e) for e in turn.axis)
    angle = angle_of(turn.angle)
    if angle.named:
        raise TextError(f"the rotation {turn.angle} is not in numbers")
    quarter = angle.half_turns * 2
    if quarter.denominator == 1 and not angle.radian:
        c, s = (Fraction(e) for e in QUARTERS[int(quarter) % 4])
    else:
        radians = float(angle.half_turns % 2) * pi + float(angle.radian)
        c, s = exact(cos(radians)), exact(sin(radians))
    v = 1 - c
    return [
        [c + v * x * x, v * x * y - s * z, v * x * z + s * y],
        [v * x * y + s * z, c + v * y * y, v * y * z - s * x],
        [v * x * z - s * y, v * y * z + s * x, c + v * z * z],
    ]


def _number(entry: Formula) -> Fraction:
    if entry.constant is None:
        return exact(to_float(entry))
    return entry.constant


def _quaternion(q: Quaternion) -> Matrix:
    n = q.w**2 + q.x**2 + q.y**2 + q.z**2
    w, x, y, z = q.w, q.x, q.y, q.z
    return [
        [1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
        [2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n],
        [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n],
    ]


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return [
        [sum((p * q for p, q in zip(r, c, strict=True)), Fraction(0)) for c in columns] for r in a
    ]


def _matrix(six: Sequence[Fraction]) -> Matrix:
    xx, yy, zz, xy, xz, yz = six
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
