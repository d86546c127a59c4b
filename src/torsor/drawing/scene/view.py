"""Where a drawing is seen from: an orthographic view with the world's up against gravity."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, degrees, isfinite, radians, sin, sqrt

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.errors import TorsorError, shown

VIEWS = {
    "iso": (45.0, degrees(asin(1 / sqrt(3)))),
    "front": (0.0, 0.0),
    "side": (-90.0, 0.0),
    "top": (-90.0, 90.0),
}
"""Azimuth and elevation in degrees; at (0, 0) x comes towards the eye, y goes right, z up."""

AUTOMATIC = (
    (30.0, 24.0), (38.0, 28.0), (24.0, 30.0), (52.0, 24.0), (62.0, 28.0), (45.0, 35.264),
    (-35.0, 25.0), (-60.0, 25.0),
)  # fmt: skip
"""The views that a drawing chooses from where none is asked for, the usual one first."""

AROUND = ((10.0, 25.0), (80.0, 25.0), (100.0, 25.0), (-15.0, 25.0), (-85.0, 25.0))
"""From here too a motion may be seen, in which the robot turns."""


@dataclass(frozen=True)
class View:
    """Three unit vectors in base axes: what goes right, what goes up, and towards the eye."""

    right: Array
    up: Array
    towards: Array

    def flat(self, points: ArrayLike) -> Array:
        """Points of space on the plane of the drawing: right and up."""
        given = np.asarray(points, np.float64)
        return np.stack([given @ self.right, given @ self.up], axis=-1)

    def depth(self, points: ArrayLike) -> Array:
        """How near points are to the eye."""
        return np.asarray(points, np.float64) @ self.towards


def upwards(gravity: ArrayLike) -> Array:
    """The unit vector against gravity; z where there is none."""
    g = np.asarray(gravity, np.float64)
    size = float(np.linalg.norm(g))
    return np.array([0.0, 0.0, 1.0]) if size < 1e-12 else -g / size


def view_at(azimuth: float, elevation: float, gravity: ArrayLike = (0, 0, -1)) -> View:
    """The view from an azimuth and an elevation, in degrees, about the upward direction."""
    u = upwards(gravity)
    front: Array = np.zeros(3)
    front[(int(np.argmax(np.abs(u))) + 1) % 3] = 1.0  # x for z up, z for y up, y for x up
    front -= u * (front @ u)
    front /= np.linalg.norm(front)
    across = np.cross(u, front)
    a, e = radians(azimuth), radians(elevation)
    right = -sin(a) * front + cos(a) * across
    towards = cos(e) * (cos(a) * front + sin(a) * across) + sin(e) * u
    return View(right, np.cross(towards, right), towards)


def read_view(text: str) -> tuple[float, float] | None:
    """Azimuth and elevation of a named view or of ``AZ,EL``; nothing for ``auto``."""
    if text == "auto":
        return None
    if text in VIEWS:
        return VIEWS[text]
    parts = text.split(",")
    try:
        azimuth, elevation = (float(p.removesuffix("deg").removesuffix("°")) for p in parts)
    except ValueError:
        azimuth = elevation = float("nan")
    if not (isfinite(azimuth) and isfinite(elevation) and abs(elevation) <= 90):
        raise TorsorError(
            f"no view {shown(text)}; expected auto, {', '.join(VIEWS)}, or azimuth and elevation "
            "in degrees such as 30,25 (the elevation from -90 to 90)"
        )
    return azimuth, elevation
