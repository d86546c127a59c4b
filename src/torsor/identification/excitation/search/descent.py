"""Descent by L-BFGS (Nocedal, 1980) with a line search by bisection (Lewis and Overton, 2013).

The gradient's memory makes the steps of a quasi-Newton method; the search asks for the weak Wolfe
conditions alone, which what is smooth but for jumps of its curvature meets as well. Vectors are
short here, so that plain NumPy is as fast as any library, and the same bits come out each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from torsor.algebra.arrays import Array

Objective = Callable[[Array], tuple[float, Array]]
"""A value and its gradient; an infinite value is where the objective is not defined."""

MEMORY = 20
ENOUGH, LEVEL = 1e-4, 0.9
"""Of Wolfe's conditions: what a step must bring, and how level the slope must be after it."""
TRIES = 20
STILL = 1e-7
"""Progress in a step, by the value, at which nothing more is to be had."""


def descend(objective: Objective, x: Array, steps: int) -> Array:
    """The lowest point after so many steps, or where no way leads down."""
    value, slope = objective(x)
    memory: deque[tuple[Array, Array, float]] = deque(maxlen=MEMORY)
    for _ in range(steps):
        direction = -_apply_inverse_hessian(memory, slope)
        if not float(slope @ direction) < 0:
            memory.clear()
            direction = -slope
        first = 1.0 if memory else min(1.0, 1.0 / max(float(np.linalg.norm(slope)), 1e-30))
        found = _search_line(objective, x, value, slope, direction, first)
        if found is None:
            if not memory:
                break
            memory.clear()
            continue
        ahead, lower, steeper = found
        s, y = ahead - x, steeper - slope
        if (curvature := float(s @ y)) > 1e-12 * float(y @ y):
            memory.append((s, y, 1 / curvature))
        gained, x, value, slope = value - lower, ahead, lower, steeper
        if gained <= STILL * max(1.0, abs(value)):
            break
    return x


def _apply_inverse_hessian(memory: deque[tuple[Array, Array, float]], slope: Array) -> Array:
    """The two loops over the memory."""
    found, shares = slope.copy(), []
    for s, y, inverse in reversed(memory):
        shares.append(inverse * float(s @ found))
        found -= shares[-1] * y
    if memory:
        _, y, inverse = memory[-1]
        found /= inverse * float(y @ y)
    for (s, y, inverse), share in zip(memory, reversed(shares), strict=True):
        found += (share - inverse * float(y @ found)) * s
    return found


def _search_line(
    objective: Objective, x: Array, value: float, slope: Array, direction: Array, step: float
) -> tuple[Array, float, Array] | None:
    """A point along a direction that meets Wolfe's conditions, or the first at least."""
    down = float(slope @ direction)
    near, far, best = 0.0, np.inf, None
    for _ in range(TRIES):
        ahead = x + step * direction
        found, gradient = objective(ahead)
        if not found <= value + ENOUGH * step * down:
            far = step
        else:
            best = ahead, found, gradient
            if float(gradient @ direction) >= LEVEL * down:
                return best
            near = step
        step = (near + far) / 2 if np.isfinite(far) else 2 * step
    return best
