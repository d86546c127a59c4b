"""MuJoCo's floats as exact numbers: quaternions as rotations, inertias as the decimals meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import asin, atan2, hypot, pi, sqrt
from typing import Any

from torsor.algebra.formula import name, number
from torsor.formats.fields import axis_field
from torsor.formats.snapping import NEAR
from torsor.robot.robot import Quaternion, Turn

Rows = list[list[float]]
ROUNDING = 2.0**-52
FIFTEEN = pi / 12


def exact(value: Any) -> Fraction:
    """The shortest decimal that reads as this float: 0.35 is 7/20."""
    return Fraction(repr(float(value)))


def decimal_within(value: float, distance: float) -> Fraction:
    """The decimal with the fewest digits that is no farther than this from a computed number."""
    if abs(value) <= distance:
        return Fraction(0)
    for digits in range(1, 17):
        found = Fraction(f"{value:.{digits}g}")
        if abs(found - Fraction(value)) <= distance:
            return found
    return exact(value)


def exact_rotation(
    quaternion: Sequence[float], snap: bool
) -> tuple[tuple[Turn | Quaternion, ...], float]:
    """A quaternion as exact turns, and by how many radians they differ from it.

    With ``snap`` a rotation near turns by multiples of 15° about coordinate axes becomes these;
    any other is a rational quaternion within the rounding of the floats.
    """
    w, x, y, z = rational_quaternion(quaternion)
    if not (x or y or z):
        return (), 0.0
    if snap:
        found = min(_turns_near([float(e) for e in quaternion]), default=None)
        if found is not None:
            _, moved, steps = found
            turns = [Turn(axis_field(a), number(15 * k) * name("deg")) for a, k in steps]
            return tuple(turns), moved
    return (Quaternion(w, x, y, z),), 0.0


def rational_quaternion(quaternion: Sequence[float]) -> list[Fraction]:
    """The same direction with short fractions for entries, the largest of them one."""
    floats = [float(e) for e in quaternion]
    largest = max(floats, key=abs)
    return [_nearby(Fraction(e) / Fraction(largest)) for e in floats]


def _nearby(value: Fraction) -> Fraction:
    bound = 1
    while abs((found := value.limit_denominator(bound)) - value) > ROUNDING:
        bound *= 10
    return found


def _turns_near(
    quaternion: list[float],
) -> Iterator[tuple[int, float, tuple[tuple[str, int], ...]]]:
    """Turns by multiples of 15° that come near: how many, how far away, which."""
    R = matrix(quaternion)
    for order in permutations(range(3)):
        steps = tuple(
            ("xyz"[axis], (k + 11) % 24 - 11)
            for axis, angle in zip(order, _angles(R, order), strict=True)
            if (k := round(angle / FIFTEEN)) % 24
        )
        near = [1.0, 0.0, 0.0, 0.0]
        for axis, k in steps:
            near = _product(near, _half(axis, k * FIFTEEN / 2))
        moved = _between(near, quaternion)
        if moved <= NEAR:
            yield len(steps), round(moved, 15), steps


def _angles(R: Rows, order: Sequence[int]) -> tuple[float, float, float]:
    """The angles of R = Rᵢ(a) Rⱼ(b) Rₖ(c) for i, j, k in this order."""
    i, j, k = order
    sign = 1 if (j - i) % 3 == 1 else -1
    b = asin(max(-1.0, min(1.0, sign * R[i][k])))
    if hypot(R[k][k], R[j][k]) < 1e-3:  # about one and the same axis: the first turns for both
        return atan2(sign * R[k][j], R[j][j]), b, 0.0
    return atan2(-sign * R[j][k], R[k][k]), b, atan2(-sign * R[i][j], R[i][i])


def matrix(quaternion: Sequence[float]) -> Rows:
    """The rotation matrix of a quaternion of any length."""
    w, x, y, z = quaternion
    n = w * w + x * x + y * y + z * z
    rows = (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )
    return [[e / n for e in row] for row in rows]


def _half(axis: str, angle: float) -> list[float]:
    from math import cos, sin

    found = [cos(angle), 0.0, 0.0, 0.0]
    found["xyz".index(axis) + 1] = sin(angle)
    return found


def _product(p: Sequence[float], q: Sequence[float]) -> list[float]:
    a, b, c, d = p
    w, x, y, z = q
    return [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]


def _between(p: Sequence[float], q: Sequence[float]) -> float:
    """The angle of the rotation from one quaternion to the other."""
    w, x, y, z = _product([p[0], -p[1], -p[2], -p[3]], q)
    return 2 * atan2(sqrt(x * x + y * y + z * z), abs(w))
