"""Rotations: about an axis (Rodrigues), by quaternions, by angles about coordinate axes.

Matrices and quaternions (w, x, y, z) are over any scalar; angles are floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, cos, hypot, sin
from typing import TypeVar

from torsor.algebra.scalars.arithmetic import PLAIN_ONE, PLAIN_ZERO, S, plus, times
from torsor.spatial.vectors import Matrix, Vector, skew

N = TypeVar("N", float, Fraction)
"""The numbers of a quaternion w, x, y, z: all rounded or all exact."""

Rows = Sequence[Sequence[float]]
"""A rotation matrix in floats."""

RPY = (("z", "yaw"), ("y", "pitch"), ("x", "roll"))
"""Roll-pitch-yaw, as URDF and TOML write it: R = Rz(yaw) Ry(pitch) Rx(roll)."""


def rotation(axis: Vector[S], s: S, c: S) -> Matrix[S]:
    """The rotation about a unit axis with sine s and cosine c: c 1 + (1 − c) a aᵀ + s [a]×."""
    versed, K = plus(1, times(-1, c)), skew(axis)
    one: S = PLAIN_ONE
    zero: S = PLAIN_ZERO

    def entry(i: int, j: int) -> S:
        if i == j and type(axis[i]) is int and axis[i] in (1, -1):
            return one  # which c + (1 − c) is not told to be by every scalar
        along = times(versed, times(axis[i], axis[j]))
        return plus(plus(c if i == j else zero, along), times(s, K[i][j]))

    return Matrix([entry(i, j) for j in range(3)] for i in range(3))


def quaternion_matrix(quaternion: Sequence[N]) -> Matrix[N]:
    """The rotation of a quaternion of any length; rational and exactly orthogonal if that is."""
    w, x, y, z = quaternion
    n = w * w + x * x + y * y + z * z
    rows = (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )
    return Matrix([e / n for e in row] for row in rows)


def multiply_quaternions(p: Sequence[N], q: Sequence[N]) -> list[N]:
    """The quaternion of the rotation by p after that by q."""
    a, b, c, d = p
    w, x, y, z = q
    return [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]


def quaternion_of(R: Rows) -> list[float]:
    """The unit quaternion of a rotation matrix, from its largest entry."""
    squares = [
        1 + R[0][0] + R[1][1] + R[2][2],
        1 + R[0][0] - R[1][1] - R[2][2],
        1 - R[0][0] + R[1][1] - R[2][2],
        1 - R[0][0] - R[1][1] + R[2][2],
    ]
    wx, wy, wz = R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]
    xy, xz, yz = R[0][1] + R[1][0], R[0][2] + R[2][0], R[1][2] + R[2][1]
    rows = (
        [squares[0], wx, wy, wz],
        [wx, squares[1], xy, xz],
        [wy, xy, squares[2], yz],
        [wz, xz, yz, squares[3]],
    )
    row = rows[max(range(4), key=lambda k: squares[k])]
    length = sum(e * e for e in row) ** 0.5
    return [e / length + 0.0 for e in row]


def angle_between(p: Sequence[float], q: Sequence[float]) -> float:
    """The angle of the rotation from one quaternion to the other, 0 to π."""
    w, *v = multiply_quaternions([p[0], -p[1], -p[2], -p[3]], q)
    return 2 * atan2(hypot(*v), abs(w))


def elementary_angles(
    R: Rows, order: Sequence[int], pole: float = 0.0
) -> tuple[float, float, float]:
    """The angles a, b, c of R = Rᵢ(a) Rⱼ(b) Rₖ(c) for three different axes i, j, k.

    At the pole a and c turn about one and the same axis; if |cos b| is below ``pole``, c is zero.
    """
    i, j, k = order
    sign = 1 if (j - i) % 3 == 1 else -1
    a = atan2(-sign * R[j][k], R[k][k])
    if hypot(R[k][k], R[j][k]) < pole:
        return atan2(sign * R[k][j], R[j][j]), atan2(sign * R[i][k], 0.0), 0.0
    s, c = sin(a), cos(a)
    b = atan2(sign * R[i][k], c * R[k][k] - sign * s * R[j][k])
    # With a taken back, what is left turns about j and k; an error of a is made good here.
    return a, b, atan2(s * R[k][i] + sign * c * R[j][i], c * R[j][j] + sign * s * R[k][j])


def roll_pitch_yaw(R: Rows) -> tuple[float, float, float]:
    """The angles of R = Rz(yaw) Ry(pitch) Rx(roll), as good near the pole as elsewhere."""
    yaw, pitch, roll = elementary_angles(R, (2, 1, 0))
    return roll, pitch, yaw
