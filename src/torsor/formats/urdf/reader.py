"""A robot from a URDF: moving joints kept, fixed ones merged, trees whole or as a chain to a tip.

Everything that was merged, snapped, ignored or taken for granted is told in ``robot.notes``.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from fractions import Fraction

from torsor.algebra.formula import name, number
from torsor.errors import RobotError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.fields import check_rest
from torsor.formats.fixed_bodies import DIGITS, MASSLESS, Placement, RigidBody, merged
from torsor.formats.spelling import clean, list_names
from torsor.formats.symbolic import name_source
from torsor.formats.urdf.elements import Elements, UrdfJoint, file_error, read_elements
from torsor.formats.urdf.mimic import displacements, leader_of
from torsor.formats.urdf.visuals import read_visuals
from torsor.formats.xml.tree import parse_xml
from torsor.robot.robot import ORIGIN, ZERO, Frame, Given, Joint, Robot, Turn
from torsor.robot.symbols import robot_ring

GRAVITY = Given("g", number(Fraction("9.81")), "standard gravity, rounded")


def read_urdf(
    text: str | bytes,
    label: str = "robot",
    *,
    file: str = "the URDF",
    tip: str = "",
    rest: str = "",
    symbolic: Collection[str] = (),
    exact_angles: bool = True,
    folder: str = "",
) -> Robot:
    """A robot from a URDF's text.

    ``tip`` names the link at which the tool is; what does not lie between the root and it is
    ``lumped`` into the chain with its joints at zero, or ``kept``. Without a tip all is kept.
    ``symbolic`` (``inertias``, ``lengths``) puts symbols in the place of numbers. ``folder`` is
    where the file stands, for the meshes that it names.
    """
    elements = read_elements(parse_xml(text, file), label, exact_angles)
    robot = name_source(_assembled(elements, tip, rest, folder), file, symbolic)
    try:
        robot_ring(robot)
    except TorsorError as error:
        raise file_error(elements, str(error)) from None
    return robot


@dataclass
class _Tree:
    """The links hung on one another: the root, and the joints below each link, in file order."""

    root: str
    below: dict[str, list[int]]
    above: dict[str, int] = field(default_factory=dict)


def _tree(elements: Elements) -> _Tree:
    above: dict[str, int] = {}
    below: dict[str, list[int]] = {link: [] for link in elements.bodies}
    for k, joint in enumerate(elements.joints):
        if joint.child in above:
            other = elements.joints[above[joint.child]]
            raise joint.node.error(
                f"the link {shown(joint.child)} hangs on joint {shown(other.name)} already; "
                "closed chains are not read"
            )
        above[joint.child] = k
        below[joint.parent].append(k)
    roots = [link for link in elements.bodies if link not in above]
    if not roots:
        raise file_error(elements, "its joints form a loop; expected a tree with one root link")
    if len(roots) > 1:
        named = list_names([shown(r) for r in roots], 4)
        raise file_error(elements, f"{len(roots)} links hang on nothing ({named}); expected one")
    reached, level = {roots[0]}, [roots[0]]
    while level:
        links = [elements.joints[k].child for link in level for k in below[link]]
        reached.update(links)
        level = links
    if len(reached) < len(elements.bodies):
        lost = next(link for link in elements.bodies if link not in reached)
        raise file_error(
            elements, f"the link {shown(lost)} is in a loop of joints; expected a tree"
        )
    return _Tree(roots[0], below, above)


def _path(elements: Elements, tree: _Tree, tip: str) -> set[int]:
    """The joints between the root and a link."""
    if tip not in elements.bodies:
        hint = suggestion(tip, elements.bodies)
        raise UnknownNameError(f"{elements.root.file}: no link is called {shown(tip)}{hint}")
    found: set[int] = set()
    while tip in tree.above:
        found.add(tree.above[tip])
        tip = elements.joints[tree.above[tip]].parent
    return found


@dataclass
class _Built:
    """The robot as it grows: each file's link on the moving link that carries it."""

    joints: list[Joint] = field(default_factory=list)
    moving: list[int] = field(default_factory=list)
    at: dict[str, tuple[int, Placement]] = field(default_factory=dict)
    bodies: list[list[RigidBody]] = field(default_factory=lambda: [[]])
    fixed: dict[int, list[str]] = field(default_factory=dict)


def _assembled(elements: Elements, tip: str, rest: str, folder: str) -> Robot:
    """Joints in the file's order as far as each comes after its parent."""
    check_rest(rest)
    if rest == "lumped" and not tip:
        raise RobotError(
            f"{elements.root.file}: rest 'lumped' needs a tip; without one all is kept"
        )
    tree = _tree(elements)
    path = _path(elements, tree, tip) if tip else set(range(len(elements.joints)))
    lump = bool(tip) and rest != "kept"
    built = _Built()
    _hang(built, elements, tree.root, 0, Placement())
    waiting = list(tree.below[tree.root])
    heapq.heapify(waiting)
    lumped: list[str] = []
    while waiting:
        k = heapq.heappop(waiting)
        joint = elements.joints[k]
        carrier, place = built.at[joint.parent]
        place = place @ joint.placement
        if joint.kind == "F" or (lump and k not in path):
            if joint.kind != "F":
                place = place @ _held(elements, joint, path)
                lumped.append(shown(joint.name))
            built.fixed.setdefault(carrier, []).append(shown(joint.child))
            _hang(built, elements, joint.child, carrier, place)
        else:
            built.joints.append(
                Joint(joint.kind, joint.axis, place.frame, carrier, joint.name, limits=joint.limits)
            )
            built.moving.append(k)
            built.bodies.append([])
            _hang(built, elements, joint.child, len(built.joints), Placement())
        for below in tree.below[joint.child]:
            heapq.heappush(waiting, below)
    notes = [*elements.notes]
    if lumped:
        notes.append(f"held at zero and lumped into the chain: {list_names(lumped)}")
    robot = _robot(elements, tree, built, tip or _end(elements, tree, built, notes), notes)
    return replace(robot, visuals=read_visuals(elements.root, built.at, folder))


def _hang(built: _Built, elements: Elements, link: str, carrier: int, place: Placement) -> None:
    built.at[link] = carrier, place
    body = elements.bodies[link]
    if body is not None and body:
        built.bodies[carrier].append(body.placed(place))


def _held(elements: Elements, joint: UrdfJoint, path: set[int]) -> Placement:
    """A lumped joint's displacement: zero, or a follower's offset."""
    leader, _, offset = leader_of(elements, joint)
    if leader in path:
        raise joint.node.error(
            "it follows a joint of the chain and cannot be held still; "
            "expected the rest to be kept, or another tip"
        )
    if not offset:
        return Placement()
    if joint.kind == "R":
        return Placement.of(Frame(ORIGIN, (Turn(joint.axis, number(offset) * name("rad")),)))
    x, y, z = (number(offset) * e for e in joint.axis)
    return Placement.of(Frame((x, y, z)))


def _end(elements: Elements, tree: _Tree, built: _Built, notes: list[str]) -> str:
    """The link at which the tool is if no tip is asked for: the file's last end beyond all."""
    last = len(built.joints)
    if not last:
        return tree.root
    ends = [
        joint.child
        for joint in elements.joints
        if built.at[joint.child][0] == last and not tree.below[joint.child]
    ]
    branches = set(range(1, last + 1)) - {joint.parent for joint in built.joints}
    chosen = ends[-1] if ends else elements.joints[built.moving[-1]].child
    if len(ends) > 1:
        others = list_names([shown(e) for e in ends[:-1]])
        notes.append(f"the tool is at link {shown(chosen)}, not at {others}; a tip chooses another")
    elif len(branches) > 1:
        count = f"the last of {len(branches)} branches"
        notes.append(f"the tool is at link {shown(chosen)}, {count}; a tip chooses another")
    return chosen


def _robot(elements: Elements, tree: _Tree, built: _Built, tip: str, notes: list[str]) -> Robot:
    carrier, place = built.at[tip]
    if all(joint.kind == "F" for joint in elements.joints):
        raise file_error(elements, "it has no joint that moves")
    if not carrier:
        raise file_error(elements, f"no joint moves between the root and the link {shown(tip)}")
    if any(built.bodies[0]):
        notes.append("what is fixed to the base does not move, and its inertia does not enter")
    links, rounded = [], []
    drives = [elements.joints[k].drive for k in built.moving]
    for i, (bodies, drive) in enumerate(zip(built.bodies[1:], drives, strict=True), 1):
        link, was_rounded = merged(bodies).link()
        child = elements.joints[built.moving[i - 1]].child
        links.append(replace(link, drive=drive, name=clean(child)))
        if was_rounded:
            rounded.append(str(i))
        if built.fixed.get(i):
            notes.append(f"merged into link {i} ({shown(child)}): {list_names(built.fixed[i])}")
    if rounded or place.rounded:
        parts = [*(f"link {i}" for i in rounded), *(["the tool"] if place.rounded else [])]
        notes.append(f"merged in numbers of {DIGITS} digits, since exact ones grew too long: ")
        notes[-1] += list_names(parts)
    joints = [
        replace(joint, moves=moves)
        for joint, moves in zip(
            built.joints, displacements(elements, built.moving, notes), strict=True
        )
    ]
    if carrier != len(joints):
        # The tool sits on the last link: a massless one is fixed where the tip is carried.
        joints.append(Joint("F", (ZERO, ZERO, number(1)), Frame(), carrier, _free("tip", joints)))
        links.append(MASSLESS)
    notes.append("URDF tells no gravity: g along -z, 9.81 m/s² where a number is needed")
    try:
        return Robot(
            elements.name,
            tuple(joints),
            tuple(links),
            place.frame,
            notes=tuple(notes),
            values=(GRAVITY,),
            base=clean(tree.root),
        )
    except TorsorError as error:
        raise file_error(elements, str(error)) from None


def _free(wanted: str, joints: list[Joint]) -> str:
    """A name that no joint has yet."""
    taken = {joint.name for joint in joints}
    k = 0
    while (candidate := wanted + (str(k) if k else "")) in taken:
        k += 1
    return candidate
