"""Given values go over the robot's own numbers, by one rule wherever a robot meets numbers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import torsor
from torsor import Robot, TorsorError
from torsor.algebra.formula import formula
from torsor.errors import ArgumentTypeError, UnknownNameError
from torsor.formats.mjcf.writer import write_mjcf
from torsor.formats.urdf.writer import write_urdf
from torsor.motion.dynamics.plant import Plant
from torsor.program.targets import write_code
from torsor.robot.hypotheses import assume
from torsor.robot.values import merge_values, read_values

PENDULUM = """
<robot name="pendulum">
  <link name="base"/>
  <link name="rod"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="pivot" type="continuous"><parent link="base"/><child link="rod"/>
    <axis xyz="0 1 0"/></joint>
</robot>
"""


@pytest.fixture
def pendulum(tmp_path: Path) -> Robot:
    """A file's robot: its mass and inertia are symbols with numbers, g has the usual one."""
    file = tmp_path / "pendulum.urdf"
    file.write_text(PENDULUM)
    return torsor.load(file, symbolic=["inertias"]).with_drives("friction")


FRICTION = {"fv1": 0.3, "fc1": 0}


def test_a_compiled_robot_keeps_the_files_numbers_beside_those_given(pendulum: Robot) -> None:
    arm = torsor.compile(pendulum, FRICTION)
    torque = arm.inverse_dynamics([0.0], [1.0], [0.0])
    assert np.allclose(torque, [0.3 - 2 * 0.5 * 9.81])


def test_a_given_value_goes_over_the_files(pendulum: Robot) -> None:
    arm = torsor.compile(pendulum, {**FRICTION, "g": 1})
    assert np.allclose(arm.gravity([0.0]), [-2 * 0.5 * 1])


def test_a_simulated_robot_keeps_the_files_numbers_beside_those_given(pendulum: Robot) -> None:
    plant = Plant(pendulum, FRICTION)
    assert plant.values["g"] == formula("9.81")
    assert plant.values["fv1"] == formula("0.3")
    scenario: dict[str, Any] = {
        "duration": 0.01, "sample": 0.01, "start": {"q": ["90deg"]}, "drive": {"kind": "free"},
        "values": {"fc1": 0},
    }  # fmt: skip
    result = torsor.simulate(pendulum, scenario, {"fv1": 0.3})
    assert np.all(np.isfinite(result.q))


@pytest.mark.parametrize("write", [write_urdf, write_mjcf])
def test_a_written_robot_keeps_the_files_numbers_beside_those_given(
    pendulum: Robot, write: Any
) -> None:
    text = write(pendulum.with_payload("none"), {**FRICTION, "m1": 3})
    assert 'mass value="3"' in text or 'mass="3"' in text
    assert "0.1" in text
    assert "0.3" in text


def test_code_is_built_from_given_values_over_the_robots_own(pendulum: Robot) -> None:
    own = merge_values(pendulum, FRICTION)
    files = write_code(pendulum, "python", own, ["gravity"])
    text = "".join(files.values())
    assert "9.81" in text
    assert "g = parameters" not in text


def test_the_robots_own_numbers_are_those_of_symbols_that_it_still_has(pendulum: Robot) -> None:
    assert set(merge_values(pendulum, None)) == {
        "g", "m1", "rx1", "Ixx1", "Iyy1", "Izz1",
    }  # fmt: skip
    assert "m1" not in merge_values(assume(pendulum, "m1 = 5"), None)


def test_a_value_for_a_symbol_that_a_hypothesis_has_settled_is_welcome_and_unused() -> None:
    robot = torsor.load("trtrr")
    assert read_values(robot, {"rx1": 1}) == {"rx1": formula(1)}


@pytest.mark.parametrize(
    ("values", "error", "sentence"),
    [
        ({"m9": 1}, UnknownNameError, "values: 'm9' is no symbol of pendulum; did you mean 'm1'"),
        ({"q1": 1}, UnknownNameError, "values: 'q1' is no symbol of pendulum"),
        ({"m1": "m2"}, TorsorError, "values: m1: 'm2' is not a number"),
        ({"m1": "30deg"}, TorsorError, "values: m1: '30deg' is not a number"),
        ({"m1": float("nan")}, TorsorError, "values: m1: 'nan' is not a finite number"),
        ({"m1": True}, TorsorError, "values: m1: expected a number, got 'True'"),
        ({"m1": None}, TorsorError, "values: m1 is empty; expected a number"),
        (["m1"], ArgumentTypeError, "values: no mapping from symbols to numbers"),
        ({1: 2}, ArgumentTypeError, "values: no mapping from symbols to numbers"),
    ],
)
def test_what_is_no_number_or_no_symbol_is_refused(
    pendulum: Robot, values: Any, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=re.escape(sentence)):
        merge_values(pendulum, values)


def test_an_angle_takes_a_unit_and_a_coordinate_only_where_the_motion_is_meant() -> None:
    robot = torsor.load({"joint": [{"kind": "R", "axis": "z", "rotation": "Rx(alpha)"}]})
    assert read_values(robot, {"alpha": "30deg"}) == {"alpha": formula("30deg")}
    assert read_values(robot, {"alpha": 0.5}) == {"alpha": formula("0.5")}
    assert read_values(robot, {"q1": "30deg"}, moving=True) == {"q1": formula("30deg")}
    with pytest.raises(UnknownNameError):
        read_values(robot, {"q1": 1})
