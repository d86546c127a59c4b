"""The motion of the tool, or of another frame, and the regressor as graph nodes."""

from __future__ import annotations

from torsor.mechanics import kinematics
from torsor.mechanics.parameters.regressor import columns
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import lighten
from torsor.robot.robot import Robot


def forward_kinematics(robot: RobotGraph) -> list[Operand]:
    """The frame seen from the base, 4 × 4."""
    pose = kinematics.poses(robot.plain_chain())[robot.frame]
    return lighten(robot.graph, [e for row in pose.matrix for e in row])


def jacobian(robot: RobotGraph) -> list[Operand]:
    """J_v over J_w of the frame."""
    J = kinematics.jacobian(robot.plain_chain(), robot.frame)
    return lighten(robot.graph, [e for matrix in (J.J_v, J.J_w) for row in matrix for e in row])


def jacobian_rate(robot: RobotGraph) -> list[Operand]:
    """J̇ q̇: the frame's accelerations when no joint accelerates."""
    chain = robot.plain_chain("ddq")
    R = kinematics.poses(chain)[robot.frame].R
    moved = kinematics.frame_motion(chain, robot.frame)
    return lighten(robot.graph, [*(R @ moved.a), *(R @ moved.epsilon)])


def regressor(robot: RobotGraph) -> list[Operand]:
    """Y, row by row."""
    found = columns(robot.plain_chain(), robot.drives())
    return lighten(robot.graph, [c.work[i] for i in range(robot.n) for c in found])


def regressor_names(description: Robot) -> tuple[str, ...]:
    """The parameters of the regressor's columns."""
    robot = RobotGraph(description, {})
    return tuple(c.name for c in columns(robot.plain_chain(), robot.drives()))
