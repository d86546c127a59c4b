"""Denavit-Hartenberg tables, both conventions, against products of homogeneous matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor
from torsor import Frame, Link, Robot, TorsorError
from torsor.algebra.formula import formula
from torsor.formats.dh import read_dh
from torsor.formats.toml.reader import robot_from_table
from torsor.robot import Turn

from .plain import Array, Body, driving_forces, move, turn
from .test_ets import pose

ALPHAS = (0, 90, -90, 180, 30, -45, 20.5)
GRAVITY = np.array([0.0, 0.0, -9.81])


@dataclass(frozen=True)
class Row:
    """A row in numbers: α in degrees, the constant parts of d and θ (degrees), and the joint."""

    alpha: float
    a: float
    d: float
    theta: float
    kind: str

    def table(self, i: int, alpha: float | None = None, a: float | None = None) -> dict:
        """The row as a user writes it, with the coordinate where it belongs."""
        shown = {"alpha": f"{self.alpha if alpha is None else alpha}deg"}
        shown["a"] = self.a if a is None else a
        shown["d"] = f"q{i} + {self.d}" if self.kind == "T" else self.d
        shown["theta"] = f"{self.theta}deg" + (f" + q{i}" if self.kind == "R" else "")
        return shown


rows = st.builds(
    Row,
    st.sampled_from(ALPHAS),
    st.sampled_from((0, 0.3, -0.25)),
    st.sampled_from((0, 0.4, 0.15)),
    st.sampled_from((0, 90, 45, 12.5)),
    st.sampled_from("RRT"),
)
bodies = st.tuples(
    st.sampled_from((0.5, 2.0, 1.25)),
    st.tuples(*[st.sampled_from((0.0, 0.1, -0.2, 0.05))] * 3),
    st.tuples(*[st.sampled_from((0.02, 0.03, 0.025))] * 3),
    st.tuples(*[st.sampled_from((0.0, 0.004, -0.003))] * 3),
)
tables = st.lists(st.tuples(rows, bodies), min_size=1, max_size=3)


def standard(row: Row, q: float) -> Array:
    """Rz(θ) Tz(d) Tx(a) Rx(α)."""
    theta = math.radians(row.theta) + (q if row.kind == "R" else 0)
    d = row.d + (q if row.kind == "T" else 0)
    return turn("z", theta) @ move("z", d) @ distal(row)


def distal(row: Row) -> Array:
    """Tx(a) Rx(α)."""
    return move("x", row.a) @ turn("x", math.radians(row.alpha))


def frame(table: list[Row], k: int) -> Callable[[Array], Array]:
    """The distal frame of link k (from 1) as a function of the coordinates."""

    def place(q: Array) -> Array:
        T = np.eye(4)
        for row, value in zip(table[:k], q, strict=False):
            T = T @ standard(row, value)
        return T

    return place


def link(mass: float, com: Array, inertia: Array) -> Link:
    I = inertia
    six = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
    x, y, z = (formula(float(e)) for e in com)
    return Link(formula(mass), (x, y, z), tuple(formula(float(e)) for e in six))


def tensor(moments: tuple, products: tuple) -> Array:
    xy, xz, yz = products
    return np.array([[moments[0], xy, xz], [xy, moments[1], yz], [xz, yz, moments[2]]], dtype=float)


def as_standard(drawn: list) -> Robot:
    links = [link(m, np.array(com), tensor(I, J)) for _, (m, com, I, J) in drawn]
    table = [row.table(i) for i, (row, _) in enumerate(drawn, 1)]
    return read_dh(table, "standard", "robot", links)


def as_modified(drawn: list) -> Robot:
    """The same robot: α and a move to the next row, the links' numbers to the proximal frame."""
    table, links = [], []
    alpha, a = 0.0, 0.0
    for i, (row, (m, com, I, J)) in enumerate(drawn, 1):
        table.append(row.table(i, alpha, a))
        alpha, a = row.alpha, row.a
        T = distal(row)
        R = T[:3, :3]
        links.append(link(m, (T @ [*com, 1])[:3], R @ tensor(I, J) @ R.T))
    robot = read_dh(table, "modified", "robot", links)
    x = (formula(1), formula(0), formula(0))
    tool = Frame((formula(a), formula(0), formula(0)), (Turn(x, formula(f"{alpha}deg")),))
    return Robot("robot", robot.joints, robot.links, tool)


def state(n: int) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(n)
    return rng.uniform(-2, 2, n), rng.uniform(-2, 2, n), rng.uniform(-2, 2, n)


def values(n: int) -> dict[str, float]:
    q, dq, ddq = state(n)
    found = {f"q{i + 1}": q[i] for i in range(n)} | {f"dq{i + 1}": dq[i] for i in range(n)}
    return found | {f"ddq{i + 1}": ddq[i] for i in range(n)} | {"g": 9.81}


@settings(max_examples=40, deadline=None)
@given(tables)
def test_both_conventions_place_the_tool_where_the_matrices_do(drawn: list) -> None:
    n = len(drawn)
    expected = frame([row for row, _ in drawn], n)(state(n)[0])
    for robot in (as_standard(drawn), as_modified(drawn)):
        assert pose(robot, values(n)) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(tables)
def test_a_standard_table_keeps_its_distal_frames_for_the_mass_centres(drawn: list) -> None:
    n = len(drawn)
    robot = as_standard(drawn)
    for k, (_, (_, com, _, _)) in enumerate(drawn, 1):
        expected = frame([row for row, _ in drawn], k)(state(n)[0]) @ [*com, 1]
        floats = [_float(e) for e in robot.links[k - 1].com]
        found = pose(robot, values(n), k) @ [*floats, 1]
        assert found == pytest.approx(expected, abs=1e-12)


def _float(f: object) -> float:
    from torsor.algebra.scalars.floats import FloatScalars

    return float(FloatScalars({}).value(f))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_both_conventions_give_the_forces_of_lagranges_equations_in_numbers(drawn: list) -> None:
    n = len(drawn)
    table = [row for row, _ in drawn]
    plain = [
        Body(frame(table, k), m, np.array(com), tensor(I, J))
        for k, (_, (m, com, I, J)) in enumerate(drawn, 1)
    ]
    expected = driving_forces(plain, GRAVITY, *state(n))
    for robot in (as_standard(drawn), as_modified(drawn)):
        model = torsor.derive(robot.with_payload("none"))
        found = [t.evaluate(values(n)) for t in model.tau]
        assert found == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_the_symbols_of_a_standard_table_speak_of_the_distal_frame() -> None:
    robot = read_dh([{"alpha": "90deg", "a": "a1", "d": "d1", "theta": "q1"}])
    (only,) = robot.links
    # Distal frame: moved by (a1, 0, d1), turned 90° about x; its y is our z, its z our −y.
    assert [str(e) for e in only.com] == ["a1 + rx1", "-rz1", "d1 + ry1"]
    assert [str(e) for e in only.inertia] == ["Ixx1", "Izz1", "Iyy1", "-Ixz1", "Ixy1", "-Iyz1"]
    assert str(only.mass) == "m1"
    assert [str(e) for e in robot.tool.offset] == ["a1", "0", "d1"]


def test_a_modified_table_keeps_the_links_as_they_are() -> None:
    robot = read_dh([{"alpha": "30deg", "a": "a1", "d": "d1", "theta": "q1"}], "modified")
    assert [str(e) for e in robot.links[0].com] == ["rx1", "ry1", "rz1"]
    assert robot.tool == Frame()


def test_rows_may_be_lists_and_leave_the_coordinate_unsaid() -> None:
    full = read_dh([{"alpha": 0, "a": "a1", "d": 0, "theta": "q1"}, {"d": "q2", "theta": "90deg"}])
    short = read_dh([[0, "a1"], [0, 0, "q2", "90deg"]])
    constant = read_dh([{"a": "a1"}, {"d": "q2", "theta": "90deg"}])
    assert full == short == constant
    assert full.structure == "RT"


def test_a_negative_coordinate_turns_the_axis_round() -> None:
    robot = read_dh([{"theta": "30deg - q1"}, {"d": "-q2"}], "modified")
    assert [[e.constant for e in j.axis] for j in robot.joints] == [[0, 0, -1], [0, 0, -1]]


@pytest.mark.parametrize(
    ("dh", "sentence"),
    [
        ({}, "expected rows"),
        ({"rows": []}, "at least one row"),
        ({"rows": 3}, "at least one row"),
        ({"rows": [3]}, "DH row 1: .*expected a table"),
        ({"rows": [{"alfa": 0}]}, "DH row 1: .*unknown key 'alfa'; did you mean 'alpha'"),
        ({"rows": [[0, 0, 0, "q1", 0]]}, "DH row 1: .*got 5 entries"),
        ({"rows": [{}], "convention": "craig"}, "'craig' is unknown; expected standard, modif"),
        ({"rows": [{}], "convention": 3}, "'3' is unknown"),
        ({"rows": [{}], "extra": 3}, "unknown key 'extra'"),
        ({"rows": [{}, {"alpha": 90}]}, "DH row 2: alpha: 90: expected an angle with its unit"),
        ({"rows": [{"theta": 1.5}]}, "DH row 1: theta: 1.5: expected an angle with its unit"),
        ({"rows": [{"a": "90deg"}]}, "DH row 1: a: .*is an angle"),
        ({"rows": [{"d": "pi"}]}, "DH row 1: d: .*is an angle"),
        ({"rows": [{"a": float("nan")}]}, "DH row 1: a: .*not a finite number"),
        ({"rows": [{"a": True}]}, "DH row 1: a: .*neither a number"),
        ({"rows": [{"a": [1]}]}, "DH row 1: a: .*neither a number"),
        ({"rows": [{"theta": "q1", "d": "q1"}]}, "stands in theta and in d"),
        ({"rows": [{"theta": "q2"}]}, "DH row 1: expected the coordinate q1, got q2"),
        ({"rows": [{"theta": "2*q1"}]}, "DH row 1: theta: .*stands alone"),
        ({"rows": [{"a": "q1"}]}, "q1 is a joint variable"),
        ({"rows": [{}] * 201}, "201 joints"),
    ],
)
def test_a_bad_row_is_told_with_its_number(dh: dict, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence) as caught:
        robot_from_table({"dh": dh})
    assert str(caught.value).isprintable()


def test_as_many_links_as_rows_are_needed() -> None:
    with pytest.raises(TorsorError, match="1 rows and 2 links"):
        read_dh([{}], links=[link(1, np.zeros(3), np.eye(3))] * 2)
