"""The motion of the tool, or of another frame, as graph nodes."""

from __future__ import annotations

from torsor.mechanics import kinematics
from torsor.program.functions.robot_graph import RobotGraph
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import lighten


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


def frames(robot: RobotGraph) -> list[Operand]:
    """Every frame seen from the base: 0 the base itself, each link's, the tool's."""
    found = kinematics.poses(robot.plain_chain()).values()
    return lighten(robot.graph, [e for pose in found for row in pose.matrix for e in row])
