"""Elementary transform sequences: read as the product of their matrices, written to read back."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from torsor import Robot, TorsorError, load
from torsor.algebra.scalars.floats import FloatScalars
from torsor.formats.ets import MOST_ELEMENTS, read_ets, write_ets
from torsor.mechanics.chain import chain_of
from torsor.mechanics.kinematics import poses
from torsor.robot.symbols import symbol_names

from .plain import Array, move, turn

RTTRR = "Rz(q1) tz(q2) tx(l2) ty(l3) ty(q3) ty(l4) Rz(q4) Ry(q5) ty(l6)"
VALUES = {"a": 0.7, "b": -1.3, "l": 0.4, "alpha": 0.9, "beta": -0.6}
LENGTHS = {
    "a": 0.7,
    "2*b - 0.5": -3.1,
    "l^2/4": 0.04,
    "-1/3": -1 / 3,
    "l*sin(alpha)": 0.4 * math.sin(0.9),
}
ANGLES = {
    "90deg": math.pi / 2,
    "-pi/6": -math.pi / 6,
    "0.3rad": 0.3,
    "alpha": 0.9,
    "2*beta - 45deg": -1.2 - math.pi / 4,
}  # fmt: skip


def pose(robot: Robot, values: dict[str, float], frame: Any = "tool") -> Array:
    """The frame as torsor's kinematics places it."""
    rest = dict.fromkeys(symbol_names(robot), 0.0)
    return np.array(poses(chain_of(robot, FloatScalars(rest | values)))[frame].matrix, dtype=float)


@st.composite
def sequences(draw: st.DrawFn) -> tuple[str, Array, dict[str, float]]:
    """A text, the product of its matrices in numpy, and the coordinates' values."""
    text, T, values = [], np.eye(4), dict(VALUES)
    joints = 0
    for _ in range(draw(st.integers(1, 9))):
        kind, axis = draw(st.sampled_from("Rt")), draw(st.sampled_from("xyz"))
        table, matrix = (ANGLES, turn) if kind == "R" else (LENGTHS, move)
        constant = draw(st.sampled_from(sorted(table)))
        argument, amount = constant, table[constant]
        if draw(st.booleans()) or not joints:
            joints += 1
            q, value = f"q{joints}", draw(st.floats(-3, 3))
            values[q] = value
            argument, amount = draw(
                st.sampled_from(
                    [
                        (q, value),
                        (f"-{q}", -value),
                        (f"{constant} + {q}", table[constant] + value),
                        (f"{q} - ({constant})", value - table[constant]),
                        (f"{constant} - {q}", table[constant] - value),
                    ]
                )
            )
        text.append(f"{kind}{axis}({argument})")
        T = T @ matrix(axis, amount)
    return draw(st.sampled_from([" ", "", "  "])).join(text), T, values


@settings(max_examples=70, deadline=None)
@given(sequences())
def test_the_tool_is_where_the_product_of_the_matrices_puts_it(drawn: tuple) -> None:
    text, T, values = drawn
    assert pose(read_ets(text), values) == pytest.approx(T, abs=1e-12)


@settings(max_examples=70, deadline=None)
@given(sequences())
def test_what_is_written_places_the_tool_alike_and_reads_back(drawn: tuple) -> None:
    text, T, values = drawn
    robot = read_ets(text)
    written = write_ets(robot)
    assert pose(read_ets(written), values) == pytest.approx(T, abs=1e-12)
    assert write_ets(read_ets(written)) == written
    assert read_ets(written).structure == robot.structure


def test_the_sequence_of_the_design_is_the_library_rttrr() -> None:
    read, library = load(RTTRR), load("rttrr")
    assert read.joints == library.joints
    assert read.links == library.links
    assert read.tool == library.tool
    assert read.payload == library.payload
    assert read.gravity == library.gravity


@pytest.mark.parametrize("name", ["rttrr", "trtrr", "3r", "scara", "rv1a", "planar2r", "puma560"])
def test_a_library_robot_written_as_a_sequence_reads_back(name: str) -> None:
    robot = load(name)
    again = read_ets(write_ets(robot))
    assert again.joints == robot.joints
    assert again.tool == robot.tool


def test_rttrr_is_written_as_one_writes_it() -> None:
    assert write_ets(load("rttrr")) == RTTRR


def test_a_negative_coordinate_turns_the_axis_round() -> None:
    robot = read_ets("Rz(-q1) tx(1 - q2)")
    assert [e.constant for e in robot.joints[0].axis] == [0, 0, -1]
    assert [e.constant for e in robot.joints[1].axis] == [-1, 0, 0]
    assert robot.joints[1].placement.offset[0].constant == 1


@pytest.mark.parametrize(
    "table",
    [
        {"joint": [{"kind": "R", "axis": [1, 1, 0]}]},
        {"joint": [{"kind": "R", "axis": "z", "rotation": {"quaternion": [1, 2, 3, 4]}}]},
        {"joint": [{"kind": "R", "axis": "z"}, {"kind": "F"}]},
        {"joint": [{"kind": "R", "axis": "z"}, {"kind": "R", "axis": "x", "parent": 0}]},
    ],
    ids=["axis", "quaternion", "fixed", "tree"],
)
def test_what_no_sequence_can_say_is_not_written(table: dict) -> None:
    with pytest.raises(TorsorError, match=r"not elementary|not a plain chain"):
        write_ets(load(table))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Rz(q1", "at the end: expected"),
        ("Rz(q1))", "at column 7"),
        ("Rz(q1) ty", "at the end: expected"),
        ("Rz()", "at column 4"),
        ("Rz[q1]", "at column 3"),
        ("(q1)", "at column 1"),
        ("Rz(q1), tx(a)", "at column 7"),
        ("Rw(q1)", r"'Rw\(q1\)' at column 1 .*: expected one of Rx, Ry, Rz, tx, ty, tz"),
        ("Rz(q1) Tx(a)", r"'Tx\(a\)' at column 8"),
        ("z(q1)", "expected one of"),
        ("R" + "z" * 2000 + "(q1)", "Rzzzz.*…' at column 1"),
        ("Rz(q2)", "expected q1 here"),
        ("Rz(q1) Rx(q1)", r"'Rx\(q1\)' at column 8 .*: expected q2 here"),
        ("Rz(q0)", "expected q1 here"),
        ("Rz(q99999999999999999999)", "expected q1 here"),
        ("Rz(2*q1)", "a coordinate stands alone"),
        ("Rz(q1 + q2)", "expected one coordinate"),
        ("Rz(sin(q1))", "a coordinate stands alone"),
        ("tx(q1^2)", "a coordinate stands alone"),
        ("Rz(90) Rz(q1)", r"'Rz\(90\)' at column 1 .*expected an angle with its unit"),
        ("tx(90deg) Rz(q1)", "is an angle"),
        ("tx(pi + q1)", "is an angle"),
        ("Rz(l^2) Rz(q1)", "not a sum of angles"),
        ("tx(l1) ty(l2)", "has no joint"),
        ("Rz(q1) tx(dq1)", "dq1 is a joint variable"),
        ("Rz(q1) tx(1/0)", "division by zero"),
        ("Rz(q1) tx(sign(a))", "has no place"),
        ("Rz(q1) tx(" + "(" * 5000 + "1" + ")" * 5001, "nested more than"),
        ("tx(a)" * (MOST_ELEMENTS + 1), f"{MOST_ELEMENTS + 1} elements"),
        ("Rz(q1)" * 20_000, "characters is refused"),
        (" ".join(f"Rz(q{i})" for i in range(1, 300)), "299 joints"),
        ("Rx(a)Ry(b)Rz(c)" * 20 + "tx(l)Rz(q1)", "terms when multiplied out"),
        ("Rx(24*a + 24*b)" * 40 + "tx(l)Rz(q1)", "terms when multiplied out|nested"),
        ("Rz(q1); rm -rf (x)", "at column 7"),
        ("Rz(q1)\x00(", "cannot be read"),
        ("Rz(θ)", "not ASCII"),
    ],
)
def test_a_bad_sequence_is_told_with_its_column(text: str, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence) as caught:
        read_ets(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_the_joints_of_a_sequence_carry_general_links() -> None:
    robot = read_ets("Rz(q1) tx(q2)", "two")
    assert robot.name == "two"
    assert [str(link.mass) for link in robot.links] == ["m1", "m2"]
    assert replace(robot, name="robot") == load("Rz(q1) tx(q2)")
