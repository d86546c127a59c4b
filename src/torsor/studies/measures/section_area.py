"""The area of the section of the workspace: cells of a plane that the tool's point comes to.

The section is the upright one, (r, z) about the axis through the base against gravity; that of
an arm that moves in a plane lies in it. Cells are filled by postures within the joints' limits,
then by others near those that reached the edge. A cell there is reached in half on the average.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.algebra.scalars.floats import FloatScalars
from torsor.studies.measures.reach import coordinate_limits

if TYPE_CHECKING:
    from torsor.program.arm import Arm
    from torsor.robot.robot import Robot

CELLS = 128
"""Along the longer side."""
POSTURES, NEAR = 16_384, 4_096
"""Tried at first, and in each round at the edge."""
ROUNDS = 30
DONE = 1e-3
"""Rounds end where fewer new cells than this part of all are found."""
HELD = 0.2
"""The share of coordinates at their lower, and at their upper limit, in half of the postures."""
FLAT = 1e-6
"""A workspace thinner than this part of its size lies in a plane."""

Flatten = Callable[[Array], Array]


def section_areas(arm: Arm, sets: Array) -> Array:
    """The area of the section of each design."""
    bounds = coordinate_limits(arm.robot)
    starts = _postures(bounds)
    return np.array([_area(arm, row, bounds, starts) for row in sets])


def _area(arm: Arm, parameters: Array, bounds: Array, starts: Array) -> float:
    def at(q: Array) -> Array:
        given = parameters if len(parameters) else None
        T: Array = arm.forward_kinematics(q, parameters=given)
        return T[:, :3, 3]

    random = np.random.default_rng(3)
    points = at(starts)
    flatten, from_axis = _plane(arm.robot, points)
    flat = flatten(points)
    low, high = flat.min(axis=0), flat.max(axis=0)
    room = 0.06 * float(np.max(high - low))
    low, high = low - room, high + room
    if from_axis:
        low[0] = max(low.item(0), 0.0)
    cell = float(np.max(high - low)) / CELLS
    if not cell > 0:
        return 0.0
    shape = np.ceil((high - low) / cell).astype(int) + 1
    reached = np.zeros(shape, bool)
    postures = np.zeros((*shape, starts.shape[1]))

    def mark(flat: Array, q: Array) -> int:
        before = int(reached.sum())
        places = np.floor((flat - low) / cell).astype(np.intp)
        inside = ((places >= 0) & (places < shape)).all(axis=1)
        i, j = places[inside].T
        new = ~reached[i, j]
        reached[i, j] = True
        postures[i[new], j[new]] = q[inside][new]
        return int(reached.sum()) - before

    mark(flat, starts)
    open_axis = from_axis and low.item(0) == 0.0
    turning = (bounds[:, 1] - bounds[:, 0]) >= 2 * np.pi * (1 - 1e-12)
    for _ in range(ROUNDS):
        rim = postures[_edge(reached, open_axis)]
        q = rim[random.integers(0, len(rim), NEAR)]
        steps = 10 ** random.uniform(-3.5, -0.6, (NEAR, 1)) * (bounds[:, 1] - bounds[:, 0])
        q = q + steps * random.standard_normal(q.shape)
        q = np.where(turning, q, np.clip(q, bounds[:, 0], bounds[:, 1]))
        if mark(flatten(at(q)), q) <= DONE * reached.sum():
            break
    half = _edge(reached, open_axis).sum() / 2
    return float((reached.sum() - half) * cell * cell)


def _edge(reached: Mask, open_axis: bool) -> Mask:
    """Cells with a neighbour that is not reached; the axis r = 0 is no edge."""
    wide = np.pad(reached, 1)
    if open_axis:
        wide[0, :] = wide[1, :]
    inner = wide[:-2, 1:-1] & wide[2:, 1:-1] & wide[1:-1, :-2] & wide[1:-1, 2:]
    found: Mask = reached & ~inner
    return found


def _postures(bounds: Array) -> Array:
    """Postures within the limits; half of them have coordinates at their limits."""
    from scipy.stats import qmc

    low, high = bounds.T
    units: Array = qmc.Sobol(len(bounds), rng=np.random.default_rng(1)).random(POSTURES)
    held: Array = np.random.default_rng(2).random(units.shape)
    held[::2] = 0.5
    units[held < HELD], units[held > 1 - HELD] = 0.0, 1.0
    found: Array = low + (high - low) * units
    return found


def _plane(robot: Robot, points: Array) -> tuple[Flatten, bool]:
    """The plane of the section, and whether it begins at an axis."""
    away = points - points.mean(axis=0)
    _, sizes, ways = np.linalg.svd(away, full_matrices=False)
    if sizes.item(2) <= FLAT * sizes.item(0):
        onto: Array = ways[:2].T
        return lambda p: p @ onto, False
    values = dict.fromkeys((n for e in robot.gravity for n in e.names()), 1.0)
    gravity = np.array([FloatScalars(values).value(e) for e in robot.gravity], np.float64)
    size = float(np.linalg.norm(gravity))
    up = -gravity / size if size > 1e-12 else np.array([0.0, 0.0, 1.0])

    def beside(p: Array) -> Array:
        height = p @ up
        return np.stack([np.linalg.norm(p - height[:, None] * up, axis=1), height], axis=1)

    return beside, True
