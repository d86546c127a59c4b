"""Factors in bins: how a metric's mean and best change from bin to bin, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.designs.factors import Factor

Places: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.intp]]"
MOST_LEVELS = 24
"""A factor with more levels is binned as a range is."""


@dataclass(frozen=True)
class Axis:
    """A factor's range in bins of equal width, or its levels."""

    name: str
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    numbers: tuple[float, ...] = ()
    """Its levels, rising, where they are few numbers."""
    texts: tuple[str, ...] = ()
    """Its levels where they are texts."""

    @classmethod
    def of_factor(cls, factor: Factor) -> Axis | None:
        """The axis of a factor; none where it has too many texts, or does not vary."""
        if not factor.numeric:
            texts = tuple(str(level) for level in factor.values)
            return cls(factor.name, texts=texts) if 2 <= len(texts) <= MOST_LEVELS else None
        if not factor.values:
            moved = factor.low < factor.high
            return (
                cls(factor.name, factor.low, factor.high, factor.scale == "log") if moved else None
            )
        numbers = sorted({float(level) for level in factor.values})
        if 2 <= len(numbers) <= MOST_LEVELS:
            return cls(factor.name, numbers=tuple(numbers))
        return cls(factor.name, numbers[0], numbers[-1]) if len(numbers) > 1 else None

    @property
    def levels(self) -> int:
        """How many levels there are; 0 of a range."""
        return len(self.numbers) or len(self.texts)

    def bins(self, wanted: int) -> int:
        """So many bins, or a bin for each level."""
        return self.levels or wanted

    def centres(self, wanted: int) -> Array:
        """The middles of the bins; of texts their places."""
        if self.numbers:
            return np.array(self.numbers)
        if self.texts:
            return np.arange(len(self.texts), dtype=np.float64)
        units = (np.arange(wanted) + 0.5) / wanted
        if self.log:
            grown: Array = self.low * (self.high / self.low) ** units
            return grown
        return self.low + units * (self.high - self.low)

    def place(self, values: Array | Sequence[str], wanted: int) -> Places:
        """In which bin each value lies."""
        if self.texts:
            known = {text: k for k, text in enumerate(self.texts)}
            return np.array([known[str(value)] for value in values], np.intp)
        row = np.asarray(values, np.float64)
        if self.numbers:
            middles = (np.array(self.numbers[1:]) + np.array(self.numbers[:-1])) / 2
            found: Places = np.searchsorted(middles, row)
            return found
        if self.log:
            units = np.log(row / self.low) / np.log(self.high / self.low)
        else:
            units = (row - self.low) / (self.high - self.low)
        cut: Places = np.clip((units * wanted).astype(np.intp), 0, wanted - 1)
        return cut


@dataclass
class Bins:
    """Of a metric in bins of one factor or of two: counts, sums, squares, the best feasible."""

    shape: tuple[int, ...]
    shift: float = 0.0
    """Taken off the metric before it is squared, so that little is lost."""
    sign: float = 1.0
    """−1 where the best is the greatest."""
    count: Array = field(init=False)
    total: Array = field(init=False)
    squares: Array = field(init=False)
    least: Array = field(init=False)

    def __post_init__(self) -> None:
        size = int(np.prod(self.shape))
        self.count, self.total, self.squares = (np.zeros(size) for _ in range(3))
        self.least = np.full(size, np.inf)

    def add(
        self, places: Places, values: Array, feasible: np.ndarray[tuple[int], np.dtype[np.bool_]]
    ) -> None:
        """Take designs in: the bin, the metric and whether constraints hold, of each."""
        size, moved = len(self.count), values - self.shift
        self.count += np.bincount(places, minlength=size)
        self.total += np.bincount(places, moved, size)
        self.squares += np.bincount(places, moved * moved, size)
        np.minimum.at(self.least, places[feasible], self.sign * values[feasible])

    @cached_property
    def mean(self) -> Array:
        """The metric's mean in each bin; NaN where there is no design."""
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Array = (self.shift + self.total / self.count).reshape(self.shape)
        return found

    @cached_property
    def deviation(self) -> Array:
        """The metric's standard deviation within each bin."""
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = self.total / self.count
            spread = np.maximum(self.squares / self.count - mean * mean, 0.0)
        found: Array = np.sqrt(spread).reshape(self.shape)
        return found

    @cached_property
    def best(self) -> Array:
        """The best feasible design's metric in each bin; NaN where there is none."""
        found: Array = np.where(np.isfinite(self.least), self.sign * self.least, np.nan)
        return found.reshape(self.shape)

    def explained(self, axis: int | None = None) -> float:
        """The share of the metric's variance that bins explain (of two factors, one ``axis``).

        What bins of chance would explain is taken off (ε² of the analysis of variance).
        """
        count, total = self.count.reshape(self.shape), self.total.reshape(self.shape)
        if axis is not None:
            count, total = count.sum(axis=1 - axis), total.sum(axis=1 - axis)
        held = count > 0
        designs, bins = float(count.sum()), int(held.sum())
        whole = float(self.squares.sum()) - float(total.sum()) ** 2 / max(designs, 1.0)
        if designs <= bins or whole <= 1e-12 * float(self.squares.sum()):
            return 0.0
        between = float((total[held] ** 2 / count[held]).sum()) - float(total.sum()) ** 2 / designs
        within = (whole - between) / (designs - bins)
        return min(1.0, max(0.0, (between - (bins - 1) * within) / whole))
