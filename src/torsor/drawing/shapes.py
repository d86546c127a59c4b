"""What a drawing is made of: paths and texts on a plane, in pixels, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array

Point = Sequence[float] | Array
"""x and y."""

Command = tuple[str, tuple[tuple[float, float], ...]]
"""``M``, ``L``, ``C`` with its three points, or ``Z``."""


PARTS = 4000
"""A line has at most so many points to keep clear of."""

EIGHTHS = tuple(k / 8 for k in range(1, 9))


@dataclass(frozen=True)
class Shape:
    """A path with its pen; a filled one hides what was drawn before it."""

    path: tuple[Command, ...]
    width: float = 1.3
    fill: str = "none"
    stroke: str = "ink"
    """Fill and stroke by their names in a palette, or colours themselves."""
    dash: str = ""
    kind: str = ""
    """What the shape stands for, as link, joint, frame."""


@dataclass(frozen=True)
class Span:
    """A piece of text: italic or upright, on the line (0), raised (1) or lowered (−1)."""

    text: str
    italic: bool = False
    level: int = 0


@dataclass(frozen=True)
class Label:
    """A text with the box that it fills."""

    spans: tuple[Span, ...]
    x: float
    y: float
    size: float
    box: tuple[float, float, float, float]
    kind: str = ""
    colour: str = "ink"


def polyline(points: Iterable[Point], closed: bool = False) -> tuple[Command, ...]:
    """Straight lines through points."""
    flat = [_pair(p) for p in points]
    path: list[Command] = [("M", (flat[0],)), *(("L", (p,)) for p in flat[1:])]
    return (*path, ("Z", ())) if closed else tuple(path)


def arc(
    centre: Array, u: Array, v: Array, begin: float, end: float, move: bool = True
) -> tuple[Command, ...]:
    """The curve centre + u cos θ + v sin θ, a circle seen from anywhere, as Bézier curves."""
    parts = max(1, int(np.ceil(abs(end - begin) / (np.pi / 2) - 1e-9)))
    step = (end - begin) / parts
    handle = 4 / 3 * float(np.tan(step / 4))

    def at(angle: float) -> Array:
        return centre + u * float(np.cos(angle)) + v * float(np.sin(angle))

    def way(angle: float) -> Array:
        return -u * float(np.sin(angle)) + v * float(np.cos(angle))

    path: list[Command] = [("M", (_pair(at(begin)),))] if move else []
    for i in range(parts):
        a, b = begin + i * step, begin + (i + 1) * step
        handles = (at(a) + handle * way(a), at(b) - handle * way(b), at(b))
        path.append(("C", tuple(_pair(p) for p in handles)))
    return tuple(path)


def _pair(point: Point) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def trace_outline(shape: Shape) -> Array:
    """Points along a shape's outline, for what must keep clear of it."""
    found: list[Array] = []
    start: Array = np.zeros(2)
    at = start
    for command, points in shape.path:
        if command == "M":
            start = at = np.array(points[0])
            found.append(at)
        elif command == "L":
            found += _along(at, np.array(points[0]))
            at = np.array(points[0])
        elif command == "C":
            a, b, c = (np.array(p, np.float64) for p in points)
            for t in EIGHTHS:
                w = 1 - t
                found.append(w**3 * at + 3 * w * w * t * a + 3 * w * t * t * b + t**3 * c)
            at = c
        else:
            found += _along(at, start)
            at = start
    return np.array(found)


def _along(a: Array, b: Array) -> list[Array]:
    parts = min(max(1, int(np.linalg.norm(b - a) / 3)), PARTS)
    return list(a + np.linspace(0, 1, parts + 1)[1:, None] * (b - a))


def arrow_head(tip: Array, way: Array, size: float = 7.0) -> tuple[Command, ...]:
    """A slim triangle with its point at ``tip``."""
    way = way / max(float(np.linalg.norm(way)), 1e-9)
    side: Array = np.array([-way.item(1), way.item(0)]) * size * 0.32
    return polyline([tip, tip - way * size + side, tip - way * size - side], closed=True)
