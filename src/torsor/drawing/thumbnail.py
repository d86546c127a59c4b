"""A robot as a small picture for a list: bodies and links alone, in strong lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import numpy as np

from torsor.algebra.arrays import Array
from torsor.arguments import validate_call
from torsor.drawing.drawing import Drawing
from torsor.drawing.palette import palette_of
from torsor.drawing.schematic.scheme import scheme
from torsor.drawing.shapes import Command, Shape, trace_outline
from torsor.formats.load import RobotLike

SHOWN = ("base", "link", "joint", "tool", "end")
MARGIN = 7.0
THINNEST, THICKEST = 0.9, 2.6
LARGEST_ZOOM = 0.62
"""A robot of one link is not blown up to fill its thumbnail."""

Side = Annotated[int, range(24, 2001)]


@validate_call
def thumbnail(
    robot: RobotLike,
    width: Side = 160,
    height: Side = 120,
    dark: bool = False,
    transparent: bool = True,
) -> Drawing:
    """A small picture of a robot, of this size in pixels and without labels.

    Without a page of its own it suits light pages and dark ones.
    """
    drawing = scheme(robot, labels=False, frames="none")
    shapes = [s for s in drawing.shapes if s.kind in SHOWN]
    ink = np.concatenate([trace_outline(s) for s in shapes])
    low: Array = np.min(ink, axis=0)
    size: Array = np.maximum(np.max(ink, axis=0) - low, 1e-9)
    room = np.array([width, height]) - 2 * MARGIN
    zoom = min(float(np.min(room / size)), LARGEST_ZOOM)
    corner = low + size / 2 - np.array([width, height]) / (2 * zoom)
    return Drawing(
        tuple(_shrunk(shape, corner, zoom) for shape in shapes),
        (),
        (0.0, 0.0, float(width), float(height)),
        drawing.title,
        palette_of(dark, transparent),
    )


def _shrunk(shape: Shape, corner: Array, zoom: float) -> Shape:
    """A shape in the thumbnail's own pixels, its pen strong enough to be seen."""
    x0, y0 = corner.item(0), corner.item(1)
    path: tuple[Command, ...] = tuple(
        (command, tuple(((x - x0) * zoom, (y - y0) * zoom) for x, y in points))
        for command, points in shape.path
    )
    strong = 1.9 if shape.kind in ("link", "tool") else 1.5 if shape.kind == "joint" else 1.0
    pen = min(max(shape.width * zoom * strong, THINNEST if shape.kind != "base" else 0.5), THICKEST)
    return replace(shape, path=path, width=pen if shape.width else 0.0)
