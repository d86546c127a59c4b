"""A program beside the textbook recursion, over balls: intervals that certainly hold the value.

Sixty digits at random states, and more where the balls grow too wide to decide: a long chain's
divisions cost forty of them. What the recursion does not give by itself comes from it by what
defines it: M from unit accelerations, derivatives from differences so small that they are exact to
twenty digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from typing import Any

from flint import arb, ctx

from torsor.algebra.scalars.balls import BallScalars, ball, sign
from torsor.errors import SingularError
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.newton_euler import NO_LOAD, newton_euler
from torsor.mechanics.parameters.regressor import columns
from torsor.mechanics.payload import tool_wrench
from torsor.program.certification.balls import forces_over_balls
from torsor.program.graph.evaluation import run
from torsor.program.graph.nodes import Node
from torsor.program.graph.program import Program
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters

STATES, LONG_CHAIN, FEWER = 5, 12, 2
"""Random states; of a chain longer than so many joints fewer do: each has as many entries more."""

DIGITS = 60
MOST_DIGITS = 960
CLOSE = "1e-20"

Point = dict[str, Any]
"""A ball for each symbol."""


@contextmanager
def precision(digits: int) -> Iterator[None]:
    """Balls of so many digits."""
    before, ctx.dps = ctx.dps, digits
    try:
        yield
    finally:
        ctx.dps = before


def states_of(robot: Robot) -> int:
    """At how many random states a robot's programs are looked at."""
    return STATES if robot.dof <= LONG_CHAIN else FEWER


def digits_of_agreement(robot: Robot, program: Program) -> int | None:
    """With how many digits program and recursion agree at random states; None where they differ.

    ``robot`` has its numbers. A state at which M is singular is drawn again.
    """
    random, most, singular = Random(7), 0, 0
    states = 0
    while states < states_of(robot):
        found = _decided(robot, program, _point(robot, random))
        if found == 0:
            return None
        if found is not None:
            most, states = max(most, found), states + 1
            continue
        singular += 1
        if singular == STATES:
            raise SingularError(
                f"{program.name} of {robot.name!r} could not be certified: its mass matrix is "
                f"singular at {STATES} random states"
            )
    return most


def _decided(robot: Robot, program: Program, point: Mapping[str, Fraction]) -> int | None:
    """The digits with which both agree at a state, 0 where they differ, None where M is singular.

    A difference counts when twice the digits show it too, so that it is no end of a series.
    """
    digits, differed = DIGITS, False
    while digits <= MOST_DIGITS:
        with precision(digits):
            agree = _agree(robot, program, balls(point))
        if agree:
            return digits
        if agree is False and differed:
            return 0
        differed = agree is False
        digits *= 2
    return None


def balls(point: Mapping[str, Fraction]) -> Point:
    """A ball for each number."""
    return {name: ball(value) for name, value in point.items()}


def _point(robot: Robot, random: Random) -> dict[str, Fraction]:
    """A random state, no velocity zero: friction jumps there."""
    point = {n: Fraction(random.randint(100, 900), 500) for n in parameters(robot)}
    for stem in ("q", "dq", "ddq"):
        for k in range(1, robot.dof + 1):
            point[f"{stem}{k}"] = Fraction(random.randint(-999, 999) or 1, 500)
    return point


def _agree(robot: Robot, program: Program, point: Point) -> bool | None:
    """Whether every output is close; None where a ball is too wide to tell."""
    truth = Truth(robot, point)
    point = point | {f"tau{k}": t for k, t in enumerate(truth.forces(), 1)}
    found = over_balls(program, point)
    wanted = getattr(truth, program.name)()
    if program.name == "forward_dynamics_derivatives":
        # M times what was found is known: −∂τ/∂q, −∂τ/∂q̇ and the identity.
        found = truth.times_mass_matrix(found)
    close = [_close(a, b) for a, b in zip(found, wanted, strict=True)]
    return False if False in close else None if None in close else True


def _close(a: Any, b: Any) -> bool | None:
    difference = abs(ball(0) + a - b)
    if difference < arb(CLOSE):
        return True
    return False if difference > arb(CLOSE) else None


def over_balls(program: Program, point: Point) -> list[Any]:
    """The program's outputs over balls."""

    def function(node: Node, value: Any) -> Any:
        if node.op == "sign":
            return sign(value)
        return value.sin() if node.op == "sin" else value.cos()

    return run(program.outputs, point.__getitem__, function, ball)


class Truth:
    """Each function by what defines it, from the textbook's recursion and kinematics."""

    def __init__(self, robot: Robot, point: Point) -> None:
        self.robot = robot
        self.point = point
        self.n = robot.dof

    def forces(self, **motion: Any) -> list[Any]:
        """The driving forces, with some of the motion changed."""
        return forces_over_balls(self.robot, self.point | motion)

    def _names(self, stem: str) -> list[str]:
        return [f"{stem}{k}" for k in range(1, self.n + 1)]

    def _still(self, *stems: str) -> Point:
        return {name: ball(0) for stem in stems for name in self._names(stem)}

    def inverse_dynamics(self) -> list[Any]:
        """τ."""
        return self.forces()

    def bias(self) -> list[Any]:
        """τ without acceleration."""
        return self.forces(**self._still("ddq"))

    def gravity(self) -> list[Any]:
        """The forces that hold the bodies at rest, a carried one too."""
        rest = self._still("dq", "ddq")
        scalars = BallScalars(self.point | rest)
        chain = chain_of(self.robot, scalars)
        carries = self.robot.payload.kind == "body"
        load = tool_wrench(self.robot, chain, scalars) if carries else NO_LOAD
        return list(newton_euler(chain, load).tau)

    def forward_dynamics(self) -> list[Any]:
        """The accelerations that the driving forces were computed for."""
        return [self.point[name] for name in self._names("ddq")]

    def _columns_of_M(self, point: Point) -> list[list[Any]]:
        rest = point | self._still("dq", "ddq")
        at_rest = forces_over_balls(self.robot, rest)
        return [
            [a - b for a, b in zip(forces_over_balls(self.robot, moving), at_rest, strict=True)]
            for moving in (rest | {name: ball(1)} for name in self._names("ddq"))
        ]

    def mass_matrix(self) -> list[Any]:
        """M by unit accelerations."""
        columns_ = self._columns_of_M(self.point)
        return [columns_[j][i] for i in range(self.n) for j in range(self.n)]

    def _by(self, names: list[str], quantity: Callable[[Point], list[Any]]) -> list[list[Any]]:
        """Derivatives by differences, a quarter of the digits apart: a list for each name."""
        step = ball(Fraction(1, 10 ** (ctx.dps // 4)))
        found = []
        for name in names:
            there = quantity(self.point | {name: self.point[name] + step})
            back = quantity(self.point | {name: self.point[name] - step})
            found.append([(a - b) / (2 * step) for a, b in zip(there, back, strict=True)])
        return found

    def inverse_dynamics_derivatives(self) -> list[Any]:
        """∂τ/∂q, ∂τ/∂q̇."""

        def forces(point: Point) -> list[Any]:
            return forces_over_balls(self.robot, point)

        found = []
        for stem in ("q", "dq"):
            by = self._by(self._names(stem), forces)
            found += [by[j][i] for i in range(self.n) for j in range(self.n)]
        return found

    def forward_dynamics_derivatives(self) -> list[Any]:
        """M times them."""
        identity = [ball(int(i == j)) for i in range(self.n) for j in range(self.n)]
        return [-e for e in self.inverse_dynamics_derivatives()] + identity

    def times_mass_matrix(self, blocks: list[Any]) -> list[Any]:
        """M times each block of n × n."""
        n, M = self.n, self.mass_matrix()
        found = []
        for at in range(0, len(blocks), n * n):
            block = blocks[at : at + n * n]
            for i in range(n):
                for j in range(n):
                    entries = (M[i * n + k] * block[k * n + j] for k in range(n))
                    found.append(sum(entries, ball(0)))
        return found

    def _velocity_forces(self, dq: list[Any]) -> list[Any]:
        """C q̇ at other velocities: what the forces without drives have more than at rest."""

        def forces(velocities: list[Any]) -> list[Any]:
            motion = dict(zip(self._names("dq"), velocities, strict=True)) | self._still("ddq")
            if self.robot.bodies:
                return self.forces(**motion)
            scalars = BallScalars(self.point | motion)
            chain = chain_of(self.robot, scalars)
            return list(newton_euler(chain, tool_wrench(self.robot, chain, scalars)).tau)

        at_rest = forces([ball(0)] * self.n)
        return [a - b for a, b in zip(forces(dq), at_rest, strict=True)]

    def coriolis(self) -> list[Any]:
        """Christoffel's C: column j is the form B(q̇, e_j), where B(q̇, q̇) = C q̇ is symmetric."""
        dq = [self.point[name] for name in self._names("dq")]
        here, half, columns_ = self._velocity_forces(dq), ball(Fraction(1, 2)), []
        for j in range(self.n):
            unit = [ball(int(k == j)) for k in range(self.n)]
            both = self._velocity_forces([a + b for a, b in zip(dq, unit, strict=True)])
            alone = self._velocity_forces(unit)
            columns_.append([half * (x - y - z) for x, y, z in zip(both, here, alone, strict=True)])
        return [columns_[j][k] for k in range(self.n) for j in range(self.n)]

    def _kinematics(self, point: Point) -> Any:
        return chain_of(self.robot, BallScalars(point))

    def forward_kinematics(self) -> list[Any]:
        """The tool's frame."""
        matrix = poses(self._kinematics(self.point))["tool"].matrix
        return [e for row in matrix for e in row]

    def _flat_jacobian(self, point: Point) -> list[Any]:
        J = jacobian(self._kinematics(point))
        return [ball(0) + e for matrix in (J.J_v, J.J_w) for row in matrix for e in row]

    def jacobian(self) -> list[Any]:
        """The tool's geometric Jacobian."""
        return self._flat_jacobian(self.point)

    def jacobian_rate(self) -> list[Any]:
        """J̇ q̇."""
        by = self._by(self._names("q"), self._flat_jacobian)
        dq = [self.point[name] for name in self._names("dq")]
        return [
            sum(
                (by[i][row * self.n + j] * dq[i] * dq[j] for i in range(self.n)
                 for j in range(self.n)),
                ball(0),
            )
            for row in range(6)
        ]  # fmt: skip

    def regressor(self) -> list[Any]:
        """Y, column by column."""
        scalars = BallScalars(self.point)
        chain = chain_of(self.robot, scalars)
        found = columns(chain, drives_of(self.robot, scalars))
        return [c.work[i] for i in range(self.n) for c in found]
