"""The mechanics over balls: driving forces to many digits, each with a bound on its error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torsor.algebra.scalars.balls import BallScalars
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of, friction_forces, rotor_forces, spring_forces
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.payload import tool_wrench
from torsor.robot.robot import Robot
from torsor.system import System


def forces_over_balls(robot: Robot, values: Mapping[str, Any]) -> list[Any]:
    """The driving forces by the textbook recursion over balls."""
    scalars = BallScalars(values)
    if robot.bodies:
        return [scalars.expression(t) for t in System(robot).tau("lagrange")]
    chain = chain_of(robot, scalars)
    drives = drives_of(robot, scalars)
    total = newton_euler(chain, tool_wrench(robot, chain, scalars)).tau
    for share in (friction_forces, spring_forces, rotor_forces):
        total = total + share(chain, drives)
    return list(total)
