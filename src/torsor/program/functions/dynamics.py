"""Driving forces, M, C, g and accelerations as graph nodes, by the way that is least work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from torsor.algebra.budget import budget, too_large
from torsor.algebra.scalars.arithmetic import Scalar, minus, plus, times
from torsor.errors import SingularError, TooLargeError
from torsor.mechanics.drives import shared
from torsor.mechanics.fast import aba as articulated
from torsor.mechanics.fast import rnea as light
from torsor.mechanics.fast.ltdl import Factors, factors
from torsor.program.functions.expression_nodes import build_nodes
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.differentiation import differentiate, differentiate_along
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import collect_nodes, count_work, lighten, replace_inputs
from torsor.robot.robot import Robot

MOST = 1_200_000
"""Programs of derivatives that would be longer than this are refused before they are made."""

SMALL = 160
"""A recursion with no more operations than this is compared with the closed form."""

WORTH = 0.3
"""Gigabytes that a closed form may take that is compared with a small recursion."""

FEW = 2000
"""A closed form with more terms than this is not less work than a small recursion."""

MANY = 9
"""From so many joints on, articulated bodies are tried; from twice as many on, nothing else."""


def _forces(maker: RobotGraph, *still: str) -> list[Operand]:
    """The driving forces by the lightest recursion, drives included."""
    chain = maker.chain(*still)
    forces = light.inverse_dynamics(chain, maker.load(chain, *still))
    drives = maker.drives(*still)
    at_joint: dict[int, Scalar] = {}
    for link in chain.links:
        if link.number in drives:
            drive = drives[link.number]
            rotor = times(drive.rotor, link.ddq)
            at_joint[link.number] = plus(plus(drive.friction(link.dq), drive.elastic()), rotor)
    return list(forces + shared(chain, at_joint))


def _lightest(
    maker: RobotGraph, recursion: list[Operand], closed: Callable[[], Any]
) -> list[Operand]:
    """The recursion, or the closed form where that is small and less work."""
    best = lighten(maker.graph, recursion)
    if not 0 < count_work(best) <= SMALL:
        return best
    try:
        with budget(WORTH):
            form = closed()
    except TooLargeError:
        return best  # what is that large is not less work
    if sum(len(e) for e in form) > FEW:
        return best
    other = lighten(maker.graph, build_nodes(form, maker.scalars()))
    return other if count_work(other) < count_work(best) else best


def _system(maker: RobotGraph) -> Any:
    from torsor.system import System

    return System(maker.robot)


def _tau_at(maker: RobotGraph, *still: str) -> list[Any]:
    """The closed form of the driving forces with some of the motion zero."""
    zero = {name: 0 for stem in still for name in maker.names(stem)}
    method = "lagrange" if maker.robot.bodies else "newton-euler"
    return [t.subs(zero) if zero else t for t in _system(maker).tau(method)]


def inverse(maker: RobotGraph, *still: str) -> list[Operand]:
    """The driving forces, recursion or closed form."""
    if maker.robot.bodies:
        return lighten(maker.graph, build_nodes(_tau_at(maker, *still), maker.scalars()))
    return _lightest(maker, _forces(maker, *still), lambda: _tau_at(maker, *still))


def gravity(maker: RobotGraph) -> list[Operand]:
    """g(q)."""

    def closed() -> Any:
        return list(_system(maker).tensor.g)

    if maker.robot.bodies:
        return lighten(maker.graph, build_nodes(closed(), maker.scalars()))
    chain = maker.chain("dq", "ddq")
    return _lightest(maker, list(light.inverse_dynamics(chain)), closed)


def mass_matrix(maker: RobotGraph) -> list[list[Operand]]:
    """M(q), rotors included."""
    n = maker.n

    def closed() -> Any:
        M = _system(maker).tensor.M
        return [M[i][j] for i in range(n) for j in range(i, n)]

    if maker.robot.bodies:
        flat = lighten(maker.graph, build_nodes(closed(), maker.scalars()))
    else:
        chain = maker.chain("dq", "ddq")
        M = light.mass_matrix(chain)
        for i, drive in maker.drives("dq", "ddq").items():
            for a, x in maker.robot.shares(i).items():
                for b, y in maker.robot.shares(i).items():
                    M[a - 1][b - 1] = plus(M[a - 1][b - 1], times(x * y, drive.rotor))
        upper = [M[i][j] for i in range(n) for j in range(i, n)]
        flat = _lightest(maker, upper, closed)
    found: list[list[Operand]] = [[0] * n for _ in range(n)]
    entries = iter(flat)
    for i in range(n):
        for j in range(i, n):
            found[i][j] = found[j][i] = next(entries)
    return found


def coriolis(maker: RobotGraph) -> list[list[Operand]]:
    """C = ½ (Ṁ + N − Nᵀ) with N = ∂(M q̇)/∂q: Christoffel's C; of long chains by the bias."""
    if maker.n >= MANY and not maker.robot.bodies:
        return _coriolis_by_bias(maker)
    M, n, half = mass_matrix(maker), maker.n, Fraction(1, 2)
    dq = [maker.graph.input(name) for name in maker.names("dq")]
    momentum = [sum((times(M[i][j], dq[j]) for j in range(n)), start=0) for i in range(n)]
    N = differentiate(maker.graph, momentum, maker.names("q"))
    rates = dict(zip(maker.names("q"), dq, strict=True))
    flat = differentiate_along(maker.graph, [e for row in M for e in row], rates)
    return [
        [times(half, plus(flat[k * n + j], plus(N[k][j], times(-1, N[j][k])))) for j in range(n)]
        for k in range(n)
    ]


def _coriolis_by_bias(maker: RobotGraph) -> list[list[Operand]]:
    """C = ½ ∂(C q̇)/∂q̇: Christoffel's symbols are symmetric in what they are multiplied by."""
    bias = lighten(maker.graph, list(light.inverse_dynamics(maker.chain("ddq"))))
    by = differentiate(maker.graph, bias, maker.names("dq"))
    return [[times(Fraction(1, 2), e) for e in row] for row in by]


@dataclass(frozen=True)
class Solved:
    """Accelerations, pivots with their scales, and the factors of M where there are any."""

    ddq: list[Operand]
    pivots: list[tuple[Operand, Operand]]
    factors: Factors | None = None


def _singular_everywhere(robot: Robot) -> SingularError:
    return SingularError(f"the mass matrix of {robot.name!r} is singular everywhere")


def _by_mass_matrix(maker: RobotGraph) -> Solved:
    M = mass_matrix(maker)
    bias = inverse(maker, "ddq")
    tau = [maker.graph.input(name) for name in maker.names("tau")]
    rest = [minus(t, b) for t, b in zip(tau, bias, strict=True)]
    try:
        parts = factors(M)
    except ZeroDivisionError:
        raise _singular_everywhere(maker.robot) from None
    pivots = [(d, M[i][i]) for i, d in enumerate(parts.D)]
    return Solved(parts.solve(rest), pivots, parts)


def _by_articulated_bodies(maker: RobotGraph) -> Solved | None:
    """Where each coordinate moves one joint of its own and nothing else."""
    robot = maker.robot
    if robot.bodies or any(robot.shares(i) != {k: 1} for i, k in robot.coordinate.items()):
        return None
    if len(robot.coordinate) != len(robot.displacement):
        return None
    chain = maker.chain("ddq")
    drives = maker.drives("ddq")
    tau: dict[int, Operand] = {}
    for link in chain.links:
        force = maker.graph.input(f"tau{robot.coordinate[link.number]}")
        drive = drives.get(link.number)
        own = plus(drive.friction(link.dq), drive.elastic()) if drive else 0
        tau[link.number] = plus(force, times(-1, own))
    rotors = {i: drive.rotor for i, drive in drives.items()}
    try:
        ddq, pivots = articulated.forward_dynamics(chain, tau, rotors, maker.load(chain, "ddq"))
    except ZeroDivisionError:
        raise _singular_everywhere(robot) from None
    order = [robot.coordinate[link.number] for link in chain.links]
    by_coordinate = dict(zip(order, ddq, strict=True))
    return Solved([by_coordinate[k] for k in range(1, maker.n + 1)], pivots)


def forward(maker: RobotGraph) -> Solved:
    """The accelerations, by mass matrix or by articulated bodies."""
    other = _by_articulated_bodies(maker) if maker.n >= MANY else None
    if other is not None and maker.n >= 2 * MANY:
        return Solved(lighten(maker.graph, other.ddq), other.pivots)
    solved = _by_mass_matrix(maker)
    if other is not None:
        flat = lighten(maker.graph, other.ddq)
        if count_work(flat) < count_work(solved.ddq):
            return Solved(flat, other.pivots)
    return solved


def forward_derivatives(maker: RobotGraph) -> tuple[list[Operand], list[tuple[Operand, Operand]]]:
    """∂q̈/∂q, ∂q̈/∂q̇ = −M⁻¹ ∂τ/∂(q, q̇) at the q̈ that τ gives, and ∂q̈/∂τ = M⁻¹."""
    n = maker.n
    tau = inverse(maker)
    about = 2 * n * len(collect_nodes(tau)) + 6 * n**3  # of τ by each q and q̇; of 3n solutions
    if about > MOST:
        raise too_large("a program of about {} operations", about)
    solved = _by_mass_matrix(maker)
    assert solved.factors is not None
    names = maker.names("ddq")
    by = differentiate(maker.graph, tau, (*maker.names("q"), *maker.names("dq")))
    at = dict(zip(names, solved.ddq, strict=True))
    flat = replace_inputs(maker.graph, [e for row in by for e in row], at)
    by = [flat[i * 2 * n : (i + 1) * 2 * n] for i in range(n)]
    columns_of = []
    for j in range(2 * n):
        columns_of.append(solved.factors.solve([times(-1, by[i][j]) for i in range(n)]))
    inverse_M = [solved.factors.solve([int(i == j) for i in range(n)]) for j in range(n)]
    blocks = (columns_of[:n], columns_of[n:], inverse_M)
    return [block[j][i] for block in blocks for i in range(n) for j in range(n)], solved.pivots
