"""Weighted least squares: base parameters with their deviations, and what was not excited.

The rows are weighted by each coordinate's own residuals. Filtered residuals are not white, and an
error of the motion shows in all coordinates at once: the covariance is the sandwich of Newey and
West (Econometrica 55, 1987) over the scores of whole rows, with a bandwidth from the residuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.estimation.design import Design
from torsor.identification.linear_algebra import solve_shortest

DEPENDENT = 1e-7
"""A column that is the others' to this share of itself is not excited."""


@dataclass(frozen=True, eq=False)
class LeastSquares:
    """Coefficients of some columns, (k,), with their covariance; those not excited are left out."""

    columns: tuple[int, ...]
    x: Array
    covariance: Array
    weights: Array
    """1 over the deviation of each coordinate's residuals."""
    unexcited: tuple[int, ...]

    @property
    def deviations(self) -> Array:
        """The standard deviations, (k,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))


def solve_least_squares(design: Design, chosen: Sequence[int], weights: Array) -> LeastSquares:
    """The coefficients, weights refined until the residuals agree with them."""
    columns, unexcited = split_excited(design, chosen, weights)
    x = np.zeros(len(columns))
    for _ in range(6):
        x = _solve(*design.stacked(columns, weights))
        refined = _weights(design, columns, x, weights)
        settled = np.allclose(refined, weights, rtol=1e-4)
        weights = refined
        if settled:
            break
    covariance = sandwich(design, columns, x, weights)
    return LeastSquares(tuple(columns), x, covariance, weights, tuple(unexcited))


def _solve(A: Array, y: Array) -> Array:
    scale = np.sqrt((A**2).sum(0))
    scale[scale == 0.0] = 1.0
    x: Array = solve_shortest(A / scale, y) / scale
    return x


def split_excited(
    design: Design, chosen: Sequence[int], weights: Array
) -> tuple[list[int], list[int]]:
    """Columns that the motion tells apart, and those that it does not, by pivoting."""
    from scipy.linalg import qr

    A, _ = design.stacked(chosen, weights)
    norm = np.sqrt((A**2).sum(0))
    seen = norm > 1e-9 * max(float(norm.max(initial=0.0)), 1e-300)
    some = [k for k, here in zip(chosen, seen, strict=True) if here]
    if not some:
        return [], list(chosen)
    R, pivots = qr(A[:, seen] / norm[seen], mode="r", pivoting=True)
    diagonal = np.abs(np.diag(R[: len(some)]))
    rank = int((diagonal > DEPENDENT * diagonal[0]).sum())
    kept = sorted(some[k] for k in pivots[:rank])
    return kept, [k for k in chosen if k not in kept]


def residuals(design: Design, columns: Sequence[int], x: Array) -> Array:
    """What is left of the forces, (m, n); zero where they are not usable."""
    some, s = list(columns), design.samples
    left = np.stack([s.tau[:, j] - X[:, some] @ x for j, X in enumerate(design.columns)], axis=1)
    return np.where(s.usable, left, 0.0)


def _weights(design: Design, columns: Sequence[int], x: Array, before: Array) -> Array:
    e = residuals(design, columns, x)
    rows = design.samples.usable.sum(0)
    lost = rows / max(1, int(rows.sum())) * len(columns)
    left = np.sqrt((e**2).sum(0) / np.maximum(rows - lost, 1.0))
    usual = np.sqrt((np.where(design.samples.usable, design.samples.tau, 0.0) ** 2).sum(0)
                    / np.maximum(rows, 1))  # fmt: skip
    floor = 1e-9 * usual + 1e-300
    return np.where(rows > 0, 1.0 / np.maximum(left, floor), before)


def sandwich(design: Design, columns: Sequence[int], x: Array, weights: Array) -> Array:
    """The covariance of the coefficients, for residuals alike in neighbouring rows and joints."""
    some, s = list(columns), design.samples
    e = residuals(design, columns, x)
    scores = sum(
        (X[:, some] * (weights[j] ** 2 * e[:, j])[:, None] for j, X in enumerate(design.columns)),
        start=np.zeros((len(s), len(some))),
    )
    A, _ = design.stacked(columns, weights)
    scale = np.sqrt((A**2).sum(0))
    scale[scale == 0.0] = 1.0
    bread = np.linalg.pinv((A / scale).T @ (A / scale), hermitian=True)
    meat = np.zeros((len(some), len(some)))
    for stretch in np.unique(s.stretch):
        meat += _long_run(scores[s.stretch == stretch] / scale, bandwidth(e[s.stretch == stretch]))
    rows = max(1, int(s.usable.sum()))
    found: Array = bread @ meat @ bread / np.outer(scale, scale) * rows / max(1, rows - len(some))
    return found


def bandwidth(e: Array) -> int:
    """How many rows residuals are alike over: Andrews' rule (1991) for Bartlett's weights."""
    lag = (e[1:] * e[:-1]).sum(0)
    alike = np.clip(lag / np.maximum((e**2).sum(0), 1e-300), -0.97, 0.97)
    strength = float(np.mean(4.0 * alike**2 / (1.0 - alike**2) ** 2))
    rows = len(e)
    return int(np.clip(1.1447 * (strength * rows) ** (1 / 3), 1, max(1, rows // 5)))


def _long_run(scores: Array, width: int) -> Array:
    found: Array = scores.T @ scores
    for lag in range(1, width + 1):
        across = scores[lag:].T @ scores[:-lag]
        found += (1.0 - lag / (width + 1)) * (across + across.T)
    return found


def find_dependents(design: Design, columns: Sequence[int], which: int) -> Indices:
    """The columns that a column which was not excited is made of, the largest first."""
    A, _ = design.stacked([*columns, which], np.ones(design.n))
    scale = np.sqrt((A**2).sum(0)) + 1e-300
    shares = np.abs(solve_shortest(A[:, :-1] / scale[:-1], A[:, -1] / scale[-1]))
    return np.argsort(-shares)
