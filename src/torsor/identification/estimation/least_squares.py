"""Weighted least squares: base parameters with their deviations, and what was not excited.

The rows are weighted by each coordinate's own residuals; the deviations come from blocks of time
that are left out in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.estimation.covariance import jackknife
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.moments import FINEST
from torsor.identification.linear_algebra import solve_shortest

UNFELT = 1e-9
"""A column that is smaller than this share of the largest is not felt."""
LITTLE = 0.01
"""Shares smaller than this, of the largest, are not told."""
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
    covariance = jackknife(design, columns, residuals(design, columns, x), weights)
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
    seen = norm > 1e-12 * max(float(norm.max(initial=0.0)), 1e-300)
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
    floor = FINEST * usual + 1e-300
    return np.where(rows > 0, 1.0 / np.maximum(left, floor), before)


def find_dependents(design: Design, columns: Sequence[int], which: int) -> Indices:
    """The columns that a column which was not excited is made of, the largest share first.

    None, where it is not felt at all.
    """
    A, _ = design.stacked([*columns, which], np.ones(design.n))
    size = np.sqrt((A**2).sum(0))
    if size[-1] <= UNFELT * size.max():
        return np.zeros(0, int)
    size[size == 0.0] = 1.0
    shares = np.abs(solve_shortest(A[:, :-1] / size[:-1], A[:, -1] / size[-1]))
    order = np.argsort(-shares)
    told: Indices = order[shares[order] > LITTLE * shares.max(initial=0.0)]
    return told
