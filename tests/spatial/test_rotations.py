"""Rotations, transforms and inertias: identities over exact random rotations."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from torsor.algebra.rational_points import half_tangent, rational_unit_vector
from torsor.spatial.inertia import (
    Body,
    entries,
    inertia_of,
    merge_bodies,
    rotate_inertia,
    second_moments,
    steiner,
    tensor,
)
from torsor.spatial.rotations import (
    angle_between,
    elementary_angles,
    multiply_quaternions,
    quaternion_matrix,
    quaternion_of,
    roll_pitch_yaw,
    rotation,
)
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector, outer, skew

fractions = st.fractions(-3, 3, max_denominator=7)
vectors = st.tuples(fractions, fractions, fractions).map(Vector)
quaternions = st.tuples(fractions, fractions, fractions, fractions).filter(any)
turns = quaternions.map(quaternion_matrix)
transforms = st.builds(Transform, turns, vectors)
masses = st.lists(st.tuples(st.fractions(0, 3, max_denominator=5), vectors), min_size=1, max_size=5)
angles = st.floats(-3, 3)


def determinant(R: Matrix) -> Any:
    return R[0].cross(R[1]).dot(R[2])


@given(quaternions, quaternions, vectors)
def test_quaternions_are_exact_rotations_covered_twice(p: Any, q: Any, v: Vector) -> None:
    R = quaternion_matrix(p)
    assert R @ R.T == IDENTITY
    assert determinant(R) == 1
    assert quaternion_matrix([-e for e in p]) == R == quaternion_matrix([3 * e for e in p])
    assert quaternion_matrix(multiply_quaternions(p, q)) == R @ quaternion_matrix(q)
    assert R @ Vector(p[1:]) == Vector(p[1:]), "it turns about its vector"


@given(quaternions)
def test_a_matrix_gives_its_quaternion_back_up_to_sign(q: Any) -> None:
    found = quaternion_of([[float(e) for e in row] for row in quaternion_matrix(q)])
    assert math.hypot(*found) == pytest.approx(1)
    assert angle_between(found, [float(e) for e in q]) == pytest.approx(0, abs=1e-7)


@given(vectors, fractions, vectors)
def test_rodrigues_is_the_quaternion_of_half_the_angle(a: Vector, t: Fraction, v: Vector) -> None:
    assume(any(a))
    axis = Vector(rational_unit_vector(*map(float, a)))
    s, c = half_tangent(t)
    R = rotation(axis, s, c)
    assert quaternion_matrix((1, *(t * axis))) == R
    assert R @ v == c * v + s * axis.cross(v) + (1 - c) * axis.dot(v) * axis
    assert skew(axis) @ skew(axis) == outer(axis, axis) - IDENTITY


@given(angles, st.floats(-1.5, 1.5), angles)
def test_roll_pitch_yaw_compose(roll: float, pitch: float, yaw: float) -> None:
    def about(k: int, angle: float) -> Matrix:
        return rotation(IDENTITY[k], math.sin(angle), math.cos(angle))

    R = about(2, yaw) @ about(1, pitch) @ about(0, roll)
    assert roll_pitch_yaw(R) == pytest.approx((roll, pitch, yaw), abs=1e-9)
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)):
        back = reduce(
            lambda A, B: A @ B,
            [about(k, a) for k, a in zip(order, elementary_angles(R, order), strict=True)],
        )
        assert [e for row in back for e in row] == pytest.approx([e for row in R for e in row])


@given(transforms, transforms, vectors)
def test_transforms_compose_and_have_a_way_back(a: Transform, b: Transform, v: Vector) -> None:
    assert (a @ b).place(v) == a.place(b.place(v))
    assert a @ a.inverse == Transform() == a.inverse @ a
    assert (a @ b).matrix == a.matrix @ b.matrix


def inertia(points: list[tuple[Fraction, Vector]], about: Vector = ZERO) -> Matrix:
    """Σ m (r² 1 − r rᵀ), written out."""
    total = [[Fraction(0)] * 3 for _ in range(3)]
    for m, r in points:
        x, y, z = r - about
        own = ((y * y + z * z, -x * y, -x * z), (-x * y, x * x + z * z, -y * z))
        for i, row in enumerate((*own, (-x * z, -y * z, x * x + y * y))):
            for j, e in enumerate(row):
                total[i][j] += m * e
    return Matrix(total)


@given(masses, transforms)
def test_huygens_and_steiner_are_a_sum_over_point_masses(points: Any, at: Transform) -> None:
    m = sum(m for m, _ in points)
    assume(m)
    body = merge_bodies(Body(m, r, tensor([0] * 6)) for m, r in points)
    assert (body.m, body.I_C) == (m, inertia(points, body.r_C))
    assert body.I_C + steiner(body.m * body.r_C, body.r_C) == inertia(points)
    seen = body.placed(at)
    moved = [(m, at.place(r)) for m, r in points]
    assert seen == merge_bodies(Body(m, r, tensor([0] * 6)) for m, r in moved)
    assert rotate_inertia(at.R, body.I_C) == seen.I_C
    J = sum((outer(r, r) * m for m, r in points), Matrix([[0] * 3] * 3))
    assert second_moments(inertia(points)) == J
    assert inertia_of(J) == inertia(points) == tensor(entries(inertia(points)))
