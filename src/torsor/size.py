"""How large a closed form would be, told before it is made.

The driving forces of the last three and five joints are quickly derived; their numbers of terms
grow by a steady factor a joint, which is carried on to the whole chain. A robot of few joints whose
lengths are single symbols and whose angles are right ones is derived without asking. Whatever was
estimated, the budget (``algebra.budget``) counts while deriving.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.budget import LIMIT, budget, left
from torsor.algebra.formula import Formula
from torsor.errors import TooLargeError
from torsor.model import Model
from torsor.robot.robot import Frame, Robot
from torsor.robot.symbols import formulas, turns

LARGEST = 1_500_000
"""Closed forms that would have more terms than this, for the usual limit, are refused."""

SURE = 6
"""Up to so many coordinates closed forms of plain robots are made without asking."""

TRIAL = 1.5
"""Gigabytes that an estimate may take; a tail that takes more is too large by itself."""


def refuse_too_large(robot: Robot) -> None:
    """Complain if the closed form of the robot, hypotheses applied, would be too large."""
    if robot.bodies or (robot.dof <= SURE and plain(robot)) or longest(robot) <= TAILS[0]:
        return
    most = LARGEST * left() / LIMIT
    try:
        with budget(TRIAL * left() / LIMIT):
            terms = estimated_terms(robot)
    except TooLargeError:
        terms = float("inf")
    if terms > most:
        how_many = f"about {terms:.0e} terms" if terms < 1e300 else "far more terms"
        raise TooLargeError(
            f"the closed form of {robot.name!r} would have {how_many}, more than "
            f"{most:,.0f}; give numbers for some symbols, or use its recursion instead: "
            "torsor.compile for numbers, 'torsor code' for source"
        )


def plain(robot: Robot) -> bool:
    """Whether lengths, masses and inertias are single symbols or numbers, and angles right ones."""
    return all(f.size == 1 for f in formulas(robot)) and not any(_turned_freely(robot))


def _turned_freely(robot: Robot) -> Iterator[Formula]:
    """Constant angles that stay in the equations: named ones, and those with roots."""
    for turn in turns(robot):
        angle = angle_of(turn.angle)
        if angle.named or roots_of(angle):
            yield turn.angle


TAILS = (3, 5)
"""The numbers of joints that are derived for an estimate."""


def estimated_terms(robot: Robot) -> float:
    """About how many terms the driving forces have in all."""
    count = longest(robot)
    if count <= TAILS[1]:
        return float(_terms(tail(robot, TAILS[0])))
    few, more = (_terms(tail(robot, size)) for size in TAILS)
    growth = max(1.0, (more / max(few, 1)) ** (1 / (TAILS[1] - TAILS[0])))
    return float(more * growth ** (count - TAILS[1]))


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
    return sum(len(t) for t in Model(robot).forces_by("newton-euler"))
