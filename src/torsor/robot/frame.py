"""Constant placements: an offset, then rotations by angles or quaternions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.angles import to_angle
from torsor.algebra.formula import is_real
from torsor.robot.entries import ORIGIN, Entry, Three, complete


@dataclass(frozen=True)
class Turn:
    """A constant rotation by an angle about a unit axis."""

    axis: Three
    angle: Entry

    def __post_init__(self) -> None:
        if is_real(self.angle):
            object.__setattr__(self, "angle", to_angle(self.angle))
        complete(self, "axis", "angle")


@dataclass(frozen=True)
class Quaternion:
    """A constant rotation by a rational quaternion of any length: exactly orthogonal."""

    w: Fraction
    x: Fraction
    y: Fraction
    z: Fraction


@dataclass(frozen=True)
class Frame:
    """A constant placement: an offset in the parent's axes, then rotations one after another."""

    offset: Three = ORIGIN
    """Along the parent's x, y and z."""
    rotation: tuple[Turn | Quaternion, ...] = ()
    """Each about the axes that the one before left."""

    def __post_init__(self) -> None:
        complete(self, "offset")


IN_PLACE = Frame()
"""Neither moved nor turned."""
