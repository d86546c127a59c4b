"""What a drawing is made of: paths and texts on a plane, in pixels, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Command = tuple[str, tuple[tuple[float, float], ...]]
"""``M``, ``L``, ``C`` with its three points, or ``Z``."""


@dataclass(frozen=True)
class Shape:
    """A path with its pen; a filled one hides what was drawn before it."""

    path: tuple[Command, ...]
    width: float = 1.3
    fill: str = "none"
    stroke: str = "black"
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


def polyline(points: Iterable[Sequence[float]], closed: bool = False) -> tuple[Command, ...]:
    """Straight lines through points."""
    flat = [(float(x), float(y)) for x, y in points]
    path: list[Command] = [("M", (flat[0],)), *(("L", (p,)) for p in flat[1:])]
    return (*path, ("Z", ())) if closed else tuple(path)


def arc(
    centre: Any, u: Any, v: Any, begin: float, end: float, move: bool = True
) -> tuple[Command, ...]:
    """The curve centre + u cos θ + v sin θ, a circle seen from anywhere, as Bézier curves."""
    parts = max(1, int(np.ceil(abs(end - begin) / (np.pi / 2) - 1e-9)))
    step = (end - begin) / parts
    handle = 4 / 3 * np.tan(step / 4)

    def at(angle: float) -> Any:
        return centre + u * np.cos(angle) + v * np.sin(angle)

    def way(angle: float) -> Any:
        return -u * np.sin(angle) + v * np.cos(angle)

    path: list[Command] = [("M", (_pair(at(begin)),))] if move else []
    for i in range(parts):
        a, b = begin + i * step, begin + (i + 1) * step
        handles = (at(a) + handle * way(a), at(b) - handle * way(b), at(b))
        path.append(("C", tuple(_pair(p) for p in handles)))
    return tuple(path)


def _pair(point: Any) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def trace_outline(shape: Shape) -> Any:
    """Points along a shape's outline, for what must keep clear of it."""
    found: list[Any] = []
    start = at = np.zeros(2)
    for command, points in shape.path:
        if command == "M":
            start = at = np.array(points[0])
            found.append(at)
        elif command == "L":
            found += _along(at, np.array(points[0]))
            at = np.array(points[0])
        elif command == "C":
            a, b, c = map(np.array, points)
            for t in np.linspace(0, 1, 9)[1:]:
                w = 1 - t
                found.append(w**3 * at + 3 * w * w * t * a + 3 * w * t * t * b + t**3 * c)
            at = c
        else:
            found += _along(at, start)
            at = start
    return np.array(found)


def _along(a: Any, b: Any) -> list[Any]:
    parts = max(1, int(np.linalg.norm(b - a) / 3))
    return [a + (b - a) * t for t in np.linspace(0, 1, parts + 1)[1:]]


def arrow_head(tip: Any, way: Any, size: float = 7.0) -> tuple[Command, ...]:
    """A slim triangle with its point at ``tip``."""
    way = np.asarray(way, float)
    way = way / max(float(np.linalg.norm(way)), 1e-9)
    side = np.array([-way[1], way[0]]) * size * 0.32
    return polyline([tip, tip - way * size + side, tip - way * size - side], closed=True)
