"""Motors as bodies: each a point mass on a link, where the joint that it drives is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from torsor.algebra.formula import Formula
from torsor.errors import RobotError
from torsor.robot.frame import IN_PLACE
from torsor.robot.robot import ORIGIN, ZERO, Frame, Joint, Link, Robot

NO_INERTIA = (ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


def joint_of(robot: Robot, coordinate: int) -> int:
    """The joint that a coordinate moves; refused where several share one."""
    found = [joint for joint, k in robot.coordinate.items() if k == coordinate]
    moved = [joint.kind for joint in robot.joints if joint.kind != "F"]
    if robot.bodies or len(found) != 1 or len(moved) != robot.dof:
        raise RobotError(f"{robot.name!r} has coupled joints; which motor drives which is not told")
    return found[0]


def carrier_of(robot: Robot, coordinate: int) -> int:
    """The link that carries a joint's motor unless told otherwise: the one before it."""
    return robot.joints[joint_of(robot, coordinate) - 1].parent


def attach_motors(
    robot: Robot, masses: Mapping[int, Formula], carriers: Mapping[int, int]
) -> Robot:
    """The robot with a mass for the motor of each coordinate; the tool stays where it is.

    On the link before its joint a motor is where the joint is, on another at that link's frame;
    the base's motors move nothing.
    """
    joints, links = list(robot.joints), list(robot.links)
    last = len(joints)
    for coordinate, mass in masses.items():
        carrier = carriers[coordinate]
        if not carrier:
            continue
        joint = robot.joints[joint_of(robot, coordinate) - 1]
        near = joint.parent == carrier
        place = Frame(joint.placement.offset) if near else IN_PLACE
        joints.append(Joint("F", joint.axis, place, carrier, f"motor {coordinate}"))
        links.append(Link(mass, ORIGIN, NO_INERTIA))
    if len(joints) == last:
        return robot
    joints.append(Joint("F", robot.joints[-1].axis, IN_PLACE, last, "tool"))
    links.append(Link(ZERO, ORIGIN, NO_INERTIA))
    return replace(robot, joints=tuple(joints), links=tuple(links))
