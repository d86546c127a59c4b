"""How heavy a robot is as a whole, where only the proportions of its links are guessed.

Were each link known to within its own size, J = μ C (1 + E) Cᵀ with E of standard deviation one,
the measurements would be normally distributed for every μ. The one that makes them most probable
is taken: the total mass is open, and no single link can decide it.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.feasibility.least_squares import column_space
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import ONE
from torsor.identification.feasibility.reference import make_reference
from torsor.identification.feasibility.scaling import scale_problem
from torsor.identification.linear_algebra import decompose

FACTORS = np.geomspace(1e-5, 1e5, 401)
"""What the guess is multiplied by at first to see how probable the measurements are."""


def scale_to_data(pi: Array, problem: Problem) -> Array:
    """The guessed links (10 · links), all by the one factor heavier or lighter that fits best."""
    guess = np.asarray(pi, float).ravel()
    scaled = scale_problem(problem, make_reference(guess, problem).J)
    R, z = scaled.R[:, : scaled.split], scaled.z
    others = column_space(scaled.R[:, scaled.split :])
    R, z = R - others @ (others.T @ R), z - others @ (others.T @ z)
    U, sizes, Vt = decompose(R)
    seen = sizes > 1e-10 * sizes.max(initial=0.0)
    if not seen.any():
        return guess
    data, sizes = (U.T @ z)[seen], sizes[seen]
    expected = sizes * (Vt[seen] @ np.tile(ONE, len(scaled.roots)))
    at = FACTORS[:, None]
    spread = 1 + (at * sizes) ** 2
    unlikely = np.sum((data - at * expected) ** 2 / spread + np.log(spread), axis=1)
    return guess * float(FACTORS[np.argmin(unlikely)])
