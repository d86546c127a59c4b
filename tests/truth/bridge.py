"""A torsor robot in numbers, as the plain robot that the oracles judge by.

Formulas become floats one by one; rotations are composed here, from the oracles' own Rodrigues
formula and from the product of quaternions, so nothing of torsor's geometry is taken on trust.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import pi

import numpy as np
from tests.oracles.plain import Array, PlainJoint, PlainRobot, Wrench
from tests.oracles.random_robots import State, random_inertia, random_state
from tests.oracles.recursion import turn

from torsor import Frame, Link, Robot
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import FloatScalars
from torsor.robot import Turn
from torsor.robot.symbols import parameters

Values = Mapping[str, float]
INERTIA = ("xx", "yy", "zz", "xy", "xz", "yz")
ANGLE_UNITS = {"pi": pi, "deg": pi / 180, "rad": 1.0}


@dataclass(frozen=True, eq=False)
class Numbers:
    """A robot in numbers: a carried body is one more fixed link, any other load a wrench."""

    robot: PlainRobot
    payload: Wrench | None


def in_numbers(robot: Robot, values: Values) -> Numbers:
    """The robot, as its hypotheses have already made it, at these values of its symbols."""
    body = robot.payload.body
    plain = plain_robot(robot, values)
    if robot.payload.kind == "wrench":
        entries = vector(robot.payload.wrench, values)
        return Numbers(plain, Wrench(entries[:3], entries[3:], axes=robot.payload.axes))
    if robot.payload.kind == "weight":
        weight = -value(body.mass, values) * plain.gravity
        return Numbers(plain, Wrench(weight, np.zeros(3), axes="base"))
    if robot.payload.kind == "body":
        return Numbers(carrying(plain, *body_numbers(body, values)), None)
    return Numbers(plain, None)


def plain_robot(robot: Robot, values: Values) -> PlainRobot:
    """Joints, links and tool, without the payload."""
    joints = []
    for joint, link in zip(robot.joints, robot.links, strict=True):
        rotation, offset = placement(joint.placement, values)
        mass, com, inertia = body_numbers(link, values)
        axis = vector(joint.axis, values)
        joints.append(
            PlainJoint(joint.kind, axis, offset, rotation, joint.parent - 1, mass, com, inertia)
        )
    tool_rotation, tool_offset = placement(robot.tool, values)
    return PlainRobot(tuple(joints), vector(robot.gravity, values), tool_offset, tool_rotation)


def carrying(robot: PlainRobot, mass: float, com: Array, inertia: Array) -> PlainRobot:
    """The robot with a body fixed to its tool."""
    load = PlainJoint(
        "F",
        axis=np.array([0.0, 0.0, 1.0]),
        offset=robot.tool_offset,
        rotation=robot.tool_rotation,
        parent=len(robot.joints) - 1,
        mass=mass,
        com=com,
        inertia=inertia,
    )
    return PlainRobot((*robot.joints, load), robot.gravity)


def body_numbers(link: Link, values: Values) -> tuple[float, Array, Array]:
    """Mass, mass centre and inertia tensor."""
    inertia = tensor(vector(link.inertia, values))
    return value(link.mass, values), vector(link.com, values), inertia


def tensor(entries: Iterable[float]) -> Array:
    """The symmetric matrix of xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = entries
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def entries(inertia: Array) -> list[float]:
    """The six entries xx, yy, zz, xy, xz, yz of a symmetric matrix."""
    return [float(inertia[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def placement(frame: Frame, values: Values) -> tuple[Array, Array]:
    """Rotation matrix and offset of a constant placement."""
    rotation = np.eye(3)
    for part in frame.rotation:
        if isinstance(part, Turn):
            angle = value(part.angle, {**values, **ANGLE_UNITS})
            rotation = rotation @ turn(vector(part.axis, values), angle)
        else:
            rotation = rotation @ quaternion_rotation(*map(float, (part.w, part.x, part.y, part.z)))
    return rotation, vector(frame.offset, values)


def quaternion_rotation(w: float, x: float, y: float, z: float) -> Array:
    """The rotation of a quaternion p of any length: the columns are p e p⁻¹."""
    p = np.array([w, x, y, z])
    inverse = p * [1, -1, -1, -1] / (p @ p)
    columns = [_product(_product(p, np.array([0.0, *e])), inverse)[1:] for e in np.eye(3)]
    return np.array(columns).T


def _product(p: Array, q: Array) -> Array:
    scalar = p[0] * q[0] - p[1:] @ q[1:]
    return np.array([scalar, *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


def value(formula: Formula, values: Values) -> float:
    """A formula as a float."""
    return float(FloatScalars(values).value(formula))


def vector(formulas: Iterable[Formula], values: Values) -> Array:
    """Formulas as floats."""
    return np.array([value(f, values) for f in formulas])


def random_values(rng: np.random.Generator, robot: Robot) -> dict[str, float]:
    """A number for each of the robot's parameters, such as a real robot could have.

    Numbers are whole 1024ths: a closed form of many terms, evaluated exactly, then stays quick.
    """
    found: dict[str, float] = {}
    for name in parameters(robot):
        if name in found:
            continue
        if name.startswith("I"):
            label = name[3:]
            inertia = zip(INERTIA, entries(random_inertia(rng)), strict=True)
            found |= {f"I{axes}{label}": entry for axes, entry in inertia}
        elif name.startswith("m"):
            found[name] = rng.uniform(0.5, 5.0)
        elif name.startswith(("f", "n")):
            found[name] = rng.uniform(-20.0, 20.0)
        elif name == "g":
            found[name] = rng.uniform(9.0, 10.0)
        else:
            found[name] = rng.uniform(-1.0, 1.0)
    return {name: short(number) for name, number in found.items()}


def short(number: float) -> float:
    """The nearest whole 1024th."""
    return round(number * 1024) / 1024


def short_state(rng: np.random.Generator, dof: int) -> State:
    """A random state with short velocities and accelerations."""
    state = random_state(rng, dof)
    return State(state.q, *(np.round(v * 1024) / 1024 for v in (state.dq, state.ddq)))


def with_state(values: Values, state: State) -> dict[str, float]:
    """The values together with those of the coordinates, velocities and accelerations."""
    moving = {}
    for prefix, numbers in (("q", state.q), ("dq", state.dq), ("ddq", state.ddq)):
        moving |= {f"{prefix}{k}": float(x) for k, x in enumerate(numbers, 1)}
    return {**values, **moving}
