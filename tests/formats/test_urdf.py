"""What a URDF becomes: exact numbers, merged bodies, snapped angles, couplings, trees and notes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import torsor
from torsor import TorsorError
from torsor.algebra.formula import formula
from torsor.formats.fields import axis_field
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.formats.urdf.reader import read_urdf
from torsor.robot import Turn
from torsor.robot.robot import Robot


def body(mass: float = 1, xyz: str = "0 0 0", rpy: str = "0 0 0", inertia: str = "1 2 3") -> str:
    """An ``<inertial>`` with principal moments."""
    xx, yy, zz = inertia.split()
    return (
        f'<inertial><origin xyz="{xyz}" rpy="{rpy}"/><mass value="{mass}"/>'
        f'<inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial>'
    )


def joint(name: str, kind: str, parent: str, child: str, inside: str = "") -> str:
    """A ``<joint>`` between two links."""
    axis = "" if kind == "fixed" or "<axis" in inside else '<axis xyz="0 0 1"/>'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f"{axis}{inside}</joint>"
    )


def urdf(*parts: str, links: str = "base a b c") -> str:
    """A robot of these parts; links not among them are empty."""
    text = "\n".join(parts)
    empty = [f'<link name="{n}"/>' for n in links.split() if f'<link name="{n}"' not in text]
    return "\n".join(['<robot name="arm">', *empty, text, "</robot>"])


def link(name: str, inside: str) -> str:
    return f'<link name="{name}">{inside}</link>'


def noted(robot: Robot, text: str) -> bool:
    return any(text in note for note in robot.notes)


ARM = urdf(
    link("a", body(2, "0.1 0 0", inertia="0.35 0.2 0.1")),
    joint("one", "revolute", "base", "a", '<origin xyz="0 0 0.35" rpy="0 0 0"/>'),
    joint("two", "prismatic", "a", "b", '<axis xyz="1 0 0"/>'),
    links="base a b",
)


def test_numbers_are_read_as_the_decimals_they_are():
    robot = read_urdf(ARM)
    assert robot.structure == "RT"
    assert [e.constant for e in robot.joints[0].placement.offset] == [0, 0, Fraction(7, 20)]
    assert [e.constant for e in robot.links[0].inertia[:3]] == [
        Fraction(7, 20),
        Fraction(1, 5),
        Fraction(1, 10),
    ]
    assert robot.links[0].com[0].constant == Fraction(1, 10)
    assert robot.links[1].massless
    assert noted(robot, "massless, for want of <inertial>: 'base', 'b'")


def test_gravity_is_a_symbol_with_a_number():
    robot = read_urdf(ARM)
    assert [str(e) for e in robot.gravity] == ["0", "0", "-g"]
    assert robot.numbers["g"].constant == Fraction(981, 100)
    assert noted(robot, "no gravity")


def test_a_fixed_link_is_merged_into_its_parent_by_huygens_and_steiner():
    """Two equal masses 2d apart: their centre between, and m d² on the two other axes."""
    robot = read_urdf(
        urdf(
            link("a", body(3, "0 0 0")),
            link("b", body(3)),
            joint("one", "revolute", "base", "a"),
            joint("weld", "fixed", "a", "b", '<origin xyz="1 0 0"/>'),
            links="base a b",
        )
    )
    merged = robot.links[0]
    assert merged.mass.constant == 6
    assert [e.constant for e in merged.com] == [Fraction(1, 2), 0, 0]
    spread = 2 * 3 * Fraction(1, 4)
    assert [e.constant for e in merged.inertia] == [2, 4 + spread, 6 + spread, 0, 0, 0]
    assert noted(robot, "merged into link 1 ('a'): 'b'")


def test_a_turned_inertial_frame_is_turned_exactly():
    """Turned by 45° about z, (1, 3) becomes (2, 2) with the product −1, and no √2 is left."""
    text = urdf(
        link("a", body(1, rpy="0 0 0.7853981633974483", inertia="1 3 4")),
        joint("one", "revolute", "base", "a"),
        links="base a",
    )
    assert [e.constant for e in read_urdf(text).links[0].inertia] == [2, 2, 4, -1, 0, 0]
    roughly = [float(e.constant) for e in read_urdf(text, exact_angles=False).links[0].inertia]
    assert np.allclose(roughly, [2, 2, 4, -1, 0, 0], atol=1e-15, rtol=0)


def test_merging_over_a_slanted_fixed_joint_keeps_the_roots_exact():
    """A mass 2 at 30° and distance 1, fixed to a link without mass: com (√3/2, 1/2, 0)."""
    robot = read_urdf(
        urdf(
            link("b", body(2, "1 0 0", inertia="0 0 0")),
            joint("one", "revolute", "base", "a"),
            joint("weld", "fixed", "a", "b", '<origin rpy="0 0 0.5235987755982988"/>'),
            links="base a b",
        )
    )
    assert robot.links[0].com == (formula("sqrt(3)/2"), formula("1/2"), formula(0))


@pytest.mark.parametrize(
    ("written", "angle"),
    [
        ("1.5707963267948966", "90deg"),
        ("1.5708", "90deg"),
        ("-0.2618", "-15deg"),
        ("3.14159", "180deg"),
        ("-3.14159", "180deg"),
        ("6.2832", None),
        ("0.00005", None),
    ],
)
def test_angles_near_a_multiple_of_15_degrees_are_snapped_and_told(written, angle):
    text = urdf(
        joint("one", "revolute", "base", "a", f'<origin rpy="{written} 0 0"/>'), links="base a"
    )
    robot = read_urdf(text)
    expected = () if angle is None else (Turn(axis_field("x"), formula(angle)),)
    assert robot.joints[0].placement.rotation == expected
    assert noted(robot, "roll")
    kept = read_urdf(text, exact_angles=False)
    assert kept.joints[0].placement.rotation == (
        Turn(axis_field("x"), formula(written) * formula("rad")),
    )
    assert not noted(kept, "roll")


@pytest.mark.parametrize("written", ["1.5706", "0.1", "0.2616", "-1"])
def test_other_angles_stay_as_they_are_written(written):
    text = urdf(
        joint("one", "revolute", "base", "a", f'<origin rpy="0 {written} 0"/>'), links="base a"
    )
    assert read_urdf(text) == read_urdf(text, exact_angles=False)
    turn = read_urdf(text).joints[0].placement.rotation[0]
    assert turn == Turn(axis_field("y"), formula(written) * formula("rad"))


def test_how_far_an_angle_was_moved_is_told_with_the_joint():
    text = urdf(
        joint("elbow", "revolute", "base", "a", '<origin rpy="0 0 1.5708"/>'), links="base a"
    )
    assert noted(read_urdf(text), "joint 'elbow': snapped yaw 1.5708 to 90deg (3.7e-06 rad away)")


@pytest.mark.parametrize(
    ("written", "axis", "told"),
    [
        ("0 0 1", ["0", "0", "1"], ""),
        ("0 -2 0", ["0", "-1", "0"], "length one"),
        ("1e-6 0 1", ["0", "0", "1"], "coordinate axis"),
        ("1 1 0", ["sqrt(2)/2", "sqrt(2)/2", "0"], "length one"),
        ("0.6 0 0.8", ["3/5", "0", "4/5"], ""),
    ],
)
def test_axes_have_length_one_exactly(written, axis, told):
    robot = read_urdf(
        urdf(joint("one", "revolute", "base", "a", f'<axis xyz="{written}"/>'), links="base a")
    )
    assert robot.joints[0].axis == tuple(formula(e) for e in axis)
    assert noted(robot, told or "gravity")
    assert told or not noted(robot, "axis")


def test_an_axis_that_is_not_given_is_x_and_told():
    text = urdf(joint("one", "revolute", "base", "a"), links="base a")
    robot = read_urdf(text.replace('<axis xyz="0 0 1"/>', ""))
    assert robot.joints[0].axis == axis_field("x")
    assert noted(robot, "joint 'one' has no <axis>: it is x")


def test_damping_and_friction_come_with_the_joint():
    text = urdf(
        joint("one", "continuous", "base", "a", '<dynamics damping="0.5" friction="0.25"/>'),
        links="base a",
    )
    drive = read_urdf(text).links[0].drive
    assert drive.viscous.constant == Fraction(1, 2)
    assert drive.coulomb.constant == Fraction(1, 4)


def test_what_is_not_mechanics_is_counted():
    shapes = "<visual/><visual/><collision/>"
    text = urdf(link("a", shapes), joint("one", "revolute", "base", "a", "<limit/>"), "<gazebo/>")
    robot = read_urdf(text.replace('<link name="b"/>\n<link name="c"/>\n', ""))
    assert noted(robot, "ignored elements: 1 collision, 1 gazebo, 2 visual")


@pytest.mark.parametrize(
    ("inertia", "told"),
    [
        ("1 2 3", ""),
        ("1 2 3.002", ""),
        ("1 2 3.1", "one moment is larger than the two others together"),
        ("1 1 -0.1", "its inertia has a negative moment"),
        ("0 0 0", ""),
    ],
)
def test_an_inertia_that_no_body_has_is_told_and_kept(inertia, told):
    text = urdf(link("a", body(1, inertia=inertia)), joint("one", "revolute", "base", "a"))
    robot = read_urdf(text.replace('<link name="b"/>\n<link name="c"/>\n', ""))
    assert [str(float(e.constant)) for e in robot.links[0].inertia[:3]] == [
        str(float(e)) for e in inertia.split()
    ]
    assert noted(robot, "kept as written") == bool(told)
    assert not told or noted(robot, told)


MIMIC = '<mimic joint="one" multiplier="{}" offset="{}"/>'


@pytest.mark.parametrize(
    ("multiplier", "offset", "moves"),
    [
        ("-2", "0", ["q1", "-2*q1"]),
        ("1", "0.25", ["q1", "q1 + rad/4"]),
        ("0.5", "0", ["2*q1", "q1"]),
        ("-0.25", "1", ["-4*q1 + 4*rad", "q1"]),
    ],
)
def test_a_follower_is_a_coupling_in_whole_multiples(multiplier, offset, moves):
    robot = read_urdf(
        urdf(
            joint("one", "revolute", "base", "a"),
            joint("two", "revolute", "a", "b", MIMIC.format(multiplier, offset)),
            links="base a b",
        )
    )
    assert robot.dof == 1
    assert [j.moves for j in robot.joints] == [formula(m) for m in moves]
    assert noted(robot, "'two'")


def test_a_sliding_follower_takes_any_multiple():
    robot = read_urdf(
        urdf(
            joint("one", "prismatic", "base", "a"),
            joint("two", "prismatic", "a", "b", MIMIC.format("0.3", "0.1")),
            joint("three", "revolute", "b", "c"),
        )
    )
    assert [j.moves for j in robot.joints] == [formula(m) for m in ("q1", "3*q1/10 + 1/10", "q2")]


def test_a_fractional_follower_that_has_no_slower_joint_is_refused():
    text = urdf(
        joint("one", "revolute", "base", "a"),
        joint("two", "revolute", "a", "b", MIMIC.format("1.0585", "0")),
        links="base a b",
    )
    with pytest.raises(TorsorError, match=r'<joint name="two">: it turns by 1.0585 times .one.; '):
        read_urdf(text)


FORK = urdf(
    link("a", body(1)),
    link("b", body(2, "0 0.5 0")),
    link("c", body(3)),
    joint("one", "revolute", "base", "a"),
    joint("side", "revolute", "a", "b", '<origin xyz="1 0 0"/>'),
    joint("main", "revolute", "a", "c", '<origin xyz="0 0 1"/>'),
)


def test_a_tree_is_kept_whole_unless_a_tip_is_asked_for():
    robot = read_urdf(FORK)
    assert [j.parent for j in robot.joints] == [0, 1, 1]
    assert noted(robot, "the tool is at link 'c', the last of 2 branches")
    assert robot.tool.offset == robot.joints[0].placement.offset


def test_beside_a_tip_the_rest_is_lumped_with_its_joints_at_zero():
    robot = read_urdf(FORK, tip="c")
    assert [j.name for j in robot.joints] == ["one", "main"]
    assert robot.links[0].mass.constant == 3
    assert [e.constant for e in robot.links[0].com] == [Fraction(2, 3), Fraction(1, 3), 0]
    assert noted(robot, "held at zero and lumped into the chain: 'side'")


def test_the_rest_may_be_kept_and_the_tool_be_anywhere():
    """The tool sits on the last link: a massless one is fixed at a tip inside the tree."""
    robot = read_urdf(FORK, tip="b", rest="kept")
    assert [j.name for j in robot.joints] == ["one", "side", "main", "tip"]
    assert (robot.joints[3].kind, robot.joints[3].parent) == ("F", 2)
    assert robot.dof == 3


def test_a_joint_listed_before_its_parent_comes_after_it():
    text = urdf(
        joint("two", "revolute", "a", "b"), joint("one", "revolute", "base", "a"), links="base a b"
    )
    robot = read_urdf(text)
    assert [j.name for j in robot.joints] == ["one", "two"]
    assert [j.parent for j in robot.joints] == [0, 1]


def test_numbers_become_symbols_and_stay_as_values():
    robot = read_urdf(ARM, symbolic=("inertias", "lengths"), file="dir/arm.urdf")
    assert str(robot.links[0].mass) == "m1"
    assert [str(e) for e in robot.links[0].com] == ["rx1", "0", "0"]
    assert [str(e) for e in robot.joints[0].placement.offset] == ["0", "0", "pz1"]
    assert robot.numbers["m1"].constant == 2
    assert robot.numbers["pz1"].constant == Fraction(7, 20)
    assert {given.source for given in robot.values if given.name != "g"} == {"arm.urdf"}


def test_symbols_with_their_numbers_put_in_are_the_numbers():
    plain = torsor.derive(read_urdf(ARM))
    symbolic = torsor.derive(read_urdf(ARM, symbolic=("inertias", "lengths")))
    values = {n: v.constant for n, v in symbolic.robot.numbers.items() if n != "g"}
    for with_symbols, with_numbers in zip(symbolic.tau, plain.tau, strict=True):
        put_in = {n: v for n, v in values.items() if with_symbols.degree(n)}
        assert with_symbols.subs(put_in).to(with_numbers.ring) == with_numbers


def test_a_robot_from_a_urdf_survives_toml():
    robot = read_urdf(FORK, tip="b", rest="kept")
    again = read_toml(write_toml(robot))
    assert again == robot
    assert again.notes == robot.notes
    assert again.numbers == robot.numbers


def test_a_file_is_read_by_its_name_and_a_plain_xml_by_its_root(tmp_path: Path):
    for name in ("arm.urdf", "arm.URDF", "arm.xml"):
        (tmp_path / name).write_text(ARM, "utf-8")
        robot = torsor.load(tmp_path / name)
        assert robot == torsor.load(str(tmp_path / name))
        assert (robot.name, robot.source) == ("arm", name)


def test_options_are_for_files_that_have_them():
    with pytest.raises(TorsorError, match="tip: only a URDF or MJCF file"):
        torsor.load("rttrr", tip="x")
    with pytest.raises(TorsorError, match="symbolic 'masses': expected inertias or lengths"):
        read_urdf(ARM, symbolic=("masses",))
    with pytest.raises(TorsorError, match="rest 'gone': expected lumped or kept"):
        read_urdf(ARM, tip="a", rest="gone")
    with pytest.raises(TorsorError, match="rest 'lumped' needs a tip"):
        read_urdf(ARM, rest="lumped")
    with pytest.raises(TorsorError, match="no link is called 'basse'; did you mean 'base'"):
        read_urdf(ARM, tip="basse")
