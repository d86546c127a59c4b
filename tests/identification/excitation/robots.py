"""Robots of every kind to move: arms with and without limits, slides, trees, couplings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pinocchio

import torsor

ROOT = Path(__file__).parents[3]
URDF = Path(pinocchio.__file__).parents[4] / "share" / "example-robot-data" / "robots"

PANDA = {
    "positions": "-2.8973:2.8973,-1.7628:1.7628,-2.8973:2.8973,-3.0718:-0.0698,-2.8973:2.8973,"
    "-0.0175:3.7525,-2.8973:2.8973",
    "velocity": "2.175,2.175,2.175,2.175,2.61,2.61,2.61",
    "acceleration": "15,7.5,10,12.5,15,20,20",
    "effort": "87,87,87,87,12,12,12",
}
"""The limits of Franka Emika's documentation."""

LIMITED = {"lower": "-60deg", "upper": "60deg", "velocity": 2, "effort": 20}
ONE = {
    "name": "one",
    "joint": [{"kind": "R", "axis": "y", "limits": LIMITED}],
    "values": {
        "g": 9.81, "m1": 2, "rx1": 0.2, "ry1": 0, "rz1": 0, "Ixx1": 0.01, "Iyy1": 0.02,
        "Izz1": 0.02, "Ixy1": 0, "Ixz1": 0, "Iyz1": 0,
    },
}  # fmt: skip
TREE = {
    "name": "tree",
    "joint": [
        {"kind": "R", "axis": "z"},
        {"kind": "F", "axis": "z", "offset": [0, 0, 0.3]},
        {"kind": "R", "axis": "x", "offset": [0, 0.1, 0.2]},
        {"kind": "T", "axis": "z", "offset": [0, 0.3, 0], "parent": 2,
         "limits": {"lower": -0.1, "upper": 0.2}},
        {"kind": "R", "axis": "y", "offset": [0.1, 0, 0], "moves": "2*q2 - q1",
         "limits": {"lower": -1, "upper": 1.5, "velocity": 1.2}},
    ],
}  # fmt: skip
"""With a fixed joint, two branches, and a joint that two coordinates move."""

KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "panda": ("panda", PANDA),
    "puma560": ("puma560", {}),
    "planar2r": ("planar2r", {"values": {"l1": 1, "l2": 0.7, "g": 9.81}}),
    "scara": ("scara", {"values": {"a1": 0.3, "a2": 0.3, "d1": 0.4, "g": 9.81}}),
    "cartesian": ("cartesian", {}),
    "rttrr": ("rttrr", {"values": {"l2": 0.1, "l3": 0.2, "l4": 0.3, "l6": 0.1, "g": 9.81}}),
    "stanford": ("stanford", {"values": {"d2": 0.15, "g": 9.81}}),
    "ur10": (str(URDF / "ur_description/urdf/ur10_robot.urdf"), {}),
    "double pendulum": (
        str(ROOT / "examples/identification/double_pendulum/double_pendulum_A.toml"), {},
    ),
    "one joint": (ONE, {}),
    "tree": (TREE, {}),
}  # fmt: skip
"""By name: the robot, and what goes with it."""

QUICK = {"seconds": 3.0, "harmonics": 5, "repeats": 1, "starts": 1}
"""A search of some tenths of a second."""


@cache
def excited(kind: str) -> torsor.Excitation:
    """A short motion of a kind of robot, of two periods."""
    robot, options = KINDS[kind]
    return torsor.excite(robot, **options, **QUICK | {"repeats": 2, "seconds": 5.0})
