"""Conventions in which authors differ, as changes of the robot that their equations are of.

The zero and the sense of an angle, absolute angles, where mass centres lie, what point or axis an
inertia is about, what is carried: each makes another robot of a robot, whose model is then derived
like any other, so that every target follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.algebra.formula import Formula, formula
from torsor.robot.entries import ZERO, Six, Three
from torsor.robot.frame import Frame, Turn
from torsor.robot.hypotheses import substitute
from torsor.robot.link import Link
from torsor.robot.robot import Robot

CENTRES = ("", "half", "end")
"""Where mass centres lie: anywhere, in the middle of the link, at its end."""

INERTIAS = ("", "joint", "rod")
"""What inertias are: about the mass centre, about the joint, those of a thin rod."""

PAYLOADS = ("none", "wrench", "body")


@dataclass(frozen=True)
class Conventions:
    """What an author takes otherwise than the robot's description does."""

    centres: str = ""
    inertias: str = ""
    payload: str = "none"
    friction: bool = False
    down: str = ""
    """Where gravity points in base axes, if not where the robot's description says."""
    turned: tuple[tuple[int, int], ...] = ()
    """Joints whose zero differs, by right angles: q = θ + turns · 90°."""
    reversed: tuple[int, ...] = ()
    """Joints that are counted the other way round."""
    absolute: tuple[int, ...] = ()
    """Joints whose coordinate is measured from the base, not from the link before."""
    rotors: str = ""
    """Rotors with their full kinetic energy, where a text asks for them: see ``rotors``."""
    equal: tuple[tuple[str, str], ...] = ()
    """Symbols of the robot that are the same as others, as the two of a slender link."""

    def apply(self, robot: Robot) -> Robot:
        """The robot as the author takes it."""
        if robot.bodies:
            return robot
        found = substitute(robot, dict(self.equal)) if self.equal else robot
        if self.payload != "own":
            found = _with_payload(found, self.payload)
        if self.friction:
            found = found.with_drives("friction")
        links = list(found.links)
        for i in range(1, len(links) + 1):
            links[i - 1] = self._link(found, i, links[i - 1])
        joints = list(found.joints)
        for i, turns in self.turned:
            joint = joints[i - 1]
            turn = Turn(joint.axis, formula(f"{90 * turns}deg"))
            rotation = (*joint.placement.rotation, turn)
            joints[i - 1] = replace(joint, placement=Frame(joint.placement.offset, rotation))
        for i in self.reversed:
            joint = joints[i - 1]
            joints[i - 1] = replace(joint, axis=_negative(joint.axis))
        for i in self.absolute:
            joints[i - 1] = replace(joints[i - 1], moves=formula(f"q{i} - q{i - 1}"))
        if self.absolute:  # couplings name every coordinate
            for i, joint in enumerate(joints, 1):
                if joint.moves is None and joint.kind != "F":
                    joints[i - 1] = replace(joint, moves=formula(f"q{i}"))
        gravity = _along(found.gravity, self.down) if self.down else found.gravity
        return replace(found, links=tuple(links), joints=tuple(joints), gravity=gravity, values=())

    def _link(self, robot: Robot, i: int, link: Link) -> Link:
        """A link with its mass centre and inertia as the author takes them."""
        com = link.com
        end = link_end(robot, i)
        along = any(end)
        if self.centres and along and any(com):
            share = Fraction(1, 2) if self.centres == "half" else Fraction(1)
            x, y, z = (e * formula(share) for e in end)
            com = (x, y, z)
        inertia = link.inertia
        if self.inertias == "rod" and along and any(inertia):
            inertia = _rod(link.mass, end)
        elif self.inertias == "joint" and any(inertia):
            inertia = _moved(inertia, link.mass, com)
        return replace(link, com=com, inertia=inertia)

    def sentences(self, robot: Robot) -> Iterator[str]:
        """What is taken otherwise, in words."""
        if self.centres:
            where = "in the middle" if self.centres == "half" else "at the end"
            yield f"the mass centre of each link lies {where} of it"
        if self.inertias == "joint":
            yield "inertias are about the joints, not about the mass centres"
        if self.inertias == "rod":
            yield "links are thin rods, with inertias m l²/12 about their mass centres"
        if self.rotors:
            sense = "against" if self.rotors.startswith("against") else "with"
            same = ", all alike" if self.rotors.endswith("-same") else ""
            yield f"the links carry rotors{same} that spin {sense} their joints"
        for symbol, other in self.equal:
            yield f"{symbol} is the same as {other}"
        if self.payload == "body":
            yield "the tool carries a body"
        if self.friction:
            yield "the joints have friction"
        if self.down:
            yield f"gravity points along {self.down} of the base"
        for i, turns in self.turned:
            yield f"joint {i} is measured from {90 * turns}° of the robot's own zero"
        for i in self.reversed:
            yield f"joint {i} is counted in the other sense"
        for i in self.absolute:
            yield f"coordinate {i} is measured from the base: q{i} here is θ{i} − θ{i - 1}"


def _along(gravity: Three, axis: str) -> Three:
    """Gravity of the same size along an axis of the base."""
    size = next((abs_of(g) for g in gravity if g), ZERO)
    x, y, z = (
        (size if not axis.startswith("-") else -size) if a == axis[-1] else ZERO for a in "xyz"
    )
    return (x, y, z)


def abs_of(value: Formula) -> Formula:
    """A formula without the minus before it."""
    return -value if str(value).startswith("-") else value


def _negative(vector: Three) -> Three:
    x, y, z = vector
    return (-x, -y, -z)


def link_end(robot: Robot, i: int) -> Three:
    """Where the next joint or the tool is placed in link i's frame; zero if there are several."""
    ends = [joint.placement.offset for joint in robot.joints if joint.parent == i]
    if i == len(robot.links):
        ends.append(robot.tool.offset)
    return ends[0] if len(ends) == 1 else (ZERO, ZERO, ZERO)


def _with_payload(robot: Robot, kind: str) -> Robot:
    return robot.with_payload(kind)


def _rod(mass: Formula, end: Three) -> Six:
    """m/12 (l·l E − l lᵀ) for a rod along a vector."""
    x, y, z = end
    twelfth = formula(Fraction(1, 12)) * mass
    square = x * x + y * y + z * z
    return (
        twelfth * (square - x * x), twelfth * (square - y * y), twelfth * (square - z * z),
        -(twelfth * x * y), -(twelfth * x * z), -(twelfth * y * z),
    )  # fmt: skip


def _moved(inertia: Six, mass: Formula, com: Three) -> Six:
    """The inertia about the mass centre, where the symbols are those about the frame's origin."""
    x, y, z = com
    xx, yy, zz, xy, xz, yz = inertia
    return (
        xx - mass * (y * y + z * z), yy - mass * (x * x + z * z), zz - mass * (x * x + y * y),
        xy + mass * x * y, xz + mass * x * z, yz + mass * y * z,
    )  # fmt: skip
