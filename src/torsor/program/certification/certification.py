"""The proof that a program is the model: run once over the ring, it must equal the closed form.

So the passes are proven for this robot, not sampled. Where the closed form would be too large, and
for what divides, the program is run over balls (intervals of many digits) at random states, beside
the textbook recursion, and the sentence says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from torsor.algebra.budget import budget
from torsor.algebra.expression import Expression
from torsor.algebra.formula import formula
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalars
from torsor.errors import TooLargeError, TorsorError
from torsor.mechanics.derivatives import by_coordinates, by_velocities, rate
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.parameters.regressor import columns
from torsor.program.certification.certificate_sampling import digits_of_agreement, states_of
from torsor.program.graph.evaluation import run
from torsor.program.graph.nodes import Node
from torsor.program.graph.program import Program
from torsor.robot import hypotheses
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates
from torsor.size import refuse_too_large
from torsor.spatial.vectors import Matrix
from torsor.system import System

MOST_JOINTS = 8
"""Closed forms are made up to so many coordinates."""


WORTH = 3.0
"""Gigabytes that the exact proof of one program may take; beyond, balls have to do."""


class CertificationError(TorsorError):
    """A program that is not the model: a bug of ours, never to be shipped."""


def certificate(robot: Robot, program: Program, values: Mapping[str, Any] | None = None) -> str:
    """One sentence that says what was proven of a program; a failure is an error.

    ``robot`` is as the program was made from it: payload chosen, hypotheses applied.
    """
    given = {n: formula(v) for n, v in (values or {}).items()}
    ready = hypotheses.substitute(robot, given) if given else robot
    exact = None if program.pivots or large(ready) else _over_ring_and_closed(ready, program)
    if exact is None:
        digits = digits_of_agreement(ready, program)
        if digits is None:
            raise CertificationError(f"{program.name} of {robot.name!r} is not the model's")
        return (
            f"{program.name}: beside the textbook recursion over intervals of {digits} digits, "
            f"at {states_of(ready)} random states"
        )
    found, expected = exact
    if any(a != b for a, b in zip(found, expected, strict=True)):
        raise CertificationError(f"{program.name} of {robot.name!r} is not the closed form")
    return (
        f"{program.name}: equal to the closed form as polynomials, "
        f"{sum(len(e) for e in expected):,} terms (run over exact scalars)"
    )


def _over_ring_and_closed(
    robot: Robot, program: Program
) -> tuple[list[Expression], list[Expression]] | None:
    """The program over the ring and the closed form; nothing where they would be too large."""
    try:
        with budget(WORTH):
            expected = closed_form(robot, program.name)
            return over_ring(program, System(robot)), expected
    except TooLargeError:
        return None


@lru_cache(maxsize=8)
def large(robot: Robot) -> bool:
    """Whether the closed form is left alone: many joints, rational quaternions, or its size."""
    turns = [t for joint in robot.joints for t in joint.placement.rotation]
    general = any(not hasattr(t, "angle") for t in turns)
    if robot.bodies:
        return False
    if robot.dof > MOST_JOINTS or (general and robot.dof > 4):
        return True
    try:
        refuse_too_large(robot)
    except TooLargeError:
        return True
    return False


class _Angle:
    """An angle, which stands in the ring by its sine and cosine alone; sums of angles likewise."""

    def __add__(self, other: Any) -> _Angle:
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __add__

    def __neg__(self) -> _Angle:
        return self


def over_ring(program: Program, system: System) -> list[Expression]:
    """The program's outputs as exact expressions."""
    ring, scalars = system.ring, RingScalars(system.ring)

    def function(node: Node, value: Any) -> Any:
        if node.op == "sign":
            return scalars.value(formula(f"sign({node.data})"))
        return scalars.sin_cos(node.data)[node.op == "cos"]

    def value(symbol: str) -> Any:
        return ring.generator(symbol) if symbol in ring.generators else _Angle()

    outputs = run(program.outputs, value, function, scalars.number)
    return [ring.coerce(o) for o in outputs]


def closed_form(robot: Robot, name: str) -> list[Expression]:
    """What a function is, exactly, in the order of the program's outputs."""
    system = System(robot)
    ring, q = system.ring, coordinates(robot)
    method = "lagrange" if robot.bodies else "newton-euler"

    def tau(*still: str) -> list[Expression]:
        zero = {f"{stem}{k}": 0 for stem in still for k in range(1, robot.dof + 1)}
        return [t.subs(zero) if zero else t for t in system.tau(method)]

    def flat(rows: Any) -> list[Expression]:
        return [ring.coerce(e) for row in rows for e in row]

    if name == "inverse_dynamics":
        return tau()
    if name == "bias":
        return tau("ddq")
    if name == "gravity":
        return [ring.coerce(e) for e in system.tensor.g]
    if name == "mass_matrix":
        return flat(system.tensor.M)
    if name == "coriolis":
        return flat(system.tensor.C)
    if name == "forward_kinematics":
        return flat(poses(system.chain)["tool"].matrix)
    if name == "inverse_dynamics_derivatives":
        return flat(by_coordinates(tau(), q)) + flat(by_velocities(tau(), q))
    J = jacobian(system.chain)
    if name == "jacobian":
        return flat(J.J_v) + flat(J.J_w)
    if name == "jacobian_rate":
        dq = [ring.generator(f"d{n}") for n in q]
        rows = [*rate(_whole(J.J_v, ring)), *rate(_whole(J.J_w, ring))]
        return [ring.coerce(row.dot(dq)) for row in rows]
    found = columns(system.chain, system.drives)
    return [ring.coerce(c.work[i]) for i in range(robot.dof) for c in found]


def _whole(matrix: Matrix, ring: Ring) -> Matrix:
    return Matrix([ring.coerce(e) for e in row] for row in matrix)
