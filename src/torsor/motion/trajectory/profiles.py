"""Point to point: trapezoidal speed, a quintic with any ends, and minimum jerk from rest to rest.

The profiles are polynomials in time; all coordinates begin and end together. After Biagiotti and
Melchiorri, *Trajectory Planning for Automatic Machines and Robots* (2008), chapters 2 and 3.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.motion.quantities import ScenarioError
from torsor.motion.trajectory.piecewise import Piecewise, hermite


def quintic(
    start: ArrayLike,
    end: ArrayLike,
    duration: float,
    speeds: ArrayLike | None = None,
    accelerations: ArrayLike | None = None,
) -> Piecewise:
    """One quintic; ``speeds`` and ``accelerations`` are pairs (at the start, at the end)."""
    q = np.stack((start, end))
    rest = np.zeros(q.shape)
    return hermite(
        [0.0, duration],
        q,
        rest if speeds is None else speeds,
        rest if accelerations is None else accelerations,
    )


def minimum_jerk(start: ArrayLike, end: ArrayLike, duration: float) -> Piecewise:
    """10 σ³ − 15 σ⁴ + 6 σ⁵ from rest to rest: of all motions, the least ∫ jerk² dt."""
    return quintic(start, end, duration)


def trapezoidal(start: ArrayLike, end: ArrayLike, duration: float, ramp: float) -> Piecewise:
    """Constant acceleration for ``ramp`` seconds, constant speed, constant deceleration."""
    if not 0 < ramp <= duration / 2 * (1 + 1e-12):
        raise ScenarioError(
            f"the ramp of {ramp:g} s does not fit twice into a duration of {duration:g} s"
        )
    ramp = min(ramp, duration / 2)
    cruise = duration - 2 * ramp
    first, last = np.asarray(start, np.float64), np.asarray(end, np.float64)
    speed = (last - first) / (duration - ramp)
    acceleration = speed / ramp
    knots = [0.0, ramp, ramp + cruise, duration] if cruise > 0 else [0.0, ramp, duration]
    c = np.zeros((len(knots) - 1, 6, len(first)))
    c[0, 0], c[0, 2] = first, acceleration / 2
    if cruise > 0:
        c[1, 0], c[1, 1] = first + speed * ramp / 2, speed
    c[-1, 0] = last - speed * ramp / 2
    c[-1, 1], c[-1, 2] = speed, -acceleration / 2
    return Piecewise(knots, c, knots[1:-1])


def trapezoidal_limits(
    distance: ArrayLike, speed: Array | float, acceleration: Array | float
) -> tuple[float, float]:
    """The shortest common duration and ramp within each coordinate's speed and acceleration."""
    d = np.abs(np.asarray(distance, np.float64))
    if not d.any():
        raise ScenarioError("the motion ends where it begins; with speed limits it takes no time")
    # With c = duration − ramp:  d/c ≤ speed,  d/(c·ramp) ≤ acceleration,  ramp ≤ c.
    needed = float(np.max(d / acceleration))
    c = max(float(np.max(d / speed)), needed**0.5)
    return c + needed / c, needed / c
