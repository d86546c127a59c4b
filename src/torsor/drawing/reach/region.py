"""The part of a plane that is reached, on a grid of small cells, and its smooth outline.

Cells are filled by random postures first. Then postures near those that reached a cell at the
edge are tried, round after round, until hardly a cell is new: the edge then lies where the joints'
limits and stretched postures put it, not where chance did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.drawing.reach.tool_points import ToolPoints
from torsor.motion.tables import require_scipy

CELLS = 420
"""Along the longer side."""
ROUNDS = 60
AT_ONCE = 15_000
"""Postures tried in a round for each plane."""
DONE = 2e-4
"""Rounds end where fewer new cells than this part of all are found."""
PAD = 6
"""Empty cells around all."""
SOFT = 1.1
"""Cells over which an outline is smoothed."""
LEVEL = 0.68
"""The height of the smooth field along the outline: Φ(½ cell), as cells at the edge are reached in
part and counted whole."""

Flatten = Callable[[Array], Array]
"""Points of space (N, 3) on a plane (N, 2)."""


@dataclass(eq=False)
class Region:
    """A plane's cells with a posture for each that is reached."""

    flatten: Flatten
    low: Array
    cell: float
    reached: Mask
    postures: Array

    def mark(self, points: Array, q: Array) -> int:
        """Take note of points; how many cells are new."""
        cells, inside = self.cells_at(self.flatten(points))
        cells, first = np.unique(cells[inside], return_index=True)
        new: Mask = ~self.reached.ravel()[cells]
        self.reached.ravel()[cells[new]] = True
        self.postures[cells[new]] = q[inside][first[new]]
        return int(new.sum())

    def cells_at(self, points: Array) -> tuple[Indices, Mask]:
        """The number of each point's cell, and whether there is one."""
        wide, high = self.reached.shape
        i, j = np.floor((points - self.low) / self.cell).astype(np.intp).T
        inside: Mask = (i >= 0) & (i < wide) & (j >= 0) & (j < high)
        cells: Indices = np.where(inside, i * high + j, 0)
        return cells, inside

    def middles(self, cells: Indices) -> Array:
        """The middles of cells, by number."""
        i, j = np.divmod(cells, self.reached.shape[1])
        found: Array = self.low + self.cell * (np.stack([i, j], axis=1) + 0.5)
        return found

    def edge(self, random: np.random.Generator, most: int) -> Array:
        """Postures of cells with a neighbour that is not reached."""
        with require_scipy():
            from scipy.ndimage import binary_erosion
        rim = self.reached & ~binary_erosion(self.reached, np.ones((3, 3), bool))
        cells = np.flatnonzero(rim)
        found: Array = self.postures[random.choice(cells, most)]
        return found

    def field(self, mirrored: bool) -> tuple[Array, Array, Array]:
        """Middles of the cells and a smooth field on them, above LEVEL within the region.

        ``mirrored`` regions go on beyond the first column as they do on this side of it.
        """
        with require_scipy():
            from scipy.ndimage import binary_closing, gaussian_filter
        full = np.pad(self.reached, PAD)
        if mirrored:
            full[:PAD] = full[PAD : 2 * PAD][::-1]
        solid = binary_closing(full, np.ones((3, 3), bool), iterations=2)
        soft: Array = gaussian_filter(solid.astype(float), SOFT)
        x, y = (
            self.low[k] + self.cell * (np.arange(-PAD, size + PAD) + 0.5)
            for k, size in enumerate(self.reached.shape)
        )
        return x, y, soft

    def strays(self) -> Array:
        """Middles of cells that are reached but lie on lines too thin to have an outline."""
        from scipy.ndimage import maximum_filter

        soft = self.field(mirrored=False)[2]
        inner = maximum_filter(soft, 5)[PAD:-PAD, PAD:-PAD] > LEVEL
        return self.middles(np.flatnonzero(self.reached & ~inner))


def explore(
    tool: ToolPoints, planes: Sequence[tuple[Flatten, Array]], samples: int, seed: int = 1
) -> list[Region]:
    """The regions of planes, each given with the extent (2, 2) of what it may hold."""
    random = np.random.default_rng(seed)
    regions = []
    for flatten, extent in planes:
        low, high = extent[:, 0], extent[:, 1]
        cell = max(float(np.max(high - low)) / CELLS, 1e-12)
        shape = np.ceil((high - low) / cell + 1e-9).astype(int) + 2
        reached = np.zeros(shape, bool)
        postures = np.zeros((reached.size, tool.robot.dof))
        regions.append(Region(flatten, low - cell, cell, reached, postures))
    for begin in range(0, samples, 4 * AT_ONCE):
        q = tool.random(min(4 * AT_ONCE, samples - begin), random)
        points = tool.at(q)
        for region in regions:
            region.mark(points, q)
    for _ in range(ROUNDS):
        busy = False
        for region in regions:
            steps = 10 ** random.uniform(-3.5, -0.6, AT_ONCE)
            q = tool.near(region.edge(random, AT_ONCE), random, steps)
            points = tool.at(q)
            new = [other.mark(points, q) for other in regions]
            busy |= any(n > DONE * r.reached.sum() for n, r in zip(new, regions, strict=True))
        if not busy:
            break
    return regions
