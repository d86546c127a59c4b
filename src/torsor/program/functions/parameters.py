"""What the driving forces are linear in, as graph nodes: regressor, base parameters, dynamics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from torsor.algebra.budget import too_large
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.arithmetic import plus, summed, times
from torsor.mechanics.drives import drive_columns
from torsor.mechanics.fast import rnea
from torsor.mechanics.fast.aligned_frames import PointMasses
from torsor.mechanics.parameters.grouping import Grouping, group_columns, inertial_symbols
from torsor.mechanics.parameters.regressor import NAMES, columns
from torsor.program.functions.expression_nodes import build_nodes
from torsor.program.functions.preparation import put_numbers
from torsor.program.functions.robot_graph import RobotGraph, base_names
from torsor.program.graph.differentiation import differentiate
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import collect_nodes, lighten
from torsor.robot.robot import Robot
from torsor.robot.symbols import robot_ring
from torsor.spatial.inertia import second_moments, tensor
from torsor.spatial.vectors import Vector

MOST = 1_200_000
"""Programs of derivatives that would be longer than this are refused before they are made."""


def without_inertia(robot: Robot, values: Mapping[str, Formula]) -> dict[str, Formula]:
    """The values of the geometry alone: what is linear in the rest does not ask for it."""
    inertial = inertial_symbols(robot)
    return {name: value for name, value in values.items() if name not in inertial}


def group_robot(robot: Robot, values: Mapping[str, Formula]) -> Grouping:
    """The grouping of every robot of this geometry; symbols that have a value are numbers in it."""
    return _group(robot, tuple(sorted(without_inertia(robot, values).items(), key=lambda e: e[0])))


@lru_cache(maxsize=16)
def _group(robot: Robot, given: tuple[tuple[str, Formula], ...]) -> Grouping:
    numbered = put_numbers(robot, dict(given))
    return group_columns(numbered, robot_ring(numbered))


def regressor_names(description: Robot) -> tuple[str, ...]:
    """The parameters of the regressor's columns."""
    robot = RobotGraph(description, {})
    return tuple(c.name for c in columns(robot.plain_chain(), robot.drives()))


def _rows(robot: RobotGraph) -> list[Operand]:
    found = columns(robot.plain_chain(), robot.drives())
    return [c.work[i] for i in range(robot.n) for c in found]


def regressor(robot: RobotGraph) -> list[Operand]:
    """Y, row by row."""
    return lighten(robot.graph, _rows(robot))


def regressor_derivatives(robot: RobotGraph) -> list[Operand]:
    """∂Y/∂q: for each row of Y and each coordinate, a row."""
    n, Y = robot.n, regressor(robot)
    about = n * len(collect_nodes(Y))
    if about > MOST:
        raise too_large("a program of about {} operations", about)
    by, p = differentiate(robot.graph, Y, robot.names("q")), len(Y) // n
    flat = [by[i * p + k][j] for i in range(n) for j in range(n) for k in range(p)]
    return lighten(robot.graph, flat)


def base_regressor(robot: RobotGraph) -> list[Operand]:
    """Y_b, row by row."""
    grouping = group_robot(robot.description, robot.values)
    found = {c.name: c.work for c in columns(robot.plain_chain(), robot.drives())}
    made = []
    for name in grouping.names:
        factors = _factors(robot, grouping, name)
        made.append(
            [summed(times(f, found[n][i]) for n, f in factors.items()) for i in range(robot.n)]
        )
    return lighten(robot.graph, [column[i] for i in range(robot.n) for column in made])


def _factors(robot: RobotGraph, grouping: Grouping, name: str) -> dict[str, Operand]:
    """A column of Y_b by columns of Y, its divisor included."""
    nodes = _nodes(robot, grouping.C[name])
    divisor = grouping.divisors.get(name)
    if divisor is None:
        return nodes
    below = robot.graph.divide(1, build_nodes([divisor], robot.scalars())[0])
    return {n: times(below, e) for n, e in nodes.items()}


def _nodes(robot: RobotGraph, factors: Mapping[str, Expression]) -> dict[str, Operand]:
    made = build_nodes(list(factors.values()), robot.scalars())
    return dict(zip(factors, made, strict=True))


def inverse_dynamics_base(robot: RobotGraph) -> list[Operand]:
    """Y_b β and what is carried: the recursion with π = C β, for which β is K π again."""
    grouping = group_robot(robot.description, robot.values)
    given: dict[str, Operand] = {}
    for name, symbol in zip(grouping.names, base_names(len(grouping.names)), strict=True):
        beta = robot.graph.input(symbol)
        for original, factor in _factors(robot, grouping, name).items():
            given[original] = plus(given.get(original, 0), times(factor, beta))
    chain = robot.chain_with(
        {i: _masses(given, i) for i in range(1, len(robot.description.joints) + 1)}
    )
    forces = rnea.inverse_dynamics(chain, robot.load(chain))
    plain, drives = robot.plain_chain(), robot.drives()
    for name, _, work in drive_columns(plain, drives):
        forces = forces + work * given.get(name, 0)
    return lighten(robot.graph, list(forces))


def _masses(given: Mapping[str, Operand], link: int) -> PointMasses[Operand]:
    """A link of these parameters."""
    m, x, y, z, *inertia = (given.get(f"{name}{link}", 0) for name in NAMES)
    return PointMasses(m, Vector((x, y, z)), second_moments(tensor(inertia)))
