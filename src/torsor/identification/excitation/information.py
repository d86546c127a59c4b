"""How well motions show the parameters: the information matrix, D-optimality, deviations.

F = Σ Yᵀ Σ⁻¹ Y over the samples is the inverse of the covariance of weighted least squares. A
D-optimal motion makes log det F largest: the ellipsoid of uncertainty smallest, whatever the units.
Directions that no motion within the bounds shows are left out, and the parameters in them named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.identification.excitation.columns import Columns
from torsor.identification.excitation.fourier import State
from torsor.identification.excitation.products import invert, multiply, multiply_transposed

UNSEEN = 1e-9
"""A direction is unseen if its singular value is this small beside the largest, columns scaled."""
WELL = 1e-8
"""Eigenvalues of F, columns scaled, beside the largest, down to which F is as good as its rows."""
CONNECTED = 1e-6
"""Shares of a hidden direction from which on parameters are in it."""
RIDGE = 1e-13
"""What is added to the information's diagonal, of its mean, so that it stays invertible."""


@dataclass(frozen=True, eq=False)
class Visible:
    """What motions show of the parameters: combinations (p, r), scaled; and which by themselves."""

    combinations: Array
    hidden: tuple[tuple[int, ...], ...]
    """Parameters that are not shown: one that is not felt at all alone, others with those that
    they can be told from in no motion."""

    @property
    def single(self) -> Mask:
        """Which parameters are shown by themselves, (p,)."""
        found = np.ones(len(self.combinations), bool)
        found[[k for group in self.hidden for k in group]] = False
        return found


def compress(blocks: Callable[[], Iterator[Array]]) -> Array:
    """A triangle R with RᵀR = F of rows that come block by block.

    From F itself where it is as good as that, else by QR, which does not square the columns.
    """
    F = np.sum([multiply_transposed(block, block) for block in blocks()], axis=0)
    size = np.sqrt(np.diag(F))
    if size.all():
        scaled = F / size / size[:, None]
        values = np.linalg.eigvalsh(scaled)
        if values[0] > WELL * values[-1]:
            L: Array = np.linalg.cholesky(scaled)
            return L.T * size
    found: Array | None = None
    for block in blocks():
        rows = block if found is None else np.vstack((found, block))
        found = np.asarray(np.linalg.qr(rows, mode="r"))
    assert found is not None
    return found


def find_visible(R: Array) -> Visible:
    """What rows with this triangle show."""
    size = np.linalg.norm(R, axis=0)
    felt = size > UNSEEN * size.max(initial=0.0)
    scale = np.divide(1.0, size, out=np.zeros_like(size), where=felt)
    _, values, directions = np.linalg.svd(R * scale)
    seen = np.zeros(len(directions), bool)
    seen[: len(values)] = values > UNSEEN * values.max(initial=0.0)
    groups = _connect(np.abs(directions[~seen].T @ directions[~seen]) > CONNECTED)
    if seen.sum() == felt.sum():  # nothing but what is not felt at all is hidden
        return Visible(np.diag(scale)[:, felt], groups)
    return Visible(scale[:, None] * directions[seen].T, groups)


def _connect(linked: Mask) -> tuple[tuple[int, ...], ...]:
    """The groups of what is linked, directly or through others; what has no link is in none."""
    groups: list[tuple[int, ...]] = []
    left = set(np.flatnonzero(linked.any(axis=0)).tolist())
    while left:
        group: set[int] = set()
        further = {min(left)}
        while further:
            group |= further
            further = set(np.flatnonzero(linked[sorted(further)].any(axis=0)).tolist()) - group
        left -= group
        groups.append(tuple(sorted(group)))
    return tuple(groups)


@dataclass(frozen=True, eq=False)
class Prediction:
    """What samples will tell of the parameters, by the triangle R of what is shown."""

    R: Array
    visible: Visible

    @cached_property
    def _scale(self) -> Array:
        size = np.linalg.norm(self.R, axis=0)
        return np.where(size > 0, size, 1.0)

    @cached_property
    def _inverse(self) -> Array | None:
        """Of R with columns of the length one, if the samples tell all that could be shown."""
        scaled = self.R / self._scale
        if len(scaled) < len(scaled.T) or not np.diag(scaled).all():
            return None
        inverse = np.linalg.solve(scaled, np.eye(len(scaled)))
        sure = np.linalg.norm(inverse) * np.linalg.norm(scaled) < 1 / UNSEEN
        return np.asarray(inverse, float) if sure else None

    @property
    def regular(self) -> bool:
        """Whether the samples tell all that could be shown."""
        return self._inverse is not None

    @cached_property
    def deviations(self) -> Array:
        """Standard deviations of the parameters, infinite where none is shown."""
        if self._inverse is None:
            return np.full(len(self.visible.combinations), np.inf)
        spread = multiply(self.visible.combinations / self._scale, self._inverse)
        return np.where(self.visible.single, np.linalg.norm(spread, axis=1), np.inf)

    @property
    def median(self) -> float:
        """The median of the finite deviations."""
        return float(np.median(self.deviations[np.isfinite(self.deviations)]))

    @property
    def condition(self) -> float:
        """The condition number of the weighed columns, each scaled to the length one."""
        values = np.linalg.svd(self.R / self._scale, compute_uv=False)
        return float(values[0] / values[-1])

    @property
    def information(self) -> float:
        """log det F by the number of combinations shown."""
        return 2 * float(np.log(np.abs(np.diag(self.R))).mean())


@dataclass(frozen=True, eq=False)
class Criterion:
    """−log det F / p along one period: what a D-optimal motion makes least."""

    columns: Columns
    visible: Visible

    def evaluate(self, state: State) -> tuple[float, Array, Array]:
        """The criterion, the columns, and the inverse of the information of what is shown."""
        Y, C = self.columns.evaluate(state), self.visible.combinations
        F = multiply_transposed(C, multiply(multiply_transposed(Y, Y), C)) / len(state[0])
        p = len(F)
        F[np.diag_indices(p)] += RIDGE * np.trace(F) / p
        try:
            information, inverse = invert(F)
        except np.linalg.LinAlgError:
            return np.inf, Y, F
        return -information / p, Y, inverse

    def gradient(self, state: State, Y: Array, inverse: Array) -> State:
        """Its gradient by the motion: one product backwards with the weights −2 Y F⁻¹."""
        scale, C = -2 / (len(inverse) * len(state[0])), self.visible.combinations
        weights = multiply(Y, multiply(multiply(C, scale * inverse), np.ascontiguousarray(C.T)))
        return self.columns.pull(state, weights)
