"""Damped least squares from many starts at once: Levenberg and Marquardt's steps.

The damping is half the squared error times a factor, as Chan and Lawrence have it (General inverse
kinematics with the error damped pseudoinverse, ICRA 1988): large far away and at singular postures,
and gone where the pose is reached, so that the last steps are Newton's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from torsor.program.kinematics.goal import Goal
from torsor.program.kinematics.ranges import Ranges
from torsor.program.kinematics.rotation_vectors import Floats

DAMPING = 0.1
LEAST = 1e-14
"""The least damping, as a part of the largest that the Jacobian could bear."""
STILL = 1e-13
"""A start that moves by less than this part of its coordinates goes no further."""

LULL, MUCH = 8, 0.7
"""So many steps have to bring the squared error below so much of what it was."""


@dataclass(frozen=True)
class Ends:
    """Where each start has come to: coordinates, distances (metres, radians), steps."""

    q: Floats
    distances: Floats
    steps: NDArray[np.intp]


def descend(
    pose: Callable[[Floats], Floats],
    jacobian: Callable[[Floats], Floats],
    goal: Goal,
    ranges: Ranges,
    starts: Floats,
    most: int,
    patient: bool = True,
) -> Ends:
    """From each start towards its pose, the nearest posture on the way.

    One that is not ``patient`` gives up a start that does not come much nearer for some steps.
    """
    counted = np.flatnonzero(goal.weights)
    scale = np.sqrt(goal.weights[counted])
    count = len(starts)
    nearest = Ends(starts.copy(), np.full((count, 2), np.inf), np.zeros(count, np.intp))
    least, earlier = np.full(count, np.inf), np.full(count, np.inf)
    rows, q = np.arange(count), starts
    for step in range(most + 1):
        gaps = goal.take(rows).gaps(pose(q))
        distances = goal.distances(gaps)
        # Contiguous, so that a sum or a product has the same bits however many there are.
        weighted = np.ascontiguousarray(gaps[:, counted] * scale)
        errors = np.sum(weighted**2, axis=1)
        better = errors < least[rows]
        chosen = rows[better]
        least[chosen] = errors[better]
        nearest.q[chosen], nearest.distances[chosen] = q[better], distances[better]
        nearest.steps[chosen] = step
        open_ = ~(distances <= goal.tolerance).all(axis=1) & np.isfinite(errors)
        if not patient and step % LULL == 0:
            open_ &= least[rows] < MUCH * earlier[rows]
            earlier[rows] = least[rows]
        if step == most or not open_.any():
            break
        rows, q, gaps, weighted, errors = (x[open_] for x in (rows, q, gaps, weighted, errors))
        J = goal.take(rows).gap_rates(gaps, jacobian(q))[:, counted] * scale[:, None]
        J = np.ascontiguousarray(J)
        held = ranges.held(q, (_transpose(J) @ weighted[..., None])[..., 0])
        J[np.broadcast_to(held[:, None, :], J.shape)] = 0.0
        move = _solve(J, weighted, DAMPING / 2 * errors)
        ahead = ranges.clip(q + np.where(held, 0.0, move))
        moved = np.abs(ahead - q).max(axis=1) > STILL * (1 + np.abs(q).max(axis=1))
        going = moved & np.isfinite(ahead).all(axis=1)
        rows, q = rows[going], ahead[going]
        if not len(rows):
            break
    return nearest


def _solve(J: Floats, gaps: Floats, damping: Floats) -> Floats:
    """The step that makes |gap − J step|² + λ |step|² least, by the smaller of two systems."""
    _, rows, columns = J.shape
    wide = columns > rows
    square = J @ _transpose(J) if wide else _transpose(J) @ J
    size = np.trace(square, axis1=-2, axis2=-1)
    shift = damping + LEAST * size + np.finfo(float).tiny
    square = square + shift[:, None, None] * np.eye(square.shape[-1])
    right = gaps[..., None] if wide else _transpose(J) @ gaps[..., None]
    found: Floats = np.linalg.solve(square, right)
    return (_transpose(J) @ found if wide else found)[..., 0]


def _transpose(J: Floats) -> Floats:
    return np.swapaxes(J, -1, -2)
