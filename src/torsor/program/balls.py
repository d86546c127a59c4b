"""The mechanics over balls: intervals of many digits that certainly hold the value."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from torsor.algebra.angles import angle_of
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, read_formula
from torsor.algebra.surds import SQUARES, Surd
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of, friction_forces, rotor_forces, spring_forces
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.payload import tool_wrench
from torsor.robot.robot import Robot
from torsor.system import System


class BallScalars:
    """Formulas into balls, given a ball for each name."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def value(self, formula: Formula) -> Any:
        """A formula as a ball; whole numbers stay plain."""
        value = formula.value(self.values.__getitem__, self._call)
        return ball(value) if isinstance(value, Fraction) else value

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine of an angle; multiples of a right angle stay plain."""
        angle = angle_of(formula)
        quarters = angle.half_turns * 2
        if quarters.denominator == 1 and not angle.radian and not angle.named:
            return ((0, 1), (1, 0), (0, -1), (-1, 0))[int(quarters) % 4]
        total = arb.pi() * ball(angle.half_turns) + ball(angle.radian)
        for known, count in angle.named:
            total += self.values[known] * count
        return total.sin(), total.cos()

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return arb(int(argument.parts[0])).sqrt()
        if function == "sign":
            value = self.value(argument)
            return 1 if value > 0 else -1
        return self.sin_cos(argument)[function == "cos"]


def ball(number: Any) -> Any:
    """An exact number as a ball."""
    if isinstance(number, Surd):
        parts = zip(number.parts, SQUARES, strict=True)
        return sum((ball(p) * arb(n).sqrt() for p, n in parts), arb(0))
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))


def forces_over_balls(robot: Robot, values: Mapping[str, Any]) -> list[Any]:
    """The driving forces by the textbook recursion over balls."""
    scalars = BallScalars(values)
    if robot.bodies:
        return [expression_over_balls(t, scalars) for t in System(robot).tau("lagrange")]
    chain = chain_of(robot, scalars)
    drives = drives_of(robot, scalars)
    total = newton_euler(chain, tool_wrench(robot, chain, scalars)).tau
    for share in (friction_forces, spring_forces, rotor_forces):
        total = total + share(chain, drives)
    return list(total)


def expression_over_balls(expression: Expression, scalars: BallScalars) -> Any:
    """A closed form over balls, for robots that have no chain."""
    total = ball(0)
    for term in expression.terms:
        part = ball(term.coefficient)
        for generator, power in term.powers:
            part *= scalars.value(read_formula(generator)) ** power
        total += part
    return total
