"""Second moments of the regression by fold and coordinate: any law is then a small solve.

All candidate columns stand side by side once; a law is a subset of them. The columns are scaled
to one, and a trace is added to the diagonal, so that columns that cannot be told apart do no harm.
The weights of a wrist of 0.1 mN m and of a shoulder of 300 N m are twelve orders apart, squared: so
the columns of a law are scaled once more, by their weighted lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask

RIDGE = 1e-9
FINEST = 1e-4
"""No coordinate's forces are believed more finely than to this share of them."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Σ xᵀx, Σ xᵀτ, Σ τ² over the usable rows of each fold and coordinate, columns scaled."""

    G: Array
    """(folds, n, p, p)."""
    b: Array
    """(folds, n, p)."""
    y: Array
    """(folds, n)."""
    rows: Array
    """(folds, n)."""
    scale: Array
    """(p,): by what the columns were divided."""

    def weigh(self, weights: Array) -> Weighted:
        """All coordinates in one, each by its weight w²."""
        w = weights**2
        return Weighted(
            np.einsum("j,fjpq->fpq", w, self.G),
            np.einsum("j,fjp->fp", w, self.b),
            np.einsum("j,fj->f", w, self.y),
        )

    def residuals(self, x: Array, chosen: Sequence[int]) -> Array:
        """Mean squares left of each coordinate over all folds, with scaled coefficients."""
        part = np.ix_(chosen, chosen)
        G, b = self.G.sum(0), self.b.sum(0)[:, list(chosen)]
        left = [
            y - 2.0 * c @ x + x @ g[part] @ x for g, c, y in zip(G, b, self.y.sum(0), strict=True)
        ]
        mean: Array = np.maximum(np.array(left), 0.0) / np.maximum(self.rows.sum(0), 1.0)
        return mean


@dataclass(frozen=True, eq=False)
class Weighted:
    """The moments of all coordinates together, by fold."""

    G: Array
    b: Array
    y: Array

    def solve(self, chosen: Sequence[int], without: int | None = None) -> Array:
        """Scaled coefficients of some columns by least squares, a fold left out."""
        some = list(chosen)
        G, b = self.G.sum(0), self.b.sum(0)
        if without is not None:
            G, b = G - self.G[without], b - self.b[without]
        A = G[np.ix_(some, some)]
        size = np.sqrt(np.maximum(np.diag(A), 1e-300))
        A = A / np.outer(size, size) + RIDGE * np.eye(len(some))
        found: Array = np.linalg.solve(A, b[some] / size) / size
        return found

    def fitted(self, chosen: Sequence[int]) -> float:
        """The weighted squares left by what all folds give."""
        some = list(chosen)
        return self._left(some, self.solve(some), slice(None))

    def held_out(self, chosen: Sequence[int]) -> float:
        """The weighted squares left in each fold by what the others give, summed."""
        some = list(chosen)
        return sum(
            self._left(some, self.solve(some, without=fold), slice(fold, fold + 1))
            for fold in range(len(self.y))
        )

    def _left(self, some: list[int], x: Array, folds: slice) -> float:
        G, b, y = (moments[folds].sum(0) for moments in (self.G, self.b, self.y))
        return float(y - 2.0 * b[some] @ x + x @ G[np.ix_(some, some)] @ x)


def gather_moments(
    columns: Sequence[Array], tau: Array, usable: Mask, fold: Indices, folds: int
) -> Moments:
    """The moments of one matrix of columns (m, p) for each coordinate."""
    n, p = len(columns), columns[0].shape[1]
    squares = sum((X[use] ** 2).sum(0) for X, use in zip(columns, usable.T, strict=True))
    scale = np.sqrt(np.asarray(squares))
    scale[scale == 0.0] = 1.0
    G, b = np.zeros((folds, n, p, p)), np.zeros((folds, n, p))
    y, rows = np.zeros((folds, n)), np.zeros((folds, n))
    for j, X in enumerate(columns):
        for f in range(folds):
            use = usable[:, j] & (fold == f)
            A, t = X[use] / scale, tau[use, j]
            G[f, j], b[f, j], y[f, j], rows[f, j] = A.T @ A, A.T @ t, t @ t, len(t)
    return Moments(G, b, y, rows, scale)
