"""A robot to be shown: one description, which the viewer, schemes and thumbnails are written from.

Nothing in it depends on where it is seen from: geometry in the frames of the links, coordinates
with their ranges, bodies as far as there are numbers for them, and what is to be told beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torsor.algebra.formula import Values
from torsor.drawing.lettering import formula_spans
from torsor.drawing.scene.bodies import LinkBody, bodies_of
from torsor.drawing.scene.coordinates import Coordinate, coordinates_of, joint_labels
from torsor.drawing.scene.joint_places import joint_places
from torsor.drawing.scene.lengths import drawing_values, known_numbers, offsets
from torsor.drawing.scene.plain_text import plain_text
from torsor.drawing.scene.skeleton import Skeleton, skeleton_of
from torsor.drawing.schematic.posture import choose_posture, typical_length
from torsor.formats.load import RobotLike, load
from torsor.motion.quantities import quantity
from torsor.notation.notation import NotationLike, load_notation
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates, parameters

TOLD = 6
"""So many names are told; of more, how many they are."""

UNFOLDED = 24
"""Robots with more coordinates than this are shown as they are at zero."""


@dataclass(frozen=True)
class Scene:
    """A robot with a number for each length, as every picture of it begins."""

    name: str
    title: str
    skeleton: Skeleton
    coordinates: tuple[Coordinate, ...]
    posture: tuple[float, ...]
    """The coordinates that it is shown at first."""
    unit: float
    """The length of a typical link, which joints are sized by."""
    joint_names: Mapping[int, str]
    """What a file calls each joint, by link number."""
    joint_labels: Mapping[int, str]
    """What each joint moves by, printed, by link number."""
    joint_shifts: tuple[float, ...]
    """How far from its foot each joint's body stands on its axis, bone by bone."""
    length_labels: Mapping[tuple[int, int], str]
    """The printed lengths, by link number (0 the tool's) and the segment's place, from 0."""
    bodies: tuple[LinkBody, ...]
    notes: tuple[str, ...]
    """What a reader of the picture must know, each in a sentence."""


def scene_of(
    robot: RobotLike,
    values: Values | None = None,
    posture: Values | Sequence[float] | None = None,
    notation: NotationLike = "",
) -> Scene:
    """The scene of a robot: ``values`` go over the numbers that come with it.

    ``posture`` gives coordinates by name, or all of them; those that are not given are chosen so
    that little overlaps, within the joints' limits.
    """
    drawn = load(robot)
    hand = load_notation(notation or drawn.notation or "standard")
    known = known_numbers(drawn, values, parameters(drawn.declared))
    numbers = drawing_values(drawn, known, to_scale=True)
    skeleton = skeleton_of(drawn, numbers)
    unit = typical_length(skeleton)
    ranges = coordinates_of(drawn, numbers, unit, hand)
    own = {n: quantity(v) for n, v in drawn.numbers.items()}
    at = _posture(drawn, skeleton, posture, ranges)
    return Scene(
        drawn.name,
        drawn.title,
        skeleton,
        ranges,
        at,
        unit,
        {i: joint.name for i, joint in enumerate(drawn.joints, 1) if joint.name},
        joint_labels(drawn, hand),
        joint_places(skeleton, unit, at),
        {
            (bone.number, n): plain_text(formula_spans(segment.length, hand))
            for bone in (*skeleton.bones, skeleton.tool)
            for n, segment in enumerate(bone.segments)
            if segment.length is not None and any(segment.length.names())
        },
        bodies_of(drawn, {**own, **known}),
        tuple(_notes(drawn, {**own, **known})),
    )


def _posture(
    robot: Robot,
    skeleton: Skeleton,
    posture: Values | Sequence[float] | None,
    ranges: Sequence[Coordinate],
) -> tuple[float, ...]:
    if posture is not None and not isinstance(posture, Mapping):
        return tuple(float(e) for e in posture)
    given = known_numbers(robot, posture, coordinates(robot))
    fixed = {int(name[1:]): value for name, value in given.items()}
    if robot.dof > UNFOLDED:
        chosen = [0.0 if one.kind == "R" else (one.lower + one.upper) / 2 for one in ranges]
        chosen = [fixed.get(k, value) for k, value in enumerate(chosen, 1)]
    else:
        chosen = list(choose_posture(skeleton, fixed, None).q)
    return tuple(
        value if k in fixed else min(max(value, one.lower), one.upper)
        for k, (value, one) in enumerate(zip(chosen, ranges, strict=True), 1)
    )


def _notes(robot: Robot, known: Mapping[str, float]) -> list[str]:
    """Lengths that are drawn though nobody gave them, and bodies that cannot be shown."""
    lacking = list(dict.fromkeys(n for f in offsets(robot) for n in f.names() if n not in known))
    if not lacking:
        return []
    told = ", ".join(lacking) if len(lacking) <= TOLD else f"{len(lacking)} lengths"
    have = "has no number and is" if len(lacking) == 1 else "have no numbers and are"
    return [f"{told} {have} drawn as long as the longest."]
