"""How large a closed form would be, told before it is made.

Driving forces of the last three, four and five joints are quickly derived; their numbers of terms
grow by a steady factor a joint, which is carried on to the whole chain.
"""

from __future__ import annotations

from dataclasses import replace

from torsor.errors import TooLargeError
from torsor.robot.robot import Frame, Robot
from torsor.system import System

LARGEST = 1_500_000
"""Closed forms that would have more terms than this are refused: they take gigabytes."""

SURE = 6
"""Up to so many coordinates closed forms are made without asking."""


def refuse_too_large(robot: Robot) -> None:
    """Complain if the closed form of the robot, hypotheses applied, would be too large."""
    if robot.bodies or robot.dof <= SURE:
        return
    terms = estimated_terms(robot)
    if terms > LARGEST:
        raise TooLargeError(
            f"the closed form of {robot.name!r} would have about {terms:.0e} terms, more than "
            f"{LARGEST:,}; use its recursion instead: torsor.compile for numbers, "
            "'torsor code' for source"
        )


def estimated_terms(robot: Robot) -> float:
    """About how many terms the driving forces have in all."""
    few, more = (_terms(tail(robot, count)) for count in (3, 5))
    growth = max(1.0, (more / max(few, 1)) ** 0.5)
    return float(more * growth ** (longest(robot) - 5))


def longest(robot: Robot) -> int:
    """How many joints that move the longest branch has."""
    depth = {0: 0}
    for i, joint in enumerate(robot.joints, 1):
        depth[i] = depth[joint.parent] + (joint.kind != "F")
    return max(depth.values())


def tail(robot: Robot, count: int) -> Robot:
    """The last so many moving joints of the longest branch, on a base of their own."""
    depth = {0: 0}
    for i, joint in enumerate(robot.joints, 1):
        depth[i] = depth[joint.parent] + (joint.kind != "F")
    at = max(depth, key=lambda i: depth[i])
    branch: list[int] = []
    while at and sum(robot.joints[i - 1].kind != "F" for i in branch) < count:
        branch.insert(0, at)
        at = robot.joints[at - 1].parent
    joints = [replace(robot.joints[i - 1], parent=k, moves=None) for k, i in enumerate(branch)]
    joints[0] = replace(joints[0], placement=Frame())
    links = [robot.links[i - 1] for i in branch]
    return replace(robot, joints=tuple(joints), links=tuple(links))


def _terms(robot: Robot) -> int:
    return sum(len(t) for t in System(robot).tau("newton-euler"))
