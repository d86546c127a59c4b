"""The tool's motion and the regressor as graph nodes."""

from __future__ import annotations

from torsor.mechanics.kinematics import jacobian, poses, tool_motion
from torsor.mechanics.parameters.regressor import columns
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.nodes import Operand
from torsor.robot.robot import Robot


def pose(maker: RobotGraph) -> list[Operand]:
    """The tool's frame, 4 × 4."""
    tool = poses(maker.plain_chain())["tool"]
    return [e for row in tool.matrix for e in row]


def tool_jacobian(maker: RobotGraph) -> list[Operand]:
    """J_v over J_w of the tool."""
    J = jacobian(maker.plain_chain())
    return [e for matrix in (J.J_v, J.J_w) for row in matrix for e in row]


def jacobian_rate(maker: RobotGraph) -> list[Operand]:
    """J̇ q̇: the tool's accelerations when no joint accelerates."""
    chain = maker.plain_chain("ddq")
    R = poses(chain)["tool"].R
    tool = tool_motion(chain)
    return [*(R @ tool.a), *(R @ tool.epsilon)]


def regressor_names(robot: Robot) -> tuple[str, ...]:
    """The parameters of the regressor's columns."""
    maker = RobotGraph(robot, {})
    return tuple(c.name for c in columns(maker.plain_chain(), maker.drives()))


def regressor(maker: RobotGraph) -> tuple[list[Operand], int]:
    """Y by rows, and how many columns it has."""
    found = columns(maker.plain_chain(), maker.drives())
    return [c.work[i] for i in range(maker.n) for c in found], len(found)
