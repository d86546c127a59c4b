"""The outline of a region that is reached: traced on its cells, then pushed to where it truly is.

Each point of the traced outline is moved along its normal as far as the tool comes there: postures
near the one that reached the cell are tried, in steps that grow where they help and shrink where
they do not, and only points within a narrow strip along the normal count.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.drawing.reach.region import LEVEL, Region
from torsor.drawing.reach.tool_points import ToolPoints

ROUNDS = 30
TRIED = 6
"""Postures tried for each point in a round."""
STRIP = 0.5
"""Half of the width of a strip, in cells."""
FAR = 2.0
"""How far a point is moved at most, in cells."""
BESIDE = 4
"""So many neighbours on either side tell which way a normal points."""
LEAST = 8
"""Loops of fewer points are specks."""


def trace_outlines(region: Region, tool: ToolPoints, mirrored: bool) -> list[Array]:
    """Closed loops (N, 2), the region on their left; ``mirrored`` ones go on beyond x = 0."""
    from contourpy import contour_generator

    x, y, soft = region.field(mirrored)
    soft[0, :] = 0.0
    lines = cast("list[Array]", contour_generator(x, y, soft.T).lines(LEVEL))
    loops = [line for line in lines if len(line) >= LEAST]
    if not loops:
        return []
    points = np.concatenate([loop[:-1] for loop in loops])
    normals = np.concatenate([_normals(loop[:-1]) for loop in loops])
    pushed = _push(region, tool, points, normals)
    found, begin = [], 0
    for loop in loops:
        end = begin + len(loop) - 1
        found.append(np.concatenate((pushed[begin:end], pushed[begin : begin + 1])))
        begin = end
    return found


def _normals(loop: Array) -> Array:
    """Unit vectors to the right of a closed loop: out of the region."""
    reach = range(1, min(BESIDE, len(loop) // 3) + 1)
    way = sum((np.roll(loop, -k, axis=0) - np.roll(loop, k, axis=0) for k in reach), 0 * loop)
    normals: Array = np.stack([way[:, 1], -way[:, 0]], axis=1)
    sizes: Array = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(sizes, 1e-300)[:, None]


def _push(region: Region, tool: ToolPoints, points: Array, normals: Array) -> Array:
    """Where the tool comes farthest along the normal at each point; the point, if nowhere near."""
    random = np.random.default_rng(5)
    q, known = _nearest_postures(region, points)
    best = np.where(known, -np.inf, 0.0)
    steps = np.full(len(q), 0.01)
    pushed = points.copy()
    for _ in range(ROUNDS):
        along = _rates_aside(region, tool, q, normals)
        off = np.einsum("ni,ni->n", region.flatten(tool.at(q)) - points, _tangents(normals))
        back = q - (off / np.maximum(np.sum(along * along, axis=1), 1e-300))[:, None] * along
        tried = np.where(np.isfinite(back), back, q).repeat(TRIED, axis=0)
        tried[::TRIED] = q
        for place, beside in enumerate((1, -1), 1):  # what neighbours on the outline have found
            tried[place::TRIED] = _moved_aside(region, tool, points, normals, q, along, beside)
        flat = tool.near(tried, random, steps.repeat(TRIED), along.repeat(TRIED, axis=0))
        gaps = region.flatten(tool.at(flat)).reshape(-1, TRIED, 2) - points[:, None, :]
        out = np.einsum("nki,ni->nk", gaps, normals) / region.cell
        aside = np.einsum("nki,ni->nk", gaps, _tangents(normals)) / region.cell
        value = np.where((np.abs(aside) < STRIP) & (np.abs(out) < FAR), out, -np.inf)
        which: Indices = value.argmax(axis=1)
        rows = np.arange(len(q))
        top = value[rows, which]
        better: Mask = (top > best) & known
        best[better] = top[better]
        q[better] = flat.reshape(-1, TRIED, q.shape[1])[rows[better], which[better]]
        pushed[better] = points[better] + gaps[rows[better], which[better]]
        steps = np.clip(np.where(better, 1.6 * steps, 0.6 * steps), 1e-7, 0.1)
    return pushed


def _moved_aside(
    region: Region, tool: ToolPoints, points: Array, normals: Array, q: Array, along: Array,
    beside: int,
) -> Array:  # fmt: skip
    """The postures of the points beside, moved until the tool is on this point's normal."""
    theirs, rates = np.roll(q, beside, axis=0), np.roll(along, beside, axis=0)
    off = np.einsum("ni,ni->n", region.flatten(tool.at(theirs)) - points, _tangents(normals))
    moved = theirs - (off / np.maximum(np.sum(rates * rates, axis=1), 1e-300))[:, None] * rates
    found: Array = np.where(np.isfinite(moved), moved, q)
    return found


def _rates_aside(region: Region, tool: ToolPoints, q: Array, normals: Array) -> Array:
    """How fast each coordinate moves the tool along the outline."""
    p = tool.at(q)
    slopes = []
    for k in range(3):
        step = np.zeros(3)
        step[k] = 1e-3 * region.cell
        slopes.append((region.flatten(p + step) - region.flatten(p - step)) / (2e-3 * region.cell))
    ways = np.einsum("kni,ni->nk", np.array(slopes), _tangents(normals))
    rates: Array = np.einsum("nk,nkj->nj", ways, tool.rates(q))
    return rates


def _tangents(normals: Array) -> Array:
    return np.stack([-normals[:, 1], normals[:, 0]], axis=1)


def _nearest_postures(region: Region, points: Array) -> tuple[Array, Mask]:
    """A posture that reached the nearest cell to each point, and whether there is one."""
    found = np.zeros(len(points), np.intp)
    gaps = np.full(len(points), np.inf)
    reached = region.reached.ravel()
    for offset in np.argwhere(np.ones((7, 7))) - 3:
        cells, inside = region.cells_at(points + region.cell * offset)
        gap: Array = np.linalg.norm(region.middles(cells) - points, axis=1)
        closer: Mask = inside & reached[cells] & (gap < gaps)
        gaps[closer], found[closer] = gap[closer], cells[closer]
    return region.postures[found], np.isfinite(gaps)
