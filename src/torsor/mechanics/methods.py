"""The three methods of derivation, and which of them a robot can have."""

from __future__ import annotations

from typing import Annotated

from torsor.arguments import choice
from torsor.errors import ArgumentValueError, RobotError, shown, suggestion
from torsor.robot.robot import Robot

METHODS = ("newton-euler", "lagrange", "virtual-work")
Method = Annotated[str, choice(METHODS)]


def choose_method(robot: Robot, method: str = "") -> str:
    """The method asked for; if none is, Newton-Euler unless the robot has no chain."""
    if not method:
        return "lagrange" if robot.bodies else "newton-euler"
    if method not in METHODS:
        raise ArgumentValueError(
            f"the method {shown(method)} is unknown; expected {', '.join(METHODS)}"
            f"{suggestion(method, METHODS)}"
        )
    if method == "newton-euler" and robot.bodies:
        raise RobotError(
            f"{robot.name!r} is given by bodies, not by a chain, and Newton-Euler goes from joint "
            "to joint; derive it by lagrange or virtual-work"
        )
    return method
