"""How far, how fast and how hard a joint may go: kept and shown, not part of the equations."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.errors import RobotError
from torsor.robot.coupling import in_radians

LARGEST = Fraction(10) ** 30
"""Limits beyond this are refused."""


@dataclass(frozen=True)
class Limits:
    """Bounds of a joint's displacement, its speed and its driving force; what is not known is none.

    Radians and N·m for a joint that turns, metres and N for one that slides. A joint without
    ``lower`` and ``upper`` goes on without end.
    """

    lower: Formula | None = None
    upper: Formula | None = None
    velocity: Formula | None = None
    effort: Formula | None = None

    def __post_init__(self) -> None:
        if (self.lower is None) != (self.upper is None):
            raise RobotError("expected lower and upper limits, or none of the two")
        lower, upper, velocity, effort = self.numbers
        if lower is not None and upper is not None and lower > upper:
            raise RobotError(
                f"the lower limit {float(lower):g} is above the upper one, {float(upper):g}"
            )
        for label, bound in (("velocity", velocity), ("effort", effort)):
            if bound is not None and bound < 0:
                raise RobotError(f"a limit of {label} below zero, {float(bound):g}")

    def __bool__(self) -> bool:
        return any(entry is not None for entry in self.entries)

    @property
    def entries(self) -> tuple[Formula | None, ...]:
        """Lower, upper, velocity, effort."""
        return (self.lower, self.upper, self.velocity, self.effort)

    @property
    def numbers(self) -> tuple[Fraction | None, ...]:
        """The same as plain numbers, angles in radians."""
        return tuple(None if entry is None else _number(entry) for entry in self.entries)


UNLIMITED = Limits()


def _number(entry: Formula) -> Fraction:
    value = in_radians(entry).constant
    if value is None:
        raise RobotError(f"the limit {entry} is no number; expected one without symbols")
    if abs(value) > LARGEST:
        raise RobotError(f"a limit beyond {float(LARGEST):.0e} is refused")
    return value
