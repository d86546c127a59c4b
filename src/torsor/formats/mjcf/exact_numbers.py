"""MuJoCo's floats as exact numbers: quaternions as rotations, inertias as the decimals meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import cos, pi, sin

from torsor.algebra.formula import name, number
from torsor.algebra.rational_points import simplify
from torsor.formats.fields import axis_field
from torsor.formats.snapping import NEAR
from torsor.robot.robot import Quaternion, Turn
from torsor.spatial.rotations import (
    angle_between,
    elementary_angles,
    multiply_quaternions,
    quaternion_matrix,
)

ROUNDING = 2.0**-52
FIFTEEN = pi / 12
POLE = 1e-3
"""Where the first and the last of three turns are nearly about one axis."""


def exact(value: float) -> Fraction:
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
    return [simplify(Fraction(e) / Fraction(largest), ROUNDING, 1) for e in floats]


def _turns_near(
    quaternion: list[float],
) -> Iterator[tuple[int, float, tuple[tuple[str, int], ...]]]:
    """Turns by multiples of 15° that come near: how many, how far away, which."""
    R = quaternion_matrix(quaternion)
    for order in permutations(range(3)):
        steps = tuple(
            ("xyz"[axis], (k + 11) % 24 - 11)
            for axis, angle in zip(order, elementary_angles(R, order, POLE), strict=True)
            if (k := round(angle / FIFTEEN)) % 24
        )
        near = [1.0, 0.0, 0.0, 0.0]
        for axis, k in steps:
            half = [cos(k * FIFTEEN / 2), 0.0, 0.0, 0.0]
            half["xyz".index(axis) + 1] = sin(k * FIFTEEN / 2)
            near = multiply_quaternions(near, half)
        moved = angle_between(near, quaternion)
        if moved <= NEAR:
            yield len(steps), round(moved, 15), steps
