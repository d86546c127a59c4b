"""The functions of the catalogue over balls, at a state: the textbook's recursion.

M comes from unit accelerations, derivatives from differences so small that they are exact to a
quarter of the digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb, ctx

from torsor.algebra.expression import Expression
from torsor.algebra.formula import read_formula
from torsor.algebra.scalars.balls import Ball, BallScalars, ball
from torsor.mechanics.bodies import chain_bodies
from torsor.mechanics.chain import body_of, chain_of
from torsor.mechanics.drives import (
    drives_of,
    friction_forces,
    rotor_forces,
    spring_energy,
    spring_forces,
)
from torsor.mechanics.newton_euler import NO_LOAD, newton_euler
from torsor.mechanics.payload import tool_wrench
from torsor.model import Model
from torsor.program.certification.definitions import Definitions, transpose
from torsor.robot.robot import Robot

Point = dict[str, Ball]
"""A ball for each symbol."""


class BallDefinitions(Definitions[Ball, Ball]):
    """The textbook's recursion over balls, at one state."""

    scalars: BallScalars

    def __init__(self, robot: Robot, point: Point) -> None:
        super().__init__(robot)
        self.point = point
        self.scalars = BallScalars(point)
        if not robot.bodies:
            self.chain = chain_of(robot, self.scalars)
            self.drives = drives_of(robot, self.scalars)

    def coerce(self, value: Ball) -> arb:
        """A ball."""
        return ball(0) + value

    def factor(self, value: Expression) -> arb:
        """The factor at the point."""
        return _evaluate(value, self.scalars)

    def _at(self, changes: Point) -> BallDefinitions:
        """The same robot elsewhere."""
        return BallDefinitions(self.robot, self.point | changes)

    def _rest(self, *stems: str) -> Point:
        return {name: ball(0) for stem in stems for name in self.names(stem)}

    def forces(self, *still: str) -> list[Ball]:
        """The driving forces; of a robot without a chain from its closed form."""
        if still:
            return self._at(self._rest(*still)).forces()
        if self.robot.bodies:
            return [_evaluate(t, self.scalars) for t in Model(self.robot, "lagrange").tau]
        total = newton_euler(self.chain, tool_wrench(self.robot, self.chain, self.scalars)).tau
        for share in (friction_forces, spring_forces, rotor_forces):
            total = total + share(self.chain, self.drives)
        return list(total)

    def _forces_of_bodies(self, motion: Point) -> list[Ball]:
        """What the links and a carried body take: no drives, nothing else that acts."""
        there = self._at(motion)
        if self.robot.bodies:
            return there.forces()
        carries = self.robot.payload.kind == "body"
        load = tool_wrench(self.robot, there.chain, there.scalars) if carries else NO_LOAD
        return list(newton_euler(there.chain, load).tau)

    def gravity(self) -> list[Ball]:
        """The forces that hold the bodies at rest, a carried one too."""
        return self._forces_of_bodies(self._rest("dq", "ddq"))

    def mass_matrix(self) -> list[Ball]:
        """M by unit accelerations."""
        rest = self._rest("dq", "ddq")
        at_rest = self._at(rest).forces()
        moved = [self._at(rest | {name: ball(1)}).forces() for name in self.names("ddq")]
        return self.flatten(transpose([_subtract(forces, at_rest) for forces in moved]))

    def coriolis(self) -> list[Ball]:
        """Christoffel's C: column j is the form B(q̇, e_j), where B(q̇, q̇) = C q̇ is symmetric."""
        gravity, half = self.gravity(), ball(Fraction(1, 2))

        def velocity_forces(velocities: Sequence[Ball]) -> list[Ball]:
            motion = dict(zip(self.names("dq"), velocities, strict=True)) | self._rest("ddq")
            return _subtract(self._forces_of_bodies(motion), gravity)

        dq = [self.point[name] for name in self.names("dq")]
        here, found = velocity_forces(dq), []
        for j in range(self.n):
            unit = [ball(int(k == j)) for k in range(self.n)]
            both = velocity_forces([a + b for a, b in zip(dq, unit, strict=True)])
            alone = velocity_forces(unit)
            found.append([half * (x - y - z) for x, y, z in zip(both, here, alone, strict=True)])
        return self.flatten(transpose(found))

    def forward_dynamics(self) -> list[Ball]:
        """The accelerations that the driving forces were computed for."""
        return [self.point[name] for name in self.names("ddq")]

    def _differentiate(
        self, stem: str, quantity: Callable[[BallDefinitions], list[Ball]]
    ) -> Sequence[Sequence[Ball]]:
        """Derivatives by differences, a quarter of the digits apart: a list for each name."""
        step = ball(Fraction(1, 10 ** (ctx.dps // 4)))
        found = []
        for name in self.names(stem):
            there, back = (quantity(self._at({name: self.point[name] + s})) for s in (step, -step))
            found.append([d / (2 * step) for d in _subtract(there, back)])
        return found

    def inverse_dynamics_derivatives(self) -> list[Ball]:
        """∂τ/∂q, ∂τ/∂q̇."""
        by = [self._differentiate(stem, BallDefinitions.forces) for stem in ("q", "dq")]
        return self.flatten([row for block in by for row in transpose(block)])

    def forward_dynamics_derivatives(self) -> list[Ball]:
        """M times them: −∂τ/∂q, −∂τ/∂q̇ and the identity."""
        identity = [ball(int(i == j)) for i in range(self.n) for j in range(self.n)]
        return [-e for e in self.inverse_dynamics_derivatives()] + identity

    def pair_outputs(self, name: str, outputs: list[Ball]) -> tuple[list[Ball], list[Ball]]:
        """What is compared, and with what; derivatives of accelerations times M, which is known."""
        if name == "forward_dynamics_derivatives":
            outputs = self._times_mass_matrix(outputs)
        return super().pair_outputs(name, outputs)

    def _times_mass_matrix(self, blocks: list[Ball]) -> list[Ball]:
        """M times each block of n × n."""
        n, M = self.n, self.mass_matrix()
        return [
            sum((M[i * n + k] * blocks[at + k * n + j] for k in range(n)), ball(0))
            for at in range(0, len(blocks), n * n)
            for i in range(n)
            for j in range(n)
        ]

    def jacobian_rate(self) -> list[Ball]:
        """J̇ q̇."""
        dq = [self.point[name] for name in self.names("dq")]
        by = self._differentiate("q", BallDefinitions.jacobian)
        pairs = [(i, j) for i in range(self.n) for j in range(self.n)]
        return [
            sum((by[i][row * self.n + j] * dq[i] * dq[j] for i, j in pairs), ball(0))
            for row in range(6)
        ]

    def kinetic_energy(self) -> list[Ball]:
        """½ q̇ᵀ M q̇."""
        n, M = self.n, self.mass_matrix()
        dq = [self.point[name] for name in self.names("dq")]
        pairs = [(i, j) for i in range(n) for j in range(n)]
        twice = sum((M[i * n + j] * dq[i] * dq[j] for i, j in pairs), ball(0))
        return [twice * ball(Fraction(1, 2))]

    def potential_energy(self) -> list[Ball]:
        """−m g·p_C of every body, and the springs'."""
        if self.robot.bodies:
            return [_evaluate(Model(self.robot, "lagrange").energies.U, self.scalars)]
        load = self.robot.payload
        carried = load.body if load.kind == "body" else None
        bodies = chain_bodies(self.chain, body_of(carried, self.scalars) if carried else None)
        weights = sum((b.body.m * b.weight_potential for b in bodies), ball(0))
        return [ball(0) + spring_energy(self.drives) - weights]

    def mass_matrix_rate(self) -> list[Ball]:
        """Ṁ."""
        by = self._differentiate("q", BallDefinitions.mass_matrix)
        dq = [self.point[name] for name in self.names("dq")]
        return [sum((by[k][e] * dq[k] for k in range(self.n)), ball(0)) for e in range(len(by[0]))]

    def regressor_derivatives(self) -> list[Ball]:
        """∂Y/∂q."""
        by, p = self._differentiate("q", BallDefinitions.regressor), len(self._columns())
        rows = range(0, self.n * p, p)
        return [by[j][i + k] for i in rows for j in range(self.n) for k in range(p)]


def _subtract(a: list[Ball], b: list[Ball]) -> list[Ball]:
    return [x - y for x, y in zip(a, b, strict=True)]


def _evaluate(expression: Expression, scalars: BallScalars) -> arb:
    """A closed form over balls."""
    total = ball(0)
    for term in expression.terms:
        part = ball(term.coefficient)
        for generator, power in term.powers:
            part *= scalars.value(read_formula(generator)) ** power
        total += part
    return total
