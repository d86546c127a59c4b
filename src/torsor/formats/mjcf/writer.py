"""A robot with values as MJCF; reading it back gives the same model.

A massless link between two joints has no body of its own: its joint stands in the body of the next.
MuJoCo counts the coordinates of a tree branch by branch, each followed to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

from torsor.algebra.formula import Values, name
from torsor.errors import MissingValueError, RobotError
from torsor.formats.fixed_bodies import SCALARS, Placement, as_formula
from torsor.formats.spelling import comment, digits, each_once, numbers, printable, value
from torsor.robot.coupling import in_radians
from torsor.robot.hypotheses import substitute
from torsor.robot.robot import INERTIA, Link, Payload, Robot
from torsor.robot.symbols import parameters, robot_ring
from torsor.robot.values import merge_values
from torsor.spatial.rotations import quaternion_of
from torsor.spatial.vectors import Vector

MOST_JOINTS_OF_A_BODY = 6
SMALLEST = 1e-14
"""MuJoCo refuses a moving body with a mass or moment of inertia as small as this."""

Element = ElementTree.Element


def write_mjcf(robot: Robot, values: Values | None = None) -> str:
    """The robot as MJCF; its own numbers are used where no value is given."""
    return mjcf_and_notes(robot, values)[0]


def mjcf_and_notes(robot: Robot, values: Values | None = None) -> tuple[str, tuple[str, ...]]:
    """The MJCF text, and what of the robot it does not say."""
    numeric = in_numbers(robot, values or {})
    root = ElementTree.Element("mujoco", model=printable(numeric.name))
    notes = tuple(_unsaid(robot))
    said = f" What MJCF does not say: {'; '.join(notes)}." if notes else ""
    root.append(ElementTree.Comment(f" {comment(f'Written by Torsor.{said}')} "))
    ElementTree.SubElement(root, "compiler", angle="radian", autolimits="true")
    ElementTree.SubElement(root, "option", gravity=numbers(numeric.gravity))
    _Writer(numeric, ElementTree.SubElement(root, "worldbody")).write(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n", notes


def in_numbers(robot: Robot, values: Values) -> Robot:
    """The robot with a number for every symbol."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies; MJCF is made of joints and links")
    if robot.payload.kind == "weight":
        raise RobotError("a payload that only has a weight cannot be written as MJCF; take a body")
    given = merge_values(robot, values)
    if robot.payload.kind == "wrench":
        robot = replace(robot, payload=Payload("none"))
    lacking = [n for n in parameters(robot) if n not in given]
    if lacking:
        raise MissingValueError(
            f"no value for {', '.join(lacking)} (MJCF of {robot.name} needs numbers)"
        )
    angles = set(robot_ring(robot).angles)
    for n, number in given.items():
        if n in angles and number.constant:
            given[n] = number * name("rad")
    return substitute(robot, {n: given[n] for n in parameters(robot)})


def _unsaid(robot: Robot) -> Iterator[str]:
    """What the robot has and MJCF has no place for."""
    if robot.hypotheses:
        yield f"hypotheses, which are in the numbers: {', '.join(robot.hypotheses)}"
    if robot.payload.kind == "wrench":
        yield "the payload (wrench)"
    if any(len(robot.shares(i)) > 1 or i not in robot.coordinate for i in robot.displacement):
        yield "that coupled joints are coupled exactly: MuJoCo holds them by forces"
    for i, joint in enumerate(robot.joints, 1):
        limits, named = joint.limits, f"joint {joint.name or i}"
        if limits.velocity is not None:
            yield f"the velocity limit of {named}: {limits.velocity}"
        if limits.lower is not None and limits.lower == limits.upper:
            yield f"the limits of {named}, which are both {limits.lower}"
        if limits.effort is not None and not limits.effort:
            yield f"the effort limit of {named}, which is 0"
    if robot.displacement and _renumbered(robot):
        yield "the order of the coordinates: MuJoCo counts branch by branch"


def _renumbered(robot: Robot) -> bool:
    """Whether some branch of the tree is left and taken up again later."""
    order: list[int] = []
    waiting = [0]
    while waiting:
        link = waiting.pop()
        order.append(link)
        children = [i for i, joint in enumerate(robot.joints, 1) if joint.parent == link]
        waiting += reversed(children)
    moving = [i for i in order if i in robot.displacement]
    return moving != sorted(moving)


class _Writer:
    """One robot in numbers, body by body."""

    def __init__(self, robot: Robot, world: Element) -> None:
        self.robot = robot
        self.elements: dict[int, Element] = {0: world}
        self.children: dict[int, list[int]] = {i: [] for i in range(len(robot.joints) + 1)}
        for i, joint in enumerate(robot.joints, 1):
            self.children[joint.parent].append(i)
        self.leaders = {k: i for i, k in reversed(robot.coordinate.items())}
        for i in robot.displacement:  # a shifted coordinate still is one
            ((k, share), *more) = robot.shares(i).items()
            if share == 1 and not more:
                self.leaders.setdefault(k, i)
        self.names = self._names()
        self.links = self._link_names()

    def _names(self) -> dict[int, str]:
        """The joints' names, each once; a coupled joint or its leader must have one."""
        coupled = len(self.leaders) < len(self.robot.displacement)
        given = {i: printable(joint.name) for i, joint in enumerate(self.robot.joints, 1)}
        return each_once(given, {i: f"joint{i}" if coupled else "" for i in given})

    def _link_names(self) -> dict[int, str]:
        """The bodies' names, each once."""
        given = {i: printable(link.name) for i, link in enumerate(self.robot.links, 1)}
        return each_once(given, {i: f"link{i}" for i in given}, ("payload", "world"))

    def write(self, root: Element) -> None:
        """Every body, the tool and what it carries, and the couplings."""
        run: list[int] = []
        waiting = list(reversed(self.children[0]))
        while waiting:
            i = waiting.pop()
            run.append(i)
            if not self._joins_the_next(i):
                self._body(run)
                run = []
            waiting += reversed(self.children[i])
        tool = Placement.of(self.robot.tool)
        last = self.elements[len(self.robot.joints)]
        ElementTree.SubElement(last, "site", {"name": "tool", **_place(tool)})
        if self.robot.payload.body is not None:
            carried = ElementTree.SubElement(last, "body", {"name": "payload", **_place(tool)})
            self._inertial(carried, self.robot.payload.body, "payload")
        equality = ElementTree.Element("equality")
        for i in self.robot.displacement:
            if i not in self.leaders.values():
                equality.append(self._coupling(i))
        if len(equality):
            root.append(equality)

    def _joins_the_next(self, i: int) -> bool:
        """Whether link i is massless between two joints, and so has no body of its own."""
        if not massless(self.robot.links[i - 1]) or self.robot.joints[i - 1].kind == "F":
            return False
        below = self.children[i]
        if any(self.robot.joints[c - 1].kind == "F" for c in below):
            return False  # what is welded to it may have the mass
        if len(below) != 1:
            raise RobotError(
                f"link {i} of {self.robot.name!r} moves, has no mass and carries {len(below)} "
                "links; MuJoCo needs a mass there"
            )
        return True

    def _body(self, run: list[int]) -> None:
        """The body of the last link of a run, with the joints of all of them."""
        joints = [self.robot.joints[i - 1] for i in run]
        if len(run) > MOST_JOINTS_OF_A_BODY:
            raise RobotError(
                f"links {run[0]} to {run[-2]} of {self.robot.name!r} have no mass; "
                f"MuJoCo has at most {MOST_JOINTS_OF_A_BODY} joints in a body"
            )
        place = Placement()
        for joint in joints:
            place = place @ Placement.of(joint.placement)
        i = run[-1]
        body = ElementTree.SubElement(
            self.elements[joints[0].parent], "body", {"name": self.links[i], **_place(place)}
        )
        self.elements[i] = body
        back: list[tuple[int, Placement]] = []
        behind = Placement()
        for k, joint in zip(reversed(run), reversed(joints), strict=True):
            back.append((k, behind))
            behind = Placement.of(joint.placement) @ behind
        for k, beyond in reversed(back):
            if self.robot.joints[k - 1].kind != "F":
                self._joint(body, k, beyond)
        if joints[-1].kind != "F" and not self._sound(i):
            raise RobotError(
                f"link {i} of {self.robot.name!r} has no mass, or no inertia about some axis; "
                "MuJoCo needs both where a body moves"
            )
        self._inertial(body, self.robot.links[i - 1], f"link {i}")

    def _joint(self, body: Element, i: int, beyond: Placement) -> None:
        """Joint i, in a body whose frame lies ``beyond`` it."""
        joint, drive = self.robot.joints[i - 1], self.robot.links[i - 1].drive
        R = beyond.R.T
        axis = R @ Vector(SCALARS.value(e) for e in joint.axis)
        anchor = -(R @ beyond.p)
        attributes = {"name": self.names[i]} if self.names[i] else {}
        attributes["type"] = "hinge" if joint.kind == "R" else "slide"
        attributes["axis"] = numbers(map(as_formula, axis))
        if any(anchor):
            attributes["pos"] = numbers(map(as_formula, anchor))
        shift = self._shift(i) if i in self.leaders.values() else Fraction(0)
        spoken = {
            "ref": -shift,
            "armature": value(drive.rotor * drive.ratio**2),
            "damping": value(drive.viscous),
            "frictionloss": value(drive.coulomb),
            "stiffness": value(drive.spring),
            "springref": (value(drive.rest) - shift) if drive.spring else 0,
        }
        attributes.update({k: digits(v) for k, v in spoken.items() if v})
        lower, upper, _, effort = joint.limits.numbers
        if lower is not None and upper is not None and lower < upper:
            attributes["range"] = f"{digits(lower - shift)} {digits(upper - shift)}"
        if effort:
            attributes["actuatorfrcrange"] = f"{digits(-effort)} {digits(effort)}"
        ElementTree.SubElement(body, "joint", attributes)

    def _shift(self, i: int) -> Fraction:
        """A joint's displacement where the coordinates are zero, in radians or metres."""
        zero = {f"q{k}": 0 for k in self.robot.shares(i)}
        return value(in_radians(self.robot.displacement[i].replace(zero)))

    def _coupling(self, i: int) -> Element:
        """Joint i as a follower: θᵢ = a₀ + a₁ θⱼ, both from where the model starts."""
        ((k, share), *more) = self.robot.shares(i).items()
        if more or k not in self.leaders:
            raise RobotError(
                f"joint {i} of {self.robot.name!r} moves by {self.robot.displacement[i]}; "
                "MuJoCo couples a joint to one other that moves by a coordinate"
            )
        leader = self.leaders[k]
        offset = self._shift(i) - share * self._shift(leader)
        coefficients = " ".join((digits(offset), digits(share), "0 0 0"))
        names = {"joint1": self.names[i], "joint2": self.names[leader]}
        return ElementTree.Element("joint", {**names, "polycoef": coefficients})

    def _sound(self, i: int) -> bool:
        """Whether link i, or one that is welded to it, has a mass and an inertia about any axis."""
        link = self.robot.links[i - 1]
        welded = [c for c in self.children[i] if self.robot.joints[c - 1].kind == "F"]
        own = link.mass and _smallest_moment(link, f"link {i}", self.robot.name) > SMALLEST
        return bool(own) or any(map(self._sound, welded))

    def _inertial(self, body: Element, link: Link, label: str) -> None:
        if massless(link):
            return
        inertia = {"fullinertia": numbers(link.inertia)}
        if _smallest_moment(link, label, self.robot.name) <= SMALLEST:
            if any(link.inertia[3:]):
                raise RobotError(
                    f"{label} of {self.robot.name!r} has no inertia about some axis, and that is "
                    "none of its frame's; MuJoCo cannot be told"
                )
            inertia = {"diaginertia": numbers(link.inertia[:3])}
        mass = digits(value(link.mass))
        ElementTree.SubElement(
            body, "inertial", {"pos": numbers(link.com), "mass": mass, **inertia}
        )


def massless(link: Link) -> bool:
    """Whether a link has neither mass nor inertia, wherever its mass centre is said to be."""
    return not link.mass and not any(link.inertia)


def _smallest_moment(link: Link, label: str, robot: str) -> float:
    """The smallest principal moment of inertia; one that no body can have is refused."""
    import numpy as np

    xx, yy, zz, xy, xz, yz = entries = [float(value(e)) for e in link.inertia]
    a, b, c = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if a < -SMALLEST or a + b < c * (1 - 1e-12):
        shown = ", ".join(f"{k} {e:.6g}" for k, e in zip(INERTIA, entries, strict=True) if e)
        raise RobotError(
            f"{label} of {robot!r} has an inertia that no body can have ({shown}); "
            "MuJoCo refuses it"
        )
    return float(a)


def _place(place: Placement) -> dict[str, str]:
    """``pos`` and ``quat`` of a frame in its parent's."""
    found = {}
    if any(place.p):
        found["pos"] = numbers(map(as_formula, place.p))
    quaternion = quaternion_of([[float(value(as_formula(e))) for e in row] for row in place.R])
    if any(quaternion[1:]):
        found["quat"] = " ".join(map(repr, quaternion))
    return found
