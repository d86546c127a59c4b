"""The frames of a figure: three axes each, in their colours, and where their names may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.drawing import Mark
from torsor.drawing.palette import AXES, BODY
from torsor.drawing.scene.skeleton import TOOL
from torsor.drawing.schematic.figure import Figure
from torsor.drawing.schematic.solids import RADIUS
from torsor.drawing.shapes import Shape, arc, arrow_head, polyline

LENGTHS = (42.0, 36.0, 31.0, 48.0, 54.0, 62.0, 74.0, 24.0)
"""What a frame's axis may have, in pixels from the middle of its joint."""

PEN = 1.1
APART = 13.0
"""Between the tips of two axes."""


@dataclass(frozen=True)
class DrawnFrame:
    """A frame on the picture: the tips of its axes and which way each points."""

    name: int | str
    mark: Mark
    tips: Mapping[str, tuple[Array, Array]]


def draw_frames(figure: Figure, axes: str = "xyz") -> list[DrawnFrame]:
    """The frames of the base, of every link and of the tool, with these axes drawn."""
    found = []
    tips: list[Array] = []
    for name, number, point, shift in _frames(figure):
        bones = figure.skeleton.bones
        kind = "" if name in (0, "tool") else bones[number - 1].kind
        where = figure.eye.at(point)
        mark = Mark((where.item(0), where.item(1)), shift / figure.scale, kind)
        drawn = _axes(figure, axes, figure.places[number].R, point, tips)
        found.append(DrawnFrame(name, mark, dict(drawn)))
    return found


def _frames(figure: Figure) -> Iterator[tuple[int | str, int, Array, float]]:
    """The frames to draw: name, link with its axes, where, and how far from its origin."""
    yield 0, 0, figure.base, figure.shift(0)
    for bone in figure.skeleton.bones:
        if bone.kind == "T":
            shift = figure.tip_shift(bone.number)
            place = figure.places[bone.number]
            yield bone.number, bone.number, figure.px(place.origin) + shift * place.axis, shift
        else:
            centre = figure.solids[bone.number].centre
            yield bone.number, bone.number, centre, figure.shift(bone.number)
    tool = figure.skeleton.tool
    if np.any(tool.p) or not np.allclose(tool.R, np.eye(3)):
        yield "tool", TOOL, figure.hand, figure.shift(TOOL)


def _axes(
    figure: Figure, letters: str, R: Array, origin: Array, taken: list[Array]
) -> Iterator[tuple[str, tuple[Array, Array]]]:
    """The axes of a frame; one that points at the eye is a dot, away from it a cross."""
    eye = figure.eye
    start = eye.at(origin)
    for colour in letters:
        axis = R[:, AXES.index(colour)]
        length = min(LENGTHS, key=lambda a: _price(figure, origin, axis, a, taken))
        tip = eye.at(origin + length * axis)
        way = tip - start
        size = float(np.linalg.norm(way))
        if size < 9:
            _end_on(figure.layers[-1], start, float(axis @ eye.view.towards) > 0, colour)
            yield colour, (start, np.array([-0.7, 0.7]))
            continue
        figure.line(origin, origin + (length - 5) * axis, PEN, "frame", colour)
        head = arrow_head(tip, way, 7.0)
        figure.layers[-1].append(Shape(head, 0, colour, kind="frame"))
        taken.append(tip)
        yield colour, (tip, way / size)


def _price(figure: Figure, origin: Array, axis: Array, length: float, taken: list[Array]) -> float:
    """What speaks against a length: a joint on the tip, another tip, a link that is not its own."""
    tip = figure.eye.at(origin + length * axis)
    price = 0.1 * LENGTHS.index(length) + 6.0 * (not _free(figure, origin + length * axis))
    if taken:
        nearest = float(np.min(np.linalg.norm(np.array(taken) - tip, axis=-1)))
        price += 2.0 * max(0.0, 1 - nearest / APART)
    ways = figure.legs[:, 1] - figure.legs[:, 0]
    way = tip - figure.eye.at(origin)
    sizes = np.linalg.norm(ways, axis=-1) * float(np.linalg.norm(way))
    across = np.abs(ways[:, 0] * way.item(1) - ways[:, 1] * way.item(0)) > 0.1 * sizes
    gaps = figure.link_gaps(tip[None])[0][across]
    return price + 1.5 * float(np.clip(1 - gaps / 7, 0, None).sum())


def _free(figure: Figure, end: Array) -> bool:
    """Whether no joint covers the end of an axis on the picture."""
    tip = figure.eye.at(end)
    a, way, solids = figure.cores
    long = np.maximum((way * way).sum(axis=-1), 1e-9)
    t = np.clip(((tip - a) * way).sum(axis=-1) / long, 0, 1)
    gaps: Array = np.linalg.norm(tip - a - t[:, None] * way, axis=-1)
    for n in np.flatnonzero(gaps < RADIUS + 1.5).tolist():
        solid = solids[n]
        across = np.abs((end - solid.centre) @ solid.axis)
        if across < solid.half + 4 or solid.holds(end[None]).item(0):
            return False
    return True


def _end_on(layer: list[Shape], at: Array, towards: bool, colour: str) -> None:
    u, v = np.array([1.0, 0]), np.array([0, 1.0])
    ring = (*arc(at, 5 * u, 5 * v, 0, 2 * np.pi), ("Z", ()))
    layer.append(Shape(ring, PEN, BODY, colour, kind="frame"))
    if towards:
        dot = (*arc(at, 1.4 * u, 1.4 * v, 0, 2 * np.pi), ("Z", ()))
        layer.append(Shape(dot, 0, colour, kind="frame"))
        return
    for d in (u + v, u - v):
        cross = polyline([at - 3.5 * d, at + 3.5 * d])
        layer.append(Shape(cross, PEN, stroke=colour, kind="frame"))
