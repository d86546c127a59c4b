"""The links and joints of a URDF, element by element: exact numbers, checked names, stated places.

Nothing is placed or merged here; ``torsor.formats.urdf.reader`` makes a robot of what is read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.algebra.formula import number
from torsor.errors import RobotError, shown
from torsor.formats.fixed_bodies import Placement, RigidBody
from torsor.formats.snapping import exact_axis, roll_pitch_yaw
from torsor.formats.spelling import list_names
from torsor.formats.urdf.fields import Told, check_name, clean_name, decimal, decimals
from torsor.formats.urdf.limits import read_limit
from torsor.formats.xml.tree import XACRO, Node, plain
from torsor.robot.limits import Limits
from torsor.robot.robot import ZERO, Drive, Frame, Link, Three

KINDS = {"revolute": "R", "continuous": "R", "prismatic": "T", "fixed": "F"}
MOST_LINKS = 2000
"""A URDF with more links than this is refused."""

USED = {
    "robot": ("link", "joint"),
    "link": ("inertial",),
    "joint": ("origin", "parent", "child", "axis", "dynamics", "mimic", "limit"),
    "inertial": ("origin", "mass", "inertia"),
}


@dataclass(frozen=True)
class Mimic:
    """A joint that follows another: multiplier times its displacement, plus an offset."""

    joint: str
    multiplier: Fraction
    offset: Fraction


@dataclass(frozen=True)
class UrdfJoint:
    """A joint as the file gives it; ``kind`` is R, T or F."""

    node: Node
    name: str
    kind: str
    parent: str
    child: str
    placement: Placement
    axis: Three
    drive: Drive = field(default_factory=Drive)
    mimic: Mimic | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Elements:
    """What a file holds: bodies by link name, joints in the file's order, and what is to be told.

    A link without inertia has none.
    """

    root: Node
    name: str
    bodies: dict[str, RigidBody | None]
    joints: tuple[UrdfJoint, ...]
    notes: tuple[str, ...]


def read_elements(root: Node, label: str, exact_angles: bool) -> Elements:
    """Every link and joint of a ``<robot>``."""
    if root.tag != "robot":
        raise root.error("expected a <robot> as the root element of a URDF")
    _refuse_xacro(root)
    told = Told([*root.notes])
    name = clean_name(root, root.get("name"), told.notes) if root.get("name") else label
    bodies: dict[str, RigidBody | None] = {}
    for node in root.children("link"):
        link = node.need("name")
        check_name(node, link)
        if link in bodies:
            raise node.error("a second link of this name")
        bodies[link] = _body(node, exact_angles, told)
    if not bodies:
        raise root.error("no <link> in it; expected at least two links and a joint")
    if len(bodies) > MOST_LINKS:
        raise root.error(f"{len(bodies)} links; at most {MOST_LINKS} are read")
    joints: dict[str, UrdfJoint] = {}
    for node in root.children("joint"):
        joint = _joint(node, exact_angles, told)
        if joint.name in joints:
            raise node.error("a second joint of this name")
        for end, link in (("parent", joint.parent), ("child", joint.child)):
            if link not in bodies:
                raise node.error(f"its {end} link {shown(link)} is not in the file")
        joints[joint.name] = joint
    bare = [shown(link) for link, body in bodies.items() if body is None]
    if bare:
        told.notes.append(f"massless, for want of <inertial>: {list_names(bare)}")
    told.notes += _ignored(root)
    return Elements(root, name, bodies, tuple(joints.values()), tuple(told.all))


def _refuse_xacro(root: Node) -> None:
    for element in root.element.iter():
        tag: object = element.tag
        if not isinstance(tag, str):
            continue
        foreign = "xacro" in tag or (element.prefix or "") == "xacro"
        if foreign or any(
            "${" in str(v) or "$(" in str(v) or "xacro" in str(k) for k, v in element.items()
        ):
            raise Node(element, root.file).error(XACRO)


def _placement(node: Node, exact_angles: bool, told: Told) -> Placement:
    """The ``<origin>`` of a joint or of an inertial frame."""
    origin = node.child("origin")
    if origin is None:
        return Placement()
    xyz = decimals(origin, "xyz")
    turns, moved = roll_pitch_yaw(decimals(origin, "rpy"), exact_angles)
    told.snapped(_part(node), moved)
    x, y, z = (number(e) for e in xyz)
    return Placement.of(Frame((x, y, z), turns))


def _part(node: Node) -> str:
    """A link or joint as notes call it."""
    if node.tag == "inertial":
        link = node.element.getparent()
        name = None if link is None else link.get("name")
        return f"the inertial frame of link {shown(name or '')}"
    return f"{node.tag} {shown(node.get('name') or '')}"


def _body(node: Node, exact_angles: bool, told: Told) -> RigidBody | None:
    """The body of a link, its inertia turned into the link's axes."""
    inertial = node.child("inertial")
    if inertial is None:
        return None
    mass_node, inertia_node = inertial.child("mass"), inertial.child("inertia")
    if mass_node is None or inertia_node is None:
        raise inertial.error("expected a <mass> and an <inertia>")
    mass = decimal(mass_node, "value", mass_node.need("value"))
    if mass < 0:
        raise mass_node.error(f"a mass of {float(mass):g} kg; expected one that is not negative")
    xx, yy, zz, xy, xz, yz = (
        number(decimal(inertia_node, key, inertia_node.need(key)))
        for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    )
    link = Link(number(mass), (ZERO, ZERO, ZERO), (xx, yy, zz, xy, xz, yz))
    if impossible := _impossible(link):
        told.notes.append(f"{_part(inertial)}: {impossible}")
    return RigidBody.of(link).placed(_placement(inertial, exact_angles, told))


def _impossible(link: Link) -> str:
    """Why no body has this inertia, rounding apart; nothing if one could.

    The moments are positive and none is larger than the two others together: both the inertia I
    and ½ tr(I) E − I, the spread of the mass, are positive semidefinite.
    """
    xx, yy, zz, xy, xz, yz = (e.constant or Fraction(0) for e in link.inertia)
    trace = xx + yy + zz
    slack, half = trace / 1000, trace / 2
    inertia = (xx + slack, yy + slack, zz + slack, xy, xz, yz)
    spread = (half - xx + slack, half - yy + slack, half - zz + slack, -xy, -xz, -yz)
    if not _semidefinite(*inertia):
        return "its inertia has a negative moment, which no body has; kept as written"
    if not _semidefinite(*spread):
        return "one moment is larger than the two others together, as in no body; kept as written"
    return ""


def _semidefinite(
    xx: Fraction, yy: Fraction, zz: Fraction, xy: Fraction, xz: Fraction, yz: Fraction
) -> bool:
    """Whether a symmetric matrix is, by all of its principal minors."""
    pairs = (xx * yy - xy * xy, xx * zz - xz * xz, yy * zz - yz * yz)
    determinant = xx * pairs[2] - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    return min(xx, yy, zz, *pairs, determinant) >= 0


def _joint(node: Node, exact_angles: bool, told: Told) -> UrdfJoint:
    name = clean_name(node, node.need("name"), told.notes)
    kind = node.need("type")
    if kind in ("floating", "planar"):
        raise node.error(
            f"a {kind} joint has several coordinates at once; expected {', '.join(KINDS)}"
        )
    if kind not in KINDS:
        raise node.error(f"a joint of type {shown(kind)}; expected {', '.join(KINDS)}")
    ends = {}
    for end in ("parent", "child"):
        found = node.child(end)
        if found is None:
            raise node.error(f"expected a <{end} link=…/>")
        ends[end] = found.need("link")
    placement = _placement(node, exact_angles, told)
    if kind == "fixed":
        if node.child("mimic") is not None:
            told.notes.append(f"{_part(node)} is fixed, and its <mimic> is ignored")
        return UrdfJoint(
            node, name, "F", ends["parent"], ends["child"], placement, (ZERO, ZERO, number(1))
        )
    axis = _axis(node, exact_angles, told.notes)
    return UrdfJoint(
        node,
        name,
        KINDS[kind],
        ends["parent"],
        ends["child"],
        placement,
        axis,
        _drive(node),
        _mimic(node),
        read_limit(node, kind, told),
    )


def _axis(node: Node, exact_angles: bool, notes: list[str]) -> Three:
    element = node.child("axis")
    if element is None:
        notes.append(f"{_part(node)} has no <axis>: it is x, as URDF says")
        return (number(1), ZERO, ZERO)
    element.need("xyz")
    entries = decimals(element, "xyz")
    if not any(entries):
        raise element.error("an axis of three zeros has no direction")
    axis, told = exact_axis(entries, exact_angles)
    notes += [f"{_part(node)}: {text}" for text in told]
    return axis


def _drive(node: Node) -> Drive:
    """Damping and friction of the joint."""
    dynamics = node.child("dynamics")
    if dynamics is None:
        return Drive()
    damping, friction = (
        decimal(dynamics, key, dynamics.get(key) or "0") for key in ("damping", "friction")
    )
    if damping < 0 or friction < 0:
        raise dynamics.error("expected damping and friction that are not negative")
    return Drive(viscous=number(damping), coulomb=number(friction))


def _mimic(node: Node) -> Mimic | None:
    mimic = node.child("mimic")
    if mimic is None:
        return None
    multiplier = decimal(mimic, "multiplier", mimic.get("multiplier") or "1")
    if not multiplier:
        raise mimic.error("a multiplier of 0 holds the joint still; expected a fixed joint")
    name = clean_name(mimic, mimic.need("joint"), [])
    return Mimic(name, multiplier, decimal(mimic, "offset", mimic.get("offset") or "0"))


def _ignored(root: Node) -> list[str]:
    """Notes of elements that say nothing about the mechanics, and of those given twice."""
    counts: Counter[str] = Counter()
    again: list[str] = []
    level = [root]
    while level:
        node = level.pop()
        seen: set[str] = set()
        for child in node.children():
            if child.tag not in USED[node.tag]:
                counts[plain(child.tag, 24)] += 1
            elif node is not root and child.tag in seen:
                again.append(f"<{child.tag}> of {_part(node)}")
            elif child.tag in USED:
                level.append(child)
            seen.add(child.tag)
    told = [f"{count} {tag}" for tag, count in sorted(counts.items())]
    notes = [f"ignored elements: {list_names(told, 20)}"] if told else []
    if again:
        notes.append(f"given twice, and the first counts: {list_names(sorted(again))}")
    return notes


def file_error(elements: Elements, sentence: str) -> RobotError:
    """An error about the file as a whole."""
    return elements.root.error(sentence)
