"""Each function of the catalogue by what defines it, from the textbook's derivations.

Over the ring that is the closed form. Over balls, at a state, what the recursion does not give by
itself comes from it: M from unit accelerations, derivatives from differences so small that they are
exact to a quarter of the digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from flint import arb, ctx

from torsor.algebra.expression import Expression
from torsor.algebra.formula import read_formula
from torsor.algebra.scalars.arithmetic import S
from torsor.algebra.scalars.balls import Ball, BallScalars, ball
from torsor.algebra.scalars.ring import RingScalar
from torsor.mechanics import kinematics
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.derivatives import by_coordinates, by_velocities, rate
from torsor.mechanics.drives import (
    Drive,
    drives_of,
    friction_forces,
    rotor_forces,
    spring_forces,
)
from torsor.mechanics.newton_euler import NO_LOAD, newton_euler
from torsor.mechanics.parameters.regressor import columns
from torsor.mechanics.payload import tool_wrench
from torsor.model import Model
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates
from torsor.spatial.vectors import Matrix

E = TypeVar("E")
"""What an output is: a scalar of the kind, no plain number among the exact ones."""

Point = dict[str, Ball]
"""A ball for each symbol."""


class Definitions(Generic[S, E]):
    """What is defined alike over the ring and over balls."""

    chain: Chain[S]
    drives: dict[int, Drive[S]]

    def __init__(self, robot: Robot) -> None:
        self.robot, self.n = robot, robot.dof

    def list_outputs(self, name: str) -> list[E]:
        """A function by its name: its outputs in the order of the program's."""
        outputs: list[E] = getattr(self, name)()
        return outputs

    def names(self, stem: str) -> list[str]:
        """``q1 … qn``."""
        return [f"{stem}{k}" for k in range(1, self.n + 1)]

    def coerce(self, value: S) -> E:
        """A plain number as a scalar."""
        raise NotImplementedError

    def forces(self, *still: str) -> list[E]:
        """The driving forces with some of the motion zero."""
        raise NotImplementedError

    def flatten(self, rows: Iterable[Iterable[S]]) -> list[E]:
        """The entries row by row."""
        return [self.coerce(e) for row in rows for e in row]

    def inverse_dynamics(self) -> list[E]:
        """τ."""
        return self.forces()

    def bias(self) -> list[E]:
        """τ without acceleration."""
        return self.forces("ddq")

    def forward_kinematics(self) -> list[E]:
        """The tool's frame."""
        return self.flatten(kinematics.poses(self.chain)["tool"].matrix)

    def jacobian(self) -> list[E]:
        """The tool's geometric Jacobian."""
        J = kinematics.jacobian(self.chain)
        return self.flatten([*J.J_v, *J.J_w])

    def regressor(self) -> list[E]:
        """Y."""
        return self.flatten(_transpose([c.work for c in columns(self.chain, self.drives)]))


class ExactDefinitions(Definitions[RingScalar, Expression]):
    """The closed form, over the robot's ring."""

    def __init__(self, robot: Robot) -> None:
        super().__init__(robot)
        self.model = Model(robot, "lagrange")
        self.q = coordinates(robot)
        if not robot.bodies:
            self.chain, self.drives = self.model.chain, self.model.drives

    def coerce(self, value: RingScalar) -> Expression:
        """A ring element."""
        return self.model.ring.coerce(value)

    def forces(self, *still: str) -> list[Expression]:
        """The closed form of the driving forces."""
        zero = {name: 0 for stem in still for name in self.names(stem)}
        method = "lagrange" if self.robot.bodies else "newton-euler"
        return [t.subs(zero) if zero else t for t in self.model.forces_by(method)]

    def gravity(self) -> list[Expression]:
        """g."""
        return self.flatten([self.model.tensor.g])

    def mass_matrix(self) -> list[Expression]:
        """M."""
        return self.flatten(self.model.tensor.M)

    def coriolis(self) -> list[Expression]:
        """Christoffel's C."""
        return self.flatten(self.model.tensor.C)

    def inverse_dynamics_derivatives(self) -> list[Expression]:
        """∂τ/∂q, ∂τ/∂q̇."""
        tau = self.forces()
        return self.flatten([*by_coordinates(tau, self.q), *by_velocities(tau, self.q)])

    def jacobian_rate(self) -> list[Expression]:
        """J̇ q̇."""
        J = kinematics.jacobian(self.chain)
        dq = [self.model.ring.generator(f"d{n}") for n in self.q]
        whole = Matrix([self.coerce(e) for e in row] for row in (*J.J_v, *J.J_w))
        return [self.coerce(row.dot(dq)) for row in rate(whole)]


class BallDefinitions(Definitions[Ball, Ball]):
    """The textbook's recursion over balls, at one state."""

    def __init__(self, robot: Robot, point: Point) -> None:
        super().__init__(robot)
        self.point = point
        scalars = BallScalars(point)
        if not robot.bodies:
            self.chain, self.drives = chain_of(robot, scalars), drives_of(robot, scalars)

    def coerce(self, value: Ball) -> arb:
        """A ball."""
        return ball(0) + value

    def _at(self, changes: Point) -> BallDefinitions:
        """The same robot elsewhere."""
        return BallDefinitions(self.robot, self.point | changes)

    def _rest(self, *stems: str) -> Point:
        return {name: ball(0) for stem in stems for name in self.names(stem)}

    def forces(self, *still: str) -> list[Ball]:
        """The driving forces; of a robot without a chain from its closed form."""
        if still:
            return self._at(self._rest(*still)).forces()
        scalars = BallScalars(self.point)
        if self.robot.bodies:
            return [_evaluate(t, scalars) for t in Model(self.robot, "lagrange").tau]
        total = newton_euler(self.chain, tool_wrench(self.robot, self.chain, scalars)).tau
        for share in (friction_forces, spring_forces, rotor_forces):
            total = total + share(self.chain, self.drives)
        return list(total)

    def _forces_of_bodies(self, motion: Point) -> list[Ball]:
        """What the links and a carried body take: no drives, nothing else that acts."""
        there = self._at(motion)
        if self.robot.bodies:
            return there.forces()
        carries = self.robot.payload.kind == "body"
        scalars = BallScalars(there.point)
        load = tool_wrench(self.robot, there.chain, scalars) if carries else NO_LOAD
        return list(newton_euler(there.chain, load).tau)

    def gravity(self) -> list[Ball]:
        """The forces that hold the bodies at rest, a carried one too."""
        return self._forces_of_bodies(self._rest("dq", "ddq"))

    def mass_matrix(self) -> list[Ball]:
        """M by unit accelerations."""
        rest = self._rest("dq", "ddq")
        at_rest = self._at(rest).forces()
        moved = [self._at(rest | {name: ball(1)}).forces() for name in self.names("ddq")]
        return self.flatten(_transpose([_subtract(forces, at_rest) for forces in moved]))

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
        return self.flatten(_transpose(found))

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
        return self.flatten([row for block in by for row in _transpose(block)])

    def forward_dynamics_derivatives(self) -> list[Ball]:
        """M times them: −∂τ/∂q, −∂τ/∂q̇ and the identity."""
        identity = [ball(int(i == j)) for i in range(self.n) for j in range(self.n)]
        return [-e for e in self.inverse_dynamics_derivatives()] + identity

    def times_mass_matrix(self, blocks: list[Ball]) -> list[Ball]:
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


def _transpose(columns: Sequence[Sequence[S]]) -> list[tuple[S, ...]]:
    return list(zip(*columns, strict=True))


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
