"""The symbols of a robot and the one ring of its equations."""

from __future__ import annotations

import pytest

import torsor
from torsor import TorsorError, load
from torsor.robot.symbols import angles, coordinates, motion, parameters, robot_ring, symbol_names


def test_coordinates_velocities_accelerations_in_order() -> None:
    robot = load("rttrr")
    assert coordinates(robot) == ("q1", "q2", "q3", "q4", "q5")
    assert angles(robot) == ("q1", "q4", "q5")
    assert motion(robot)[5:10] == ("dq1", "dq2", "dq3", "dq4", "dq5")
    assert motion(robot)[10:] == ("ddq1", "ddq2", "ddq3", "ddq4", "ddq5")
    assert symbol_names(robot) == (*motion(robot), *parameters(robot))


def test_a_fixed_joint_has_no_coordinate() -> None:
    robot = load({"joint": [{"kind": k, "axis": "x"} for k in "RFT"]})
    assert coordinates(robot) == ("q1", "q2")
    assert angles(robot) == ("q1",)


def test_the_parameters_are_all_that_the_description_mentions() -> None:
    robot = load(
        {
            "gravity": [0, "-g*c", 0],
            "joint": [
                {
                    "kind": "R",
                    "axis": "z",
                    "offset": ["l1 + d/2", 0, "h*sin(beta)"],
                    "rotation": ["Rx(alpha)", {"axis": [1, 1, 0], "angle": "2*gamma"}],
                    "link": {"mass": "rho*V", "com": 0, "inertia": {"zz": "J"}},
                }
            ],
            "tool": {"offset": [0, "e", 0], "rotation": "Rz(delta)"},
            "payload": {"kind": "wrench", "wrench": ["F", 0, 0, 0, 0, "N"]},
        }
    )
    expected = {"l1", "d", "h", "beta", "alpha", "gamma", "rho", "V", "J", "e", "delta"}
    assert set(parameters(robot)) == expected | {"g", "c", "F", "N"}


def test_the_ring_has_pairs_for_the_angles_and_roots_where_needed() -> None:
    ring = robot_ring(
        load(
            {
                "joint": [
                    {"kind": "R", "axis": [1, 1, 1], "rotation": "Rx(alpha + 45deg)"},
                    {"kind": "T", "axis": "z", "offset": ["a*cos(beta)", 0, 0]},
                ]
            }
        )
    )
    assert ring.angles == ("q1", "alpha", "beta")
    assert ring.roots == (2, 3)
    assert {"q2", "dq1", "dq2", "ddq1", "ddq2", "a", "m1", "g", "fx"} <= set(ring.symbols)
    assert not {"q1", "alpha", "beta"} & set(ring.symbols)
    assert ring.rates == {"q1": "dq1", "q2": "dq2", "dq1": "ddq1", "dq2": "ddq2"}


def test_the_same_symbols_give_the_same_ring() -> None:
    assert robot_ring(load("rttrr")) is robot_ring(load("rttrr"))
    one, other = torsor.derive("planar2r"), torsor.derive("planar2r")
    assert one.tau[0] - other.tau[0] == 0


def test_a_name_may_be_a_length_and_an_angle_at_once() -> None:
    robot = load(
        {"joint": [{"kind": "R", "axis": "z", "offset": ["x", 0, 0], "rotation": "Rx(x)"}]}
    )
    ring = robot_ring(robot)
    assert "x" in ring.symbols
    assert "x" in ring.angles


@pytest.mark.parametrize("symbol", ["q1", "dq1", "ddq1"])
@pytest.mark.parametrize(
    "place",
    [
        {"offset": ["{}", 0, 0]},
        {"rotation": "Rx({})"},
        {"link": {"mass": "2*{}"}},
        {"link": {"inertia": [1, 1, "{}"]}},
    ],
    ids=["offset", "rotation", "mass", "inertia"],
)
def test_a_joint_variable_cannot_be_a_parameter(symbol: str, place: dict) -> None:
    def filled(value: object) -> object:
        if isinstance(value, dict):
            return {k: filled(v) for k, v in value.items()}
        if isinstance(value, list):
            return [filled(v) for v in value]
        return value.format(symbol) if isinstance(value, str) else value

    with pytest.raises(TorsorError, match=f"{symbol} is a joint variable of 'robot'"):
        load({"joint": [{"kind": "R", "axis": "z", **filled(place)}]})


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"link": {"mass": "sign(x)"}}, r"sign\(x\) has no place"),
        ({"offset": ["30deg", 0, 0]}, "is an angle"),
        ({"link": {"mass": "a*pi"}}, "is an angle"),
    ],
)
def test_angles_and_signs_cannot_be_plain_values(place: dict, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence):
        load({"joint": [{"kind": "R", "axis": "z", **place}]})
