"""Which designs there are: each a row by its number, so that any stretch is made by itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.designs.factors import Factor
from torsor.studies.errors import StudyError

KINDS = ("grid", "list", "csv", "sobol", "latin-hypercube", "random", "saltelli")
MOST = 1_000_000_000
ROUNDS = 6


@dataclass(frozen=True)
class Sampling:
    """The designs of a study: how many, and each factor's levels of any stretch of them."""

    kind: str
    factors: tuple[Factor, ...]
    count: int
    seed: int = 0
    columns: Mapping[str, Array] | None = None
    """The rows of a file."""

    def rows(self, start: int, stop: int) -> dict[str, Array]:
        """Each factor's numbers (places in its list, where structural) of some designs."""
        if self.columns is not None:
            return {f.name: self.columns[f.name][start:stop] for f in self.factors}
        if self.kind == "list":
            places: Array = np.arange(start, stop, dtype=np.float64)
            return {f.name: f.take(places) for f in self.factors}
        if self.kind == "grid":
            return self._grid(np.arange(start, stop))
        units = (self._saltelli if self.kind == "saltelli" else self._units)(start, stop)
        return {f.name: f.at_unit(units[:, k]) for k, f in enumerate(self.factors)}

    def _grid(self, index: np.ndarray[tuple[int], np.dtype[np.int64]]) -> dict[str, Array]:
        """The last factor advances first, as nested loops do."""
        found: dict[str, Array] = {}
        for factor in reversed(self.factors):
            index, place = np.divmod(index, len(factor.values))
            found[factor.name] = factor.take(place.astype(np.float64))
        return {factor.name: found[factor.name] for factor in self.factors}

    def _units(self, start: int, stop: int) -> Array:
        """Points of the unit cube."""
        count, width = stop - start, len(self.factors)
        if self.kind == "sobol":
            return _sobol(self.seed, start, stop, width)
        jitter = _uniform(self.seed, start, count, width)
        if self.kind == "random":
            return jitter
        cells = [permute(np.arange(start, stop), self.count, self.seed, k) for k in range(width)]
        return (np.stack(cells, axis=1) + jitter) / self.count

    def _saltelli(self, start: int, stop: int) -> Array:
        """Of each point: a row of A, the same with each entry of B's row in turn, B's row."""
        width = len(self.factors)
        group = width + 2
        points, place = np.divmod(np.arange(start, stop), group)
        first = points.item(0)
        base = _sobol(self.seed, first, points.item(-1) + 1, 2 * width)[points - first]
        A, B = base[:, :width], base[:, width:]
        from_b = np.arange(1, group - 1) == place[:, None]
        from_b[place == group - 1] = True
        found: Array = np.where(from_b, B, A)
        return found


def _sobol(seed: int, start: int, stop: int, width: int) -> Array:
    """Sobol' points, scrambled by the seed, from any on."""
    from scipy.stats import qmc

    engine = qmc.Sobol(width, scramble=True, rng=np.random.default_rng(seed))
    # SciPy warns of a first draw that is no power of two: the first point is drawn alone.
    first: Array = engine.random(1)
    if start > 1:
        engine.fast_forward(start - 1)
    if start:
        return np.asarray(engine.random(stop - start))
    return np.concatenate((first, engine.random(stop - start - 1)))


def _uniform(seed: int, start: int, count: int, width: int) -> Array:
    """Rows of a stream of random numbers, from any row on."""
    stream = np.random.PCG64DXSM(seed)
    stream.advance(start * width)  # a double takes one step of the stream
    return np.random.Generator(stream).random((count, width))


def permute(
    index: np.ndarray[tuple[int], np.dtype[np.int64]], count: int, seed: int, which: int
) -> Array:
    """Where a random permutation of ``count`` brings these, in no memory: a Feistel network.

    It permutes the next square of a power of two; what leaves the count goes through it again.
    """
    half = max(1, math.ceil(math.log2(max(count, 2)) / 2))
    mask = np.uint64((1 << half) - 1)
    keys = np.random.default_rng([seed, which]).integers(0, 2**64, ROUNDS, dtype=np.uint64)
    found = index.astype(np.uint64)
    left = np.ones(len(found), bool)
    while left.any():
        a, b = found[left] >> np.uint64(half), found[left] & mask
        for key in keys:
            a, b = b, a ^ (_mix(b ^ key) & mask)
        found[left] = (a << np.uint64(half)) | b
        left = found >= np.uint64(count)
    return found.astype(np.float64)


def _mix(
    x: np.ndarray[tuple[int], np.dtype[np.uint64]],
) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """The finaliser of SplitMix64: every bit depends on every bit."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def count_designs(kind: str, factors: tuple[Factor, ...], count: int | None) -> int:
    """How many designs there are; refused where they are too many or nobody has said."""
    if kind in ("grid", "list"):
        for factor in factors:
            if not factor.values:
                raise StudyError(f"factor {factor.name}: a {kind} needs 'values' or 'levels'")
        sizes = [len(factor.values) for factor in factors]
        if kind == "list" and len(set(sizes)) > 1:
            told = ", ".join(f"{f.name} {len(f.values)}" for f in factors)
            raise StudyError(f"a list needs as many values of each factor: {told}")
        total = math.prod(sizes) if kind == "grid" else sizes[0]
        if count is not None and count != total:
            raise StudyError(f"sampling, count: {count:,}, but the {kind} has {total:,} designs")
    elif count is None:
        raise StudyError("sampling: expected 'count', how many designs")
    elif kind == "saltelli":
        total = count * (len(factors) + 2)
    else:
        total = count
    if total > MOST:
        raise StudyError(f"{total:,} designs: more than {MOST:,}, the most that are evaluated")
    return total
