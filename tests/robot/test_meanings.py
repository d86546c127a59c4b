"""A symbol's meaning and unit are told in one place."""

from __future__ import annotations

import pytest

from torsor import library_names, load
from torsor.robot.meanings import UNKNOWN, meaning_of, unit_of
from torsor.robot.symbols import parameters, symbol_names


@pytest.mark.parametrize("name", library_names())
def test_every_symbol_of_a_library_robot_has_a_meaning(name: str) -> None:
    robot = load(name)
    assert not [s for s in symbol_names(robot) if meaning_of(robot, s) == UNKNOWN]


def test_units_follow_what_the_joint_does() -> None:
    robot = load("rttrr").with_drives("friction").with_drives("springs").with_drives("rotors")
    turning = [unit_of(robot, s) for s in ("q1", "dq1", "ddq1", "tau1", "fv1", "fc1", "Im1", "k1")]
    sliding = [unit_of(robot, s) for s in ("q2", "dq2", "ddq2", "tau2", "fv2", "fc2", "Im2", "k2")]
    assert turning == [
        "rad", "rad/s", "rad/s^2", "N m", "N m s/rad", "N m", "kg m^2", "N m/rad",
    ]  # fmt: skip
    assert sliding == ["m", "m/s", "m/s^2", "N", "N s/m", "N", "kg", "N/m"]
    assert unit_of(robot, "N1") == "1"


def test_the_load_is_told_by_components() -> None:
    robot = load("3r")
    assert [unit_of(robot, s) for s in ("fx", "nz")] == ["N", "N m"]
    assert meaning_of(robot.with_payload("body"), "rxp").phrase == (
        "x of the mass centre of the load in the tool's frame"
    )


def test_a_parameter_may_bear_the_name_of_a_column() -> None:
    robot = load("Rz(q1) tx(P1) Rz(q2) tx(tau2)")
    assert {"P1", "tau2"} <= set(parameters(robot))
    assert (unit_of(robot, "P1"), unit_of(robot, "tau2")) == ("m", "m")
    assert (unit_of(robot, "P2"), unit_of(robot, "tau1")) == ("W", "N m")


def test_a_coordinate_beyond_the_last_is_unknown() -> None:
    robot = load("planar2r")
    assert meaning_of(robot, "q3") == meaning_of(robot, "q") == UNKNOWN
