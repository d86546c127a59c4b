"""The parameters nearest to the data, and to what was believed, of a robot that can exist."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from torsor.algebra.arrays import Array
from torsor.arguments import validate_call
from torsor.identification.feasibility.barrier import Cone, Optimum, minimise
from torsor.identification.feasibility.problem import Feasible, Prior, Problem
from torsor.identification.feasibility.pseudo_inertia import ONE, TEN, to_matrix
from torsor.identification.feasibility.reference import (
    Reference,
    make_reference,
    unknown_bodies,
)
from torsor.identification.feasibility.scaling import Scaled, scale_problem

MARGIN = 1e-5
"""Of what is believed of a link, which every link is larger than: Y ≥ ε 1."""
TOLERANCE = 1e-3
"""How far the objective may be from its minimum, in units of −2 log likelihood."""


@validate_call
def fit_feasible(
    problem: Problem, prior: Prior, margin: float = MARGIN, tolerance: float = TOLERANCE
) -> Feasible:
    """The minimum of ‖R x − z‖² and the prior's cost over every robot that can exist.

    ``margin`` keeps links that much inside (of what is believed of them), so that rounding does not
    make them impossible; ``tolerance`` is the gap that is allowed.
    """
    began = perf_counter()
    reference = believed(problem, prior)
    scaled = scale_problem(problem, reference.J)
    optimum = minimise_scaled(scaled, prior, margin, tolerance)
    y = optimum.y.copy()
    s, duals = y[scaled.split :], optimum.duals
    s[s <= duals] = 0.0  # the bound holds it, not the data; its product with the dual is t
    x = scaled.restore(y)
    Y = to_matrix(y[: scaled.split].reshape(-1, TEN))
    misfit = float(np.sum((problem.R @ x - problem.z) ** 2))
    cost = prior_cost(Y, prior)
    edge = np.linalg.eigvalsh(Y)[:, 0] < 10 * margin
    zero = set(problem.nonnegative) - set(scaled.scalars[s > 0].tolist())
    enough = max(tolerance, 1e-8 * (misfit + cost))
    return Feasible(
        x,
        misfit + cost,
        misfit,
        optimum.gap,
        "optimal" if optimum.gap <= enough else "inexact",
        tuple(np.flatnonzero(edge).tolist()),
        tuple(sorted(zero)),
        optimum.steps,
        perf_counter() - began,
        reference.notes,
        problem,
    )


def believed(problem: Problem, prior: Prior) -> Reference:
    """The links as the prior has them, each a body that can be."""
    pi = unknown_bodies(len(problem.links)) if prior.pi is None else prior.pi
    return make_reference(pi, problem)


def minimise_scaled(scaled: Scaled, prior: Prior, margin: float, tolerance: float) -> Optimum:
    """Least squares over the cone, with the prior as more rows or as an entropy."""
    n, k = len(scaled.roots), len(scaled.scalars)
    if prior.form == "entropic":
        cone = Cone(n, k, 2 * prior.strength, 0.0)
        return minimise(scaled.R, scaled.z, cone, tolerance)
    root = np.sqrt(prior.strength)
    rows = root * np.eye(scaled.split, scaled.split + k)
    R = np.vstack([scaled.R, rows])
    z = np.concatenate([scaled.z, root * np.tile(ONE, n)])
    return minimise(R, z, Cone(n, k, 0.0, margin), tolerance)


def prior_cost(Y: Array, prior: Prior) -> float:
    """What links (n, 4, 4) cost that are believed to be the unit matrix."""
    if prior.form == "quadratic":
        return prior.strength * float(np.sum((Y - np.eye(4)) ** 2))
    logarithms = np.linalg.slogdet(Y)[1]
    return 2 * prior.strength * float(np.sum(np.trace(Y, axis1=1, axis2=2) - logarithms - 4))
