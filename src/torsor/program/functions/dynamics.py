"""Driving forces, M, C, g and accelerations as graph nodes, by the way that is least work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from torsor.algebra.budget import too_large
from torsor.algebra.scalars.arithmetic import minus, plus, times
from torsor.errors import SingularError
from torsor.mechanics.drives import shared
from torsor.mechanics.fast import aba, crba, rnea
from torsor.mechanics.fast.ltdl import Factors, factors
from torsor.mechanics.lagrange import gravity_vector
from torsor.mechanics.parameters.linear_rnea import joint_wrenches
from torsor.mechanics.payload import tool_wrench
from torsor.program.functions.closed_form import find_model, write_lightest
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.differentiation import differentiate, differentiate_along
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import collect_nodes, count_work, lighten, replace_inputs
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    from torsor.algebra.expression import Expression

MOST = 1_200_000
"""Programs of derivatives that would be longer than this are refused before they are made."""

MANY = 9
"""From so many joints on, articulated bodies are tried; from twice as many on, nothing else."""


def _write_forces(robot: RobotGraph, *still: str) -> list[Operand]:
    """The driving forces by the lightest recursion, drives included."""
    chain = robot.chain(*still)
    forces = rnea.inverse_dynamics(chain, robot.load(chain, *still))
    drives = robot.drives(*still)
    at_joint: dict[int, Operand] = {}
    for link in chain.links:
        if link.number in drives:
            drive = drives[link.number]
            rotor = times(drive.rotor, link.ddq)
            at_joint[link.number] = plus(plus(drive.friction(link.dq), drive.elastic()), rotor)
    return list(forces + shared(chain, at_joint))


def inverse_dynamics(robot: RobotGraph, *still: str) -> list[Operand]:
    """The driving forces, with some of the motion zero."""

    def closed() -> list[Expression]:
        zero = {name: 0 for stem in still for name in robot.names(stem)}
        method = "lagrange" if robot.description.bodies else "newton-euler"
        return [t.subs(zero) if zero else t for t in find_model(robot).forces_by(method)]

    return write_lightest(robot, lambda: _write_forces(robot, *still), closed)


def bias(robot: RobotGraph) -> list[Operand]:
    """C(q, q̇) q̇ + g(q)."""
    return inverse_dynamics(robot, "ddq")


def gravity(robot: RobotGraph) -> list[Operand]:
    """g(q)."""

    def closed() -> list[Expression]:  # from the energy: M and C, which Model.g has too, are more
        model = find_model(robot)
        return list(gravity_vector(model.bodies, model.ring, model.coordinates))

    return write_lightest(
        robot, lambda: list(rnea.inverse_dynamics(robot.chain("dq", "ddq"))), closed
    )


def reactions(robot: RobotGraph) -> list[Operand]:
    """Force, then moment, that passes through every joint, in its link's axes at its origin."""
    chain = robot.plain_chain()
    tool = tool_wrench(robot.description, chain, robot.scalars())
    joint = joint_wrenches(chain, tool)
    return lighten(robot.graph, [e for i in sorted(joint) for e in (*joint[i].f, *joint[i].n)])


def mass_matrix(robot: RobotGraph) -> list[Operand]:
    """M(q), rotors included."""
    return _flatten(_mass_matrix(robot))


def _mass_matrix(robot: RobotGraph) -> list[list[Operand]]:
    upper = [(i, j) for i in range(robot.n) for j in range(i, robot.n)]

    def recursion() -> list[Operand]:
        M = crba.mass_matrix(robot.chain("dq", "ddq"))
        for i, drive in robot.drives("dq", "ddq").items():
            for a, x in robot.description.shares(i).items():
                for b, y in robot.description.shares(i).items():
                    M[a - 1][b - 1] = plus(M[a - 1][b - 1], times(x * y, drive.rotor))
        return [M[i][j] for i, j in upper]

    def closed() -> list[Expression]:
        M = find_model(robot).tensor.M
        return [M[i][j] for i, j in upper]

    known = dict(zip(upper, write_lightest(robot, recursion, closed), strict=True))
    return [[known[min(i, j), max(i, j)] for j in range(robot.n)] for i in range(robot.n)]


def mass_matrix_rate(robot: RobotGraph) -> list[Operand]:
    """Ṁ along q̇."""
    n, M = robot.n, _mass_matrix(robot)
    upper = [(i, j) for i in range(n) for j in range(i, n)]
    rates = differentiate_along(robot.graph, [M[i][j] for i, j in upper], _rates(robot))
    known = dict(zip(upper, lighten(robot.graph, rates), strict=True))
    return [known[min(i, j), max(i, j)] for i in range(n) for j in range(n)]


def _rates(robot: RobotGraph) -> dict[str, Operand]:
    """The velocity of every coordinate."""
    dq = [robot.graph.input(name) for name in robot.names("dq")]
    return dict(zip(robot.names("q"), dq, strict=True))


def coriolis(robot: RobotGraph) -> list[Operand]:
    """C = ½ (Ṁ + N − Nᵀ) with N = ∂(M q̇)/∂q: Christoffel's C; of long chains by the bias."""
    if robot.n >= MANY and not robot.description.bodies:
        return lighten(robot.graph, _flatten(_coriolis_by_bias(robot)))
    M, n, half = _mass_matrix(robot), robot.n, Fraction(1, 2)
    dq = [robot.graph.input(name) for name in robot.names("dq")]
    momentum = [sum((times(M[i][j], dq[j]) for j in range(n)), start=0) for i in range(n)]
    N = differentiate(robot.graph, momentum, robot.names("q"))
    flat = differentiate_along(robot.graph, _flatten(M), _rates(robot))
    return lighten(
        robot.graph,
        [times(half, plus(flat[k * n + j], plus(N[k][j], times(-1, N[j][k]))))
         for k in range(n) for j in range(n)],
    )  # fmt: skip


def _coriolis_by_bias(robot: RobotGraph) -> list[list[Operand]]:
    """C = ½ ∂(C q̇)/∂q̇: Christoffel's symbols are symmetric in what they are multiplied by."""
    bias = lighten(robot.graph, list(rnea.inverse_dynamics(robot.chain("ddq"))))
    by = differentiate(robot.graph, bias, robot.names("dq"))
    return [[times(Fraction(1, 2), e) for e in row] for row in by]


@dataclass(frozen=True)
class _Solution:
    """Accelerations, and pivots with their scales."""

    ddq: list[Operand]
    pivots: list[tuple[Operand, Operand]]


@dataclass(frozen=True)
class FactoredSolution(_Solution):
    """The same, with the factors of M; ``at`` are the accelerations by name."""

    factors: Factors[Operand]
    at: dict[str, Operand]


@contextmanager
def _dividing(robot: Robot) -> Iterator[None]:
    """Name the robot whose pivots are zero as the program is written."""
    try:
        yield
    except ZeroDivisionError:
        message = f"the mass matrix of {robot.name!r} is singular everywhere"
        raise SingularError(message) from None


def solve_by_mass_matrix(robot: RobotGraph) -> FactoredSolution:
    """M q̈ = τ − bias by M = Lᵀ D L."""
    M, without = _mass_matrix(robot), bias(robot)
    tau = [robot.graph.input(name) for name in robot.names("tau")]
    rest = [minus(t, b) for t, b in zip(tau, without, strict=True)]
    with _dividing(robot.description):
        parts = factors(M)
    pivots = [(d, M[i][i]) for i, d in enumerate(parts.D)]
    ddq = parts.solve(rest)
    at = dict(zip(robot.names("ddq"), ddq, strict=True))
    return FactoredSolution(ddq, pivots, parts, at)


def _solve_by_articulated_bodies(made: RobotGraph) -> _Solution | None:
    """Where each coordinate moves one joint of its own and nothing else."""
    robot = made.description
    if robot.bodies or any(robot.shares(i) != {k: 1} for i, k in robot.coordinate.items()):
        return None
    if len(robot.coordinate) != len(robot.displacement):
        return None
    chain = made.chain("ddq")
    drives = made.drives("ddq")
    tau: dict[int, Operand] = {}
    for link in chain.links:
        force = made.graph.input(f"tau{robot.coordinate[link.number]}")
        drive = drives.get(link.number)
        own = plus(drive.friction(link.dq), drive.elastic()) if drive else 0
        tau[link.number] = plus(force, times(-1, own))
    rotors = {i: drive.rotor for i, drive in drives.items()}
    with _dividing(robot):
        ddq, pivots = aba.forward_dynamics(chain, tau, rotors, made.load(chain, "ddq"))
    order = [robot.coordinate[link.number] for link in chain.links]
    by_coordinate = dict(zip(order, ddq, strict=True))
    return _Solution([by_coordinate[k] for k in range(1, made.n + 1)], pivots)


def forward_dynamics(robot: RobotGraph) -> list[Operand]:
    """The accelerations, by mass matrix or by articulated bodies."""
    articulated = _solve_by_articulated_bodies(robot) if robot.n >= MANY else None
    ways: list[_Solution] = []
    if articulated is None or robot.n < 2 * MANY:
        ways.append(solve_by_mass_matrix(robot))
    if articulated is not None:
        ways.append(replace(articulated, ddq=lighten(robot.graph, articulated.ddq)))
    least = min(ways, key=lambda way: count_work(way.ddq))
    robot.pivots = least.pivots
    return least.ddq


def inverse_dynamics_derivatives(robot: RobotGraph) -> list[Operand]:
    """∂τ/∂q, then ∂τ/∂q̇."""
    n, forces = robot.n, inverse_dynamics(robot)
    by = differentiate(robot.graph, forces, (*robot.names("q"), *robot.names("dq")))
    return lighten(robot.graph, _flatten([row[:n] for row in by] + [row[n:] for row in by]))


def forward_dynamics_derivatives(robot: RobotGraph) -> list[Operand]:
    """∂q̈/∂q, ∂q̈/∂q̇ = −M⁻¹ ∂τ/∂(q, q̇) at the q̈ that τ gives, and ∂q̈/∂τ = M⁻¹."""
    n = robot.n
    tau = inverse_dynamics(robot)
    about = 2 * n * len(collect_nodes(tau)) + 6 * n**3  # of τ by each q and q̇; of 3n solutions
    if about > MOST:
        raise too_large("a program of about {} operations", about)
    solved = solve_by_mass_matrix(robot)
    by = differentiate(robot.graph, tau, (*robot.names("q"), *robot.names("dq")))
    flat = replace_inputs(robot.graph, _flatten(by), solved.at)
    solve = solved.factors.solve
    columns = [solve([times(-1, e) for e in flat[j :: 2 * n]]) for j in range(2 * n)]
    columns += [solve([int(i == j) for i in range(n)]) for j in range(n)]
    robot.pivots = solved.pivots
    return [columns[at + j][i] for at in (0, n, 2 * n) for i in range(n) for j in range(n)]


def _flatten(rows: Sequence[Sequence[Operand]]) -> list[Operand]:
    return [e for row in rows for e in row]
