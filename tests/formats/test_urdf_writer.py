"""Writing URDF: reading back gives the same robot, Pinocchio the same model; the rest is told."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from lxml import etree
from tests.formats.arms import FILES, Oracle, by_torsor, compared, label, random_states
from tests.oracles.recursion import turn

import torsor
from torsor import TorsorError
from torsor.algebra.formula import formula
from torsor.formats.fields import axis_field
from torsor.formats.spelling import decimal
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.formats.urdf.reader import read_urdf
from torsor.formats.urdf.writer import urdf_and_notes, write_urdf
from torsor.robot import Quaternion, Turn
from torsor.robot.hypotheses import substitute
from torsor.robot.robot import Drive, Given
from torsor.robot.symbols import parameters
from torsor.spatial.rotations import roll_pitch_yaw

from .test_urdf import ARM, FORK, MIMIC, joint, urdf

SAME = {
    "an arm": ARM,
    "a tree": FORK,
    "couplings": urdf(
        joint("one", "revolute", "base", "a"),
        joint("two", "revolute", "a", "b", MIMIC.format("-2", "0.25")),
        joint("three", "prismatic", "b", "c", MIMIC.format("0.3", "0.1")),
    ),
    "a slanted axis": urdf(
        joint("one", "revolute", "base", "a", '<axis xyz="0.6 0 0.8"/>'), links="base a"
    ),
    "angles": urdf(
        joint("one", "revolute", "base", "a", '<origin xyz="1 2 3" rpy="0.1 1.5708 -0.5236"/>'),
        links="base a",
    ),
    "friction": urdf(
        joint("one", "continuous", "base", "a", '<dynamics damping="0.1" friction="2e-3"/>'),
        links="base a",
    ),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME.keys())
def test_what_is_written_reads_as_the_same_robot(text: str) -> None:
    robot = replace(read_urdf(text), source="")
    assert replace(read_urdf(write_urdf(robot)), source="") == robot


@pytest.mark.parametrize("name", ["puma560", "rttrr", "scara", "stanford", "trtrr"])
def test_a_library_robot_with_values_is_the_same_to_pinocchio(name: str, tmp_path: Path) -> None:
    robot = torsor.load(name)
    rng = np.random.default_rng(3)
    values = {n: Fraction(int(rng.integers(1, 999)), 1000) for n in parameters(robot)}
    file = tmp_path / "robot.urdf"
    file.write_text(write_urdf(robot, values), "utf-8")
    numeric = substitute(robot, {n: v for n, v in values.items() if n != "g"})
    numeric = replace(
        numeric,
        values=(Given("g", formula("9.81")),),
        joints=tuple(replace(j, name=f"joint{i}") for i, j in enumerate(numeric.joints, 1)),
    )
    assert compared(file, numeric, "tool", 3).largest < 1e-10


def test_a_quaternion_becomes_roll_pitch_and_yaw(tmp_path: Path) -> None:
    robot = read_urdf(ARM)
    first = robot.joints[0]
    rotation = (Quaternion(Fraction(1), Fraction(2), Fraction(-3), Fraction(4)),)
    placement = replace(
        first.placement, rotation=(*rotation, Turn(axis_field("-y"), formula("pi/2")))
    )
    robot = replace(robot, joints=(replace(first, placement=placement), *robot.joints[1:]))
    (tmp_path / "a.urdf").write_text(write_urdf(robot), "utf-8")
    assert compared(tmp_path / "a.urdf", robot, "tool", 3).largest < 1e-14


@pytest.mark.parametrize("pitch", [0.3, np.pi / 2, -np.pi / 2, np.pi / 2 - 1e-9, 1.5707963])
def test_roll_pitch_and_yaw_are_right_near_the_pole_too(pitch: float) -> None:
    x, y, z = np.eye(3)
    R = turn(z, 1.1) @ turn(y, pitch) @ turn(x, -2.3)
    roll, back, yaw = roll_pitch_yaw(R)
    assert np.abs(turn(z, yaw) @ turn(y, back) @ turn(x, roll) - R).max() < 1e-15


def test_a_carried_body_is_a_fixed_link(tmp_path: Path) -> None:
    """Pinocchio's mass of all, and the forces of the robot with the body merged by the reader."""
    robot = replace(read_urdf(ARM), payload=torsor.load("rttrr").with_payload("body").payload)
    values = {"mp": "1.5", "rxp": "0.1", "ryp": 0, "rzp": "0.2"}
    values |= {f"I{a}p": k for k, a in enumerate(("xx", "yy", "zz"), 4)}
    values |= {"Ixyp": 0, "Ixzp": 0, "Iyzp": 0}
    file = tmp_path / "carrying.urdf"
    file.write_text(write_urdf(robot, values), "utf-8")
    assert pin.computeTotalMass(pin.buildModelFromUrdf(str(file))) == pytest.approx(3.5)
    assert compared(file, torsor.load(file), "tool", 3).largest < 1e-14


def test_missing_values_are_listed_all_at_once() -> None:
    with pytest.raises(TorsorError, match=r"no value for l1, l2, m1, rx1, ry1, rz1, .*Iyz2 "):
        write_urdf(torsor.load("planar2r"))


def test_what_a_urdf_cannot_say_is_told_and_written_in_a_comment() -> None:
    robot = read_urdf(ARM)
    first, *others = robot.links
    drive = Drive(rotor=formula("0.01"), ratio=formula(100), spring=formula(3))
    robot = replace(
        robot,
        links=(replace(first, drive=drive), *others),
        gravity=(formula(0), -formula("g"), formula(0)),
        hypotheses=("principal_axes",),
    )
    text, notes = urdf_and_notes(robot)
    assert [note.split(":")[0] for note in notes] == [
        "gravity (0, -g, 0)",
        "the rotor inertia of joint 1",
        "the spring of joint 1",
        "hypotheses, which are in the numbers",
    ]
    comment = next(e for e in etree.fromstring(text.encode()).itersiblings(preceding=True))
    assert all(note.replace("--", "- -") in comment.text for note in notes)


def test_what_is_no_chain_or_has_a_load_in_base_axes_is_refused() -> None:
    with pytest.raises(TorsorError, match="is given by bodies"):
        write_urdf(torsor.load("rv1a-paper"))
    with pytest.raises(TorsorError, match="payload in base axes"):
        write_urdf(read_urdf(ARM).with_payload("wrench", "base"))


def test_names_are_escaped_and_each_stands_once() -> None:
    robot = read_urdf(ARM)
    robot = replace(
        robot,
        name='<a & "b">',
        joints=tuple(replace(j, name="tool_joint") for j in robot.joints),
    )
    root = etree.fromstring(write_urdf(robot).encode())
    assert root.get("name") == '<a & "b">'
    names = [j.get("name") for j in root.findall("joint")]
    assert names == ["tool_joint", "tool_joint_2", "tool_joint_3"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0"),
        ("-7/20", "-0.35"),
        ("12", "12"),
        ("1/3", repr(1 / 3)),
        ("123456789/1000000", "123.456789"),
        (f"1/{10**31}", "1e-31"),
    ],
)
def test_numbers_are_written_as_short_as_they_are(value: str, text: str) -> None:
    assert decimal(Fraction(value)) == text
    assert float(decimal(Fraction(value))) == float(Fraction(value))


@pytest.mark.parametrize("file", FILES[::4], ids=label)
def test_a_real_robot_survives_toml(file: Path) -> None:
    try:
        robot = torsor.load(file)
    except TorsorError:
        return
    again = read_toml(write_toml(robot))
    assert again == robot
    assert again.notes == robot.notes


def test_the_judge_would_see_a_lost_product_of_inertia(tmp_path: Path) -> None:
    """The comparison itself can fail: a sign changed in the file is seen."""
    file = next(f for f in FILES if label(f) == "z1/z1")
    robot = torsor.load(file, exact_angles=False)
    wrong = tmp_path / "wrong.urdf"
    wrong.write_text(file.read_text("utf-8").replace('ixy="', 'ixy="-').replace('="--', '="'))
    (state,) = random_states(robot.dof, 1)
    theirs, size = Oracle(wrong, robot, "link06").at(state)
    assert np.linalg.norm(by_torsor(robot, state).tau - theirs.tau) / size > 1e-8
