"""DH tables with a base and a tool, fixed frames, Khalil and Kleinfinger's columns, any number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor
from torsor.errors import TorsorError
from torsor.formats.toml.reader import read_toml, robot_from_table

lengths = st.integers(-20, 20).map(lambda k: k / 10)
angles = st.integers(-12, 12).map(lambda k: 15 * k)
STILL = dict.fromkeys(("m1", "g"), 0)


def turn(axis: str, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    T = np.eye(4)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    T[i, i] = T[j, j] = c
    T[i, j], T[j, i] = -s, s
    return T


def move(x: float, y: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def tool_pose(table: dict[str, Any], q: Any) -> np.ndarray:
    return torsor.compile(table).forward_kinematics(np.asarray(q, float))


rows_ = st.lists(
    st.tuples(angles, lengths, angles, lengths, angles, lengths, st.sampled_from("RTF")),
    min_size=1,
    max_size=4,
).filter(lambda rows: any(row[-1] != "F" for row in rows))
DEG = "{}deg".format


def coordinates(rows: list[Any], q: list[float]) -> list[tuple[float, float]]:
    """What the joint of each row adds to theta (degrees) and to d."""
    left = iter(q)
    given = [(kind, 0.0 if kind == "F" else next(left)) for *_, kind in rows]
    return [(np.degrees(x) if kind == "R" else 0, x if kind == "T" else 0) for kind, x in given]


def add(kind: str, k: int, letter: str, constant: Any) -> Any:
    return f"q{k} + ({constant})" if kind == letter else constant


@settings(max_examples=40, deadline=None)
@given(rows_, st.sampled_from(["modified", "khalil"]))
def test_six_parameters_place_a_frame_as_khalil_and_kleinfinger_say(
    rows: list[Any], convention: str
) -> None:
    table, k = [], 0
    for gamma, b, alpha, a, theta, d, kind in rows:
        k += kind != "F"
        turned = add(kind, k, "R", DEG(theta))
        slid = add(kind, k, "T", d)
        row = {"gamma": DEG(gamma), "b": b, "alpha": DEG(alpha), "theta": turned}
        if convention == "modified":
            row |= {"a": a, "d": slid, "kind": kind}
        else:
            row |= {"d": a, "r": slid, "sigma": "RTF".index(kind)}
        table.append(row)
    q = [0.3, -0.8, 1.1, 0.6][:k]
    T = np.eye(4)
    parts = zip(rows, coordinates(rows, q), strict=True)
    for (gamma, b, alpha, a, theta, d, _), (dtheta, dd) in parts:
        T = T @ turn("z", gamma) @ move(0, 0, b) @ turn("x", alpha) @ move(a, 0, 0)
        T = T @ turn("z", theta + dtheta) @ move(0, 0, d + dd)
    dh = {"convention": convention, "rows": table}
    assert tool_pose({"dh": dh}, q) == pytest.approx(T, abs=1e-12)
    if convention == "khalil":
        listed = [
            [r[c] for c in ("gamma", "b", "alpha", "d", "theta", "r", "sigma")] for r in table
        ]
        assert robot_from_table({"dh": {**dh, "rows": listed}}) == robot_from_table({"dh": dh})


@settings(max_examples=40, deadline=None)
@given(rows_, angles, lengths, angles, lengths, st.booleans())
def test_a_base_and_a_tool_stand_before_and_after_a_table(
    rows: list[Any], turned: int, up: float, tilted: int, out: float, standard: bool
) -> None:
    table, k = [], 0
    for _, _, alpha, a, theta, d, kind in rows:
        k += kind != "F"
        where = {"theta": add(kind, k, "R", DEG(theta)), "d": add(kind, k, "T", d)}
        table.append({"alpha": DEG(alpha), "a": a, **where, "kind": kind})
    q = [0.3, -0.8, 1.1, 0.6][:k]
    base = {"offset": [0.1, 0, up], "rotation": f"Rx({turned}deg)"}
    tool = {"offset": [out, 0, 0.2], "rotation": f"Ry({tilted}deg)"}
    T = move(0.1, 0, up) @ turn("x", turned)
    for (_, _, alpha, a, theta, d, _), (dtheta, dd) in zip(rows, coordinates(rows, q), strict=True):
        lies = turn("x", alpha) @ move(a, 0, 0)
        acts = turn("z", theta + dtheta) @ move(0, 0, d + dd)
        T = T @ (acts @ move(a, 0, 0) @ turn("x", alpha) if standard else lies @ acts)
    T = T @ move(out, 0, 0.2) @ turn("y", tilted)
    dh = {"convention": "standard" if standard else "modified", "rows": table}
    inside = {"dh": {**dh, "base": base, "tool": tool}}
    beside = {"dh": dh, "base": {**base, "name": "plinth"}, "tool": tool}
    assert tool_pose(inside, q) == pytest.approx(T, abs=1e-12)
    assert robot_from_table(inside) == robot_from_table(beside)
    assert robot_from_table(beside).base == "plinth"
    as_matrices = {**dh, "base": move(0.1, 0, up) @ turn("x", turned)}
    as_matrices["tool"] = move(out, 0, 0.2) @ turn("y", tilted)
    assert tool_pose({"dh": as_matrices}, q) == pytest.approx(T, abs=1e-12)


def test_a_table_in_a_file_has_its_base_and_tool_too() -> None:
    text = """
    base = { name = "floor", offset = [0, 0, "h"] }
    tool = { offset = ["t", 0, 0] }
    [dh]
    rows = [{ alpha = "90deg", a = "a1", d = 0, theta = "q1" }]
    """
    robot = read_toml(text)
    assert robot.base == "floor"
    assert [str(e) for e in robot.joints[0].placement.offset] == ["0", "0", "h"]
    assert [str(e) for e in robot.tool.offset] == ["a1 + t", "0", "0"]
    assert read_toml(torsor.formats.toml.writer.write_toml(robot)) == robot


def test_a_base_also_stands_under_joints_and_sequences() -> None:
    base = {"offset": [0, 0, 1], "rotation": "Rx(90deg)"}
    joint = {"joint": [{"kind": "R", "axis": "z", "offset": [0, 0, "l1"]}], "base": base}
    ets = {"ets": "tz(l1) Rz(q1)", "base": base}
    assert robot_from_table(joint).joints == robot_from_table(ets).joints
    assert [str(e) for e in robot_from_table(ets).joints[0].placement.offset] == ["0", "-l1", "1"]


def test_a_fixed_frame_is_no_joint_and_has_no_mass() -> None:
    rows = [{"a": "a1", "theta": "q1"}, {"d": "d2", "theta": 0, "kind": "F"}, {"theta": "q2"}]
    robot = robot_from_table({"dh": {"rows": rows}})
    assert robot.structure == "RFR"
    assert robot.dof == 2
    assert robot.links[1].massless
    assert str(robot.links[2].mass) == "m3"
    weighty = robot_from_table({"dh": {"rows": rows}, "link": [{}, {"mass": 2}, {}]})
    assert str(weighty.links[1].mass) == "2"


def test_kinds_names_limits_and_parents_of_rows() -> None:
    rows = [
        {"kind": "R", "theta": "90deg", "name": "turret", "limits": {"lower": -1, "upper": 1}},
        {"kind": "P", "d": 0.5, "theta": 0},
        {"theta": "q3", "parent": "turret"},
        {"theta": "q4", "parent": 0},
    ]
    robot = robot_from_table({"dh": {"convention": "modified", "rows": rows}})
    assert robot.structure == "RTRR"
    assert [j.parent for j in robot.joints] == [0, 1, 1, 0]
    assert robot.joints[0].name == "turret"
    assert [float(x) for x in robot.joints[0].limits.numbers[:2]] == [-1, 1]
    assert str(robot.joints[0].placement.rotation[0].angle) == "90deg"


@pytest.mark.parametrize(
    ("dh", "sentence"),
    [
        (
            {"rows": [{"theta": "q1"}, {"theta": "90deg", "d": "d2"}]},
            r'DH row 2: no coordinate in this row: expected theta = "q2 \+ 90deg" for a joint that '
            r'turns, d = "q2" for one that slides, or kind = "F" for a fixed frame',
        ),
        ({"rows": [{"theta": 0}]}, 'expected theta = "q1" for a joint'),
        ({"rows": [[0, 0, 0, 0]]}, 'expected theta = "q1" for a joint'),
        (
            {"convention": "khalil", "rows": [{"theta": 0, "r": "r1"}]},
            'r = "q1" for one that slides, or sigma = 2 for a fixed frame',
        ),
        ({"rows": [{"theta": "q1", "kind": "F"}]}, "a row of kind F has the coordinate in theta"),
        ({"rows": [{"theta": "q1", "kind": "T"}]}, "a row of kind T has the coordinate in theta"),
        ({"rows": [{"d": "q1", "kind": "R"}]}, "a row of kind R has the coordinate in d"),
        ({"rows": [{"kind": "X"}]}, "expected kind R"),
        ({"rows": [{"kind": "F"}]}, "no joint that moves"),
        ({"rows": [{"gamma": 0}]}, "unknown key 'gamma'"),
        ({"convention": "khalil", "rows": [{"a": 0}]}, "unknown key 'a'"),
        ({"convention": "khalil", "rows": [{"sigma": 3}]}, r"sigma: expected 0 \(turns\)"),
        ({"convention": "khalil", "rows": [{"sigma": True}]}, r"sigma: expected 0 \(turns\)"),
        ({"convention": "khalil", "rows": [{"d": "pi"}]}, "DH row 1: d: .*is an angle"),
        ({"convention": "khalil", "rows": [{"r": "pi"}]}, "DH row 1: r: .*is an angle"),
        ({"convention": "modified", "rows": [{"parent": 1}]}, "row 1: expected as parent a row"),
        ({"convention": "modified", "rows": [{"parent": "x"}]}, "no earlier joint is called 'x'"),
        ({"rows": [{}], "base": 3}, "dh: base: a frame: expected a table"),
        ({"rows": [{}], "tool": [1, 2]}, "dh: tool: .* a matrix of 4 rows of 4"),
        ({"rows": [{}], "tool": np.diag([1, 1, -1, 1])}, "dh: tool: the matrix is no placement"),
        ({"rows": [{}], "tool": np.diag([1, 1, 1, 2])}, "dh: tool: the matrix is no placement"),
        ({"rows": [{}], "base": {"rotation": "Rz(3)"}}, "base: rotation: 3: expected an angle"),
    ],
)
def test_what_a_row_or_a_frame_cannot_be_is_told(dh: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence):
        robot_from_table({"dh": dh})


def test_a_base_or_tool_given_twice_is_refused() -> None:
    dh = {"rows": [{}], "tool": {"offset": [1, 0, 0]}}
    with pytest.raises(TorsorError, match="dh: tool: the robot has its tool already"):
        robot_from_table({"dh": dh, "tool": {"offset": [1, 0, 0]}})


NUMBERS = [np.float64, np.float32, float]


@pytest.mark.parametrize("kind", NUMBERS)
def test_pythons_numbers_are_angles_where_they_are_multiples_of_fifteen_degrees(kind: Any) -> None:
    exact = robot_from_table({"dh": {"rows": [{"alpha": "-90deg", "a": "7/20", "d": 2}]}})
    table = {"rows": [{"alpha": kind(-np.pi / 2), "a": kind(0.35), "d": np.int64(2)}]}
    assert robot_from_table({"dh": table}) == exact
    rows = np.array([[-np.pi / 2, 0.35, 2]])
    assert robot_from_table({"dh": {"rows": rows}}) == exact
    for k in range(-24, 25):
        turned = {"rotation": {"axis": "z", "angle": k * np.pi / 12}, "offset": np.zeros(3)}
        tool = robot_from_table({"joint": [{"kind": "R", "axis": [0, 0, 1]}], "tool": turned}).tool
        assert [str(t.angle) for t in tool.rotation] == [f"{15 * k}deg" if k else "0"]


@pytest.mark.parametrize(
    ("angle", "sentence"),
    [
        (-1.5708, '-1.5708: expected an angle with its unit, such as "-pi/2" or "-90deg"'),
        (3.14, '3.14: expected an angle with its unit, such as "pi" or "180deg"'),
        (2.0944, 'such as "2*pi/3" or "120deg"'),
        (-90, '-90: expected an angle with its unit, such as "-90deg" or "-pi/2"'),
        (0.3, '0.3: expected an angle with its unit, such as "0.3deg" or "0.3rad"'),
        (np.float32(0.3), '0.3: expected an angle with its unit, such as "0.3deg" or "0.3rad"'),
        (True, "'True' is not an angle"),
        (float("nan"), "not a finite number"),
        (1e300, "expected an angle with its unit"),
    ],
)
def test_another_number_is_told_what_to_write(angle: Any, sentence: str) -> None:
    with pytest.raises(TorsorError) as told:
        robot_from_table({"dh": {"rows": [{"alpha": angle}]}})
    assert sentence in str(told.value)


def test_a_number_in_a_file_has_its_unit_always() -> None:
    for written in ("-1.5707963267948966", "3.141592653589793"):
        with pytest.raises(TorsorError, match="expected an angle with its unit, such as"):
            read_toml(f"dh = {{ rows = [{{ alpha = {written} }}] }}")
    assert read_toml("dh = { rows = [{ alpha = 0, theta = 'q1' }] }").dof == 1
    assert read_toml("dh = { rows = [{ alpha = 0.0, theta = 'q1' }] }").dof == 1


def test_a_turn_made_in_python_takes_pythons_angles() -> None:
    from torsor.robot import Turn

    assert str(Turn((0, 0, 1), -np.pi / 2).angle) == "-90deg"
    assert str(Turn((0, 0, 1), np.float64(np.pi)).angle) == "180deg"
    assert str(Turn((0, 0, 1), "alpha").angle) == "alpha"
