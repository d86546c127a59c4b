"""A body that the tool carries: one more link, fixed to the tool's frame."""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import overload

from torsor.algebra.arrays import Array, Mask
from torsor.algebra.formula import Formula
from torsor.errors import RobotError
from torsor.formats.fields import at, formula_field, inertia_field, three
from torsor.motion.quantities import ScenarioError, not_negative, positive
from torsor.motion.scenario.entries import entry, one_of
from torsor.robot.robot import ZERO, Frame, Joint, Link, Payload, Robot, Six, Three


@dataclass(frozen=True)
class Load:
    """A body in the tool's frame, from its pick-up to its release.

    A load caught at rest lies where it is: the arm's momentum is then shared with it at once.
    Otherwise it moves with the tool already when it is taken over, and no speed jumps.
    """

    mass: Formula | None = entry(formula_field, "its mass", "kg", None)
    com: Three = entry(three, "its mass centre in the tool's frame", "m", (ZERO, ZERO, ZERO))
    inertia: Six = entry(
        inertia_field, "about its mass centre", "kg m^2", (ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
    )
    pick_up: float = entry(not_negative, "when it is picked up", "s", 0.0)
    release: float = entry(positive, "when it is released", "s", float("inf"))
    caught: str = entry(one_of("at-rest", "moving"), "how it is picked up", "", "at-rest")

    def __post_init__(self) -> None:
        if self.mass is None:
            raise ScenarioError("expected a mass")
        if any(e.constant is None for e in (self.mass, *self.com, *self.inertia)):
            raise ScenarioError("expected numbers for mass, com and inertia")
        at("mass", positive, str(self.mass.constant))
        if self.release <= self.pick_up:
            raise ScenarioError(
                f"is released at {self.release:g} s, before its pick-up at {self.pick_up:g} s"
            )

    @cached_property
    def body(self) -> Link:
        """The body as a link."""
        return Link(self.mass or ZERO, self.com, self.inertia)

    @overload
    def is_carried(self, t: float) -> bool: ...
    @overload
    def is_carried(self, t: Array) -> Mask: ...
    def is_carried(self, t: float | Array) -> bool | Mask:
        """Whether the tool carries it at a time, or at each of many."""
        return (self.pick_up <= t) & (t < self.release)


def remove_load(robot: Robot) -> Robot:
    """The robot without any load."""
    if robot.bodies:
        return robot
    return replace(robot, payload=Payload("none"))


def attach_load(robot: Robot, body: Link) -> Robot:
    """The robot with a body in its hand; the tool stays where it is."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no tool to carry a load")
    bare = remove_load(robot)
    grip = Joint("F", bare.joints[-1].axis, bare.tool, len(bare.joints), "load")
    return replace(bare, joints=(*bare.joints, grip), links=(*bare.links, body), tool=Frame())


def replace_drives(robot: Robot, **drive: Formula) -> Robot:
    """The robot with some of its drives' numbers replaced at every joint (``coulomb=ZERO``)."""
    links = tuple(replace(link, drive=replace(link.drive, **drive)) for link in robot.links)
    return replace(robot, links=links)
