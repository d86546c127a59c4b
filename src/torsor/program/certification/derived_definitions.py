"""What a derivative of a function is, over balls at a state: the limit of differences.

Directions and weights stand in the point by the names of the program's inputs. Differences of
differences take steps of their own: an inner one so small that its error, divided by the outer
step, is still far below what counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb_mat, ctx

from torsor.algebra.scalars.balls import Ball, ball
from torsor.program.certification.definitions import BallDefinitions, Point
from torsor.program.functions.derived_names import split_name
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
        truth = BallDefinitions(self.robot, point)
        if self.name != "forward_dynamics":
            return truth.list_outputs(self.name)
        n, without = truth.n, truth.bias()
        tau = [point[name] for name in truth.names("tau")]
        rest = arb_mat(n, 1, [t - b for t, b in zip(tau, without, strict=True)])
        solved = arb_mat(n, n, truth.mass_matrix()).solve(rest)
        return [solved[i, 0] for i in range(n)]
