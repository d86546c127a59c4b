"""The frames of a robot: by link number (0 the base), by what a link is called, the tool."""

from __future__ import annotations

from typing import Annotated

from torsor.arguments import given, validate
from torsor.errors import RobotError, UnknownNameError, suggestion
from torsor.robot.robot import Robot

FrameName = int | str
"""A link number (0 the base) or ``"tool"``."""

LinkName = Annotated[int | str, "a link's number or name, or 'tool'"]
"""What a user may call a frame: its number, the name of its link or of its joint, ``"tool"``."""


def find_frame(robot: Robot, link: LinkName) -> FrameName:
    """The frame that a number or a name means; the last link is n, the base 0."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no frames")
    known = name_frames(robot)
    validate("link", link, LinkName)
    if link in known:
        return known[link]
    last = len(robot.joints)
    expected = f"; expected 0 (the base) to {last} or 'tool'"
    hint = suggestion(link, map(str, known)) if isinstance(link, str) else ""
    raise UnknownNameError(f"no link {given(link)} of {robot.name!r}{hint or expected}")


def name_frames(robot: Robot) -> dict[FrameName, FrameName]:
    """The frames by all that they may be called: number, the link's own name, its joint's."""
    joints, links = enumerate(robot.joints, 1), enumerate(robot.links, 1)
    called: list[tuple[FrameName, FrameName]] = [(joint.name, i) for i, joint in joints]
    called += [(robot.base, 0), *((link.name, i) for i, link in links), ("tool", "tool")]
    called += [(i, i) for i in range(len(robot.joints) + 1)]
    return {name: frame for name, frame in called if name != ""}
