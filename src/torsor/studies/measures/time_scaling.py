"""How fast a motion can be done as a whole: uniform time scaling (Hollerbach 1984).

Done u times as fast, a motion asks for τ(u) = a u² + b u + c: inertia and centrifugal forces,
viscous friction, and what does not depend on the pace. Three paces tell a, b and c of every
sample, and the first u at which a limit is met has a closed form.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import RobotError
from torsor.robot.robot import Robot

PACES = (0.5, 1.0, 2.0)
SOLVED: Array = np.linalg.inv(np.vander(PACES, 3))
"""From τ at three paces to a, b, c."""


def drive_limits(robot: Robot) -> tuple[Array, Array]:
    """The greatest driving force and speed of each coordinate; infinite where nothing is said."""
    force, speed = np.full(robot.dof, np.inf), np.full(robot.dof, np.inf)
    for i, joint in enumerate(robot.joints, 1):
        k = robot.coordinate.get(i)
        if k is None or joint.kind == "F":
            continue
        _, _, velocity, effort = joint.limits.numbers
        if effort is not None:
            force[k - 1] = min(force.item(k - 1), float(effort))
        if velocity is not None:
            speed[k - 1] = min(speed.item(k - 1), float(velocity))
    if not (np.isfinite(force) | np.isfinite(speed)).any():
        raise RobotError(f"no joint of {robot.name!r} has a limit of effort or velocity")
    return force, speed


def fastest_pace(taus: Array, dq: Array, force: Array, speed: Array) -> Array:
    """How many times as fast each design can go, from standing still on.

    From τ (3, S, D, n) and q̇ (S, 1 or D, n).
    """
    a, b, c = np.einsum("ij,j...->i...", SOLVED, taus)
    found: Array = np.minimum(first_root(a, b, c - force), first_root(-a, -b, -c - force))
    paces: Array = np.minimum.reduce(found, axis=(0, 2))
    swiftest: Array = np.maximum.reduce(np.abs(dq), axis=0)
    allowed: Array = np.divide(
        speed, swiftest, out=np.full_like(swiftest, np.inf), where=swiftest > 0
    )
    least: Array = np.minimum(paces, np.minimum.reduce(allowed, axis=1))
    return least


def first_root(a: Array, b: Array, d: Array) -> Array:
    """The least u > 0 with a u² + b u + d = 0, from d < 0 on; zero where d is above already."""
    under = b * b - 4 * a * d
    below = b + np.sqrt(np.maximum(under, 0))
    meets = (under >= 0) & (below > 0)
    root: Array = np.divide(-2 * d, below, out=np.full_like(below, np.inf), where=meets)
    found: Array = np.where(d > 0, 0.0, root)
    return found
