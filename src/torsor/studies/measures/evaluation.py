"""Designs measured: from plain data and the factors' numbers to columns, failures as reasons."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.algebra.formula import Formula, formula
from torsor.errors import TorsorError
from torsor.studies.designs.factors import DURATION, Factor, Level, is_structural
from torsor.studies.designs.motors import look_up
from torsor.studies.designs.relations import evaluate_relation
from torsor.studies.measures.block import Block, repeat_state
from torsor.studies.measures.metrics import Metric
from torsor.studies.measures.user_code import code_of_data, metrics_of
from torsor.studies.structures import Structure

Places: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.intp]]"
"""Where designs stand among those of a part."""

STATES = 16_384
"""About so many states are worked on at once: what fits the cache of a core."""


@dataclass(frozen=True)
class Measured:
    """Some designs: their columns, whether constraints hold, and what went wrong (or "")."""

    columns: dict[str, Array]
    feasible: Mask
    reasons: list[str]


@dataclass(frozen=True)
class Evaluator:
    """A study's plain data, ready to measure."""

    structures: tuple[Structure, ...]
    levels: Mapping[str, Sequence[Level]]
    """Of factors whose rows are places in a list."""
    relations: Mapping[str, Formula]
    metrics: tuple[Metric, ...]
    columns: tuple[str, ...]
    constraints: tuple[Mapping[str, object], ...]
    motors: Mapping[str, Mapping[str, Sequence[float]]] = field(default_factory=dict)
    """The numbers of each motor factor's levels."""

    def measure(self, rows: Mapping[str, Array]) -> Measured:
        """The designs that these rows of factors say."""
        count = len(next(iter(rows.values())))
        reasons = [""] * count
        with np.errstate(all="ignore"):  # what is not finite is a reason
            numbers = self.relate(rows)
            self._doubt_relations(numbers, reasons)
            which = self.find_structures(rows, count)
            columns = {name: np.full(count, np.nan) for name in self.columns}
            sound = np.array([not reason for reason in reasons])
            for k in np.unique(which[sound]).tolist():
                self._structure(k, np.flatnonzero((which == k) & sound), numbers, columns, reasons)
        sound = np.array([not reason for reason in reasons])
        for column in columns.values():
            column[~sound] = np.nan
        return Measured(columns, sound & self._feasible(columns, count), reasons)

    def find_structures(self, rows: Mapping[str, Array], count: int) -> Places:
        """Which structure each design is of."""
        which = np.zeros(count, np.intp)
        for name, levels in self.levels.items():
            if is_structural(name):
                which = which * len(levels) + rows[name].astype(np.intp)
        return which

    def find_columns(self, structure: Structure) -> dict[str, tuple[Metric, int]]:
        """Each column's metric, and which of its columns it is."""
        return {
            column: (metric, k)
            for metric in self.metrics
            for k, column in enumerate(metric.columns(structure.robot, structure.motors))
        }

    def restrict(self, columns: Collection[str], constrained: bool = True) -> Evaluator:
        """What measures these columns alone, and those of constraints."""
        wanted = set(columns)
        if constrained:
            wanted |= {str(bound["column"]) for bound in self.constraints}
        named = {
            metric.name: {c for s in self.structures for c in metric.columns(s.robot, s.motors)}
            for metric in self.metrics
        }
        kept = tuple(metric for metric in self.metrics if named[metric.name] & wanted)
        left = set[str]().union(*(named[metric.name] for metric in kept))
        return replace(self, metrics=kept, columns=tuple(c for c in self.columns if c in left))

    def relate(self, rows: Mapping[str, Array]) -> dict[str, Array]:
        """The numbers of designs: factors, and what follows from them."""
        numbers = {name: row for name, row in rows.items() if name not in self.levels}
        numbers = {**look_up(self.motors, rows), **numbers}
        count = len(next(iter(rows.values())))
        for name, expression in self.relations.items():
            numbers[name] = evaluate_relation(expression, numbers, count)
        return numbers

    def _doubt_relations(self, numbers: Mapping[str, Array], reasons: list[str]) -> None:
        for name, expression in self.relations.items():
            told = f"{name} = {expression} is not a finite number"
            for k in np.flatnonzero(~np.isfinite(numbers[name])).tolist():
                reasons[k] = reasons[k] or told

    def _structure(
        self, k: int, chosen: Places,
        numbers: Mapping[str, Array], columns: dict[str, Array], reasons: list[str],
    ) -> None:  # fmt: skip
        """The designs of one structure, block by block."""
        structure = self.structures[k]
        sets = structure.gather_sets(numbers, chosen)
        if DURATION in numbers:
            for i in chosen[~(numbers[DURATION][chosen] > 0)].tolist():
                reasons[i] = f"duration = {numbers[DURATION].item(i):g}: not above zero"
        self._doubt(structure, sets, chosen, reasons)
        sound = np.array([not reasons[i] for i in chosen.tolist()])
        chosen, sets = chosen[sound], sets[sound]
        samples = max(len(structure.cycle.t) if structure.cycle else 1,
                      *(metric.postures for metric in self.metrics))  # fmt: skip
        step = max(1, STATES // samples)
        names = {metric.name: tuple(metric.columns(structure.robot, structure.motors))
                 for metric in self.metrics}  # fmt: skip
        ratios = {f"N{k}": float(formula(structure.values[f"N{k}"]))
                  for k in structure.motors if f"N{k}" in structure.values}  # fmt: skip
        for start in range(0, len(chosen), step):
            places = chosen[start : start + step]
            durations = numbers[DURATION][places] if DURATION in numbers else None
            own = {name: row[places] for name, row in numbers.items()}
            for name, number in ratios.items():
                own.setdefault(name, np.full(len(places), number))
            block = Block(
                structure.arm(), structure.cycle, sets[start : start + step], durations, own,
                structure.bearing,
            )  # fmt: skip
            self._block(names, block, places, columns, reasons)

    def _doubt(self, structure: Structure, sets: Array, places: Places, reasons: list[str]) -> None:
        """Designs that no body could be: their reasons."""
        for j, name in enumerate(structure.vary):
            if name[0] == "m" and (name[1:].isdigit() or name == "mp"):
                for i in np.flatnonzero(sets[:, j] < 0).tolist():
                    reasons[places.item(i)] = f"{name} = {sets.item(i, j):g}: a mass below zero"
        if structure.cycle and any(metric.needs == "inverse_dynamics" for metric in self.metrics):
            M = repeat_state(structure.arm(), "mass_matrix", structure.cycle.q[0], sets)
            for place in places[~is_positive(M)].tolist():
                reasons[place] = reasons[place] or (
                    "the mass matrix is not positive definite where the motion begins"
                )

    def _block(
        self, names: Mapping[str, tuple[str, ...]], block: Block, places: Places,
        columns: dict[str, Array], reasons: list[str],
    ) -> None:  # fmt: skip
        bad = np.zeros(block.count, bool)
        for metric in self.metrics:
            try:
                found = metric.measure(block)
            except (ArithmeticError, np.linalg.LinAlgError, TorsorError) as error:
                found = np.full(block.count, np.nan)
                for i in np.flatnonzero(~bad).tolist():
                    reasons[places.item(i)] = f"{metric.name}: {error}"
                bad[:] = True
            for name, values in zip(
                names[metric.name], found.reshape(block.count, -1).T, strict=False
            ):
                columns[name][places] = values
                for i in np.flatnonzero(~np.isfinite(values) & ~bad).tolist():
                    reasons[places.item(i)] = f"{name} is not a finite number"
                    bad[i] = True

    def _feasible(self, columns: Mapping[str, Array], count: int) -> Mask:
        found = np.ones(count, bool)
        for bound in self.constraints:
            column = columns[str(bound["column"])]
            low, high = bound["min"], bound["max"]
            if isinstance(low, (int, float)):
                found &= ~(column < low)
            if isinstance(high, (int, float)):
                found &= ~(column > high)
        return found


def is_positive(matrices: Array) -> Mask:
    """Whether each of these symmetric matrices (N, n, n) is positive definite, by its pivots."""
    left = matrices.copy()
    found = np.ones(len(left), bool)
    n = left.shape[-1]
    for k in range(n):
        found &= left[:, k, k] > 0
        column = left[:, k + 1 :, k] / left[:, k, k, None]
        left[:, k + 1 :, k + 1 :] -= column[:, :, None] * left[:, None, k, k + 1 :]
    return found


@lru_cache(maxsize=4)
def prepare_evaluator(text: str) -> Evaluator:
    """What a study's plain data say, once."""
    data = json.loads(text)
    known = metrics_of(code_of_data(data["python"]) if "python" in data else None)
    return Evaluator(
        tuple(Structure.of_data(one) for one in data["structures"]),
        {f.name: f.values for f in map(Factor.of_data, data["factors"]) if f.coded},
        {name: formula(expression) for name, expression in data["relations"].items()},
        tuple(known[name] for name in data["metrics"]),
        tuple(data["columns"]),
        tuple(data["constraints"]),
        data.get("motors", {}),
    )
