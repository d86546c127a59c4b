"""Gradients of a design's columns by its factors: exact where machine code has derivatives.

The chain is: factor → what follows from it (relations, in complex arithmetic with a step of
1e-30, which is exact to rounding) → parameters → the program backwards → the metric. Where one of
these is not to be had, central differences of the metric itself take its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.designs.factors import DURATION, Factor
from torsor.studies.designs.relations import evaluate_relation
from torsor.studies.measures.block import Block
from torsor.studies.measures.evaluation import Evaluator
from torsor.studies.measures.slopes import differentiate_metric

TINY = 1e-30
STEP = 1e-6
"""Of a central difference, in shares of a range."""


@dataclass
class Gradients:
    """The derivatives of some columns by the factors that vary without steps."""

    evaluator: Evaluator
    factors: Sequence[Factor]
    """All of them."""
    columns: Sequence[str]
    exact: int = 0
    """How many entries were exact …"""
    approximate: int = 0
    """… and how many were differences."""

    def at(self, rows: Mapping[str, Array]) -> Array:
        """The derivatives at one design by each factor's number in [0, 1] (columns, factors)."""
        found = np.full((len(self.columns), len(self.factors)), np.nan)
        with np.errstate(all="ignore"):
            self._differentiate(rows, found)
        for j, factor in enumerate(self.factors):
            if factor.continuous:
                found[:, j] *= factor.slope(rows[factor.name][:1])
            else:
                found[:, j] = 0
        unknown = np.isnan(found)
        lacking = unknown.any(axis=0)
        if lacking.any():
            differences = self._difference(rows, np.flatnonzero(lacking).tolist())
            found = np.where(unknown, differences, found)
        self.approximate += int(unknown.sum())
        self.exact += int((~unknown).sum())
        return found

    def _differentiate(self, rows: Mapping[str, Array], found: Array) -> None:
        """Fill in what is exact."""
        which = self.evaluator.find_structures(rows, 1).item(0)
        structure = self.evaluator.structures[which]
        numbers = self.evaluator.relate(rows)
        here = np.zeros(1, np.intp)
        durations = numbers.get(DURATION)
        sets = structure.gather_sets(numbers, here)
        block = Block(structure.arm(), structure.cycle, sets, durations)
        places = self.evaluator.find_columns(structure)
        by_parameters = {}
        for i, column in enumerate(self.columns):
            metric, k = places[column]
            slope = differentiate_metric(metric.name, block, k) if metric.along else None
            if slope is not None:
                by_parameters[i] = slope[0]
        for j, factor in enumerate(self.factors):
            if not factor.continuous:
                continue
            moved = dict(numbers)
            moved[factor.name] = cast("Array", numbers[factor.name] + 1j * TINY)
            for name, expression in self.evaluator.relations.items():
                moved[name] = evaluate_relation(expression, moved, 1)
            if DURATION in moved and moved[DURATION].imag.any():
                continue  # the states change, too
            by_factor = structure.gather_sets(moved, here).imag[0] / TINY
            for i, slope in by_parameters.items():
                found[i, j] = slope @ by_factor

    def _difference(self, rows: Mapping[str, Array], lacking: list[int]) -> Array:
        """Central differences by these factors, all designs at once; within their ranges."""
        found = np.zeros((len(self.columns), len(self.factors)))
        width = 2 * len(lacking)
        moved = {name: np.repeat(row[:1], width) for name, row in rows.items()}
        steps = np.empty(len(lacking))
        for place, j in enumerate(lacking):
            factor = self.factors[j]
            x = factor.place_of(rows[factor.name].item(0))
            ends = np.clip([x - STEP, x + STEP], 0, 1)
            moved[factor.name][2 * place : 2 * place + 2] = factor.on_range(ends)
            steps[place] = ends[1] - ends[0]
        measured = self.evaluator.measure(moved).columns
        for i, column in enumerate(self.columns):
            values = measured[column]
            found[i, lacking] = (values[1::2] - values[::2]) / steps
        return found
