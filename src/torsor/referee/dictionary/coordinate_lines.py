"""The author's coordinates as lines of a dictionary: what they are measured from, and which way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from torsor.algebra.formula import formula
from torsor.robot.frame import Turn
from torsor.robot.joint import Joint
from torsor.robot.robot import Robot


def write_coordinates(
    author: Robot, robot: Robot, coordinates: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """Each coordinate of the robot by the author's, as ``q1 = theta1 - 90deg``.

    The author's robot is the robot under the author's conventions: a joint turned by right angles,
    reversed, or measured from the base.
    """
    names: dict[str, list[str]] = defaultdict(list)
    for mine, theirs in coordinates:
        names[theirs].append(mine)
    if any(len(several) > 1 for several in names.values()) or author.bodies:
        return {}
    found: dict[str, str] = {}
    for i, (taken, own) in enumerate(zip(author.joints, robot.joints, strict=True), 1):
        name = names.get(f"q{i}")
        if not name:
            continue
        before = names.get(f"q{i - 1}", [""])[0]
        moved = taken.moves is not None and str(taken.moves) != str(own.moves)
        absolute = moved and str(taken.moves) != f"q{i}"
        text = f"{name[0]} - {before}" if absolute else name[0]
        if tuple(formula(0) - a for a in own.axis) == taken.axis:
            text = f"-{text}"
        found[f"q{i}"] = text + _quarters(taken, own)
    return found


def _quarters(taken: Joint, own: Joint) -> str:
    """By how much the author's zero is turned, as `` - 90deg``."""
    extra = taken.placement.rotation[len(own.placement.rotation) :]
    if not extra or not isinstance(extra[-1], Turn):
        return ""
    angle = str(extra[-1].angle)
    return f" - {angle[1:]}" if angle.startswith("-") else f" + {angle}"
