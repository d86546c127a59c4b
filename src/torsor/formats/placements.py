"""Constant placements from plain data, and composed: a base under a robot, a tool on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from torsor.algebra.formula import Formula, exact, formula, name, number
from torsor.algebra.scalars.formulas import FormulaScalars
from torsor.algebra.surds import simple
from torsor.errors import RobotError
from torsor.formats.fields import Reader, axis_field, known_keys, read_fields, rotation_field, three
from torsor.robot.robot import Frame, Quaternion, Robot, Turn
from torsor.spatial.rotations import RPY, quaternion_matrix, quaternion_of, roll_pitch_yaw, rotation
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, Matrix, Vector

FRAME: dict[str, Reader] = {"offset": three, "rotation": rotation_field}
CLOSE = 1e-9
"""How far a matrix in floats may be from orthogonal, and its angles from multiples of 15°."""
FIFTEEN = 0.2617993877991494


def read_frame(value: Any) -> Frame:
    """A constant placement: a table with offset and rotation, or a 4 × 4 matrix of numbers."""
    if isinstance(value, Frame):
        return value
    if isinstance(value, (list, tuple)):
        return _from_matrix(value)
    known_keys("a frame", value, FRAME)
    return Frame(**read_fields(value, FRAME))


def _from_matrix(rows: Sequence[Any]) -> Frame:
    """A homogeneous matrix; multiples of 15° are exact, other rotations nearby rational ones."""
    square = len(rows) == 4 and all(isinstance(r, (list, tuple)) and len(r) == 4 for r in rows)
    if not square:
        raise RobotError("expected a table with offset, rotation, or a matrix of 4 rows of 4")
    entries = [[exact(e) for e in row] for row in rows]
    R = [[float(e) for e in row[:3]] for row in entries[:3]]
    products = [[sum(a * b for a, b in zip(u, v, strict=True)) for v in R] for u in R]
    off = max(abs(products[i][j] - (i == j)) for i in range(3) for j in range(3))
    x, y, z = (Vector(row) for row in R)
    if entries[3] != [0, 0, 0, 1] or off > CLOSE or x.cross(y).dot(z) < 0:
        raise RobotError(
            "the matrix is no placement; expected a rotation, an offset and a last row 0 0 0 1"
        )
    ox, oy, oz = (number(row[3]) for row in entries[:3])
    angles = roll_pitch_yaw(R)
    fifteens = [round(angle / FIFTEEN) for angle in angles]
    if all(abs(a - k * FIFTEEN) < CLOSE for a, k in zip(angles, fifteens, strict=True)):
        turns = zip(RPY, reversed(fifteens), strict=True)
        made = [Turn(axis_field(a), number(15 * k) * name("deg")) for (a, _), k in turns if k]
        return Frame((ox, oy, oz), tuple(made))
    return Frame((ox, oy, oz), (Quaternion(*map(exact, quaternion_of(R))),))


def compose(outer: Frame, inner: Frame) -> Frame:
    """The inner frame placed in the outer one, as one placement."""
    if outer == Frame() or inner == Frame():
        return inner if outer == Frame() else outer
    place = _transform(outer) @ _transform(inner)
    x, y, z = (formula(e) for e in place.p)
    return Frame((x, y, z), (*outer.rotation, *inner.rotation))


def _transform(frame: Frame) -> Transform[Formula | int]:
    scalars = FormulaScalars()
    R = IDENTITY
    for turn in frame.rotation:
        if isinstance(turn, Turn):
            axis = Vector(scalars.value(e) for e in turn.axis)
            R = R @ rotation(axis, *scalars.sin_cos(turn.angle))
        else:
            rows = quaternion_matrix((turn.w, turn.x, turn.y, turn.z))
            R = R @ Matrix([scalars.number(simple(e)) for e in row] for row in rows)
    return Transform(R, Vector(scalars.value(e) for e in frame.offset))


def stand_on(robot: Robot, base: Frame) -> Robot:
    """The robot with its base placed somewhere: the joints that the base carries are moved."""
    joints = tuple(
        joint if joint.parent else replace(joint, placement=compose(base, joint.placement))
        for joint in robot.joints
    )
    return replace(robot, joints=joints)


def carry_tool(robot: Robot, tool: Frame) -> Robot:
    """The robot with a tool on what its last link ends with."""
    return replace(robot, tool=compose(robot.tool, tool))
