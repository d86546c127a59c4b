"""A robot with values as a URDF; what the format cannot say is listed in a comment and returned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, isfinite, pi, sin
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from torsor.algebra.angles import angle_of
from torsor.algebra.formula import Formula, Values, name
from torsor.algebra.scalars.floats import FloatScalars, to_float
from torsor.errors import MissingValueError, RobotError
from torsor.formats.fields import axis_name
from torsor.formats.fixed_bodies import MASSLESS, turn_matrix
from torsor.formats.spelling import TOO_LARGE, comment, decimal, each_once, printable
from torsor.robot.limits import Limits
from torsor.robot.robot import (
    INERTIA,
    ZERO,
    Drive,
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


def write_urdf(robot: Robot, values: Values | None = None) -> str:
    """The robot as a URDF text; its own numbers are used where no value is given."""
    return urdf_and_notes(robot, values)[0]


def urdf_and_notes(robot: Robot, values: Values | None = None) -> tuple[str, tuple[str, ...]]:
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
        self.root = Element("robot", name=printable(robot.name))

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

    def origin(self, above: Element, frame: Frame) -> None:
        xyz, rpy = self.three(frame.offset), self.angles(frame.rotation)
        SubElement(above, "origin", xyz=xyz, rpy=rpy)

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
            named = axis_name(turn.axis) if isinstance(turn, Turn) else ""
            axis = named[-1:]
            if not axis or axis not in left or not isinstance(turn, Turn):
                return None
            found[axis] = self.angle(turn.angle if named == axis else -turn.angle)
            left = left[left.index(axis) + 1 :]
        return list(found.values())

    def angle(self, angle: Formula) -> str:
        """Radians, to every digit that a float has."""
        read = angle_of(angle)
        if read.named:
            rest = sum(n * float(self.scalars.values[k]) for k, n in read.named)
            return repr(rest + float(read.half_turns) * pi + float(read.radian))
        if not read.half_turns:
            return decimal(read.radian)
        return repr(float(read.half_turns) * pi + float(read.radian))

    def _matrix(self, turn: Turn | Quaternion) -> Matrix[float]:
        if isinstance(turn, Quaternion):
            return Matrix([float(e) for e in row] for row in turn_matrix(turn))
        angle = float(self.angle(turn.angle))
        axis = Vector(float(self.scalars.value(e)) for e in turn.axis)
        return rotation(axis, sin(angle), cos(angle))

    def link(self, i: int, link: Link) -> None:
        """Link i and its inertia, if it has any."""
        element = SubElement(self.root, "link", name=self.names[i][1])
        if not link.massless:
            inertial = SubElement(element, "inertial")
            self.origin(inertial, Frame(link.com))
            SubElement(inertial, "mass", value=self.number(link.mass))
            entries = zip(INERTIA, link.inertia, strict=True)
            SubElement(inertial, "inertia", {f"i{key}": self.number(e) for key, e in entries})

    def joint(self, i: int, kind: str, place: Frame, parent: int) -> Element:
        """Joint i between two links."""
        element = SubElement(self.root, "joint", name=self.names[i][0], type=kind)
        self.origin(element, place)
        SubElement(element, "parent", link=self.names[parent][1])
        SubElement(element, "child", link=self.names[i][1])
        return element

    def moving(self, i: int, joint: Joint, drive: Drive) -> None:
        """Joint i of the robot, and what it says of its motion."""
        endless = joint.kind == "R" and joint.limits.lower is None
        kind = "continuous" if endless else TYPES[joint.kind]
        element = self.joint(i, kind, joint.placement, joint.parent)
        if joint.kind == "F":
            return
        SubElement(element, "axis", xyz=self.three(joint.axis))
        if drive.viscous or drive.coulomb:
            damping, friction = self.number(drive.viscous), self.number(drive.coulomb)
            SubElement(element, "dynamics", damping=damping, friction=friction)
        if not endless or joint.limits:
            SubElement(element, "limit", _limit(joint.limits, endless))
        if mimic := self.mimic(i):
            SubElement(element, "mimic", mimic)

    def mimic(self, i: int) -> dict[str, str]:
        """The coupling of a joint that has no coordinate of its own."""
        leaders = {k: j for j, k in reversed(self.robot.coordinate.items())}
        if leaders.get(self.robot.coordinate.get(i, 0)) == i:
            return {}
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
        return {"joint": leader, "multiplier": decimal(share), "offset": offset}

    def text(self, notes: Iterable[str]) -> str:
        """The whole file."""
        robot, last = self.robot, len(self.robot.joints)
        self.link(0, MASSLESS)
        for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
            self.link(i, link)
            self.moving(i, joint, link.drive)
        carried = robot.payload.body if robot.payload.kind == "body" else None
        self.link(last + 1, carried or MASSLESS)
        self.joint(last + 1, "fixed", robot.tool, last)
        said = "".join(f"  - {comment(note)}\n" for note in notes)
        unsaid = f" What a URDF does not say:\n{said}-->\n" if said else " -->\n"
        head = f'<?xml version="1.0" encoding="utf-8"?>\n<!-- Written by Torsor.{unsaid}'
        ElementTree.indent(self.root)
        body = ElementTree.tostring(self.root, encoding="unicode")
        return head + body.replace(" />", "/>") + "\n"


def _limit(limits: Limits, endless: bool) -> dict[str, str]:
    """The bounds of a joint; an endless one has none of position."""
    lower, upper, velocity, effort = (
        None if bound is None else decimal(bound) for bound in limits.numbers
    )
    said = {"effort": effort or NO_LIMIT, "velocity": velocity or NO_LIMIT}
    if endless:
        return said
    return {**said, "lower": lower or f"-{NO_LIMIT}", "upper": upper or NO_LIMIT}


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
    return {i: (printable(joints.get(i, "")), printable(link)) for i, link in links.items()}
