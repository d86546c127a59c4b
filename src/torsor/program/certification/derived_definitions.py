"""What a derivative of a function is, over balls at a state: the limit of differences.

Directions and weights stand in the point by the names of the program's inputs. Differences of
differences take steps of their own: an inner one so small that its error, divided by the outer
step, is still far below what counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from flint import arb_mat, ctx

from torsor.algebra.scalars.balls import Ball, ball
from torsor.program.certification.ball_definitions import BallDefinitions, Point
from torsor.program.certification.evaluation import run_over_balls
from torsor.program.functions.derived_names import split_name
from torsor.program.functions.programs import build_program
from torsor.program.graph.program import Array, Program
from torsor.robot.robot import Robot


def list_derived_outputs(robot: Robot, program: Program, point: Point) -> list[Ball]:
    """The outputs of a derived program by the definition of derivatives."""
    name, steps = split_name(program.name)
    own = len(program.inputs) - sum(len(by) if kind == "jvp" else 1 for kind, by in steps)
    return _Derivation(robot, name).outputs(_list_levels(program, own), point)


Level = tuple[str, Sequence[Array], Sequence[Array]]
"""``jvp`` or ``vjp``, the arrays it is by, and its directions or weights."""


def _list_levels(program: Program, own: int) -> list[Level]:
    known = {array.name: array for array in program.inputs}
    levels: list[Level] = []
    for kind, by in split_name(program.name)[1]:
        after = own + (len(by) if kind == "jvp" else 1)
        levels.append((kind, [known[name] for name in by], program.inputs[own:after]))
        own = after
    return levels


class _Derivation:
    """One function of a robot, and its derivatives at points."""

    def __init__(self, robot: Robot, name: str) -> None:
        self.robot, self.name = robot, name

    def outputs(self, levels: Sequence[Level], point: Point) -> list[Ball]:
        """The function's outputs, differentiated by each level in turn."""
        if not levels:
            return self._function(point)
        *inner, (kind, by, given) = levels
        step = ball(Fraction(1, 10 ** (ctx.dps // 2 ** (len(levels) + 1))))

        def along(rates: Point) -> list[Ball]:
            ends = [
                self.outputs(inner, point | {n: point[n] + s * r for n, r in rates.items()})
                for s in (step, -step)
            ]
            return [(a - b) / (2 * step) for a, b in zip(*ends, strict=True)]

        names = [name for array in by for name in array.names]
        others = [point[name] for array in given for name in array.names]
        if kind == "jvp":
            return along(dict(zip(names, others, strict=True)))
        return [
            sum((w * d for w, d in zip(others, along({name: ball(1)}), strict=True)), ball(0))
            for name in names
        ]

    def _function(self, point: Point) -> list[Ball]:
        if self.name == "forward_dynamics":
            return self._accelerations(point)
        if self.name == "forward_dynamics_derivatives":
            return self._acceleration_derivatives(point)
        if self.name in ("base_regressor", "inverse_dynamics_base"):
            return run_over_balls(self._program, point)
        return BallDefinitions(self.robot, point).list_outputs(self.name)

    @cached_property
    def _program(self) -> Program:
        """The function itself: base parameters may be chosen in many ways, and it has one."""
        return build_program(self.robot, self.name)

    def _accelerations(self, point: Point) -> list[Ball]:
        """M⁻¹ (τ − bias)."""
        truth = BallDefinitions(self.robot, point)
        n, without = truth.n, truth.bias()
        tau = [point[name] for name in truth.names("tau")]
        rest = arb_mat(n, 1, [t - b for t, b in zip(tau, without, strict=True)])
        solved = arb_mat(n, n, truth.mass_matrix()).solve(rest)
        return [solved[i, 0] for i in range(n)]

    def _acceleration_derivatives(self, point: Point) -> list[Ball]:
        """∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ, by differences."""
        truth = BallDefinitions(self.robot, point)
        step = ball(Fraction(1, 10 ** (ctx.dps // 4)))
        found: list[Ball] = []
        for stem in ("q", "dq", "tau"):
            columns = []
            for name in truth.names(stem):
                ends = [self._accelerations(point | {name: point[name] + s}) for s in (step, -step)]
                columns.append([(a - b) / (2 * step) for a, b in zip(*ends, strict=True)])
            found += [column[i] for i in range(truth.n) for column in columns]
        return found
