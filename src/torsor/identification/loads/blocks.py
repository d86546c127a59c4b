"""Blocks of time, weighted: what a load is solved from, and what its intervals come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.estimation.covariance import bandwidth
from torsor.identification.estimation.design import Design
from torsor.identification.feasibility.pseudo_inertia import TEN

RESAMPLES = 1000
BLOCK = 1.0
"""Seconds of a block, at least."""
LIKE = 3.0
"""Blocks are so many times as long as residuals are alike …"""
FEWEST = 15
"""… but so many blocks there are."""
SEED = 20161
HIDDEN = 1e-9
"""A second moment of less than this share of the others is none."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Blocks of time, weighted: [columns, load, forces], each (rows, width + 1)."""

    bare: list[Array]
    """Of logs without the load."""
    loaded: list[Array]


def cut_rows(
    loaded: Design, load: Array, bare: Design | None, columns: Sequence[int], weights: Array
) -> Rows:
    """The rows of both kinds of logs, cut into blocks longer than residuals are alike."""
    return Rows(
        [] if bare is None else _blocks(bare, columns, weights, None),
        _blocks(loaded, columns, weights, load),
    )


def _blocks(
    design: Design, columns: Sequence[int], weights: Array, load: Array | None
) -> list[Array]:
    s = design.samples
    e = _left(design, load, columns)
    found = []
    for stretch in np.unique(s.stretch):
        rows = np.flatnonzero(s.stretch == stretch)
        longest = min(max(BLOCK / s.step, LIKE * bandwidth(e[rows])), len(rows) / FEWEST)
        count = max(1, int(len(rows) / longest))
        for part in np.array_split(rows, count):
            found.append(_stack(design, columns, weights, load, part))
    return found


def _left(design: Design, load: Array | None, columns: Sequence[int]) -> Array:
    """What a plain fit leaves of the forces: how long its errors stay alike."""
    rows = np.arange(len(design.samples))
    ones = np.ones(design.n)
    x = solve_moments(_moments(_stack(design, columns, ones, load, rows)))
    return find_residuals(design, load, columns, x)


def find_residuals(design: Design, load: Array | None, columns: Sequence[int], x: Array) -> Array:
    """What is left of the forces, (m, n); zero where they are not usable."""
    s, some = design.samples, list(columns)
    left = [s.tau[:, j] - X[:, some] @ x[:-TEN] for j, X in enumerate(design.columns)]
    e = np.stack(left, axis=1)
    if load is not None:
        e = e - load @ x[-TEN:]
    return np.where(s.usable, e, 0.0)


def _stack(
    design: Design, columns: Sequence[int], weights: Array, load: Array | None, rows: Indices
) -> Array:
    s, some = design.samples, list(columns)
    parts = []
    for j in range(design.n):
        use = rows[s.usable[rows, j]]
        A = np.zeros((len(use), len(some) + TEN + 1))
        A[:, : len(some)] = design.columns[j][use][:, some]
        if load is not None:
            A[:, len(some) : -1] = load[use, j]
        A[:, -1] = s.tau[use, j]
        parts.append(A * weights[j])
    return np.concatenate(parts)


def _moments(block: Array) -> Array:
    found: Array = block.T @ block
    return found


def sum_moments(rows: Rows) -> Array:
    """The second moments of all blocks."""
    found: Array = np.sum([_moments(block) for block in (*rows.bare, *rows.loaded)], axis=0)
    return found


def solve_moments(moments: Array) -> Array:
    """Least squares from second moments, columns scaled; what nothing shows is zero."""
    A, b = moments[:-1, :-1], moments[:-1, -1]
    scale = np.sqrt(np.diag(A))
    scale = np.where(scale > 0.0, scale, 1.0)
    found: Array = np.linalg.pinv(A / np.outer(scale, scale), rcond=1e-12, hermitian=True) @ (
        b / scale
    )
    return found / scale


def find_hidden(moments: Array) -> Array:
    """Directions of the load's ten parameters that the rows do not show, (10, k)."""
    A = moments[:-1, :-1]
    scale = np.sqrt(np.diag(A))
    dark = scale <= HIDDEN * scale.max(initial=0.0)
    scale = np.where(dark, 1.0, scale)
    sizes, vectors = np.linalg.eigh(A / np.outer(scale, scale))
    found: Array = (vectors[:, sizes < HIDDEN * sizes.max(initial=0.0)].T / scale)[:, -TEN:].T
    felt = np.abs(found) > 1e-6 * np.abs(found).max(initial=0.0)
    return np.asarray(found[:, felt.any(0)], np.float64)


def resample(rows: Rows) -> Array:
    """The load's ten parameters that blocks drawn again and again give, (RESAMPLES, 10)."""
    random = np.random.default_rng(SEED)
    moments = np.stack([_moments(block) for block in (*rows.bare, *rows.loaded)])
    sizes = [size for size in (len(rows.bare), len(rows.loaded)) if size]
    found = np.empty((RESAMPLES, TEN))
    for k in range(RESAMPLES):
        drawn = [np.bincount(random.integers(0, m, m), minlength=m) for m in sizes]
        counts = np.concatenate(drawn).astype(float)
        found[k] = solve_moments(np.tensordot(counts, moments, 1))[-TEN:]
    return found
