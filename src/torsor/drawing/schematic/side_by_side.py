"""Schemes side by side, drawn to one scale: designs of a robot compared by eye."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torsor.algebra.formula import Values
from torsor.drawing.drawing import Drawing
from torsor.drawing.lettering import plain_spans, width
from torsor.drawing.palette import palette_of
from torsor.drawing.schematic.figure import UNIT
from torsor.drawing.schematic.scheme import scheme
from torsor.drawing.shapes import Command, Label, Shape
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates

GAP, LINE, LETTER = 30.0, 19.0, 14.0
"""Pixels between two schemes, from line to line of a caption, and of its letters."""
AIR = 1.15
"""A caption has so much more room than its width: fonts differ."""
VIEW = "30,24"


@dataclass(frozen=True)
class Compared:
    """A robot with numbers for its symbols, and the lines that are said of it."""

    robot: Robot
    values: Values
    caption: tuple[str, ...] = ()


def draw_side_by_side(compared: Sequence[Compared], title: str) -> Drawing:
    """Each in the same posture where it has the same coordinates, seen from the same side."""
    alone = [_draw(one, None, None) for one in compared]
    unit = max(UNIT / drawing.scale for drawing in alone)
    first = alone[0]
    drawings = [
        _draw(one, unit, first if len(one.robot.joints) == len(compared[0].robot.joints) else None)
        for one in compared
    ]
    floor = max(d.box[1] + d.box[3] for d in drawings)
    shapes: list[Shape] = []
    labels: list[Label] = []
    left, top = 0.0, min(d.box[1] for d in drawings)
    lines = max(len(one.caption) for one in compared)
    for drawing, one in zip(drawings, compared, strict=True):
        x, _, wide, _ = drawing.box
        said = AIR * max((width(plain_spans(line), LETTER) for line in one.caption), default=0.0)
        room = max(wide, said)
        move = left - x + (room - wide) / 2
        shapes += (_shift(shape, move) for shape in drawing.shapes)
        labels += (_shift_label(label, move) for label in drawing.labels)
        for k, line in enumerate(one.caption):
            spans = plain_spans(line)
            y = floor + LINE * (k + 1)
            start = left + (room - width(spans, LETTER)) / 2
            box = (start, y - LETTER, start + width(spans, LETTER), y)
            labels.append(Label(spans, start, y, LETTER, box, "caption"))
        left += room + GAP
    high = floor - top + LINE * (lines + 1)
    return Drawing(
        tuple(shapes), tuple(labels), (0.0, top, left - GAP, high), title,
        palette_of(transparent=True),
    )  # fmt: skip


def _draw(one: Compared, unit: float | None, like: Drawing | None) -> Drawing:
    posture = None if like is None else dict(zip(coordinates(one.robot), like.q, strict=True))
    return scheme(
        one.robot, view=VIEW, posture=posture, values=one.values, frames="none", to_scale=True,
        unit=unit,
    )  # fmt: skip


def _shift(shape: Shape, x: float) -> Shape:
    path: tuple[Command, ...] = tuple(
        (command, tuple((a + x, b) for a, b in points)) for command, points in shape.path
    )
    return replace(shape, path=path)


def _shift_label(label: Label, x: float) -> Label:
    left, top, right, bottom = label.box
    return replace(label, x=label.x + x, box=(left + x, top, right + x, bottom))
