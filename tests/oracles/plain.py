"""A robot as plain numbers, the common input of every oracle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Kind = Literal["R", "T", "F"]
Axes = Literal["tool", "base"]


def _zeros() -> Array:
    return np.zeros(3)


def _identity() -> Array:
    return np.eye(3)


@dataclass(frozen=True, eq=False)
class PlainJoint:
    """A joint and the link it moves: offset in the parent's frame, then rotation, then motion."""

    kind: Kind
    axis: Array  # unit vector, in the rotated frame
    offset: Array = field(default_factory=_zeros)
    rotation: Array = field(default_factory=_identity)
    parent: int = -1  # index of the parent joint, -1 for the base; parents come first
    mass: float = 0.0
    com: Array = field(default_factory=_zeros)  # in the link's frame
    inertia: Array = field(default_factory=lambda: np.zeros((3, 3)))  # about the mass centre

    @property
    def movable(self) -> bool:
        """Whether the joint has a coordinate."""
        return self.kind != "F"


@dataclass(frozen=True, eq=False)
class PlainRobot:
    """A tree of joints with a tool on the last link, in a constant field of gravity."""

    joints: tuple[PlainJoint, ...]
    gravity: Array = field(default_factory=lambda: np.array([0.0, 0.0, -9.81]))
    tool_offset: Array = field(default_factory=_zeros)
    tool_rotation: Array = field(default_factory=_identity)

    def __post_init__(self) -> None:
        """Refuse a joint that precedes its parent."""
        for index, joint in enumerate(self.joints):
            if not -1 <= joint.parent < index:
                raise ValueError(f"joint {index} names the parent {joint.parent}, not before it")

    @property
    def dof(self) -> int:
        """Number of coordinates; fixed joints have none."""
        return sum(joint.movable for joint in self.joints)


@dataclass(frozen=True, eq=False)
class Wrench:
    """What the last link exerts on its load, at the tool's origin."""

    force: Array
    moment: Array
    axes: Axes = "tool"
