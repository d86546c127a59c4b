"""A body that the tool carries: one more link, fixed to the tool's frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from torsor.errors import RobotError
from torsor.robot.robot import Frame, Joint, Link, Payload, Robot


@dataclass(frozen=True)
class Load:
    """A body in the tool's frame, from its pick-up to its release.

    A load ``at_rest`` is caught where it lies: the arm's momentum is then shared with it at once.
    Otherwise it moves with the tool already when it is taken over, and no speed jumps.
    """

    body: Link
    pick_up: float = 0.0
    release: float = float("inf")
    at_rest: bool = True

    def carried(self, t: float) -> bool:
        """Whether the tool carries it at a time."""
        return self.pick_up <= t < self.release


def bare(robot: Robot) -> Robot:
    """The robot without any load."""
    if robot.bodies:
        return robot
    return replace(robot, payload=Payload("none"))


def loaded(robot: Robot, body: Link) -> Robot:
    """The robot with a body in its hand; the tool stays where it is."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no tool to carry a load")
    ready = bare(robot)
    grip = Joint("F", ready.joints[-1].axis, ready.tool, len(ready.joints), "load")
    return replace(ready, joints=(*ready.joints, grip), links=(*ready.links, body), tool=Frame())


def without(robot: Robot, **drive: Any) -> Robot:
    """The robot with some of its drives' numbers replaced at every joint (``coulomb=ZERO``)."""
    links = tuple(replace(link, drive=replace(link.drive, **drive)) for link in robot.links)
    return replace(robot, links=links)
