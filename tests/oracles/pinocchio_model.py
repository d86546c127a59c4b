"""The same plain robot as a Pinocchio model, and the quantities tests ask of it.

Pinocchio wants its joints added depth first (its issue 1897: `crba` is silently wrong otherwise),
so the coordinates of a tree are put in that order on the way in and back in ours on the way out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pinocchio as pin

from .plain import Array, Axes, PlainRobot, Wrench
from .recursion import Motion

_REFERENCE: dict[Axes, Any] = {
    "base": pin.ReferenceFrame.LOCAL_WORLD_ALIGNED,
    "tool": pin.ReferenceFrame.LOCAL,
}


@dataclass(frozen=True, eq=False)
class PinocchioRobot:
    """A Pinocchio model, the ids of its link and tool frames, and the order of its coordinates."""

    model: Any
    links: tuple[int, ...]
    tool: int
    order: npt.NDArray[np.intp]  # coordinate `order[k]` of the plain robot is Pinocchio's k-th


def depth_first(robot: PlainRobot) -> list[int]:
    """List the joints so that each is followed at once by all it carries."""

    def branch(parent: int) -> list[int]:
        children = [i for i, joint in enumerate(robot.joints) if joint.parent == parent]
        return [index for child in children for index in (child, *branch(child))]

    return branch(-1)


def build(robot: PlainRobot) -> PinocchioRobot:
    """Translate joint by joint; a fixed joint's link is welded to the joint that carries it."""
    model = pin.Model()
    model.gravity = pin.Motion(np.asarray(robot.gravity, float), np.zeros(3))
    kinds = {"R": pin.JointModelRevoluteUnaligned, "T": pin.JointModelPrismaticUnaligned}
    carriers: dict[int, tuple[int, Any]] = {-1: (0, pin.SE3.Identity())}  # joint, place on it
    frames: dict[int, int] = {}
    sequence = depth_first(robot)
    for index in sequence:
        joint = robot.joints[index]
        carrier, place = carriers[joint.parent]
        place = place * pin.SE3(joint.rotation, joint.offset)
        if joint.movable:
            moving = kinds[joint.kind](np.asarray(joint.axis, float))
            carrier = model.addJoint(carrier, moving, place, f"joint{index}")
            place = pin.SE3.Identity()
        model.appendBodyToJoint(carrier, pin.Inertia(joint.mass, joint.com, joint.inertia), place)
        carriers[index] = carrier, place
        frames[index] = _add_frame(model, f"link{index}", carrier, place)
    last = len(robot.joints) - 1
    carrier, place = carriers[last]
    place = place * pin.SE3(robot.tool_rotation, robot.tool_offset)
    tool = _add_frame(model, "tool", carrier, place)
    movable = [index for index, joint in enumerate(robot.joints) if joint.movable]
    order = np.array([movable.index(i) for i in sequence if i in movable], dtype=np.intp)
    return PinocchioRobot(model, tuple(frames[i] for i in range(last + 1)), tool, order)


def _add_frame(model: Any, name: str, carrier: int, place: Any) -> int:
    return int(model.addFrame(pin.Frame(name, carrier, 0, place, pin.FrameType.OP_FRAME)))


def _in_our_order(robot: PinocchioRobot, matrix: Array) -> Array:
    """Put the last index of a vector or matrix back in the plain robot's order."""
    result = np.empty_like(matrix)
    result[..., robot.order] = matrix
    return result


def rnea(
    robot: PinocchioRobot, q: Array, dq: Array, ddq: Array, payload: Wrench | None = None
) -> Array:
    """Give the driving forces; the load pulls back on the last link with the negative wrench."""
    data = robot.model.createData()
    external = _pull(robot, q, payload)
    state = (q[robot.order], dq[robot.order], ddq[robot.order])
    return _in_our_order(robot, pin.rnea(robot.model, data, *state, external))


def joint_forces(
    robot: PinocchioRobot, q: Array, dq: Array, ddq: Array, payload: Wrench | None = None
) -> Array:
    """Give the force and the moment through every joint that moves, in its frame: (n, 6)."""
    model, data = robot.model, robot.model.createData()
    state = (q[robot.order], dq[robot.order], ddq[robot.order])
    pin.rnea(model, data, *state, _pull(robot, q, payload))
    found = np.array([data.f[i].vector for i in range(1, model.njoints)])
    return _in_our_order(robot, found.T).T


def _pull(robot: PinocchioRobot, q: Array, payload: Wrench | None) -> list[Any]:
    """Pinocchio's external forces."""
    model = robot.model
    external = [pin.Force.Zero() for _ in range(model.njoints)]
    if payload is not None:
        frame = model.frames[robot.tool]
        axes = tool_placement(robot, q)[0].T if payload.axes == "base" else np.eye(3)
        reaction = pin.Force(-axes @ payload.force, -axes @ payload.moment)
        external[frame.parentJoint] = frame.placement.act(reaction)
    return external


def kinetic_energy(robot: PinocchioRobot, q: Array, dq: Array) -> float:
    """Give the energy of all that moves."""
    data = robot.model.createData()
    return float(pin.computeKineticEnergy(robot.model, data, q[robot.order], dq[robot.order]))


def potential_energy(robot: PinocchioRobot, q: Array) -> float:
    """Give the energy of the weights that joints carry, zero at the origin of the base."""
    return float(pin.computePotentialEnergy(robot.model, robot.model.createData(), q[robot.order]))


PINOCCHIO_TEN = ("m", "hx", "hy", "hz", "Lxx", "Lxy", "Lyy", "Lxz", "Lyz", "Lzz")
"""The order of its ten parameters of a body."""


def torque_regressor(robot: PinocchioRobot, q: Array, dq: Array, ddq: Array) -> dict[str, Array]:
    """Give the columns of the regressor by name; no joint may be fixed."""
    data = robot.model.createData()
    state = (q[robot.order], dq[robot.order], ddq[robot.order])
    Y = np.array(pin.computeJointTorqueRegressor(robot.model, data, *state))
    columns = _in_our_order(robot, Y.T)
    names = [f"{name}{joint + 1}" for joint in robot.order for name in PINOCCHIO_TEN]
    return dict(zip(names, columns, strict=True))


def crba(robot: PinocchioRobot, q: Array) -> Array:
    """Give the whole symmetric mass matrix (Pinocchio fills its upper triangle)."""
    upper = np.triu(pin.crba(robot.model, robot.model.createData(), q[robot.order]))
    full = upper + np.triu(upper, 1).T
    return _in_our_order(robot, _in_our_order(robot, full).T)


def generalized_gravity(robot: PinocchioRobot, q: Array) -> Array:
    """Give the driving forces that hold the robot still."""
    data = robot.model.createData()
    return _in_our_order(robot, pin.computeGeneralizedGravity(robot.model, data, q[robot.order]))


def coriolis(robot: PinocchioRobot, q: Array, dq: Array) -> Array:
    """Give Pinocchio's Coriolis matrix; compare C dq, for C itself is not unique."""
    data = robot.model.createData()
    matrix = pin.computeCoriolisMatrix(robot.model, data, q[robot.order], dq[robot.order])
    return _in_our_order(robot, _in_our_order(robot, matrix).T).T


def tool_placement(robot: PinocchioRobot, q: Array) -> tuple[Array, Array]:
    """Give the tool's rotation and position in the world."""
    data = robot.model.createData()
    pin.framesForwardKinematics(robot.model, data, q[robot.order])
    place = data.oMf[robot.tool]
    return np.array(place.rotation), np.array(place.translation)


def tool_jacobian(robot: PinocchioRobot, q: Array, axes: Axes = "base") -> Array:
    """Give the Jacobian of the tool's origin, three linear rows then three angular ones."""
    data = robot.model.createData()
    jacobian = pin.computeFrameJacobian(
        robot.model, data, q[robot.order], robot.tool, _REFERENCE[axes]
    )
    return _in_our_order(robot, np.array(jacobian).reshape(6, -1))


def frame_motion(
    robot: PinocchioRobot, frame: int, q: Array, dq: Array, ddq: Array, *, axes: Axes = "base"
) -> Motion:
    """Give a frame's placement, velocity and true (classical) acceleration.

    With `axes` "tool" the velocities and accelerations are in the frame's own axes.
    """
    model, data = robot.model, robot.model.createData()
    pin.forwardKinematics(model, data, q[robot.order], dq[robot.order], ddq[robot.order])
    pin.updateFramePlacements(model, data)
    velocity = pin.getFrameVelocity(model, data, frame, _REFERENCE[axes])
    acceleration = pin.getFrameClassicalAcceleration(model, data, frame, _REFERENCE[axes])
    place = data.oMf[frame]
    return Motion(
        rotation=np.array(place.rotation),
        position=np.array(place.translation),
        omega=np.array(velocity.angular),
        alpha=np.array(acceleration.angular),
        velocity=np.array(velocity.linear),
        acceleration=np.array(acceleration.linear),
    )
