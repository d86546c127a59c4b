"""Descent along gradients under constraints (Kraft's SLSQP), levels of lists being as they are."""

from __future__ import annotations

import warnings

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.search.problem import INSIDE, WORST, Problem

STEPS = 100
TOLERANCE = 1e-12
ACTIVE = 1e-6
"""So near to a bound a design leans on it."""
STATIONARY = 1e-3
"""What may be left of an objective's gradient when prices are told."""


def descend(problem: Problem, start: Array) -> Array:
    """The point where a descent from a start ends."""
    from scipy.optimize import Bounds, NonlinearConstraint, minimize

    free = np.flatnonzero(~problem.stepped)
    scale = abs(problem.measure(start[None]).item(0, 0)) or 1.0
    if not np.isfinite(scale):
        return start

    def whole(x: Array) -> Array:
        point = start.copy()
        point[free] = np.clip(x, 0, 1)
        return point

    def objective(x: Array) -> float:
        value = problem.measure(whole(x)[None]).item(0, 0)
        return value / scale if np.isfinite(value) else WORST

    def slope(x: Array) -> Array:
        found: Array = np.nan_to_num(problem.slope(whole(x))[0, free] / scale)
        return found

    def limits(x: Array) -> Array:
        found: Array = problem.measure(whole(x)[None])[0, 1:] - INSIDE
        return found

    def limit_slopes(x: Array) -> Array:
        found: Array = np.nan_to_num(problem.slope(whole(x))[1:, free])
        return found

    kept = NonlinearConstraint(limits, 0, np.inf, jac=limit_slopes)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = minimize(
            objective, start[free], jac=slope, method="SLSQP",
            bounds=Bounds(np.zeros(len(free)), np.ones(len(free))),
            constraints=[kept] if problem.bounds else [],
            options={"maxiter": STEPS, "ftol": TOLERANCE},
        )  # fmt: skip
    return whole(np.asarray(found.x))


def find_prices(problem: Problem, point: Array) -> tuple[list[int], dict[int, float], list[float]]:
    """What a design leans on, and what each bound costs (Karush, Kuhn and Tucker).

    The places of active constraints, the factors at an end of their range with its side (−1, 1),
    and the prices of all of them in that order; none where the gradient is not made up of theirs.
    """
    from scipy.optimize import nnls

    measured = problem.measure(point[None])[0, 1:]
    active = np.flatnonzero(measured < ACTIVE).tolist()
    at_ends = {
        k: -1.0 if point[k] < ACTIVE else 1.0
        for k in np.flatnonzero(~problem.stepped).tolist()
        if not ACTIVE <= point[k] <= 1 - ACTIVE
    }
    if not active and not at_ends:
        return [], {}, []
    slopes = problem.slope(point)
    free = ~problem.stepped
    columns = [slopes[1 + k] for k in active]
    for k, side in at_ends.items():
        columns.append(-side * np.eye(len(point))[k])
    gradient = slopes[0][free]
    if not np.isfinite(slopes).all():
        return active, at_ends, []
    prices, left = nnls(np.stack(columns, axis=1)[free], gradient)
    if left > STATIONARY * np.linalg.norm(gradient):
        return active, at_ends, []
    return active, at_ends, [float(price) for price in prices]
