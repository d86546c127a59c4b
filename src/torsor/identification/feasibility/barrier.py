"""The nearest point of a cone of positive definite matrices: Newton's method along a barrier.

    minimise  ‖R y − z‖² + w Σ (tr Yᵢ − log det Yᵢ)   with  Yᵢ ≥ ε 1 (w = 0) or Yᵢ > 0, and sⱼ ≥ 0

for symmetric 4 × 4 matrices Yᵢ and scalars sⱼ. What is bounded is kept inside by −t log det and
−t log with t going to zero; each of these functions is self-concordant, so that Newton's method
with a line search arrives, and how far its end is from the optimum is bounded by t and the last
Newton decrement (Nesterov, Lectures on Convex Optimization, 2018, §5.1 to 5.3). A step is taken in
coordinates in which the barrier's Hessian is the unit matrix, as far as is best along it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.feasibility.least_squares import gram
from torsor.identification.feasibility.pseudo_inertia import (
    ONE,
    TEN,
    cholesky,
    congruence,
    to_matrix,
)

START = 0.1
"""What t is at first, of what is to be gained."""
SHRINK = 0.03
"""What t is multiplied by when a stage is done."""
MOST_STEPS = 400
"""Of Newton's method, in all."""
RELATIVE_GAP = 1e-9
"""Of the objective: rounding allows no less."""
PULL = 1e-7
"""How much of t holds matrices together that nothing else does, while t is larger than w."""
ROOM = 0.99
"""How far a step goes towards the boundary at most."""


@dataclass(frozen=True)
class Cone:
    """How many matrices and scalars there are, and what is asked of them."""

    matrices: int
    scalars: int
    entropy: float
    """The weight w of the entropy; 0 for none."""
    margin: float
    """The ε that matrices are larger than; 0 where there is entropy."""

    @property
    def split(self) -> int:
        """Where in y the scalars begin."""
        return TEN * self.matrices

    @property
    def barriers(self) -> int:
        """The parameter ν of the barriers that stand for bounds, without entropy."""
        return self.scalars + (0 if self.entropy else 4 * self.matrices)


@dataclass(frozen=True, eq=False)
class Optimum:
    """Where the method ended."""

    y: Array
    Z: Array
    """The dual variables of Y ≥ ε 1, (n, 4, 4), or w Y⁻¹ where there is entropy."""
    duals: Array
    """The same of the scalars."""
    gap: float
    steps: int


def minimise(R: Array, z: Array, cone: Cone, tolerance: float) -> Optimum:
    """The minimum over a cone, to within a gap of ``tolerance`` or what rounding allows."""
    y = np.concatenate([np.tile(ONE, cone.matrices), np.ones(cone.scalars)])
    if not len(y):
        return Optimum(y, np.zeros((0, 4, 4)), y, 0.0, 0)
    residual = R @ y - z
    t = START * float(residual @ residual)
    steps, final = 0, False
    while not final and steps < MOST_STEPS:
        last = _smallest_t(cone, tolerance, residual)
        ends = (cone.entropy or last, last if cone.scalars else np.inf)
        final = t <= 1.01 * min(ends)
        weights = (ends[0], last) if final else (max(t, ends[0]), max(t, last))
        y, residual, decrement, steps = _centre(
            R, z, y, cone, weights, tolerance if final else None, steps
        )
        t = max(t * SHRINK, min(ends))
    S, s = _slack(y, cone)
    inverse = np.linalg.inv(cholesky(S))
    Z = weights[0] * inverse.transpose(0, 2, 1) @ inverse
    least = min(weights[: 1 + bool(cone.scalars)])
    gap = weights[1] * cone.barriers + least * _beyond(decrement / least)
    return Optimum(y, Z, weights[1] / s, gap if final else np.inf, steps)


def _smallest_t(cone: Cone, tolerance: float, residual: Array) -> float:
    """Where t may stop: what the barriers hide is then half of the gap that is allowed."""
    allowed = max(tolerance, RELATIVE_GAP * float(residual @ residual))
    return 0.5 * allowed / max(1, cone.barriers)


def _beyond(squared: float) -> float:
    """How far above its minimum a self-concordant function is at most: −λ − log(1 − λ)."""
    size = np.sqrt(max(squared, 0.0))
    return float(-size - np.log1p(-size)) if size < 1 else np.inf


def _slack(y: Array, cone: Cone) -> tuple[Array, Array]:
    """What has to stay positive: matrices less the margin, scalars."""
    Y = to_matrix(y[: cone.split].reshape(cone.matrices, TEN))
    return Y - cone.margin * np.eye(4), y[cone.split :]


def _centre(
    R: Array,
    z: Array,
    y: Array,
    cone: Cone,
    weight: tuple[float, float],
    tolerance: float | None,
    steps: int,
) -> tuple[Array, Array, float, int]:
    """Newton's method for one weight of the barriers of matrices, of scalars.

    The y, R y − z, the squared decrement in the objective's unit, the steps until then.
    """
    weights = np.repeat(weight, (cone.split, cone.scalars))
    pull = max(cone.entropy, PULL * weight[0]) if cone.entropy else 0.0
    anchor = np.tile(pull * ONE, cone.matrices)
    least = float(weights.min())
    enough = least if tolerance is None else min(1e-3 * least, 0.1 * tolerance)
    smallest, stalled = np.inf, 0
    while True:
        steps += 1
        S, s = _slack(y, cone)
        K = congruence(cholesky(S))
        residual = R @ y - z
        local = _localise(R, K, s, cone)
        gradient = 2 * (local.T @ residual)
        gradient[: cone.split] += _apply_transposed(K, anchor)
        gradient -= weights * np.concatenate([np.tile(ONE, cone.matrices), np.ones(cone.scalars)])
        direction = -_solve(local, weights, gradient)
        decrement = -float(gradient @ direction)
        # Near the end rounding is all that is left to remove.
        stalled = stalled + 1 if decrement > 0.5 * smallest else 0
        smallest = min(smallest, decrement)
        stuck = steps >= MOST_STEPS or (stalled > 3 and decrement < least)
        if decrement <= enough or stuck:
            return y, residual, decrement, steps
        moved = np.concatenate([_apply(K, direction[: cone.split]), s * direction[cone.split :]])
        slope = 2 * float((local @ direction) @ residual) + float(anchor @ moved[: cone.split])
        length = _line_search(local @ direction, slope, direction, weights, cone)
        y = _step_inside(y, length * moved, cone)


def _localise(R: Array, K: Array, s: Array, cone: Cone) -> Array:
    """R in coordinates in which the Hessian of each barrier is the unit matrix."""
    n, rows = cone.matrices, len(R)
    blocks = R[:, : cone.split].reshape(rows, n, TEN).transpose(1, 0, 2) @ K
    return np.concatenate(
        [blocks.transpose(1, 0, 2).reshape(rows, cone.split), R[:, cone.split :] * s], axis=1
    )


def _apply(K: Array, v: Array) -> Array:
    return (K @ v.reshape(len(K), TEN, 1)).ravel()


def _apply_transposed(K: Array, v: Array) -> Array:
    return (K.transpose(0, 2, 1) @ v.reshape(len(K), TEN, 1)).ravel()


def _solve(local: Array, weights: Array, gradient: Array) -> Array:
    """The Newton direction, its matrix scaled to a unit diagonal."""
    H = 2 * gram(local)
    H[np.diag_indices_from(H)] += weights
    scale = 1 / np.sqrt(np.diagonal(H))
    solved: Array = scale * np.linalg.solve(H * scale * scale[:, None], scale * gradient)
    return solved


def _line_search(
    change: Array, slope: float, direction: Array, weights: Array, cone: Cone
) -> float:
    """The best length of a step: f(a) = slope a + ‖change‖² a² − Σ w log(1 + a e) by Newton."""
    D = to_matrix(direction[: cone.split].reshape(cone.matrices, TEN))
    e = np.concatenate([np.linalg.eigvalsh(D).ravel(), direction[cone.split :]])
    w = np.concatenate([np.full(4 * cone.matrices, weights[0]), weights[cone.split :]])
    curvature = 2 * float(change @ change)
    furthest = 1 / max(-float(e.min(initial=0.0)), 1e-300)
    a = min(1.0, 0.5 * furthest)
    for _ in range(30):
        barrier = e / (1 + a * e)
        following = a - (slope + curvature * a - float(w @ barrier)) / (
            curvature + float(w @ barrier**2)
        )
        following = min(max(following, 0.5 * a), 0.5 * (a + furthest))
        if abs(following - a) <= 1e-3 * a:
            return min(following, ROOM * furthest)
        a = following
    return min(a, ROOM * furthest)


def _step_inside(y: Array, change: Array, cone: Cone) -> Array:
    """The step, halved while rounding puts it outside."""
    for _ in range(20):
        new = y + change
        S, s = _slack(new, cone)
        with suppress(np.linalg.LinAlgError):
            cholesky(S)
            if (s > 0).all():
                return new
        change = change / 2
    return y
