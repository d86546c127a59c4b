"""Elementary transform sequences, as Robotics Toolbox users know them.

``"Rz(q1) tz(q2) tx(l2) ty(l3) ty(q3) ty(l4) Rz(q4) Ry(q5) ty(l6)"`` is RTTRR: each element turns
about or moves along an axis, by a constant or by a joint coordinate.
"""

from __future__ import annotations

import re

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, formula, name, total
from torsor.algebra.scalars.formulas import FormulaScalars
from torsor.errors import RobotError, TorsorError, shown
from torsor.formats.fields import AXES, axis_field
from torsor.robot.robot import Frame, Joint, Robot, Turn, symbolic_link
from torsor.robot.symbols import robot_ring
from torsor.spatial.rotations import rotation
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import Vector

MOST_ELEMENTS = 2000
"""Sequences with more elements than this are refused."""

COORDINATE = re.compile(r"q([0-9]+)\Z")


class _Placement:
    """The constant transform gathered since the last joint."""

    def __init__(self) -> None:
        self.at: Transform[Formula | int] = Transform()
        self.turns: list[Turn] = []

    def turn(self, axis: str, angle: Formula) -> None:
        if not angle:
            return
        s, c = FormulaScalars().sin_cos(angle)
        direction: Vector[Formula | int] = Vector(AXES[axis])
        self.at = self.at @ Transform(rotation(direction, s, c))
        self.turns.append(Turn(axis_field(axis), angle))

    def move(self, axis: str, length: Formula) -> None:
        scale = FormulaScalars().value(length)
        direction: Vector[Formula | int] = Vector(AXES[axis])
        self.at = self.at @ Transform(p=direction * scale)

    def frame(self) -> Frame:
        x, y, z = (formula(e) for e in self.at.p)
        return Frame((x, y, z), tuple(self.turns))


def read_ets(text: str, label: str = "robot") -> Robot:
    """A robot from an elementary transform sequence."""
    from torsor.algebra.grammar import parse_sequence

    joints: list[Joint] = []
    place = _Placement()
    elements = parse_sequence(text)
    if len(elements) > MOST_ELEMENTS:
        raise RobotError(
            f"{shown(text)} has {len(elements)} elements; at most {MOST_ELEMENTS} are read"
        )
    for element, argument in elements:
        where = f"{shown(f'{element}({argument})')} at column {element.column} of {shown(text)}"
        kind, axis = element[:1], element[1:]
        if kind not in "Rt" or axis not in AXES:
            raise RobotError(f"{where}: expected one of Rx, Ry, Rz, tx, ty, tz")
        try:
            constant, sign, coordinate = split(argument)
            if kind == "R":
                angle_of(constant)
                place.turn(axis, constant)
            else:
                place.move(axis, _length(constant))
        except TorsorError as error:
            raise RobotError(f"{where}: {error}") from None
        if coordinate is None:
            continue
        if coordinate != len(joints) + 1:
            raise RobotError(f"{where}: expected q{len(joints) + 1} here, in order along the chain")
        turned = axis_field(axis if sign > 0 else f"-{axis}")
        joints.append(Joint("R" if kind == "R" else "T", turned, place.frame(), len(joints)))
        place = _Placement()
    if not joints:
        raise RobotError(f"{shown(text)} has no joint; expected a coordinate such as Rz(q1)")
    links = tuple(symbolic_link(str(i)) for i in range(1, len(joints) + 1))
    robot = Robot(label, tuple(joints), links, place.frame())
    robot_ring(robot)
    return robot


def split(argument: Formula) -> tuple[Formula, int, int | None]:
    """An argument as a constant plus or minus one coordinate, if it has one."""
    parts = argument.inner if argument.head == "sum" else (argument,)
    constant: list[Formula] = []
    sign, coordinate = 1, None
    for part in parts:
        found = _coordinate(part)
        if found is None:
            if any(COORDINATE.match(n) for n in part.names()):
                raise RobotError("a coordinate stands alone or with a constant added")
            constant.append(part)
        elif coordinate is not None:
            raise RobotError("expected one coordinate in an element")
        else:
            sign, coordinate = found
    return total(*constant, formula(0)), sign, coordinate


def _coordinate(part: Formula) -> tuple[int, int] | None:
    sign = 1
    if part.head == "product" and len(part.inner) == 2 and part.inner[0].constant == -1:
        sign, part = -1, part.inner[1]
    if part.head == "name":
        match = COORDINATE.match(part.word)
        if match:
            return sign, int(match[1][:9])
    return None


def _length(f: Formula) -> Formula:
    from torsor.formats.fields import formula_field

    return formula_field(f)


def write_ets(robot: Robot) -> str:
    """The robot's geometry as a sequence; refused where an axis or a rotation is not elementary."""
    pieces: list[str] = []
    for i, joint in enumerate(robot.joints, 1):
        if joint.parent != i - 1 or joint.kind == "F":
            raise RobotError(f"{robot.name!r} is not a plain chain of R and T joints")
        pieces += _frame_text(joint.placement)
        letter, sign = _letter(joint.axis)
        q = name(f"q{robot.coordinate[i]}")
        element = "R" if joint.kind == "R" else "t"
        pieces.append(f"{element}{letter}({q if sign > 0 else -q})")
    return " ".join(pieces + _frame_text(robot.tool))


def _frame_text(frame: Frame) -> list[str]:
    moves = [f"t{a}({e})" for a, e in zip("xyz", frame.offset, strict=True) if e]
    turns = []
    for turn in frame.rotation:
        if not isinstance(turn, Turn):
            raise RobotError("a rotation by a quaternion is not elementary")
        letter, sign = _letter(turn.axis)
        turns.append(f"R{letter}({turn.angle if sign > 0 else -turn.angle})")
    return moves + turns


def _letter(axis: tuple[Formula, ...]) -> tuple[str, int]:
    for letter in AXES:
        for sign in (1, -1):
            if axis == axis_field(letter if sign > 0 else f"-{letter}"):
                return letter, sign
    raise RobotError("an axis that is not x, y or z is not elementary")
