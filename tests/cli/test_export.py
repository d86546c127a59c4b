"""``torsor export``, and the options that say how a robot's file is read."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import mujoco
import pinocchio as pin
import pytest
from tests.formats.test_urdf import ARM, FORK

import torsor as package

VALUES = ["m1=2", "m2=1", "l1=0.5", "l2=0.25"]
ZERO = [f"{e}{i}=0" for i in (1, 2) for e in ("rx", "ry", "rz", "Ixx", "Iyy", "Ixy", "Ixz", "Iyz")]


def settings(*given: str) -> list[str]:
    return [part for setting in given for part in ("--set", setting)]


@pytest.fixture
def fork(tmp_path: Path) -> Path:
    (tmp_path / "fork.urdf").write_text(FORK, "utf-8")
    return tmp_path / "fork.urdf"


def test_a_urdf_becomes_toml_and_is_the_same_robot(torsor, fork, tmp_path):
    answer = torsor("export", fork, "--format", "toml", "-o", tmp_path / "fork.toml")
    assert (answer.status, answer.out) == (0, "")
    assert package.load(tmp_path / "fork.toml") == package.load(fork)


def test_a_library_robot_with_values_becomes_a_urdf_that_pinocchio_reads(torsor, tmp_path):
    file = tmp_path / "arm.urdf"
    given = settings(*VALUES, *ZERO, "Izz1=0.1", "Izz2=0.05")
    answer = torsor("export", "planar2r", "--format", "urdf", *given, "-o", file)
    assert answer.status == 0
    assert "not in the URDF: gravity (0, -g, 0)" in answer.err
    model = pin.buildModelFromUrdf(str(file))
    assert model.nv == 2
    assert pin.computeTotalMass(model) == pytest.approx(3)


def test_values_come_from_a_file_too(torsor, tmp_path):
    (tmp_path / "v.toml").write_text("\n".join([*VALUES, *ZERO, "Izz1 = 1", "Izz2 = 1"]), "utf-8")
    answer = torsor("export", "planar2r", "--format", "urdf", "--values", tmp_path / "v.toml")
    assert '<mass value="2"/>' in answer.out


def test_a_robot_becomes_mjcf_that_mujoco_reads(torsor, fork, tmp_path):
    file = tmp_path / "fork.xml"
    assert torsor("export", fork, "--format", "mjcf", "-o", file).status == 0
    assert mujoco.MjModel.from_xml_path(str(file)).nv == 3


def test_toml_keeps_the_symbols_that_have_no_value(torsor):
    answer = torsor("export", "planar2r", "--set", "l1=0.35")
    robot = package.formats.toml.reader.read_toml(answer.out)
    assert robot.joints[1].placement.offset[0].constant == Fraction(7, 20)
    assert str(robot.tool.offset[0]) == "l2"


def test_a_value_takes_the_place_of_the_robots_own(torsor, tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM, "utf-8")
    options = ["--symbolic", "inertias", "--set", "m1=3", "--set", "q1=1"]
    answer = torsor("export", tmp_path / "arm.urdf", *options)
    robot = package.formats.toml.reader.read_toml(answer.out)
    assert robot.links[0].mass.constant == 3
    assert "m1" not in robot.numbers
    assert robot.numbers["rx1"].constant == Fraction(1, 10)
    written = torsor("export", tmp_path / "arm.urdf", "--format", "urdf", *options).out
    assert '<mass value="3"/>' in written


def test_what_lacks_values_is_told_and_no_file_is_left(torsor, tmp_path):
    answer = torsor("export", "planar2r", "--format", "urdf", "-o", tmp_path / "x.urdf")
    assert "no value for l1, l2, m1" in answer.complaint
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_is_told(torsor):
    said = torsor("export", "planar2r", "--format", "sdf").complaint
    assert said == "no format 'sdf'; expected toml, urdf, mjcf"


@pytest.mark.parametrize("command", ["show", "export", "derive", "verify"])
def test_every_command_takes_the_options_of_files(torsor, command):
    answer = torsor(command, "--help")
    for option in ("--tip", "--rest", "--symbolic", "--exact-angles"):
        assert option in answer.out


def test_show_reads_up_to_a_tip(torsor, fork):
    shown = torsor("show", fork, "--tip", "c", "--json").data
    assert shown["structure"] == "RR"
    assert "held at zero and lumped into the chain: 'side'" in shown["notes"]
    kept = torsor("show", fork, "--tip", "c", "--rest", "kept", "--json").data
    assert kept["dof"] == 3


def test_derive_has_symbols_for_the_numbers_of_a_file(torsor, tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM, "utf-8")
    plain = torsor("derive", tmp_path / "arm.urdf", "--json", "--payload", "none").data
    assert not any("m1" in tau for tau in plain["tau"])
    options = ["--symbolic", "inertias,lengths", "--payload", "none"]
    symbolic = torsor("derive", tmp_path / "arm.urdf", "--json", *options).data
    assert "Izz1" in symbolic["tau"][0]


def test_angles_are_taken_as_written_where_asked(torsor, tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM.replace('rpy="0 0 0"/>', 'rpy="0 0 1.5708"/>'), "utf-8")
    snapped = torsor("show", file, "--json").data
    assert snapped["joints"][0]["rotation"] == ["Rz(90deg)"]
    written = torsor("show", file, "--exact-angles", "off", "--json").data
    assert written["joints"][0]["rotation"] == ["Rz(3927*rad/2500)"]
