"""A guess of a robot's links from nothing but its lengths, for a robot that nobody weighed.

Each link is a rod from its joint to where the next ones (or the tool) begin, as thick as a third
of the robot's mean link is long, and as heavy as it is voluminous. How heavy the robot is as a
whole is open: one factor for all links, which the data tell (``scale_to_data``).
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values
from torsor.algebra.scalars.floats import ANGLE_UNITS, FloatScalars, to_float
from torsor.errors import MissingValueError
from torsor.identification.feasibility.pseudo_inertia import (
    parameters_of,
    shift_to_origin,
)
from torsor.robot.robot import Robot
from torsor.robot.values import merge_values

THICKNESS = 0.3
"""The radius of gyration across a link, of the mean length of the links."""
SMALLEST = 0.02
"""The same of a robot without lengths, in metres."""


def rough_bodies(robot: Robot, values: Values | None = None) -> Array:
    """(10 · links): a robot of one kilogram, each link along its own lengths."""
    ends = _ends(robot, values)
    count = len(ends)
    reach = sum(float(np.linalg.norm(end)) for end in ends)
    thickness = max(THICKNESS * reach / count, SMALLEST)
    lengths = np.linalg.norm(ends, axis=1)
    volumes = lengths + 4 * thickness
    masses = volumes / volumes.sum()
    spread = ends[:, :, None] * ends[:, None, :] / 12 + thickness**2 * np.eye(3)
    J = shift_to_origin(masses, ends / 2, masses[:, None, None] * spread)
    return parameters_of(J).ravel()


def _ends(robot: Robot, values: Values | None) -> Array:
    """Where each link ends in its own frame: at the joints that it carries, or the tool."""
    merged = merge_values(robot, values)
    scalars = FloatScalars({**ANGLE_UNITS, **{k: to_float(v) for k, v in merged.items()}})
    carried: dict[int, list[Array]] = {}
    frames = [(joint.parent, joint.placement) for joint in robot.joints]
    for parent, frame in [*frames, (len(robot.joints), robot.tool)]:
        lacking = sorted({n for e in frame.offset for n in e.names()} - set(scalars.values))
        if lacking:
            raise MissingValueError(f"{robot.name}: no value for {', '.join(lacking)}")
        offset = np.array([float(scalars.value(e)) for e in frame.offset])
        carried.setdefault(parent, []).append(offset)
    none = [np.zeros(3)]
    return np.array([np.mean(carried.get(i, none), axis=0) for i in range(1, robot.frames + 1)])
