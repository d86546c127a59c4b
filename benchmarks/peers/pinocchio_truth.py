"""The driving forces of a robot in its random state, by Pinocchio's recursion."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.fresh import answer
from benchmarks.peers.robots import PAYLOAD, ROBOTS, Robot, random_values, truncated


def length(text: str, values: Mapping[str, float]) -> float:
    """Give the number of a symbol, of minus a symbol, or zero."""
    if text == "0":
        return 0.0
    return -values[text[1:]] if text.startswith("-") else values[text]


def build(robot: Robot, values: Mapping[str, float]) -> Any:
    """Build the model joint by joint; a joint moves about or along z after its row's placement."""
    model = pin.Model()
    joint = 0
    for number, row in enumerate(robot.rows, start=1):
        rotation = pin.utils.rotate("x", math.radians(row.alpha))
        along_z = rotation @ np.array([0.0, 0.0, length(row.d, values)])
        place = pin.SE3(rotation, along_z + np.array([length(row.a, values), 0.0, 0.0]))
        moving = pin.JointModelRZ() if row.kind == "R" else pin.JointModelPZ()
        joint = model.addJoint(joint, moving, place, f"joint{number}")
        xx, yy, zz, xy, xz, yz = (
            values[f"{name}{number}"] for name in ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
        )
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        centre = np.array([values[f"r{axis}{number}"] for axis in "xyz"])
        body = pin.Inertia(values[f"m{number}"], centre, inertia)
        model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    return model


def forces(robot: Robot, loaded: bool) -> list[float]:
    """Give the driving forces, with or without the payload at the tool."""
    values = random_values(robot)
    model = build(robot, values)
    q, dq, ddq = (
        np.array([values[f"{name}{i + 1}"] for i in range(model.nv)]) for name in ("q", "dq", "ddq")
    )
    external = [pin.Force.Zero() for _ in range(model.njoints)]
    if loaded:  # the load pulls back on the last link
        wrench = np.array([values[name] for name in PAYLOAD])
        tool = np.array([length(entry, values) for entry in robot.tool])
        external[-1] = pin.SE3(np.eye(3), tool).act(pin.Force(-wrench))
    tau = pin.rnea(model, model.createData(), q, dq, ddq, external)
    return [float(entry) for entry in tau]


if __name__ == "__main__":
    robot = ROBOTS[sys.argv[1]]
    if len(sys.argv) > 2:
        robot = truncated(robot, int(sys.argv[2]))
    answer({"loaded": forces(robot, loaded=True), "free": forces(robot, loaded=False)})
