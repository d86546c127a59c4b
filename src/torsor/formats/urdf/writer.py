"""A robot with values as a URDF; what the format cannot say is listed in a comment and returned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, isfinite, pi, sin
from typing import Any

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, name
from torsor.algebra.scalars.floats import FloatScalars, to_float
from torsor.errors import MissingValueError, RobotError
from torsor.formats.element_names import each_once
from torsor.formats.fields import axis_field
from torsor.formats.fixed_bodies import turn_matrix
from torsor.formats.urdf.spelling import comment, decimal, escaped
from torsor.robot.limits import Limits
from torsor.robot.robot import (
    INERTIA,
    ORIGIN,
    ZERO,
    Frame,
    Joint,
    Link,
    Payload,
    Quaternion,
    Robot,
    Three,
    Turn,
)
from torsor.robot.values import merge_values
from torsor.spatial.rotations import roll_pitch_yaw, rotation
from torsor.spatial.vectors import IDENTITY, Matrix, Vector

DOWN: Three = (ZERO, ZERO, -name("g"))
TYPES = {"R": "revolute", "T": "prismatic", "F": "fixed"}
NO_LIMIT = "1e9"
"""What stands where URDF asks for a limit and there is none."""
TOO_LARGE = "a number of the robot is too large to be written"


def write_urdf(robot: Robot, values: Mapping[str, Any] | None = None) -> str:
    """The robot as a URDF text; its own numbers are used where no value is given."""
    return urdf_and_notes(robot, values)[0]


def urdf_and_notes(
    robot: Robot, values: Mapping[str, Any] | None = None
) -> tuple[str, tuple[str, ...]]:
    """The URDF text, and what of the robot it does not say."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies; a URDF is made of joints and links")
    if robot.payload.kind == "wrench" and robot.payload.axes == "base":
        raise RobotError(
            f"{robot.name!r} has a payload in base axes, which a URDF cannot carry; "
            "expected another payload, or none"
        )
    writer = _Writer(robot, merge_values(robot, values))
    writer.complete()
    notes = tuple(_unsaid(robot))
    return writer.text(notes), notes


def _unsaid(robot: Robot) -> Iterable[str]:
    """What the robot has and a URDF has no place for."""
    if robot.gravity != DOWN:
        yield f"gravity ({', '.join(map(str, robot.gravity))})"
    for i, link in enumerate(robot.links, 1):
        drive = link.drive
        if drive.rotor:
            yield f"the rotor inertia of joint {i}: {drive.rotor}, gear ratio {drive.ratio}"
        if drive.spring:
            yield f"the spring of joint {i}: {drive.spring}, at rest at {drive.rest}"
    if robot.hypotheses:
        yield f"hypotheses, which are in the numbers: {', '.join(robot.hypotheses)}"
    if robot.payload.kind in ("wrench", "weight") and robot.payload != Payload():
        yield f"the payload ({robot.payload.kind})"
    numbers = list(dict.fromkeys(robot.coordinate.values()))
    if numbers != sorted(numbers):
        yield f"that its coordinates run along the joints as {', '.join(f'q{k}' for k in numbers)}"
    # A tool on an inner link of a tree is found again by its name only.
    carrier = len(robot.joints)
    while carrier and robot.joints[carrier - 1].kind == "F":
        carrier = robot.joints[carrier - 1].parent
    if carrier != max(robot.displacement):
        tool = _names(robot)[len(robot.joints) + 1][1]
        yield f"that the tool is at link {tool}: read it with that tip"


class _Writer:
    """One robot in numbers, as text."""

    def __init__(self, robot: Robot, values: Mapping[str, Formula]) -> None:
        self.robot = robot
        self.values = values
        self.missing: dict[str, None] = {}
        try:
            self.scalars = FloatScalars({n: to_float(v) for n, v in values.items()})
        except OverflowError:
            raise RobotError(TOO_LARGE) from None
        self.names = _names(robot)

    def complete(self) -> None:
        """Refuse a robot that some symbol of has no number."""
        frames = [*(joint.placement for joint in self.robot.joints), self.robot.tool]
        needed: list[Formula] = [f for joint in self.robot.joints for f in joint.axis]
        for frame in frames:
            needed += frame.offset
            needed += [t.angle for t in frame.rotation if isinstance(t, Turn)]
        for link in self.robot.links:
            needed += (link.mass, *link.com, *link.inertia, link.drive.viscous, link.drive.coulomb)
        if self.robot.payload.kind == "body":
            needed += self.robot.payload.entries
        moves = [j.moves for j in self.robot.joints if j.moves is not None]
        coordinates = {f"q{k}" for k in range(1, self.robot.dof + 1)}
        names = dict.fromkeys(n for f in (*needed, *moves) for n in f.names())
        lacking = [n for n in names if n not in self.values and n not in coordinates]
        if lacking:
            raise MissingValueError(
                f"no value for {', '.join(lacking)} (a URDF of {self.robot.name} needs numbers)"
            )

    def number(self, entry: Formula) -> str:
        """A number: its exact decimal where that is short, else the digits of a float."""
        exact = entry.replace(self.values).constant
        if exact is not None:
            return decimal(exact)
        value = float(self.scalars.value(entry))
        if not isfinite(value):
            raise RobotError(TOO_LARGE)
        return repr(value)

    def three(self, entries: Iterable[Formula]) -> str:
        return " ".join(self.number(e) for e in entries)

    def origin(self, frame: Frame, indent: str) -> str:
        xyz, rpy = self.three(frame.offset), self.angles(frame.rotation)
        return f'{indent}<origin xyz="{xyz}" rpy="{rpy}"/>\n'

    def angles(self, turns: tuple[Turn | Quaternion, ...]) -> str:
        """Roll, pitch and yaw: as they stand where the turns are Rz Ry Rx, else from the matrix."""
        plain = self._elementary(turns)
        if plain is not None:
            return " ".join(plain)
        R = IDENTITY
        for turn in turns:
            R = R @ self._matrix(turn)
        return " ".join(repr(angle) for angle in roll_pitch_yaw(R))

    def _elementary(self, turns: tuple[Turn | Quaternion, ...]) -> list[str] | None:
        found = {"x": "0", "y": "0", "z": "0"}
        left = "zyx"
        for turn in turns:
            named = [(s, a) for a in left for s in "+-" if self._along(turn, s, a)]
            if not named or not isinstance(turn, Turn):
                return None
            sign, axis = named[0]
            found[axis] = self.angle(turn.angle if sign == "+" else -turn.angle)
            left = left[left.index(axis) + 1 :]
        return list(found.values())

    def _along(self, turn: Turn | Quaternion, sign: str, axis: str) -> bool:
        return isinstance(turn, Turn) and turn.axis == axis_field(sign + axis)

    def angle(self, angle: Formula) -> str:
        """Radians, to every digit that a float has."""
        read = angle_of(angle)
        if read.named:
            rest = sum(n * float(self.scalars.values[k]) for k, n in read.named)
            return repr(rest + float(read.half_turns) * pi + float(read.radian))
        if not read.half_turns:
            return decimal(read.radian)
        return repr(float(read.half_turns) * pi + float(read.radian))

    def _matrix(self, turn: Turn | Quaternion) -> Matrix:
        if isinstance(turn, Quaternion):
            return Matrix([float(e) for e in row] for row in turn_matrix(turn))
        angle = float(self.angle(turn.angle))
        axis = Vector(float(self.scalars.value(e)) for e in turn.axis)
        return rotation(axis, sin(angle), cos(angle))

    def inertial(self, link: Link) -> str:
        if link.massless:
            return ""
        entries = " ".join(
            f'i{key}="{self.number(e)}"' for key, e in zip(INERTIA, link.inertia, strict=True)
        )
        return (
            "    <inertial>\n"
            + self.origin(Frame(link.com), "      ")
            + f'      <mass value="{self.number(link.mass)}"/>\n'
            + f"      <inertia {entries}/>\n    </inertial>\n"
        )

    def link(self, name: str, link: Link) -> str:
        inside = self.inertial(link)
        return (
            f'  <link name="{name}">\n{inside}  </link>\n'
            if inside
            else f'  <link name="{name}"/>\n'
        )

    def joint(self, i: int, joint: Joint, link: Link) -> str:
        """Joint i and what it says of its motion."""
        parent, child = self.names[joint.parent][1], self.names[i][1]
        endless = joint.kind == "R" and joint.limits.lower is None
        kind = "continuous" if endless else TYPES[joint.kind]
        lines = f'  <joint name="{self.names[i][0]}" type="{kind}">\n'
        lines += self.origin(joint.placement, "    ")
        lines += f'    <parent link="{parent}"/>\n    <child link="{child}"/>\n'
        if joint.kind != "F":
            lines += f'    <axis xyz="{self.three(joint.axis)}"/>\n'
            drive = link.drive
            if drive.viscous or drive.coulomb:
                damping, friction = self.number(drive.viscous), self.number(drive.coulomb)
                lines += f'    <dynamics damping="{damping}" friction="{friction}"/>\n'
            if not endless or joint.limits:
                lines += self.limit(joint.limits, endless)
            lines += self.mimic(i)
        return lines + "  </joint>\n"

    def limit(self, limits: Limits, endless: bool) -> str:
        """The bounds of a joint; an endless one has none of position."""
        lower, upper, velocity, effort = (
            None if bound is None else decimal(bound) for bound in limits.numbers
        )
        said = f'    <limit effort="{effort or NO_LIMIT}" velocity="{velocity or NO_LIMIT}"'
        if not endless:
            said += f' lower="{lower or "-" + NO_LIMIT}" upper="{upper or NO_LIMIT}"'
        return said + "/>\n"

    def mimic(self, i: int) -> str:
        """The coupling of a joint that has no coordinate of its own."""
        leaders = {k: j for j, k in reversed(self.robot.coordinate.items())}
        if leaders.get(self.robot.coordinate.get(i, 0)) == i:
            return ""
        shares = self.robot.shares(i)
        if len(shares) != 1:
            raise RobotError(
                f"joint {i} of {self.robot.name!r} moves by {self.robot.displacement[i]}; "
                "a URDF's mimic follows one joint"
            )
        ((k, share),) = shares.items()
        if k not in leaders:
            raise RobotError(
                f"no joint of {self.robot.name!r} moves by q{k} alone; "
                "a URDF's mimic follows a joint"
            )
        at_zero = self.robot.displacement[i].replace({f"q{k}": 0})
        turned = self.robot.joints[i - 1].kind == "R"
        offset = self.angle(at_zero) if turned else self.number(at_zero)
        leader = self.names[leaders[k]][0]
        return f'    <mimic joint="{leader}" multiplier="{decimal(share)}" offset="{offset}"/>\n'

    def text(self, notes: Iterable[str]) -> str:
        """The whole file."""
        robot = self.robot
        said = "".join(f"  - {comment(note)}\n" for note in notes)
        head = '<?xml version="1.0" encoding="utf-8"?>\n'
        unsaid = f" What a URDF does not say:\n{said}-->\n" if said else " -->\n"
        head += f"<!-- Written by Torsor.{unsaid}"
        head += f'<robot name="{escaped(robot.name)}">\n'
        body = self.link(self.names[0][1], Link(ZERO, ORIGIN, (ZERO,) * 6))
        for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
            body += self.link(self.names[i][1], link) + self.joint(i, joint, link)
        carried = robot.payload.body if robot.payload.kind == "body" else None
        nothing = Link(ZERO, ORIGIN, (ZERO,) * 6)
        last = len(robot.joints)
        tool_joint, tool_link = self.names[last + 1]
        body += self.link(tool_link, carried or nothing)
        body += f'  <joint name="{tool_joint}" type="fixed">\n' + self.origin(robot.tool, "    ")
        body += f'    <parent link="{self.names[last][1]}"/>\n'
        body += f'    <child link="{tool_link}"/>\n  </joint>\n'
        return head + body + "</robot>\n"


def _names(robot: Robot) -> dict[int, tuple[str, str]]:
    """The names of joint i and link i, each once; 0 is the base and the last the tool."""
    last = len(robot.joints)
    numbers = range(1, last + 1)
    joints = each_once(
        {i: joint.name for i, joint in enumerate(robot.joints, 1)},
        {i: f"joint{i}" for i in numbers} | {last + 1: "tool_joint"},
    )
    links = each_once(
        {0: robot.base} | {i: link.name for i, link in enumerate(robot.links, 1)},
        {0: "base_link"} | {i: f"link{i}" for i in numbers} | {last + 1: "tool"},
    )
    return {i: (escaped(joints.get(i, "")), escaped(link)) for i, link in links.items()}
