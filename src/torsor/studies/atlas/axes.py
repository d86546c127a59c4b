"""The axes of a structure's normal form, found in a robot's lines.

Between one joint that turns and the next, everything is one rigid set of directions: those of the
slides in between and of both turning axes. If each two of them are parallel or at right angles,
x, y and z of the normal form are laid along them, letter by letter as ``words`` does. Where a joint
turns, the axes before and behind it share the joint's own direction; the angle between the
others is where the coordinate's zero is.
"""

from __future__ import annotations

from dataclasses import dataclass

from torsor.algebra.scalars.ring import RingScalar
from torsor.errors import RobotError
from torsor.spatial.vectors import Vector
from torsor.studies.atlas.lines import Line, Lines
from torsor.studies.atlas.words import PREFERRED

Three = Vector[RingScalar]
Triad = dict[str, Three]
"""x, y and z of the normal form, in base axes at zero coordinates."""

NEXT = {"x": "y", "y": "z", "z": "x"}
"""Each letter's next, in the order of a right-handed frame."""


class ObliqueError(RobotError):
    """Two joints that are neither parallel nor at right angles."""


@dataclass(frozen=True)
class Axes:
    """The letter and the sense of each joint, and the axes before and behind it."""

    letters: str
    senses: tuple[int, ...]
    """1 where a joint's own axis is along its letter, −1 where it is against it."""
    triads: tuple[Triad, ...]
    """Behind joint i stands ``triads[i]``; before the first ``triads[0]``."""


def find_axes(laid: Lines) -> Axes:
    """The normal form's axes in a robot; refused where two directions are oblique."""
    letters = ""
    senses: list[int] = []
    stretches: list[tuple[Triad, int]] = []
    triad: Triad = {}
    first = 0
    for i, line in enumerate(laid.lines):
        letter, sense = _letter(triad, line, laid, i)
        letters += letter
        senses.append(sense)
        if line.kind == "R":
            stretches.append((triad, i + 1 - first))
            triad, first = {letter: triad[letter]}, i + 1
    stretches.append((triad, len(laid.lines) + 1 - first))
    whole = _complete([triad for triad, _ in stretches], laid)
    triads = [
        triad for triad, (_, count) in zip(whole, stretches, strict=True) for _ in range(count)
    ]
    return Axes(letters, tuple(senses), tuple(triads))


def _letter(triad: Triad, line: Line, laid: Lines, i: int) -> tuple[str, int]:
    """The letter of a direction in a triad that is being laid, and its sense."""
    for letter, axis in triad.items():
        if line.axis.cross(axis) == (0, 0, 0):
            return letter, 1 if line.axis.dot(axis) == 1 else -1
    if len(triad) == 3 or any(line.axis.dot(axis) != 0 for axis in triad.values()):
        before = " and ".join(_told(laid, k) for k in _stretch(laid, i))
        raise ObliqueError(
            f"{laid.robot.name!r}: the axis of {_told(laid, i)} is oblique to {before}; "
            "structures with more than three joints are in the atlas with right angles alone"
        )
    free = next(letter for letter in PREFERRED if letter not in triad)
    triad[free] = line.axis
    if len(triad) == 2:
        _third(triad)
    return free, 1


def _stretch(laid: Lines, i: int) -> list[int]:
    """The joints that a direction is held against: back to the last that turns."""
    found = [i - 1]
    while found[-1] > 0 and laid.lines[found[-1]].kind == "T":
        found.append(found[-1] - 1)
    return found[::-1]


def _told(laid: Lines, i: int) -> str:
    return laid.lines[i].name


def _third(triad: Triad) -> None:
    """Complete a triad of two."""
    (third,) = set("xyz") - set(triad)
    a = NEXT[third]
    triad[third] = triad[a].cross(triad[NEXT[a]])


def _complete(triads: list[Triad], laid: Lines) -> list[Triad]:
    """Every triad whole: one whose directions are all parallel is its neighbour's."""
    whole = next((triad for triad in triads if len(triad) == 3), None)
    if whole is None:
        whole = _any_triad(triads[0], laid)
    found = []
    for triad in triads:
        whole = triad if len(triad) == 3 else whole
        found.append(whole)
    return found


def _any_triad(triad: Triad, laid: Lines) -> Triad:
    """A triad about one direction alone: its other axes are along the base's, if they may be."""
    ((letter, axis),) = triad.items()
    for unit in (Vector((1, 0, 0)), Vector((0, 1, 0)), Vector((0, 0, 1))):
        if axis.dot(unit) == 0:
            found = {letter: axis, NEXT[letter]: unit}
            _third(found)
            return found
    x, y, z = axis
    raise ObliqueError(
        f"{laid.robot.name!r}: all joints are along ({x}, {y}, {z}), which is along no axis of the "
        "base; expected a base with an axis at right angles to it"
    )
