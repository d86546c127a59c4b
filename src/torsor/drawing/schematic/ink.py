"""Where there is ink on a picture: whether a box is free of it, told at once for many boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.drawing.shapes import Shape, trace_outline

REACH = 60
"""Pixels around the ink that are counted in: beyond them all is free."""


class Ink:
    """A table of how many points of ink lie above and left of each pixel."""

    def __init__(self, shapes: Sequence[Shape], covered: Array) -> None:
        points = np.concatenate([covered, *(trace_outline(s) for s in shapes)])
        self.lowest = float(np.max(points[:, 1]))
        self.corner = np.floor(np.min(points, axis=0)) - REACH
        pixels: Indices = (points - self.corner).astype(np.intp)
        wide, high = (int(n) + REACH for n in pixels.max(axis=0))
        counts = np.zeros((high + 1, wide + 1), np.int64)
        np.add.at(counts, (pixels[:, 1] + 1, pixels[:, 0] + 1), 1)
        self.sums = counts.cumsum(axis=0).cumsum(axis=1)

    def free(self, boxes: Array, room: float) -> Mask:
        """Which boxes (left, top, right, bottom), with room around them, hold no ink."""
        high, wide = self.sums.shape
        low = np.floor(boxes[:, :2] - room - self.corner).astype(np.intp)
        far = np.ceil(boxes[:, 2:] + room - self.corner).astype(np.intp)
        x0, y0 = low[:, 0].clip(0, wide - 1), low[:, 1].clip(0, high - 1)
        x1, y1 = far[:, 0].clip(0, wide - 1), far[:, 1].clip(0, high - 1)
        s = self.sums
        found: Mask = s[y1, x1] - s[y0, x1] - s[y1, x0] + s[y0, x0] == 0
        return found
