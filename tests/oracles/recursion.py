"""Inverse dynamics in floating point and in world coordinates, for tests only.

Every position, velocity and acceleration is a world vector, and each driving force is the moment
about (or the force along) its own axis of the inertial forces of everything the joint carries
(d'Alembert). Nothing is handed back from link to link, unlike in the recursions it judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .plain import Array, PlainRobot, Wrench


@dataclass(frozen=True, eq=False)
class Motion:
    """Placement and true motion of a frame, in world axes, of its origin."""

    rotation: Array
    position: Array
    omega: Array
    alpha: Array
    velocity: Array
    acceleration: Array


@dataclass(frozen=True, eq=False)
class Forces:
    """Driving forces, and the summed magnitudes of the terms each is made of."""

    tau: Array
    magnitude: Array


def cross(a: Array, b: Array) -> Array:
    """Give the cross product (numpy's own is many times slower on three numbers)."""
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def turn(axis: Array, angle: float) -> Array:
    """Rotate about a unit axis, by Rodrigues' formula."""
    x, y, z = axis
    k = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.array(np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * (k @ k))


def _carried(base: Motion, arm: Array, rotation: Array) -> Motion:
    """Move a frame along with another one, `arm` away from it in world axes."""
    return Motion(
        rotation=rotation,
        position=base.position + arm,
        omega=base.omega,
        alpha=base.alpha,
        velocity=base.velocity + cross(base.omega, arm),
        acceleration=base.acceleration
        + cross(base.alpha, arm)
        + cross(base.omega, cross(base.omega, arm)),
    )


def _at_rest() -> Motion:
    zero = np.zeros(3)
    return Motion(np.eye(3), zero, zero, zero, zero, zero)


def link_motions(robot: PlainRobot, q: Array, dq: Array, ddq: Array) -> list[Motion]:
    """Give the motion of every joint's frame, fixed joints included; accelerations are true."""
    motions: list[Motion] = []
    coordinates = iter(zip(q, dq, ddq, strict=True))
    for joint in robot.joints:
        parent = motions[joint.parent] if joint.parent >= 0 else _at_rest()
        placed = _carried(parent, parent.rotation @ joint.offset, parent.rotation @ joint.rotation)
        axis = placed.rotation @ joint.axis
        if joint.kind == "F":
            motions.append(placed)
            continue
        position, speed, rate = (float(value) for value in next(coordinates))
        if joint.kind == "R":
            motions.append(
                Motion(
                    rotation=placed.rotation @ turn(joint.axis, position),
                    position=placed.position,
                    omega=placed.omega + axis * speed,
                    alpha=placed.alpha + axis * rate + cross(placed.omega, axis * speed),
                    velocity=placed.velocity,
                    acceleration=placed.acceleration,
                )
            )
        else:
            slid = _carried(placed, axis * position, placed.rotation)
            coriolis = 2.0 * cross(slid.omega, axis * speed)
            motions.append(
                Motion(
                    rotation=slid.rotation,
                    position=slid.position,
                    omega=slid.omega,
                    alpha=slid.alpha,
                    velocity=slid.velocity + axis * speed,
                    acceleration=slid.acceleration + coriolis + axis * rate,
                )
            )
    return motions


def tool_motion(robot: PlainRobot, motions: Sequence[Motion]) -> Motion:
    """Give the motion of the tool's frame, carried by the last link."""
    last = motions[-1]
    return _carried(last, last.rotation @ robot.tool_offset, last.rotation @ robot.tool_rotation)


def _carried_by(robot: PlainRobot) -> list[set[int]]:
    """List for each joint the links it moves: its own and all that descend from it."""
    carried = [{index} for index in range(len(robot.joints))]
    for index in reversed(range(len(robot.joints))):
        parent = robot.joints[index].parent
        if parent >= 0:
            carried[parent] |= carried[index]
    return carried


def _loads(
    robot: PlainRobot, motions: Sequence[Motion], payload: Wrench | None
) -> list[tuple[int, Array, Array, Array]]:
    """List what has to be driven, as (link, point, force, moment) in world axes."""
    loads: list[tuple[int, Array, Array, Array]] = []
    for index, (joint, motion) in enumerate(zip(robot.joints, motions, strict=True)):
        centre = _carried(motion, motion.rotation @ joint.com, motion.rotation)
        inertia = motion.rotation @ joint.inertia @ motion.rotation.T
        force = joint.mass * (centre.acceleration - robot.gravity)
        moment = inertia @ motion.alpha + cross(motion.omega, inertia @ motion.omega)
        loads.append((index, centre.position, force, moment))
    if payload is not None:
        tool = tool_motion(robot, motions)
        axes = tool.rotation if payload.axes == "tool" else np.eye(3)
        last = len(robot.joints) - 1
        loads.append((last, tool.position, axes @ payload.force, axes @ payload.moment))
    return loads


def driving_forces(
    robot: PlainRobot, q: Array, dq: Array, ddq: Array, payload: Wrench | None = None
) -> Forces:
    """Sum, about each joint's axis, the moments (or along it the forces) of what it carries."""
    motions = link_motions(robot, q, dq, ddq)
    loads = _loads(robot, motions, payload)
    tau: list[float] = []
    magnitude: list[float] = []
    for joint, motion, carried in zip(robot.joints, motions, _carried_by(robot), strict=True):
        if joint.kind == "F":
            continue
        axis = motion.rotation @ joint.axis
        terms: list[float] = []
        for link, point, force, moment in loads:
            if link not in carried:
                continue
            if joint.kind == "R":
                arm = point - motion.position
                terms += [float(axis @ moment), float(axis @ cross(arm, force))]
            else:
                terms.append(float(axis @ force))
        tau.append(sum(terms))
        magnitude.append(sum(abs(term) for term in terms))
    return Forces(np.array(tau), np.array(magnitude))


def inverse_dynamics(
    robot: PlainRobot, q: Array, dq: Array, ddq: Array, payload: Wrench | None = None
) -> Array:
    """Give the driving forces alone."""
    return driving_forces(robot, q, dq, ddq, payload).tau


def mass_matrix(robot: PlainRobot, q: Array) -> Array:
    """Give M column by column: the forces of one unit acceleration, at rest and weightless."""
    weightless = PlainRobot(robot.joints, gravity=np.zeros(3))
    rest = np.zeros(robot.dof)
    columns = [inverse_dynamics(weightless, q, rest, unit) for unit in np.eye(robot.dof)]
    return np.array(columns).reshape(robot.dof, robot.dof).T


def gravity_forces(robot: PlainRobot, q: Array) -> Array:
    """Give the driving forces that hold the robot still."""
    rest = np.zeros(robot.dof)
    return inverse_dynamics(robot, q, rest, rest)


def tool_jacobian(robot: PlainRobot, q: Array) -> Array:
    """Give the tool's Jacobian in world axes, three linear rows then three angular ones."""
    rest = np.zeros(robot.dof)
    columns = []
    for unit in np.eye(robot.dof):
        tool = tool_motion(robot, link_motions(robot, q, unit, rest))
        columns.append(np.concatenate([tool.velocity, tool.omega]))
    return np.array(columns).reshape(robot.dof, 6).T
