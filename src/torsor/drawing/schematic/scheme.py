"""The kinematic scheme as papers draw it: cylinders that turn, boxes that slide, frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values
from torsor.arguments import choice, validate_call
from torsor.drawing.drawing import Drawing
from torsor.drawing.lettering import indexed_spans, plain_spans
from torsor.drawing.palette import palette_of
from torsor.drawing.scene.scene import scene_of
from torsor.drawing.scene.skeleton import TOOL
from torsor.drawing.schematic.extras import LETTER, SMALL_LETTER, draw_extras, read_parts
from torsor.drawing.schematic.figure import SPREAD, Figure
from torsor.drawing.schematic.frames import DrawnFrame, draw_frames
from torsor.drawing.schematic.labels import Wanted, place_labels
from torsor.drawing.shapes import Span, trace_outline
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.formats.load import RobotLike
from torsor.notation.notation import NotationLike

FRAMES = ("axes", "xz", "numbers", "none")
FrameStyle = Annotated[str, choice(FRAMES)]
STYLES = {"axes": "xyz", "xz": "xz", "numbers": "xyz", "none": ""}
"""The axes that are drawn."""

MARGIN = 14.0
FEW, MANY = 9, 12
"""Up to so many frames are drawn with all axes, then with x and z, then only numbered."""


@validate_call
def scheme(
    robot: RobotLike,
    view: str = "auto",
    posture: Values | None = None,
    values: Values | None = None,
    frames: FrameStyle = "",
    labels: bool = True,
    show: str | Sequence[str] = "",
    notation: NotationLike = "",
    to_scale: bool = False,
    dark: bool = False,
    transparent: bool = False,
    unit: float | None = None,
) -> Drawing:
    """The kinematic scheme of a robot.

    ``view`` is auto, iso, front, side, top or ``AZ,EL`` in degrees. ``posture`` sets coordinates
    by name, in radians and units of length; the others are chosen so that nothing overlaps.
    ``values`` sets lengths by name. ``frames`` is axes, xz, numbers or none; ``show`` names
    what else is drawn, of origins, masses, ellipsoids, links, gravity or all. The page is white,
    ``dark`` or none: a ``transparent`` SVG is light where the reader's pages are dark. ``unit`` is
    the length that is drawn as long as a typical link, where several are drawn to one scale.
    """
    if frames not in ("", *FRAMES):
        raise UnknownNameError(
            f"no frames {shown(frames)}; expected {', '.join(FRAMES)}{suggestion(frames, FRAMES)}"
        )
    parts = read_parts(show)
    scene = scene_of(robot, values, posture, notation, view, to_scale, SPREAD, unit)
    figure = Figure(scene)
    figure.draw_links()
    figure.draw_common_points()
    coordinates = figure.draw_coordinates()
    count = len(scene.skeleton.bones) + 2
    style = frames or ("axes" if count <= FEW else "xz" if count <= MANY else "numbers")
    drawn = draw_frames(figure, STYLES[style])
    extras = list(draw_extras(figure, parts))
    shapes = figure.shapes()
    wanted: list[Wanted] = []
    if labels:
        for number, (anchors, way) in coordinates.items():
            if number in scene.joint_labels:
                spans = scene.joint_labels[number]
                wanted.append(Wanted(spans, LETTER, anchors, way, "coordinate"))
        for segment, anchors, way in figure.length_places():
            spans = _with_unit(scene.length_labels[segment])
            wanted.append(Wanted(spans, LETTER, anchors, way, "length"))
        wanted += extras
        wanted += _frame_labels(drawn, style, len(scene.skeleton.bones))
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
        f"Kinematic scheme of {scene.name}",
        palette_of(dark, transparent),
        scene.posture,
        scene.values,
        scene.view,
        figure.scale,
        {frame.name: frame.mark for frame in drawn},
        {"tool" if k == TOOL else k: figure.flat(way) for k, way in figure.ways.items()},
        {k: figure.outline(k) for k, solid in figure.solids.items() if solid.kind != "F"},
    )


def _with_unit(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """A length that is a plain number, in metres; one of symbols stands as it is."""
    plain = len(spans) == 1 and spans[0].text.lstrip("−")[:1].isdigit()
    return (*spans, Span(" m")) if plain else spans


def _frame_labels(drawn: Sequence[DrawnFrame], style: str, joints: int) -> Iterator[Wanted]:
    """x₁ y₁ z₁ at the ends of the axes, or {1} beside each frame."""
    for frame in drawn:
        number = joints + 1 if frame.name == "tool" else frame.name
        if style == "numbers":
            spans = plain_spans(f"{{{number}}}")
            where = np.array(frame.mark.point)
            yield Wanted(spans, SMALL_LETTER, (where,), np.zeros(2), "number")
            continue
        start = np.array(frame.mark.point)
        for letter, (tip, way) in frame.tips.items():
            spans = indexed_spans(letter, number)
            body = np.array([tip, 0.6 * tip + 0.4 * start])
            yield Wanted(spans, SMALL_LETTER, (tip,), way, "axis", letter, body)
