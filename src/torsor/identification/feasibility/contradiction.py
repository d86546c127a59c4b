"""Where measurements contradict every robot that can exist: by how much, and which link.

The distance of the unconstrained optimum x̂ from the possible parameters, ‖R (x − x̂)‖ at its least,
needs no prior. A separating hyperplane bounds it from below: for any u with A = 2 Rᵀu,

    ‖R y − z‖² ≥ −‖u‖² − 2 uᵀz + ⟨A, y⟩ ≥ −‖u‖² − 2 uᵀz − Σ ω tr Y,   A + ω 1 ≥ 0,

so that the claim is proven, whatever the solver did, for every robot whose links are less than
``LIMIT`` times as large as those found. Were the noise as it is said to be, the distance of the
true robot, which is possible, would be larger than √χ² in one case of twenty.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.feasibility.barrier import Cone, Optimum, minimise
from torsor.identification.feasibility.fitting import TOLERANCE, believed
from torsor.identification.feasibility.least_squares import UNSEEN, column_space
from torsor.identification.feasibility.problem import Prior, Problem
from torsor.identification.feasibility.pseudo_inertia import ONE, TEN, to_matrix
from torsor.identification.feasibility.scaling import Scaled, free_entries, scale_problem
from torsor.identification.linear_algebra import decompose

LIMIT = 100.0
"""Links so many times larger than those found, and believed, are no possible links."""
ENTROPIES = (1e-4, 3e-6, 1e-7)
"""How little holds together what the data do not see; less and less until the case is decided."""
ALONG_AXIS = 0.95
"""The cosine beyond which a direction is called by its axis."""


@dataclass(frozen=True)
class Contradiction:
    """How far the best numbers are from those of a possible robot, in units of the noise."""

    distance: float
    """Of the nearest possible robot that was found."""
    proven: float
    """No possible robot is nearer than this."""
    limit: float
    """√χ²: what noise alone stays within, in ``confidence`` of all cases."""
    rank: int
    """How many combinations of parameters the data see."""
    confidence: float
    contradicts: bool
    """Whether it is proven that no possible robot is within the limit."""
    shares: tuple[tuple[str, float], ...]
    """What each bound contributes to the squared distance, the largest first."""
    reason: str
    """What would be negative, in words."""

    @property
    def sentence(self) -> str:
        """The finding with its margin."""
        usual = f"{self.confidence:.0%} would be {self.limit:.3g}"
        nearest = f"the nearest one is {self.distance:.3g} away ({usual})"
        if self.contradicts:
            return f"no possible robot fits within the noise: {nearest}; {self.reason}"
        if self.distance < 0.01:
            return "the best fit is a possible robot"
        if self.distance <= self.limit:
            return f"a possible robot fits within the noise: {nearest}"
        return (
            f"whether a possible robot fits within the noise is open: one {self.distance:.3g} away "
            f"was found, none is nearer than {self.proven:.3g} ({usual})"
        )


def contradiction(
    problem: Problem, pi: Array | None = None, confidence: float = 0.95
) -> Contradiction:
    """Whether any possible robot fits; ``pi`` only says how large links are, roughly."""
    scaled = scale_problem(problem, believed(problem, Prior(pi, 1.0)).J)
    n, k = len(scaled.roots), len(scaled.scalars)
    R, z = reduce_rows(scaled)
    rank = len(R) + column_space(problem.R[:, free_entries(problem)]).shape[1]
    limit = chi_quantile(rank, confidence)
    distance, proven = np.inf, 0.0
    for entropy in ENTROPIES:
        optimum = minimise(scaled.R, scaled.z, Cone(n, k, entropy, 0.0), TOLERANCE)
        distance = min(distance, float(np.linalg.norm(R @ optimum.y - z)))
        bound = max(0.0, lower_bound(R, z, optimum.y, scaled.split))
        proven = min(distance, max(proven, float(np.sqrt(bound))))
        if distance <= limit or proven > limit:
            break
    shares, reason = _blame(scaled, optimum, R, z)
    return Contradiction(distance, proven, limit, rank, confidence, proven > limit, shares, reason)


def chi_quantile(rank: int, confidence: float) -> float:
    """What the length of a vector of so many standard normal numbers stays within."""
    low, high = 0.0, np.sqrt(rank) + 40.0
    while rank and high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _exceeded(rank, middle) > 1 - confidence else (low, middle)
    return low


def _exceeded(rank: int, length: float) -> float:
    """How probable a length beyond this is: Γ(k/2, r²/2) / Γ(k/2) as a finite sum."""
    x, odd = length**2 / 2, rank % 2
    powers = (k + odd / 2 for k in range((rank - odd) // 2))
    terms = sum(exp(p * log(x) - x - lgamma(p + 1)) for p in powers)
    return terms + (erfc(sqrt(x)) if odd else 0.0)


def reduce_rows(scaled: Scaled) -> tuple[Array, Array]:
    """R and z in as many rows as its rank, orthogonal; what R does not reach is left out."""
    rows = len(scaled.R) - len(scaled.scalars)  # those that only make scalars short
    U, sizes, Vt = decompose(scaled.R[:rows])
    seen = sizes > UNSEEN * sizes.max(initial=0.0)
    return sizes[seen, None] * Vt[seen], (U.T @ scaled.z[:rows])[seen]


def lower_bound(R: Array, z: Array, y: Array, split: int) -> float:
    """What ‖R y − z‖² is at least over the cone, from the hyperplane across u = R y − z."""
    u = R @ y - z
    A = 2 * (R.T @ u)
    links = np.linalg.eigvalsh(to_matrix(A[:split].reshape(-1, TEN)))[:, 0]
    traces = np.maximum(4.0, y[:split].reshape(-1, TEN) @ ONE)
    scalars = np.maximum(1.0, y[split:])
    outside = float(np.maximum(0.0, -links) @ traces + np.maximum(0.0, -A[split:]) @ scalars)
    return -float(u @ u) - 2 * float(u @ z) - LIMIT * outside


def _blame(
    scaled: Scaled, optimum: Optimum, R: Array, z: Array
) -> tuple[tuple[tuple[str, float], ...], str]:
    """What each bound adds to the squared distance, −½⟨Z, Ŷ⟩, and the largest in words."""
    problem, split, y = scaled.problem, scaled.split, optimum.y
    best = y + R.T @ ((z - R @ y) / np.sum(R**2, axis=1))
    Y = to_matrix(best[:split].reshape(-1, TEN))
    links = -0.5 * np.einsum("nij,nij->n", optimum.Z, Y)
    scalars = -0.5 * optimum.duals * best[split:]
    named = [(problem.link_name(k), float(share)) for k, share in enumerate(links)]
    named += [
        (problem.entry_name(int(e)), float(share))
        for e, share in zip(scaled.scalars, scalars, strict=True)
    ]
    order = np.argsort([-share for _, share in named], kind="stable")
    shares = tuple(named[k] for k in order if named[k][1] > 0)
    if not shares:
        return (), "nothing would be negative"
    worst = int(order[0])
    if worst >= len(links):
        return shares, f"{shares[0][0]} would be negative"
    what = _name_moment(optimum.Z[worst], Y[worst], scaled.roots[worst])
    return shares, f"{shares[0][0]}'s {what}"


def _name_moment(Z: Array, Y: Array, C: Array) -> str:
    """The second moment aᵀ J a about a plane that a bound keeps from being negative, in words."""
    weights, vectors = np.linalg.eigh(Z)
    v = vectors[:, np.argmin(weights * np.einsum("ik,ij,jk->k", vectors, Y, vectors))]
    mass = C[3] / np.linalg.norm(C[3])
    if (mass @ v) ** 2 > ALONG_AXIS**2:
        return f"mass would be negative ({float(C[3] @ Y @ C[3]):.3g} kg)"
    a = np.linalg.solve(C.T, v)
    size = float(np.linalg.norm(a[:3]))
    normal = a[:3] / size
    axis = int(np.argmax(np.abs(normal)))
    if abs(normal[axis]) > ALONG_AXIS:
        along = "xyz"[axis]
    else:
        along = f"({', '.join(f'{e:.2f}' for e in normal * np.sign(normal[axis]))})"
    return f"second moment along {along} would be negative ({float(v @ Y @ v) / size**2:.3g} kg m²)"
