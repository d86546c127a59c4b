"""Bounds come from the robot and from options; what is assumed is told, what is absurd refused."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identification.excitation.robots import LIMITED, ONE, QUICK, TREE

import torsor
from torsor.formats.load import load
from torsor.identification.excitation.limits.bounds import name_coordinates, read_bounds
from torsor.identification.excitation.timing import choose_timing

ARM = {
    "name": "arm",
    "joint": [
        {"kind": "R", "axis": "z",
         "limits": {"lower": -1, "upper": 2, "velocity": 3, "effort": 50}},
        {"kind": "T", "axis": "z", "limits": {"velocity": 0.5}},
        {"kind": "R", "axis": "y", "offset": [0.3, 0, 0]},
    ],
}  # fmt: skip


def bounds(robot=ARM, **options):
    return read_bounds(load(robot), {}, **options)


def test_the_robots_own_limits_are_taken_and_the_rest_is_assumed_and_told():
    found = bounds()
    np.testing.assert_allclose(found.ranges.lower, [-1, -0.25, -np.pi / 2])
    np.testing.assert_allclose(found.ranges.upper, [2, 0.25, np.pi / 2])
    np.testing.assert_allclose(found.velocity, [3, 0.5, 1])
    np.testing.assert_allclose(found.acceleration, [12, 2, 4])
    assert found.effort.tolist() == [50, np.inf, np.inf]
    told = "\n".join(found.notes)
    assert "positions of q2: nothing is known, ±0.25 m is assumed" in told
    assert "positions of q3: nothing is known, ±1.571 rad is assumed" in told
    assert "velocity of q3: nothing is known, ±1 rad/s is assumed" in told
    assert "acceleration of q1 … q3: nothing is known" in told


@pytest.mark.parametrize(
    "given, lower, upper",
    [
        ("20deg:30deg,0.1,-0.2:0", [np.pi / 9, -0.1, -0.2], [np.pi / 6, 0.1, 0]),
        ("0.1", [-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]),
        (0.1, [-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]),
        ("50%,,", [-0.25, -0.25, -np.pi / 2], [1.25, 0.25, np.pi / 2]),
        ("3=pi/4:1.2, 2=0.2", [-1, -0.2, np.pi / 4], [2, 0.2, 1.2]),
        ("q3=-10deg:10deg", [-1, -0.25, -np.pi / 18], [2, 0.25, np.pi / 18]),
        ([(0, 1), (0.05, 0.1), "45deg"], [0, 0.05, -np.pi / 4], [1, 0.1, np.pi / 4]),
    ],
)
def test_positions_are_ranges_numbers_shares_or_some_by_number(given, lower, upper):
    found = bounds(positions=given)
    np.testing.assert_allclose(found.ranges.lower, lower)
    np.testing.assert_allclose(found.ranges.upper, upper)


def test_speeds_and_efforts_are_given_alike_and_more_than_the_robots_own_is_told():
    found = bounds(velocity="200deg,0.4,1", acceleration=5, effort="80%,100,10")
    np.testing.assert_allclose(found.velocity, [np.deg2rad(200), 0.4, 1])
    assert found.acceleration.tolist() == [5, 5, 5]
    assert found.effort.tolist() == [40, 100, 10]
    assert any(
        "the velocity of q1 may reach 3.4907, beyond the robot's own" in n for n in found.notes
    )
    beyond = bounds(positions="1=-2:1")
    assert any(
        "q1 may go from -2 to 1, beyond the robot's own limits, -1 and 2" in n for n in beyond.notes
    )


def test_joints_that_follow_coordinates_bound_them():
    follower = {
        "name": "belt",
        "joint": [
            {"kind": "R", "axis": "z"},
            {"kind": "R", "axis": "z", "offset": [1, 0, 0], "moves": "-2*q1 + 30deg",
             "limits": {"lower": "-60deg", "upper": "90deg", "velocity": 3, "effort": 7}},
        ],
    }  # fmt: skip
    found = bounds(follower)
    np.testing.assert_allclose(found.ranges.lower, [np.deg2rad(-30)])
    np.testing.assert_allclose(found.ranges.upper, [np.deg2rad(45)])
    assert found.velocity.tolist() == [1.5]
    assert any(
        "joint 2 has no coordinate of its own: its limit of effort" in n for n in found.notes
    )
    tree = bounds(TREE)
    assert tree.rate_shares.tolist() == [[-1, 2, 0]]
    assert tree.rate_bounds.tolist() == [1.2]
    assert tree.ranges.shares.tolist() == [[-1, 2, 0]]


@pytest.mark.parametrize(
    "options, says",
    [
        ({"positions": "10deg:5deg,1,1"}, "positions: q1: the lower limit 0.174533 is above"),
        ({"positions": "1,2"}, "positions has 2 entries; expected one for all, or 3"),
        ({"positions": "1,30deg,1"}, "q2: '30deg' is an angle; expected metres: it slides"),
        ({"positions": "1=170"}, "q1: 170 rad are 27.1 turns; are degrees meant?"),
        ({"positions": "2=50%"}, "q2: 50% of what? The robot tells no limits of it"),
        ({"positions": "1=150%"}, "q1: 150%: expected a percentage above 0, at most 100"),
        ({"positions": "1=1:2:3"}, "q1: expected lower:upper, got 3 numbers"),
        ({"positions": "4=1"}, "'4=1': expected a coordinate's number from 1 to 3"),
        ({"positions": "1=-1"}, "q1: a range of ±-1; expected lower:upper"),
        ({"positions": "abc"}, "q1: "),
        ({"positions": "1e400"}, "q1: "),
        ({"velocity": "0"}, "velocity: q1: a limit of velocity of 0; expected a number above zero"),
        ({"velocity": "3=50%"}, "q3: 50% of what? The robot tells no limit of its velocity"),
        ({"acceleration": -2.0}, "acceleration: q1: a limit of acceleration of -2"),
        ({"effort": "10deg"}, "effort: q1: '10deg' is an angle; expected N or N m"),
    ],
)
def test_absurd_bounds_are_refused_with_their_place(options, says):
    with pytest.raises(torsor.TorsorError) as error:
        bounds(**options)
    assert says in str(error.value)


@pytest.mark.parametrize(
    "options, says",
    [
        ({"positions": 0.0}, "the limits of position leave no coordinate any way to go"),
        (
            {"effort": 0.1, "positions": "10deg:60deg"},
            "the driving force of q1 is to stay within ±0.1",
        ),
        ({"start": "1.2"}, "start: there q1 is to stay within -1.0472 and 1.0472"),
        ({"start": [0.1, 0.2]}, "start has 2 entries"),
        ({"harmonics": 1}, "harmonics is a whole number from 2 to 100, not 1"),
        ({"seconds": 0.0}, "seconds is 0; expected a number above zero"),
        ({"rate": 1e9}, "rate: 3 s at 1e+09 rows a second"),
        ({"sampling": 1e-3}, "sampling: 0.003 samples"),
        ({"sampling": 1.0}, "do not tell 6 parameters apart"),
        ({"time_limit": 0.0}, "time_limit is 0 s"),
        ({"friction": ["viscous", "stiction"]}, "friction[1] is one of"),
        ({"keep_out": [(0, 0, 1)]}, "keep_out has 3 numbers; expected x, y, z, r"),
        ({"keep_out": [(0, 0, 1, 0)]}, "keep_out: a radius of 0 m"),
        ({"floor": 0.0}, "no point of the robot moves"),
        ({"noise": 0.0}, "noise: q1: noise of 0; expected a number above zero"),
    ],
)
def test_what_cannot_be_is_one_sentence(options, says):
    with pytest.raises(torsor.TorsorError) as error:
        torsor.excite(ONE, **QUICK | options)
    assert says in str(error.value)


def test_a_robot_that_is_given_by_bodies_or_has_no_lengths_is_refused():
    with pytest.raises(torsor.TorsorError, match="is given by bodies and has no joints"):
        torsor.excite("rv1a-paper")
    with pytest.raises(torsor.TorsorError, match="no value for l1"):
        torsor.excite("planar2r")


def test_without_masses_efforts_are_left_unchecked_and_that_is_told():
    values = {"l1": 1, "l2": 1, "g": 9.81}
    found = torsor.excite("planar2r", values=values, effort=10, **QUICK)
    assert any("limits of effort are not checked: no value for m1" in n for n in found.notes)
    assert not any(use.quantity.startswith("tau") for use in found.uses)


def test_time_is_cut_so_that_speed_and_acceleration_can_both_be_used():
    found = bounds(velocity=2.0, acceleration=10.0, positions=1.0)
    usual = choose_timing(found, 20.0, None, None, 500.0, 100.0)
    assert (usual.repeats, usual.harmonics) == (1, 48)
    assert usual.highest == pytest.approx(3 * 5 / (2 * np.pi), rel=0.02)
    few = choose_timing(found, 20.0, 5, None, 500.0, 100.0)
    assert few.period > 2 * np.pi * 1 / 2, "a sine through the range would be too fast"
    assert few.repeats == 6
    long = choose_timing(found, 120.0, None, None, 100.0, 100.0)
    assert long.harmonics <= 60
    assert long.repeats > 1


def test_coordinates_are_named_by_runs():
    assert name_coordinates([0, 1, 2, 3]) == "q1 … q4"
    assert name_coordinates([0, 1, 3]) == "q1, q2, q4"
    assert name_coordinates([5]) == "q6"


def test_limits_of_zero_are_taken_as_not_known_and_told():
    unknown = {"lower": -1, "upper": 1, "velocity": 0, "effort": 0}
    found = bounds({"name": "z", "joint": [{"kind": "R", "axis": "z", "limits": unknown}]})
    assert found.velocity.tolist() == [1]
    assert found.effort.tolist() == [np.inf]
    assert any("joint 1 has a limit of velocity of 0: taken as not known" in n for n in found.notes)


def test_friction_that_no_drive_overcomes_is_told():
    joint = {**ONE["joint"][0], "limits": {**LIMITED, "effort": 5}, "link": {"coulomb": 6}}
    with pytest.raises(
        torsor.TorsorError, match="in a slow one the driving force of q1 is to stay"
    ):
        torsor.excite({**ONE, "joint": [joint]}, **QUICK)
