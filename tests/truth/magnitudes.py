"""The magnitudes that a frame's motion is made of: its recursion with norms for vectors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from tests.oracles.plain import PlainRobot
from tests.oracles.random_robots import State


@dataclass(frozen=True)
class Magnitudes:
    """Sums of the norms of the terms of position, velocities and accelerations."""

    position: float = 0.0
    omega: float = 0.0
    alpha: float = 0.0
    velocity: float = 0.0
    acceleration: float = 0.0

    def moved(self, arm: float) -> Magnitudes:
        """Those of a point this far away on the same body."""
        return Magnitudes(
            self.position + arm,
            self.omega,
            self.alpha,
            self.velocity + self.omega * arm,
            self.acceleration + self.alpha * arm + self.omega**2 * arm,
        )


def magnitudes(robot: PlainRobot, state: State) -> list[Magnitudes]:
    """Those of every joint's frame and, last, of the tool."""
    found: list[Magnitudes] = []
    moving = iter(np.abs([state.q, state.dq, state.ddq]).T)
    for joint in robot.joints:
        placed = found[joint.parent] if joint.parent >= 0 else Magnitudes()
        placed = placed.moved(float(np.linalg.norm(joint.offset)))
        if joint.kind != "F":
            q, dq, ddq = (float(e) for e in next(moving))
        if joint.kind == "R":
            alpha = placed.alpha + placed.omega * dq + ddq
            placed = Magnitudes(
                placed.position, placed.omega + dq, alpha, placed.velocity, placed.acceleration
            )
        elif joint.kind == "T":
            slid = placed.moved(q)
            placed = Magnitudes(
                slid.position,
                slid.omega,
                slid.alpha,
                slid.velocity + dq,
                slid.acceleration + 2 * slid.omega * dq + ddq,
            )
        found.append(placed)
    found.append(found[-1].moved(float(np.linalg.norm(robot.tool_offset))))
    return found
