"""Joint reactions along a motion: the force and moment that each link exerts on the next.

They are the f and n of Newton-Euler's inward pass, at the joint and in the axes of the link's own
frame; the component along the joint's axis is what its drive, friction, rotor and spring share.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.mechanics.chain import chain_of
from torsor.mechanics.newton_euler import Wrench, newton_euler
from torsor.motion.arrays import columns, scalars_of
from torsor.robot.robot import Robot
from torsor.spatial.vectors import Vector


def compute_reactions(
    robot: Robot,
    values: Mapping[str, Formula],
    q: Array,
    dq: Array,
    ddq: Array,
    wrench: Array | None = None,
    more: Mapping[str, float] | None = None,
) -> Array:
    """(N, links, 6): f and n of every link; ``wrench`` (N, 6) is the tool's, in tool axes.

    ``more`` are further numbers by symbol; one that is not a number (NaN) shows in whatever
    depends on it.
    """
    scalars = scalars_of(values, {**(more or {}), **columns(q, dq, ddq)})
    load = np.zeros((len(q), 6)) if wrench is None else wrench
    f, n = (Vector(load[:, a : a + 3].T) for a in (0, 3))
    tool = Wrench(f, n)
    steps = newton_euler(chain_of(robot, scalars), tool).links
    found = np.zeros((len(q), len(robot.links), 6))
    for i in range(1, len(robot.links) + 1):
        for k, entry in enumerate((*steps[i].f, *steps[i].n)):
            found[:, i - 1, k] = entry
    return found
