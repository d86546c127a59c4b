"""Differential evolution (Storn and Price 1997) over whole populations: a block of designs each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.search.problem import INSIDE, Problem

LEAST, MOST = 16, 120
"""Designs of a population …"""
FOR_EACH = 12
"""… and so many for each factor."""
GENERATIONS = 300
TOLERANCE = 1e-8
"""Spread of a population over its mean at which it is done."""

Hear = Callable[[int, int], None]
"""Hears how many generations are done, of how many at most."""


def evolve(problem: Problem, starts: Array, seed: int, hear: Hear) -> tuple[Array, int]:
    """The best point of a population that begins with the starts, and how many generations."""
    from scipy.optimize import Bounds, NonlinearConstraint, differential_evolution
    from scipy.stats import qmc

    width = len(problem.factors)
    size = min(max(LEAST, FOR_EACH * width), MOST)
    low, high = problem.ends.T
    units = qmc.Sobol(width, rng=np.random.default_rng(seed)).random_base2(size.bit_length())
    first = low + (high - low) * np.asarray(units)[:size]
    first[: len(starts)] = starts
    done = 0

    def objective(points: Array) -> Array:
        found: Array = problem.measure(_tidy(problem, points))[:, 0]
        return found

    def limits(points: Array) -> Array:
        found: Array = problem.measure(_tidy(problem, points))[:, 1:].T
        return found

    def count(x: object, convergence: object = None) -> None:
        nonlocal done
        done += 1
        hear(done, GENERATIONS)

    kept = NonlinearConstraint(limits, INSIDE, np.inf) if problem.bounds else ()
    with np.errstate(all="ignore"):
        found = differential_evolution(
            objective,  # type: ignore[arg-type] # a whole population's
            Bounds(low, np.maximum(high, low + 1e-9)),
            constraints=kept, integrality=problem.stepped, init=first, maxiter=GENERATIONS,
            tol=TOLERANCE, polish=False, updating="deferred", vectorized=True, seed=seed,
            callback=count,
        )  # fmt: skip
    best: Array = _tidy(problem, np.asarray(found.x)[:, None])[0]
    return best, done


def _tidy(problem: Problem, points: Array) -> Array:
    """SciPy's columns as rows, places in lists as whole numbers."""
    rows = np.ascontiguousarray(np.atleast_2d(points.T), np.float64)
    rows[:, problem.stepped] = np.round(rows[:, problem.stepped])
    return np.clip(rows, problem.ends[:, 0], problem.ends[:, 1])
