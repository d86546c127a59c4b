"""The kinematic scheme as papers draw it: cylinders that turn, boxes that slide, frames."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values
from torsor.arguments import choice, validate_call
from torsor.drawing.drawing import Drawing
from torsor.drawing.lettering import formula_spans, indexed_spans, plain_spans
from torsor.drawing.palette import palette_of
from torsor.drawing.scene.lengths import drawing_values, known_numbers
from torsor.drawing.scene.skeleton import Skeleton, skeleton_of
from torsor.drawing.scene.view import read_view
from torsor.drawing.schematic.coincident_joints import Shifts, shifts_apart
from torsor.drawing.schematic.figure import Figure
from torsor.drawing.schematic.labels import Wanted, place_labels
from torsor.drawing.schematic.posture import Posture, choose_posture
from torsor.drawing.schematic.solids import Eye
from torsor.drawing.shapes import trace_outline
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.formats.load import RobotLike, load
from torsor.notation.notation import NotationLike, load_notation
from torsor.robot.symbols import angles, coordinates, parameters

FRAMES = ("axes", "numbers", "none")
FrameStyle = Annotated[str, choice(FRAMES)]
MARGIN = 14.0
LETTER, SMALL_LETTER = 17.0, 13.5
MANY = 9
"""With more frames than this their axes are not named one by one, only the frames are."""


@validate_call
def scheme(
    robot: RobotLike,
    view: str = "auto",
    posture: Values | None = None,
    values: Values | None = None,
    frames: FrameStyle = "",
    labels: bool = True,
    notation: NotationLike = "",
    to_scale: bool = False,
    dark: bool = False,
    transparent: bool = False,
) -> Drawing:
    """The kinematic scheme of a robot.

    ``view`` is auto, iso, front, side, top or ``AZ,EL`` in degrees. ``posture`` sets coordinates
    by name, in radians and units of length; the others are chosen so that nothing overlaps.
    ``values`` sets lengths by name. ``frames`` is axes, numbers or none. It is on a white page, a
    ``dark`` one, or none: a ``transparent`` SVG is light where the reader's pages are dark.
    """
    drawn = load(robot)
    if frames not in ("", *FRAMES):
        raise UnknownNameError(
            f"no frames {shown(frames)}; expected {', '.join(FRAMES)}{suggestion(frames, FRAMES)}"
        )
    angles_of_view = read_view(view)
    hand = load_notation(notation or drawn.notation or "standard")
    known = known_numbers(drawn, values, parameters(drawn.declared))
    numbers = drawing_values(drawn, known, to_scale)
    skeleton = skeleton_of(drawn, numbers)
    given = known_numbers(drawn, posture, coordinates(drawn))
    chosen = choose_posture(skeleton, {int(n[1:]): v for n, v in given.items()}, angles_of_view)
    figure = figure_at(skeleton, chosen)
    shapes = figure.shapes(frames != "none")
    wanted: list[Wanted] = []
    if labels:
        slides = frozenset(set(coordinates(drawn)) - set(angles(drawn)))
        for number, formula in drawn.displacement.items():
            anchors, way = figure.coordinate_anchors[number]
            spans = formula_spans(formula, hand, slides)
            wanted.append(Wanted(spans, LETTER, anchors, way, "coordinate"))
        for segment, anchors, way in figure.length_anchors:
            if segment.length is not None:
                spans = formula_spans(segment.length, hand)
                wanted.append(Wanted(spans, LETTER, anchors, way, "length"))
        wanted += _frame_labels(figure, frames, len(drawn.joints))
    placed, leaders = place_labels(wanted, shapes, figure.covered())
    everything = (*shapes, *leaders)
    ink = np.concatenate([trace_outline(s) for s in everything])
    boxes: Array = np.array([label.box for label in placed]).reshape(-1, 4)
    low: Array = np.min(np.concatenate((ink, boxes[:, :2])), axis=0) - MARGIN
    size: Array = np.max(np.concatenate((ink, boxes[:, 2:])), axis=0) + MARGIN - low
    return Drawing(
        everything,
        tuple(placed),
        (low.item(0), low.item(1), size.item(0), size.item(1)),
        f"Kinematic scheme of {drawn.name}",
        palette_of(dark, transparent),
        chosen.q,
        numbers,
        chosen.view,
        chosen.scale,
        figure.marks,
    )


def figure_at(skeleton: Skeleton, posture: Posture, shifts: Shifts | None = None) -> Figure:
    """The figure at a posture; the shifts of another posture's figure may be kept."""
    places = skeleton.places(posture.q)
    eye = Eye(posture.view)
    if shifts is None:
        shifts = shifts_apart(skeleton, places, eye, posture.scale)
    return Figure(skeleton, places, eye, posture.scale, shifts)


def _frame_labels(figure: Figure, frames: str, joints: int) -> list[Wanted]:
    """x₁ y₁ z₁ at the ends of the axes, or {1} beside each frame."""
    style = frames or ("axes" if len(figure.axis_tips) <= MANY else "numbers")
    wanted: list[Wanted] = []
    for frame, tips in figure.axis_tips.items():
        number = joints + 1 if frame == "tool" else frame
        if style == "axes":
            for letter, (tip, way) in zip("xyz", tips, strict=True):
                spans = indexed_spans(letter, number)
                wanted.append(Wanted(spans, SMALL_LETTER, (tip,), way, "axis"))
        elif style == "numbers":
            where = np.array(figure.marks[frame].point)
            spans = plain_spans(f"{{{number}}}")
            wanted.append(Wanted(spans, SMALL_LETTER, (where,), np.zeros(2), "number"))
    return wanted
