"""Where there is ink on a picture: whether a box is free of it, told at once for many boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.drawing.shapes import Shape, trace_outline

REACH = 60
"""Pixels around the ink that are counted in: beyond them all is free."""

CELLS = 4e6
"""The most cells of a table; on larger pictures a cell has more than a pixel."""


class Ink:
    """A table of how many points of ink lie above and left of each cell."""

    def __init__(self, shapes: Sequence[Shape], covered: Array) -> None:
        points = np.concatenate([covered, *(trace_outline(s) for s in shapes)])
        self.lowest = float(np.max(points[:, 1]))
        self.corner = np.floor(np.min(points, axis=0)) - REACH
        size: Array = np.max(points, axis=0) - self.corner + REACH
        self.cell = max(1.0, float(np.sqrt(np.prod(size) / CELLS)), float(np.max(size)) / CELLS)
        wide, high = (int(n / self.cell) + 1 for n in size.tolist())
        cells: Indices = ((points - self.corner) / self.cell).astype(np.intp)
        counts = np.zeros((high + 1, wide + 1), np.int32)
        np.add.at(counts, (cells[:, 1] + 1, cells[:, 0] + 1), 1)
        self.sums = counts.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)

    def free(self, boxes: Array, room: float) -> Mask:
        """Which boxes (left, top, right, bottom), with room around them, hold no ink."""
        high, wide = self.sums.shape
        low = np.floor((boxes[:, :2] - room - self.corner) / self.cell).astype(np.intp)
        far = np.ceil((boxes[:, 2:] + room - self.corner) / self.cell).astype(np.intp)
        x0, y0 = low[:, 0].clip(0, wide - 1), low[:, 1].clip(0, high - 1)
        x1, y1 = far[:, 0].clip(0, wide - 1), far[:, 1].clip(0, high - 1)
        s = self.sums
        found: Mask = s[y1, x1] - s[y0, x1] - s[y1, x0] + s[y0, x0] == 0
        return found
