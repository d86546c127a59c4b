"""The Pareto front: feasible designs that no other is better than in every objective.

Parts come one after another and only the front so far is kept, so that memory is bounded by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.files import write_file
from torsor.motion.tables import import_parquet
from torsor.studies.errors import StudyError
from torsor.studies.parts import MARK, numbers_of, part_name, read_part, write_part
from torsor.studies.study_file import Study

if TYPE_CHECKING:
    from pyarrow import Table

FRONT = "pareto.parquet"
MOST = 20_000
"""Designs on a front; where there are more, it is no choice any longer."""


@dataclass(frozen=True)
class Front:
    """The designs of a front, a row each, by the first objective, the best first."""

    goals: Mapping[str, str]
    """The objectives: ``min`` or ``max`` by column."""
    table: Table
    """Number, factors and all that was measured."""

    def __len__(self) -> int:
        return len(self.table)

    @cached_property
    def names(self) -> list[str]:
        """The columns."""
        return [str(name) for name in self.table.column_names]

    def __getitem__(self, name: str) -> Array | list[str]:
        """A column: numbers, or texts where a factor has them."""
        if name not in self.names:
            raise UnknownNameError(
                f"no column is called {shown(str(name))}{suggestion(str(name), self.names)}"
            )
        column = self.table.column(name)
        if "string" in str(column.type):
            return [str(word) for word in column.to_pylist()]
        return numbers_of(self.table, name)

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        return {"file": FRONT, "goals": dict(self.goals), "designs": len(self)}


def find_front(folder: Path, study: Study) -> Front | None:
    """The front of a study that is done, of two objectives or more.

    It is kept in the study's folder, and read where it is there.
    """
    goals = goals_of(study)
    if len(goals) < 2:
        return None
    path = folder / FRONT
    found = _kept(path, study.work.digest)
    if found is None:
        found = _gather(folder, study, goals)
        write_file(path, write_part(
            {name: (found.column(name).combine_chunks(), study.columns.get(name, ""))
             for name in found.column_names}, study.work.digest,
        ))  # fmt: skip
    return Front(goals, found)


def goals_of(study: Study) -> dict[str, str]:
    """The objectives of a study: ``min`` or ``max`` by column."""
    objectives = study.data["objectives"]
    assert isinstance(objectives, list)
    return {one["column"]: one["goal"] for one in objectives}


def _kept(path: Path, digest: str) -> Table | None:
    pa, pq = import_parquet()
    try:
        with pq.ParquetFile(path) as file:
            if (file.schema_arrow.metadata or {}).get(MARK) != digest.encode():
                return None
            table: Table = file.read(use_threads=False)
    except (OSError, ValueError, pa.ArrowException):
        return None
    return table


def _gather(folder: Path, study: Study, goals: Mapping[str, str]) -> Table:
    pa, _ = import_parquet()
    front: Table | None = None
    for part in range(study.work.parts):
        table = read_part(folder / part_name(part))
        costs = costs_of(table, goals)
        feasible = np.asarray(table.column("feasible").to_numpy(zero_copy_only=False), bool)
        chosen = np.flatnonzero(feasible & ~np.isnan(costs).any(axis=1))
        chosen = chosen[find_non_dominated(costs[chosen])]
        new = table.take(pa.array(chosen)).drop_columns(["feasible", "reason"])
        merged = new if front is None else pa.concat_tables([front, new], promote_options="default")
        merged = merged.unify_dictionaries()
        front = merged.take(pa.array(find_non_dominated(costs_of(merged, goals))))
        if len(front) > MOST:
            raise StudyError(
                f"more than {MOST:,} designs are on the front of {', '.join(goals)}; expected "
                "fewer objectives, or constraints"
            )
    assert front is not None
    costs = costs_of(front, goals)
    designs = numbers_of(front, "design")
    return front.take(pa.array(np.lexsort((designs, *costs.T[::-1]))))


def costs_of(table: Table, goals: Mapping[str, str]) -> Array:
    """The objectives as columns of which less is better."""
    return np.stack(
        [numbers_of(table, name) * (-1 if goal == "max" else 1) for name, goal in goals.items()], 1
    )


def find_non_dominated(costs: Array) -> Indices:
    """Which rows no other row is better than: nowhere greater, and somewhere less. Exact.

    Rows come in the order of their first cost (then the second …), so that only an earlier one can
    be better; each is compared with those that were kept.
    """
    order = np.lexsort(costs.T[::-1])
    rows = costs[order]
    if not len(rows):
        return order
    kept = _sweep(rows) if rows.shape[1] == 2 else _filter(rows)
    return np.sort(order[kept])


def _sweep(rows: Array) -> Mask:
    """Two objectives: the second must be less than in every row before, or the row be equal."""
    second = rows[:, 1]
    before = np.concatenate(([np.inf], np.minimum.accumulate(second)[:-1]))
    new = second < before
    best = np.maximum.accumulate(np.where(new, np.arange(len(rows)), 0))
    kept: Mask = (rows == rows[best]).all(axis=1)
    return kept


def _filter(rows: Array) -> Mask:
    kept = np.zeros(len(rows), bool)
    front = np.empty_like(rows)
    size = 0
    for k, row in enumerate(rows):
        below = (front[:size] <= row).all(axis=1)
        if below.any() and not (front[:size][below] == row).all():
            continue
        kept[k] = True
        front[size] = row
        size += 1
    return kept
