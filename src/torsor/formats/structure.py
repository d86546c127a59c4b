"""A structure word, as papers name robots (``RTTRR``), and the description to begin with."""

from __future__ import annotations

import re

from torsor.arguments import validate_call
from torsor.errors import RobotError, shown
from torsor.formats.export import RobotText
from torsor.robot.robot import MOST_JOINTS

KINDS = {"R": "turns about", "T": "slides along"}
AXIS = re.compile(r"[+-]?[xyz]", re.IGNORECASE)

HEAD = """\
# A robot to begin with: {word}. Fill in what is known; what stays a symbol stays symbolic.
# Lengths in metres, masses in kilograms; angles carry a unit ("30deg", "0.3rad", "pi/6").

name = "{word}"                        # shown wherever the robot is
source = ""                            # where its geometry and its numbers come from
description = ""
gravity = [0, 0, "-g"]                 # in the base's axes; here downwards along z
hypotheses = []                        # such as ["com_at_origin", "principal_axes", "Ixy3 = 0"]

# Joints from the base outwards. Each is placed in the frame of the one before it:
#   kind      R turns about its axis, T slides along it, F is fixed
#   axis      "x", "-z", or three numbers
#   offset    where the joint is in the frame before it: numbers, symbols, "l1 + d/2"
#   rotation  how its frame is turned there, such as "Rx(-90deg)"; left out, it is not turned
#   link      what the joint carries; left out, everything is symbolic: m1, rx1 ry1 rz1, Ixx1 ...
# A link in numbers, here for joint 1: mass, mass centre in its frame, and the inertia about the
# mass centre in axes parallel to its frame (xy is the entry of the tensor, minus the integral):
#   {example}
joint = [
"""

TAIL = """\
]

# What follows the last joint places the tool, where the load is.
tool = {{ offset = ["l{count}", 0, 0] }}
payload = "wrench"                     # fx fy fz nx ny nz at the tool; or "body", "weight", "none"

# Numbers for the symbols, with their source; torsor eval FILE --published begins with them.
# [[values]]
# source = "measured"
# l{count} = 0.25
# m1 = 3.2
"""

LINK = (
    "link = { mass = 3.2, com = [0, 0, 0.1], "
    "inertia = { xx = 0.04, yy = 0.04, zz = 0.01, xy = 0, xz = 0, yz = 0 } }"
)


def read_structure(word: str, axes: str = "") -> list[tuple[str, str]]:
    """Kind and axis of each joint; P is read as T, and every axis is z if none is given.

    >>> read_structure("RTP", "z-xy")
    [('R', 'z'), ('T', '-x'), ('T', 'y')]
    """
    kinds = word.strip().upper().replace("P", "T")
    for letter in kinds:
        if letter not in KINDS:
            raise RobotError(
                f"the structure word {shown(word)} has the letter {shown(letter)}; expected R "
                "(revolute), T (translational) or P (the same), as in RTTRR"
            )
    if not kinds:
        raise RobotError("the structure word is empty; expected letters R and T, as in RTTRR")
    if len(kinds) > MOST_JOINTS:
        raise RobotError(f"the structure word has {len(kinds)} letters; at most {MOST_JOINTS}")
    compact = re.sub(r"[\s,]+", "", axes)
    found = [axis.lower().lstrip("+") for axis in AXIS.findall(compact)]
    if AXIS.sub("", compact):
        raise RobotError(
            f"the axes {shown(axes)} are not understood; expected a letter x, y or z for each "
            "joint, with a minus before it where the axis is reversed, as in zzyzy or z-xy"
        )
    if compact and len(found) != len(kinds):
        raise RobotError(
            f"the axes {shown(axes)} are {len(found)} and the structure {kinds} has "
            f"{len(kinds)} joints; expected an axis for each"
        )
    return list(zip(kinds, found or ["z"] * len(kinds), strict=True))


def structure_toml(word: str, axes: str = "") -> str:
    """A commented TOML text to begin with, lengths l1, l2, … to fill in."""
    joints = read_structure(word, axes)
    name = "".join(kind for kind, _ in joints)
    first = f'{{ kind = "{joints[0][0]}", axis = "{joints[0][1]}", {LINK} }},'
    lines = []
    for i, (kind, axis) in enumerate(joints, 1):
        offset = f', offset = ["l{i - 1}", 0, 0]' if i > 1 else ""
        line = f'  {{ kind = "{kind}", axis = "{axis}"{offset} }},'
        lines.append(f"{line:<55}# joint {i} {KINDS[kind]} {axis}\n")
    head = HEAD.format(word=name[:50], example=first)
    return head + "".join(lines) + TAIL.format(count=len(joints))


@validate_call
def new(structure: str, axes: str = "") -> RobotText:
    """A commented description to begin with, from a structure word: ``"RTTRR"``.

    R turns, T slides (P is read as T); ``axes`` as in ``"zzyzy"`` or ``"z-xy"``, all z if not
    given.
    """
    return RobotText(structure_toml(structure, axes))
