"""Joints as solids: cylinders that turn, boxes that slide, welds, the ground and the gripper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.drawing.palette import BODY, INK
from torsor.drawing.scene.skeleton import square
from torsor.drawing.scene.view import View
from torsor.drawing.shapes import Command, Shape, arc, arrow_head, polyline

RADIUS = 12.0
HALF = 19.0
"""Radius and half the length of a joint's solid, in pixels."""

PEN = 1.3


@dataclass(frozen=True)
class Eye:
    """A view in pixels: y downwards, as pictures count."""

    view: View

    def at(self, point: Array) -> Array:
        """A point of space (in pixels) on the picture."""
        return self.view.flat(point) * (1.0, -1.0)


@dataclass(frozen=True)
class Solid:
    """A joint's symbol: where it is, along which axis, and how much room it takes."""

    kind: str
    centre: Array
    axis: Array
    radius: float = RADIUS
    half: float = HALF

    def holds(self, points: Array) -> Mask:
        """Which points lie in it."""
        if self.kind == "F":
            return lengths(points - self.centre) < 1.0
        off = points - self.centre
        along = off @ self.axis
        if self.kind == "R":
            radial = lengths(off - along[..., None] * self.axis)
        else:
            radial = np.maximum(*(np.abs(off @ side) for side in square(self.axis)))
        return (np.abs(along) < self.half - 0.01) & (radial < self.radius - 0.01)

    def shapes(self, eye: Eye) -> list[Shape]:
        """The symbol, drawn."""
        if self.kind == "R":
            return cylinder(eye, self)
        return box(eye, self) if self.kind == "T" else weld(eye, self)


def lengths(vectors: Array) -> Array:
    """The length of each of many vectors."""
    found: Array = np.linalg.norm(vectors, axis=-1)
    return found


def unit(vector: Array) -> Array:
    """A vector of length one."""
    return vector / float(np.linalg.norm(vector))


def _white(path: tuple[Command, ...], kind: str) -> Shape:
    return Shape(path, PEN, BODY, kind=kind)


def cylinder(eye: Eye, solid: Solid) -> list[Shape]:
    """A cylinder: its outline with the far end's visible half, then the near end whole."""
    axis, r = solid.axis, solid.radius
    near = 1.0 if axis @ eye.view.towards >= 0 else -1.0
    top, foot = (eye.at(solid.centre + sign * near * solid.half * axis) for sign in (1, -1))
    side = np.cross(axis, eye.view.towards)
    if np.linalg.norm(side) < 1e-6:
        side = square(axis)[0]
    side = unit(side)
    u = eye.at(side) * r
    v = eye.at(np.cross(axis, side)) * r
    if v @ (foot - top) < 0:
        v = -v
    body: tuple[Command, ...] = (
        *polyline([top - u, foot - u]),
        *arc(foot, u, v, np.pi, 0.0, move=False),
        *polyline([foot + u, top + u])[1:],
        ("Z", ()),
    )
    lid: tuple[Command, ...] = (*arc(top, u, v, 0.0, 2 * np.pi), ("Z", ()))
    shapes = [_white(body, "joint"), _white(lid, "joint")]
    if np.linalg.norm(v) > 0.94 * r:
        shapes.append(Shape((*arc(top, u / 6, v / 6, 0, 2 * np.pi), ("Z", ())), 0, INK))
    return shapes


def box(eye: Eye, solid: Solid) -> list[Shape]:
    """A box: the faces that the eye sees."""
    a = solid.axis * solid.half
    b, c = (s * solid.radius * 0.92 for s in square(solid.axis))
    shapes = []
    for out, p, q in ((a, b, c), (b, c, a), (c, a, b)):
        way = float(out @ eye.view.towards)
        if abs(way) < 1e-6:
            continue
        face = solid.centre + out * (1 if way > 0 else -1)
        corners = [face + p + q, face + p - q, face - p - q, face - p + q]
        shapes.append(_white(polyline([eye.at(k) for k in corners], closed=True), "joint"))
    return shapes


def weld(eye: Eye, solid: Solid) -> list[Shape]:
    """A fixed joint: a small black square."""
    at = eye.at(solid.centre)
    x, y = at.item(0), at.item(1)
    corners = [(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)]
    return [Shape(polyline(corners, closed=True), 0, INK, kind="joint")]


def ground(eye: Eye, point: Array, up: Array) -> list[Shape]:
    """The base: a hatched plate, or a hatched line where it is seen edge on."""
    flat = eye.view.right - up * (eye.view.right @ up)
    if np.linalg.norm(flat) < 1e-6:
        flat = square(up)[0]
    tilt = abs(float(up @ eye.view.towards))
    if tilt < 0.2:
        along = unit(flat)
        a, b = eye.at(point - 34 * along), eye.at(point + 34 * along)
        across = unit(b - a)
        down = -eye.at(up) / max(float(np.linalg.norm(eye.at(up))), 1e-9)
        lines = [polyline([p, p - across * 7 + down * 9]) for p in list(np.linspace(a, b, 9))[1:]]
        strokes = [Shape(line, 0.8, kind="base") for line in lines]
        return [Shape(polyline([a, b]), 1.8, kind="base"), *strokes]
    p, q = square(up)
    p, q = p * 33, q * 33
    corners = [point + p + q, point + p - q, point - p - q, point - p + q]
    shapes = [_white(polyline([eye.at(k) for k in corners], closed=True), "base")]
    for t in (k / 4 for k in range(-7, 8)):  # the diagonals x + y = 2t of the plate
        low, high = max(-1.0, t - 1.0), min(1.0, t + 1.0)
        ends = [eye.at(point + s * p + (t - s) * q) for s in (low, high)]
        shapes.append(Shape(polyline(ends), 0.6, kind="base"))
    return shapes


def gripper(eye: Eye, point: Array, way: Array, across: Array) -> list[Shape]:
    """Two fingers that open along ``across`` and reach along ``way`` to the tool's origin."""
    palm = point - 15 * way
    spread = 10 * across
    fingers = [point + spread, palm + spread, palm - spread, point - spread]
    return [Shape(polyline([eye.at(k) for k in fingers]), 2.0, kind="tool")]


def turning_arrow(eye: Eye, solid: Solid, end: float) -> list[Shape]:
    """An arrow round the axis beyond one end of a cylinder, in the positive sense."""
    axis = solid.axis
    centre = solid.centre + axis * end * (solid.half + 7)
    first = eye.view.towards - axis * (eye.view.towards @ axis)
    if np.linalg.norm(first) < 1e-3:
        first = square(axis)[0]
    first = unit(first) * (solid.radius + 4)
    u, v = eye.at(first), eye.at(np.cross(axis, first))
    begin, stop = -0.62 * np.pi, 0.62 * np.pi
    tip = eye.at(centre) + u * float(np.cos(stop)) + v * float(np.sin(stop))
    way = -u * float(np.sin(stop - 0.15)) + v * float(np.cos(stop - 0.15))
    head = Shape(arrow_head(tip, way, 7.5), 0, INK, kind="coordinate")
    return [Shape(arc(eye.at(centre), u, v, begin, stop - 0.2), 1.1, kind="coordinate"), head]


def sliding_arrow(eye: Eye, foot: Array, tip: Array, aside: float) -> list[Shape]:
    """An arrow beside a slide, from where it begins to where it has got to."""
    a, b = eye.at(foot), eye.at(tip)
    way = b - a
    size = float(np.linalg.norm(way))
    if size < 14:
        return []
    way /= size
    off: Array = np.array([way.item(1), -way.item(0)]) * aside
    tick = off / abs(aside) * 4
    return [
        Shape(polyline([a + off - tick, a + off + tick]), 1.0, kind="coordinate"),
        Shape(polyline([a + off, b + off - 6 * way]), 1.1, kind="coordinate"),
        Shape(arrow_head(b + off, way, 7.5), 0, INK, kind="coordinate"),
    ]
