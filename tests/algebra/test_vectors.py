"""Vectors and rotations over any scalar, against numpy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from torsor import Ring
from torsor.algebra.scalars.arithmetic import plus, summed, times
from torsor.spatial.rotations import rotation
from torsor.spatial.vectors import IDENTITY, Matrix, Vector, skew

entries = st.one_of(st.integers(-2, 2), st.floats(-5, 5))
vectors = st.tuples(entries, entries, entries).map(Vector)
matrices = st.tuples(vectors, vectors, vectors).map(Matrix)
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "-z": (0, 0, -1)}


@settings(max_examples=70, deadline=None)
@given(vectors, vectors, matrices, matrices, entries)
def test_products_and_sums_are_numpys(v, w, A, B, k) -> None:  # type: ignore[no-untyped-def]
    close = pytest.approx
    assert v.dot(w) == close(np.dot(v, w))
    assert list(v.cross(w)) == close(list(np.cross(v, w)))
    assert list(skew(v) @ w) == close(list(v.cross(w)))
    assert list(v + w) == close(list(np.add(list(v), list(w))))
    assert list(v - w) == close(list(np.subtract(list(v), list(w))))
    assert list(k * v) == list(v * k) == close(list(k * np.array(v)))
    assert np.array(A @ B) == close(np.array(A) @ np.array(B))
    assert np.array(A @ v) == close(np.array(A) @ np.array(v))
    assert np.array(A + B - A) == close(np.array(B), abs=1e-9)
    assert np.array((A @ B).T) == close(np.array(B.T @ A.T))
    assert np.array(-A * k) == close(-k * np.array(A))


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_a_rotation_about_an_axis_keeps_whole_entries(axis: tuple[int, int, int]) -> None:
    R = rotation(Vector(axis), 0.6, 0.8)
    assert sum(type(e) is int for row in R for e in row) == 5
    assert np.array(R @ R.T, dtype=float) == pytest.approx(np.eye(3))
    assert list(R @ Vector(axis)) == list(axis)
    assert np.linalg.det(np.array(R, dtype=float)) == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(st.floats(-4, 4), st.floats(0, math.pi), st.floats(-4, 4))
def test_a_rotation_turns_by_the_right_hand_rule(phi: float, theta: float, angle: float) -> None:
    axis = np.array(
        [math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta)]
    )
    R = np.array(rotation(Vector(map(float, axis)), math.sin(angle), math.cos(angle)), dtype=float)
    assert R @ axis == pytest.approx(axis)
    across = np.cross(axis, [0.3, -0.5, 0.8])
    turned = across * math.cos(angle) + np.cross(axis, across) * math.sin(angle)
    assert R @ across == pytest.approx(turned, abs=1e-12)


def test_a_symbolic_rotation_is_exactly_orthogonal() -> None:
    ring = Ring(angles=["q"], roots=[2, 3])
    third = ring.parse("sqrt(3)/3")
    R = rotation(Vector((third, third, -third)), ring.sin("q"), ring.cos("q"))
    for product in (R @ R.T, R.T @ R):
        assert all(product[i][j] == IDENTITY[i][j] for i in range(3) for j in range(3))


def test_plain_zero_and_one_do_no_work() -> None:
    class Counting:
        """A scalar that must not be touched."""

        def __neg__(self) -> str:
            return "negative"

    scalar = Counting()
    assert times(0, scalar) == times(scalar, 0) == 0
    assert times(1, scalar) is times(scalar, 1) is scalar
    assert times(-1, scalar) == times(scalar, -1) == "negative"
    assert plus(0, scalar) is plus(scalar, 0) is scalar
    assert summed([]) == 0
    assert summed([0, scalar, 0]) is scalar
