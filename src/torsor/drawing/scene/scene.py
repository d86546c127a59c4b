"""A robot to be shown: one description, which the viewer, schemes and thumbnails are written from.

Geometry in the frames of the links, bodies of joints that stand apart, coordinates with their
ranges, masses as far as there are numbers for them, what is printed beside; and a posture in which
all of it is clear, with the view that it is clearest from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torsor.algebra.formula import Values
from torsor.drawing.lettering import formula_spans
from torsor.drawing.scene.bodies import LinkBody, bodies_of, mass_centres
from torsor.drawing.scene.coordinates import Coordinate, coordinates_of, joint_labels
from torsor.drawing.scene.joint_places import Arrangement, arrange
from torsor.drawing.scene.lengths import drawing_values, known_numbers, offsets
from torsor.drawing.scene.posture import choose_posture, rod_lengths, typical_length, usual_slides
from torsor.drawing.scene.skeleton import Skeleton, skeleton_of
from torsor.drawing.scene.view import View, read_view
from torsor.drawing.shapes import Span
from torsor.errors import ArgumentValueError
from torsor.formats.load import RobotLike, load
from torsor.motion.quantities import quantity
from torsor.notation.notation import Notation, NotationLike, load_notation
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates, parameters

TOLD = 6
"""So many names are told; of more, how many they are."""

SPREAD = 0.21
"""Joints that share a point stand so far apart, as a part of the typical length."""

FARTHEST = 1e6
"""A typical link is drawn at most so many times larger or smaller than its scheme is laid out."""

USUAL_SLIDE = 1.1
"""A slide is shown pulled out so many typical lengths."""


@dataclass(frozen=True)
class Scene:
    """A robot with a number for each length, as every picture of it begins."""

    name: str
    title: str
    values: Mapping[str, float]
    """The number that each symbol is drawn with."""
    skeleton: Skeleton
    coordinates: tuple[Coordinate, ...]
    posture: tuple[float, ...]
    """The coordinates that it is shown at first."""
    view: View
    """Where that posture is clearest from."""
    unit: float
    """The length of a typical link, which joints are sized by."""
    arrangement: Arrangement
    """Where joints' bodies stand on their axes, and the ways of the links between them."""
    joint_names: Mapping[int, str]
    """What a file calls each joint, by link number."""
    joint_labels: Mapping[int, tuple[Span, ...]]
    """What each joint moves by, printed, by link number."""
    length_labels: Mapping[tuple[int, int], tuple[Span, ...]]
    """The printed lengths, by link number (0 the tool's) and the segment's place, from 0."""
    bodies: tuple[LinkBody, ...]
    mass_centres: Mapping[int, tuple[float, float, float] | None]
    """Of every link with a mass, −1 the load: where in its frame, if there are numbers for it."""
    notes: tuple[str, ...]
    """What a reader of the picture must know, each in a sentence."""


def scene_of(
    robot: RobotLike,
    values: Values | None = None,
    posture: Values | Sequence[float] | None = None,
    notation: NotationLike = "",
    view: str = "auto",
    to_scale: bool = True,
    spread: float = SPREAD,
    unit: float | None = None,
) -> Scene:
    """The scene of a robot: ``values`` go over the numbers that come with it.

    ``posture`` gives coordinates by name, or all of them; those that are not given are chosen so
    that little overlaps, within the joints' limits. What is not ``to_scale`` has its short lengths
    stretched and its slides pulled out as far as can be seen. ``spread`` is how far apart joints
    at one point stand, as a part of a typical length, which is this ``unit`` where one is given.
    """
    drawn = load(robot)
    angles = read_view(view)
    hand = load_notation(notation or drawn.notation or "standard")
    known = known_numbers(drawn, values, parameters(drawn.declared), hand)
    numbers = drawing_values(drawn, known, to_scale)
    skeleton = skeleton_of(drawn, numbers)
    unit = _unit(unit, typical_length(skeleton))
    ranges = coordinates_of(drawn, numbers, unit, hand)
    own = {n: quantity(v) for n, v in drawn.numbers.items()}
    slides = usual_slides(skeleton, USUAL_SLIDE * unit)
    begun = [one.nearest(slides.get(k, 0.0)) for k, one in enumerate(ranges, 1)]
    arrangement = arrange(skeleton, spread * unit, begun)
    given = _given(drawn, posture, hand)
    q = dict(enumerate(begun, 1))
    if not to_scale:
        q |= rod_lengths(skeleton, arrangement, spread * unit, slides)
    q |= given
    limits = {k: (one.lower, one.upper) for k, one in enumerate(ranges, 1) if one.limited}
    free = {k for k, one in enumerate(ranges, 1) if one.kind == "R" and k not in given}
    shown = choose_posture(
        skeleton, arrangement, spread * unit, [q[k] for k in sorted(q)], free, limits, angles
    )
    return Scene(
        drawn.name,
        drawn.title,
        numbers,
        skeleton,
        ranges,
        shown.q,
        shown.view,
        unit,
        arrangement,
        {i: joint.name for i, joint in enumerate(drawn.joints, 1) if joint.name},
        joint_labels(drawn, hand),
        {
            (bone.number, n): formula_spans(segment.length, hand)
            for bone in (*skeleton.bones, skeleton.tool)
            for n, segment in enumerate(bone.segments)
            if segment.length is not None
        },
        bodies_of(drawn, {**own, **known}),
        mass_centres(drawn, {**own, **known}),
        tuple(_notes(drawn, {**own, **known})),
    )


def _unit(asked: float | None, typical: float) -> float:
    """The length that is drawn as long as a typical link: near to what that is."""
    if asked is None:
        return typical
    if not typical / FARTHEST <= asked <= typical * FARTHEST:
        raise ArgumentValueError(
            f"unit: expected a length from {typical / FARTHEST:.3g} to {typical * FARTHEST:.3g}, "
            f"as a typical link is {typical:.3g} long; got {asked:.6g}"
        )
    return asked


def _given(
    robot: Robot, posture: Values | Sequence[float] | None, notation: Notation
) -> dict[int, float]:
    """The coordinates that are given, by their numbers."""
    names = coordinates(robot)
    if posture is not None and not isinstance(posture, Mapping):
        return dict(enumerate((float(e) for e in posture), 1))
    return {int(n[1:]): v for n, v in known_numbers(robot, posture, names, notation).items()}


def _notes(robot: Robot, known: Mapping[str, float]) -> list[str]:
    """Lengths that are drawn though nobody gave them, and bodies that cannot be shown."""
    lacking = list(dict.fromkeys(n for f in offsets(robot) for n in f.names() if n not in known))
    if not lacking:
        return []
    told = ", ".join(lacking) if len(lacking) <= TOLD else f"{len(lacking)} lengths"
    have = "has no number and is" if len(lacking) == 1 else "have no numbers and are"
    return [f"{told} {have} drawn as long as the longest."]
