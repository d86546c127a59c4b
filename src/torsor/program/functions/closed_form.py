"""The closed form as graph nodes, where that is less work than a recursion or all that there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from torsor.algebra.budget import budget
from torsor.errors import TooLargeError
from torsor.program.functions.expression_nodes import build_nodes
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import count_work, lighten

if TYPE_CHECKING:
    from torsor.algebra.expression import Expression
    from torsor.model import Model

SMALL = 160
"""A recursion with no more operations than this is compared with the closed form."""

WORTH = 0.3
"""Gigabytes that a closed form may take that is compared with a small recursion."""

FEW = 2000
"""A closed form with more terms than this is not less work than a small recursion."""


def write_lightest(
    robot: RobotGraph,
    recursion: Callable[[], list[Operand]],
    closed: Callable[[], list[Expression]],
) -> list[Operand]:
    """The recursion, or the closed form where that is small and less work or all that there is."""
    if robot.description.bodies:
        return lighten(robot.graph, build_nodes(closed(), robot.scalars()))
    best = lighten(robot.graph, recursion())
    if not 0 < count_work(best) <= SMALL:
        return best
    try:
        with budget(WORTH):
            form = closed()
    except TooLargeError:
        return best  # what is that large is not less work
    if sum(len(e) for e in form) > FEW:
        return best
    other = lighten(robot.graph, build_nodes(form, robot.scalars()))
    return other if count_work(other) < count_work(best) else best


def find_model(robot: RobotGraph) -> Model:
    """The exact model of the robot that a program is made for."""
    from torsor.model import Model

    return Model(robot.description, "lagrange")
