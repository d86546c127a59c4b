"""The textbook recursion over arbitrary-precision balls: numbers that carry their own error."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.scalars import Scalars
from torsor.mechanics.chain import chain_of
from torsor.mechanics.newton_euler import newton_euler
from torsor.robot import Robot

DIGITS = 50


def ball(value: Any) -> arb:
    """A float or an exact number as a ball."""
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    return value if isinstance(value, arb) else arb(value)


class BallScalars(Scalars):
    """Formulas into balls; plain whole numbers stay plain."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self.values = {name: arb(float(value)) for name, value in values.items()}

    def symbol(self, name: str) -> Any:
        return self.values[name]

    def pair(self, angle: str) -> tuple[Any, Any]:
        return self.values[angle].sin(), self.values[angle].cos()

    def root(self, n: int) -> Any:
        return arb(n).sqrt()

    def number(self, value: Any) -> Any:
        return value if isinstance(value, int) else ball(value)

    def sign(self, argument: Formula) -> Any:
        return self.value(argument).sgn()

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        angle = angle_of(formula)
        quarters = angle.half_turns * 2
        if quarters.denominator == 1 and not angle.radian and not angle.named:
            return ((0, 1), (1, 0), (0, -1), (-1, 0))[int(quarters) % 4]
        whole = ball(angle.half_turns) * arb.pi() + ball(angle.radian)
        for known, count in angle.named:
            whole += self.values[known] * count
        return whole.sin(), whole.cos()


def driving_forces(robot: Robot, values: Mapping[str, float]) -> list[arb]:
    """τ by the textbook recursion, to 50 digits."""
    before = ctx.dps
    ctx.dps = DIGITS + 10
    try:
        tau = newton_euler(chain_of(robot, BallScalars(values))).tau
        return [ball(t) for t in tau]
    finally:
        ctx.dps = before


def differences(found: Any, exact: list[arb]) -> Any:
    """Found minus exact, as floats that are right to their last digits."""
    before = ctx.dps
    ctx.dps = DIGITS + 10
    try:
        return np.array(
            [float((arb(float(f)) - e).mid()) for f, e in zip(found, exact, strict=True)]
        )
    finally:
        ctx.dps = before
