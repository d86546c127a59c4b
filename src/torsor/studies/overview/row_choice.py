"""Which rows of a study are shown: the best, the front, some evenly spread, some that failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.studies.overview.binning import Places

if TYPE_CHECKING:
    from pyarrow import Table

    from torsor.studies.overview.overview import Goal

Row = Mapping[str, Any]
"""A design as a row of the parts has it."""

MOST = 2000
"""Of so many designs all are shown; of more, as follows."""
BEST, FRONT, SPREAD, FAILED = 800, 600, 500, 50
STANDING = "standing"
"""Beside a row's own columns: how it compares."""


class RowChoice:
    """Rows gathered part by part."""

    def __init__(self, count: int, goals: Sequence[Goal], front: Sequence[int] = ()) -> None:
        self.goals = [goal for goal in goals if goal.objective]
        self.all = count <= MOST
        self.each = BEST // max(1, len(self.goals))
        self.front = set(front[:FRONT])
        self.stride = -(-count // SPREAD)
        self.bound = {goal.column: np.inf for goal in self.goals}
        """What a design must be better than to be among the best."""
        self.best: dict[str, list[tuple[float, int]]] = {goal.column: [] for goal in self.goals}
        self.kept: dict[int, Row] = {}
        self.others: set[int] = set()
        self.failed: set[int] = set()

    def add(
        self, table: Table, arrays: Mapping[str, Array], designs: Array, sound: Mask,
        feasible: Mask,
    ) -> None:  # fmt: skip
        """Choose among the rows of a part."""
        if self.all:
            self._keep(table, designs, np.arange(len(designs)))
            self.others |= {int(d) for d in designs[sound].tolist()}
            self.failed |= {int(d) for d in designs[~sound].tolist()}
        for goal in self.goals:
            values = np.where(feasible, goal.sign * arrays[goal.column], np.inf)
            self._rank(goal.column, table, designs, values)
        if self.all:
            return
        spread = np.flatnonzero(sound & (designs % self.stride == 0))
        self.others |= self._keep(table, designs, spread)
        broken = np.flatnonzero(~sound)[: FAILED - len(self.failed)]
        self.failed |= self._keep(table, designs, broken)
        if self.front:
            self._keep(table, designs, np.flatnonzero(np.isin(designs, list(self.front))))

    def _rank(self, column: str, table: Table, designs: Array, values: Array) -> None:
        """Have the best by a column among those kept, and forget who no longer is."""
        better = np.flatnonzero(values < self.bound[column])
        if len(better) > self.each:
            better = better[np.argpartition(values[better], self.each)[: self.each]]
        if not len(better):
            return
        self._keep(table, designs, better)
        found = [(values.item(k), int(designs.item(k))) for k in better.tolist()]
        ranked = sorted([*self.best[column], *found])
        self.best[column] = ranked[: self.each]
        if len(ranked) >= self.each:
            self.bound[column] = ranked[self.each - 1][0]
        wanted = self.others | self.failed | self.front
        wanted |= {design for best in self.best.values() for _, design in best}
        for _, design in ranked[self.each :]:
            if design not in wanted:
                self.kept.pop(design, None)

    def _keep(self, table: Table, designs: Array, places: Places) -> set[int]:
        """Have these rows of a part."""
        new = [k for k in places.tolist() if int(designs.item(k)) not in self.kept]
        for row in table.take(new).to_pylist() if new else []:
            self.kept[row["design"]] = row
        return {int(designs.item(k)) for k in places.tolist()}

    def rows(self) -> tuple[Row, ...]:
        """Every row once, with its standing: the best first, what failed last."""
        ranks = range(self.each)
        best = [self.best[goal.column] for goal in self.goals]
        ranked = [row[rank][1] for rank in ranks for row in best if rank < len(row)]
        order = dict.fromkeys([*ranked, *sorted(self.front), *sorted(self.others - self.failed)])
        order |= dict.fromkeys(sorted(self.failed))
        firsts = {
            self.best[goal.column][0][1]: f"{goal.word} {goal.column}"
            for goal in reversed(self.goals) if self.best[goal.column]
        }  # fmt: skip
        return tuple(
            {**self.kept[design], STANDING: firsts.get(design) or self._standing(design)}
            for design in order if design in self.kept
        )  # fmt: skip

    def _standing(self, design: int) -> str:
        row = self.kept[design]
        if row["reason"]:
            return "failed"
        if design in self.front:
            return "on the front"
        return "feasible" if row["feasible"] else "infeasible"
