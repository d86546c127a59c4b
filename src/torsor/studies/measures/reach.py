"""How far the tool reaches from the first joint: the farthest posture, coordinate by coordinate.

Along one turning coordinate the square of the distance is A + B cos q + C sin q, along a sliding
one a parabola that opens upwards; so the best value of one coordinate is known in closed form, and
going round the coordinates never loses. Several starts go round until they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, pi
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import RobotError
from torsor.motion.units import find_sliding
from torsor.studies.errors import StudyError

if TYPE_CHECKING:
    from torsor.program.arm import Arm
    from torsor.robot.robot import Robot

STARTS = 8
ROUNDS = 30
STANDS = 1e-13
PROBES = np.array([0.0, 2 * pi / 3, 4 * pi / 3])


def coordinate_limits(robot: Robot) -> Array:
    """The lowest and highest value of each coordinate; all turns where nothing is said."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no tool that reaches")
    sliding = find_sliding(robot)
    found = np.array([(-pi, pi)] * robot.dof)
    seen: set[int] = set()
    for i, joint in enumerate(robot.joints, 1):
        if joint.kind == "F":
            continue
        k = robot.coordinate.get(i)
        if k is None or k in seen:
            raise StudyError(f"joint {i} of {robot.name!r} is coupled to others")
        seen.add(k)
        low, high = joint.limits.lower, joint.limits.upper
        if low is not None and high is not None and isfinite(float(low)) and isfinite(float(high)):
            found[k - 1] = float(low), float(high)
        elif sliding[k - 1]:
            raise StudyError(
                f"joint {i} of {robot.name!r} slides and its description has no limits"
            )
    return found


def measure_reach(arm: Arm, sets: Array) -> Array:
    """The greatest distance of the tool's point from the first joint's frame, of each design."""
    bounds = coordinate_limits(arm.robot)
    sliding = find_sliding(arm.robot)
    count, n = len(sets), arm.n
    starts = bounds[:, 0] + (bounds[:, 1] - bounds[:, 0]) * np.random.default_rng(5).random(
        (STARTS, n)
    )
    q = np.repeat(starts, count, axis=0)
    given = np.tile(sets, (STARTS, 1)) if sets.shape[1] else None
    from_base: Array = np.asarray(
        arm.forward_kinematics(np.zeros_like(q), link=1, parameters=given)
    )[:, :3, 3]

    def square(postures: Array) -> Array:
        T: Array = arm.forward_kinematics(postures, parameters=given)
        away = T[:, :3, 3] - from_base
        found: Array = np.sum(away * away, axis=1)
        return found

    best = square(q)
    for _ in range(ROUNDS):
        for k in range(n):
            q[:, k] = _best_place(square, q, k, sliding[k], bounds[k])
        before, best = best, square(q)
        if not (best > before * (1 + STANDS)).any():
            break
    found: Array = np.sqrt(best.reshape(STARTS, count).max(axis=0))
    return found


def _best_place(
    square: Callable[[Array], Array], q: Array, k: int, slides: bool, bounds: Array
) -> Array:
    """The value of one coordinate at which the tool is farthest, the others being as they are."""
    low, high = bounds.tolist()

    def at(value: float) -> Array:
        tried = q.copy()
        tried[:, k] = value
        return square(tried)

    if slides:
        ends: Array = np.where(at(low) > at(high), low, high)
        return ends
    values = np.stack([at(p) for p in PROBES])
    A = values.mean(axis=0)
    B, C = (2 / 3 * (w[:, None] * values).sum(axis=0) for w in (np.cos(PROBES), np.sin(PROBES)))
    top: Array = np.arctan2(C, B)
    if high - low >= 2 * pi * (1 - 1e-12):
        return top
    top = low + np.mod(top - low, 2 * pi)  # the first at or above the lower end
    at_low, at_high = (A + B * np.cos(e) + C * np.sin(e) for e in (low, high))
    found: Array = np.where(top <= high, top, np.where(at_low > at_high, low, high))
    return found
