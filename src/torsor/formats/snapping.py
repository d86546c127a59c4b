"""Decimal angles and directions as exact ones.

An angle within ``NEAR`` of a multiple of 15° becomes that multiple; any other keeps its digits and
turns by the rational rotation nearest to it. How far each was moved is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.formula import Formula, name, number
from torsor.algebra.rational_points import exact_unit_vector
from torsor.formats.fields import axis_field
from torsor.robot.robot import Three, Turn
from torsor.spatial.rotations import RPY

PI = Fraction("3.14159265358979323846264338327950288419716939937510582")
NEAR = Fraction(1, 10_000)
"""Radians, and the sine of the angle between two directions."""


def exact_angle(radians: Fraction, snap: bool) -> tuple[Formula, Fraction]:
    """An angle as a formula, and by how many radians it was moved."""
    if snap and radians:
        fifteens = round(radians * 12 / PI)
        moved = abs(radians - fifteens * PI / 12)
        if moved <= NEAR:
            degrees = fifteens * 15 % 360
            return number(degrees - 360 if degrees > 180 else degrees) * name("deg"), moved
    return number(radians) * name("rad"), Fraction(0)


@dataclass(frozen=True)
class Snapped:
    """An angle that was moved to the multiple of 15° beside it: roll, pitch or yaw."""

    label: str
    written: Fraction
    angle: Formula
    distance: Fraction

    def __str__(self) -> str:
        moved = f"{self.label} {float(self.written):.10g} to {self.angle or '0deg'}"
        return f"{moved} ({float(self.distance):.1e} rad away)"


def roll_pitch_yaw(
    rpy: tuple[Fraction, Fraction, Fraction], snap: bool
) -> tuple[tuple[Turn, ...], list[Snapped]]:
    """Rz(yaw) Ry(pitch) Rx(roll) as turns, and what was snapped in it."""
    turns, moved = [], []
    for (axis, label), radians in zip(RPY, reversed(rpy), strict=True):
        angle, distance = exact_angle(radians, snap)
        if distance:
            moved.append(Snapped(label, radians, angle, distance))
        if angle:
            turns.append(Turn(axis_field(axis), angle))
    return tuple(turns), moved


def exact_axis(entries: tuple[Fraction, Fraction, Fraction], snap: bool) -> tuple[Three, list[str]]:
    """A direction of length one, and what was done to the file's numbers to get it."""
    square = sum((e * e for e in entries), Fraction(0))
    k = max(range(3), key=lambda i: abs(entries[i]))
    aside = square - entries[k] ** 2
    told = " ".join(f"{float(e):.10g}" for e in entries)
    if not aside or (snap and aside <= NEAR**2 * square):
        axis = axis_field(("-" if entries[k] < 0 else "") + "xyz"[k])
        if not aside:
            return axis, [] if square == 1 else [f"axis {told} brought to length one"]
        distance = float(aside / square) ** 0.5
        return axis, [f"axis {told} to the coordinate axis ({distance:.1e} rad away)"]
    x, y, z = exact_unit_vector(entries)
    # A direction written with the digits of a float has length one as nearly as it can.
    return (x, y, z), [] if abs(square - 1) < NEAR**2 else [f"axis {told} brought to length one"]
