"""A problem in coordinates in which every believed link is the unit matrix.

With J₀ = C Cᵀ a link becomes Y = C⁻¹ J C⁻ᵀ, so that a wrist of 50 g and an axis of 300 kg weigh
alike and frames and units are gone. Scalars are in units of their own standard deviation, those
that no measurement sees are zero, and free parameters are eliminated: what is left is least squares
over a cone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.feasibility.least_squares import (
    UNSEEN,
    column_space,
    compress,
    solve_scaled,
)
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import (
    TEN,
    cholesky,
    parameters_of,
    to_matrix,
)

SHORTEST = 1e-5
"""A weight on scalars, in their own standard deviations, where only a sum of them is seen."""


@dataclass(frozen=True, eq=False)
class Scaled:
    """‖R y − z‖² over matrices (ten coordinates each) and scalars, and the way back to x."""

    problem: Problem
    R: Array
    z: Array
    scalars: Indices
    """Which entries of x the scalars are."""
    units: Array
    """What one unit of each scalar is in x."""
    maps: Array
    """(n, 10, 10): from the coordinates of a link to its parameters."""
    roots: Array
    """(n, 4, 4): C of each link."""

    @property
    def split(self) -> int:
        """Where in y the scalars begin."""
        return TEN * len(self.roots)

    def restore(self, y: Array) -> Array:
        """Every parameter x; the free ones are then the best."""
        problem = self.problem
        x = np.zeros(problem.R.shape[1])
        links = y[: self.split].reshape(-1, TEN, 1)
        x[problem.of_links] = (self.maps @ links).ravel()
        x[self.scalars] = self.units * y[self.split :]
        free = free_entries(problem)
        if len(free):
            x[free] = solve_scaled(problem.R[:, free], problem.z - problem.R @ x)
        return x

    def matrices(self, x: Array) -> Array:
        """Y of every link, (n, 4, 4), for parameters x."""
        links = x[self.problem.of_links].reshape(-1, TEN, 1)
        return to_matrix(np.linalg.solve(self.maps, links)[..., 0].astype(np.float64, copy=False))


def free_entries(problem: Problem) -> Indices:
    """The entries of x that physics does not bound."""
    free = np.ones(problem.R.shape[1], bool)
    free[[*problem.of_links, *problem.nonnegative]] = False
    return np.flatnonzero(free)


def scale_problem(problem: Problem, J: Array) -> Scaled:
    """The problem in the coordinates of the believed links (n, 4, 4)."""
    R, z = problem.R, problem.z
    free = free_entries(problem)
    if len(free):
        basis = column_space(R[:, free])
        R, z = R - basis @ (basis.T @ R), z - basis @ (basis.T @ z)
    roots = cholesky(J)
    images = roots[:, None] @ to_matrix(np.eye(TEN)) @ roots.transpose(0, 2, 1)[:, None]
    maps = parameters_of(images).transpose(0, 2, 1)
    scalars = np.array(problem.nonnegative, dtype=np.intp)
    norms, before = (np.linalg.norm(A[:, scalars], axis=0) for A in (R, problem.R))
    seen = norms > UNSEEN * np.maximum(before, before.max(initial=0.0))
    scalars, units = scalars[seen], (1 / norms[seen]).astype(np.float64)
    links = R[:, problem.of_links].reshape(len(R), -1, TEN).transpose(1, 0, 2) @ maps
    columns = links.transpose(1, 0, 2).reshape(len(R), -1)
    both = np.column_stack([columns, R[:, scalars] * units, z])
    both = compress(both)
    short = np.zeros((len(scalars), both.shape[1]))
    short[:, columns.shape[1] : -1] = SHORTEST * np.eye(len(scalars))
    both = np.vstack([both, short])
    return Scaled(problem, both[:, :-1], both[:, -1], scalars, units, maps, roots)
