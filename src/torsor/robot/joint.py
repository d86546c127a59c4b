"""A joint: how it is placed, what it turns about or slides along, and by how much."""

from __future__ import annotations

from dataclasses import dataclass

from torsor.robot.entries import Entry, Three, complete
from torsor.robot.frame import IN_PLACE, Frame
from torsor.robot.limits import UNLIMITED, Limits

KINDS = ("R", "T", "F")
"""Revolute, translational, fixed; what a new kind touches is listed in docs/architecture.md."""


@dataclass(frozen=True)
class Joint:
    """R turns about its axis, T slides along it, F is fixed; ``parent`` is a link number."""

    kind: str
    """``R``, ``T`` or ``F``."""
    axis: Three
    """A unit vector in the joint's own frame."""
    placement: Frame = IN_PLACE
    """Where the joint stands in its parent's frame."""
    parent: int = 0
    """The link that carries it; 0 is the base."""
    name: str = ""
    """What a URDF or an MJCF calls it."""
    moves: Entry | None = None
    """The displacement, linear in the coordinates, if it is not a coordinate of its own."""
    limits: Limits = UNLIMITED
    """Bounds of the displacement, its rate and the driving force."""

    def __post_init__(self) -> None:
        complete(self, "axis", "moves")
