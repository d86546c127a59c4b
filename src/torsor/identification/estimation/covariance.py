"""The covariance of least squares where residuals are alike in neighbouring rows and joints.

An error of the motion shows in all coordinates at once, and filtered residuals are not white: the
covariance is the jackknife over overlapping blocks of time (Künsch, Annals of Statistics 17, 1989),
the squares of what the coefficients change by when a block is left out. To first order that is the
sandwich of Newey and West (Econometrica 55, 1987); but a fit draws the residuals of a block towards
zero by the block's share of all that is known, and the sandwich of half a minute of an arm's motion
is some 6 % too small for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.estimation.design import Design

PARTS = 4
"""A block begins at every quarter of one."""
MOST = 500
"""Quarters of a stretch, at most: of long stretches blocks are longer."""
WHOLE = 0.98
"""The largest share of what is known that a block counts as."""


def jackknife(design: Design, columns: Sequence[int], e: Array, weights: Array) -> Array:
    """The covariance of the coefficients of ``columns`` from the residuals ``e``, (m, n)."""
    some = list(columns)
    A, _ = design.stacked(some, weights)
    scale = np.sqrt((A**2).sum(0))
    scale[scale == 0.0] = 1.0
    R = np.linalg.qr(A / scale, mode="r")
    root = np.linalg.solve(R, np.eye(len(some))) / scale[:, None]
    squares = np.zeros_like(root)
    stretches = design.samples.stretch
    width = bandwidth(e, stretches)
    for stretch in np.unique(stretches):
        rows = np.flatnonzero(stretches == stretch)
        for share, score in _blocks(design, some, e, weights, root, rows, width):
            shares, axes = np.linalg.eigh(share)
            change = axes @ ((axes.T @ score) / (1.0 - np.clip(shares, 0.0, WHOLE)))
            squares += np.outer(change, change) / PARTS
    found: Array = root @ squares @ root.T
    return found


def bandwidth(e: Array, stretch: Indices | None = None) -> int:
    """How many rows residuals are alike over: Andrews' rule (1991) for Bartlett's weights."""
    together = slice(None) if stretch is None else stretch[1:] == stretch[:-1]
    lag = (e[1:] * e[:-1])[together].sum(0)
    alike = np.clip(lag / np.maximum((e**2).sum(0), 1e-300), -0.97, 0.97)
    strength = float(np.mean(4.0 * alike**2 / (1.0 - alike**2) ** 2))
    rows = len(e)
    return int(np.clip(1.1447 * (strength * rows) ** (1 / 3), 1, max(1, rows // 5)))


def _blocks(
    design: Design, some: Sequence[int], e: Array, weights: Array, root: Array, rows: Indices,
    width: int,
) -> Iterator[tuple[Array, Array]]:  # fmt: skip
    """The share of what is known, and the score, of each block, in coordinates of ``root``."""
    length = max(1, round((width + 1) / PARTS), -(-len(rows) // MOST))
    nothing = np.zeros((root.shape[1], root.shape[1])), np.zeros(root.shape[1])
    recent = deque([nothing] * PARTS, maxlen=PARTS)
    parts = [rows[k : k + length] for k in range(0, len(rows), length)]
    for part in [*parts, *[rows[:0]] * (PARTS - 1)]:
        recent.append(_share(design, some, e, weights, root, part) if part.size else nothing)
        shares, scores = zip(*recent, strict=True)
        yield np.sum(shares, axis=0), np.sum(scores, axis=0)


def _share(
    design: Design, some: Sequence[int], e: Array, weights: Array, root: Array, rows: Indices
) -> tuple[Array, Array]:
    share, score = np.zeros((root.shape[1], root.shape[1])), np.zeros(root.shape[1])
    for j, X in enumerate(design.columns):
        use = rows[design.samples.usable[rows, j]]
        Z = (X[np.ix_(use, some)] * weights[j]) @ root
        share += Z.T @ Z
        score += Z.T @ (e[use, j] * weights[j])
    return share, score
