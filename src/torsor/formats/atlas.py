"""Names of the atlas: ``atlas:RTTRR-zzyzy`` is a structure with its axes, all else general.

Kinds of joints and their axes at zero coordinates, each along x, y or z of the base; masses, mass
centres and inertias are symbols, gravity is any vector, and the offsets are those alone that the
dynamics can tell from zero. ``atlas:RRT-twisted`` has general twists instead of right angles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from torsor.algebra.formula import formula, name
from torsor.errors import RobotError, shown
from torsor.formats.structure import read_structure
from torsor.robot.entries import ZERO, Three
from torsor.robot.frame import Frame, Turn
from torsor.robot.joint import Joint
from torsor.robot.link import symbolic_link
from torsor.robot.payload import symbolic_payload
from torsor.robot.robot import Robot

PREFIX = "atlas:"
"""What names of the atlas begin with."""
TWISTED = "twisted"
"""In the place of the axes: each joint turned from the one before it by general angles."""
MOST_TWISTED = 3
"""Twisted structures have at most so many joints."""

LETTERS = "xyz"
UNIT: dict[str, Three] = {
    letter: (formula(int(letter == "x")), formula(int(letter == "y")), formula(int(letter == "z")))
    for letter in LETTERS
}
"""Unit vectors by letter."""
EXAMPLES = "atlas:RTTRR-zzyzy or atlas:RRT-twisted"


def read_atlas_name(text: str) -> Robot:
    """The structure that a name of the atlas tells, as a robot."""
    word, dash, axes = text.removeprefix(PREFIX).partition("-")
    if not dash or not axes:
        raise RobotError(
            f"the atlas name {shown(text)} lacks its axes; expected kinds, a dash and a letter "
            f"x, y or z for each joint, as in {EXAMPLES}"
        )
    if axes.lower() == TWISTED:
        return twisted_structure("".join(kind for kind, _ in read_structure(word)))
    if not re.fullmatch("[xyz]*", axes.lower()):
        raise RobotError(
            f"the atlas name {shown(text)}: the axes {shown(axes)} are not understood; expected "
            f"a letter x, y or z for each joint, as in {EXAMPLES}"
        )
    joints = read_structure(word, axes)
    return structure("".join(kind for kind, _ in joints), "".join(axis for _, axis in joints))


def structure(kinds: str, axes: str) -> Robot:
    """The general robot with these kinds of joints along these axes."""
    needed = set(needed_offsets(kinds, axes))

    def offset(joint: int) -> Three:
        x, y, z = (
            name(f"l{letter}{joint}") if (joint, letter) in needed else ZERO for letter in LETTERS
        )
        return x, y, z

    joints = [
        Joint(kind, UNIT[axis], Frame(offset(i)))
        for i, (kind, axis) in enumerate(zip(kinds, axes, strict=True), 1)
    ]
    return _robot(f"{kinds}-{axes}", joints)


def needed_offsets(kinds: str, axes: str) -> Iterator[tuple[int, str]]:
    """The offsets that the dynamics can tell from zero: each as joint and direction.

    Lengths are between axes that turn. A frame may be anywhere along the axis that it turns
    about, and anywhere on a link that slides; a slide's zero may be anywhere; and so may the base.
    So along each direction there is one length from each joint that turns about another direction
    to the next such joint, if nothing slides along it in between.
    """
    for letter in LETTERS:
        measured = False  # whether a place to measure from is behind
        for i, (kind, axis) in enumerate(zip(kinds, axes, strict=True), 1):
            if axis == letter:
                measured = measured and kind == "R"
            elif kind == "R":
                if measured:
                    yield i, letter
                measured = True


def twisted_structure(kinds: str) -> Robot:
    """The general robot with these kinds of joints in any directions, by modified DH parameters.

    Joint i is turned by ``alpha`` about x and, behind a slide, by ``beta`` about that slide's
    axis; ``a`` and ``d`` are lengths along x and along the joint's own axis.
    """
    if len(kinds) > MOST_TWISTED:
        raise RobotError(
            f"{PREFIX}{kinds[:20]}-{TWISTED} has {len(kinds)} joints; twisted structures are in "
            f"the atlas up to {MOST_TWISTED}"
        )
    joints = []
    for i, kind in enumerate(kinds, 1):
        behind = i > 1
        turn: list[Turn] = []
        offset: Three = (ZERO, ZERO, ZERO)
        if i > 2 and kinds[i - 2] == "T":
            turn.append(Turn(UNIT["z"], name(f"beta{i}")))
        if behind:
            turn.append(Turn(UNIT["x"], name(f"alpha{i}")))
        if kind == "R":
            offset = twisted_offset(kinds, i)
        joints.append(Joint(kind, UNIT["z"], Frame(offset, tuple(turn))))
    return _robot(f"{kinds}-{TWISTED}", joints)


def twisted_offset(kinds: str, joint: int) -> Three:
    """The lengths before a joint that turns: what slides have left of them.

    Between two axes that turn, with ``slides`` in between, three lengths are less by one for each
    slide, by one for the joint's own axis, and by one for the first axis of all.
    """
    before = [k for k in range(1, joint) if kinds[k - 1] == "R"]
    if not before:
        return ZERO, ZERO, ZERO
    last = before[-1]
    slides = joint - last - 1
    along = len(before) > 1  # where on the axis before it: the first may be shifted along its own
    x = ZERO if slides > 1 else name(f"a{joint}")
    z = name(f"d{joint}") if along and slides == 0 else ZERO
    return x, ZERO, z


def _robot(title: str, joints: list[Joint]) -> Robot:
    return Robot(
        title,
        tuple(Joint(j.kind, j.axis, j.placement, i) for i, j in enumerate(joints)),
        tuple(symbolic_link(str(i)) for i in range(1, len(joints) + 1)),
        payload=symbolic_payload("none"),
        gravity=(name("gx"), name("gy"), name("gz")),
        description="A structure of the atlas: general masses, inertias and lengths",
        group="The atlas",
    )
