"""A study's parts read once more, for its plots and its page: effects, a cloud, the rows to show.

Memory does not grow with the number of designs: metrics go into bins, rows into lists of bounded
length.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.studies.overview.binning import Axis, Bins, Places
from torsor.studies.overview.row_choice import Row, RowChoice
from torsor.studies.parts import numbers_of, part_name, read_part
from torsor.studies.study_file import Study
from torsor.studies.summary import Summary

if TYPE_CHECKING:
    from pyarrow import Table

FINE, COARSE = 24, 12
"""Bins of a factor by itself, and of each of two factors; fewer where designs are few."""
MOST_COLUMNS = 4
MOST_PAIRED = 10
"""Factors of which every two are looked at together."""
CLOUD = 1500


@dataclass(frozen=True)
class Goal:
    """A column that designs are compared by; ``sign`` is −1 where the greatest is best."""

    column: str
    unit: str
    sign: float = 1.0
    objective: bool = True

    @property
    def word(self) -> str:
        """``least`` or ``greatest``."""
        return "least" if self.sign > 0 else "greatest"


@dataclass
class Overview:
    """What all designs of a study are like."""

    goals: tuple[Goal, ...]
    axes: tuple[Axis, ...]
    fine: int = FINE
    coarse: int = COARSE
    effects: dict[tuple[str, str], Bins] = field(default_factory=dict)
    """By column and factor."""
    pairs: dict[tuple[str, str, str], Bins] = field(default_factory=dict)
    """By column and two factors."""
    cloud: dict[str, list[Array]] = field(default_factory=dict)
    """Of some designs, evenly spread, what the goals measure; and whether they are feasible."""
    rows: tuple[Row, ...] = ()
    """The rows that are shown, the best first."""
    first: Row | None = None
    """The first design that did not fail."""

    def influence(self, column: str) -> list[tuple[str, float]]:
        """The share of a column's variance that each factor explains by itself, falling."""
        found = [(axis.name, self.effects[column, axis.name].explained()) for axis in self.axes]
        return sorted(found, key=lambda pair: -pair[1])

    def interaction(self, column: str, one: str, other: str) -> float:
        """The share that two factors explain together beyond what each does by itself."""
        bins = self.pairs[column, one, other]
        return max(0.0, bins.explained() - bins.explained(0) - bins.explained(1))

    def points(self, column: str) -> Array:
        """A goal's numbers of the cloud; ``feasible`` gives 1 and 0."""
        found: Array = np.concatenate(self.cloud[column]) if self.cloud[column] else np.zeros(0)
        return found


def list_goals(study: Study) -> tuple[Goal, ...]:
    """The objectives; where there are none, the first columns that vary."""
    rows = study.data["objectives"]
    assert isinstance(rows, list)
    found = [
        Goal(r["column"], study.columns[r["column"]], -1.0 if r["goal"] == "max" else 1.0)
        for r in rows
    ]
    if not found:
        found = [Goal(name, unit, objective=False) for name, unit in study.columns.items()]
    return tuple(found[:MOST_COLUMNS])


def look_over(folder: Path, study: Study, summary: Summary, front: Sequence[int] = ()) -> Overview:
    """Read the parts, one at a time; ``front`` are designs whose rows are to be shown."""
    goals = list_goals(study)
    axes = tuple(a for f in study.sampling.factors if (a := Axis.of_factor(f)) is not None)
    fine = min(FINE, max(6, summary.designs // 20))
    coarse = min(COARSE, max(4, math.isqrt(summary.designs // 10)))
    found = Overview(goals, axes, fine, coarse)
    for goal in goals:
        shift = summary.columns[goal.column].data["mean"]
        base = float(shift) if isinstance(shift, (int, float)) else 0.0
        for axis in axes:
            found.effects[goal.column, axis.name] = Bins((axis.bins(fine),), base, goal.sign)
        for one, other in combinations(axes[:MOST_PAIRED], 2):
            shape = (one.bins(coarse), other.bins(coarse))
            found.pairs[goal.column, one.name, other.name] = Bins(shape, base, goal.sign)
    found.cloud = {name: [] for name in (*(goal.column for goal in goals), "feasible")}
    choice = RowChoice(summary.designs, goals, front)
    stride = -(-summary.designs // CLOUD)
    for part in range(study.work.parts):
        table = read_part(folder / part_name(part))
        feasible = np.asarray(table.column("feasible").to_numpy(zero_copy_only=False), bool)
        sound = np.asarray(table.column("reason").is_null().to_numpy(zero_copy_only=False), bool)
        arrays = {goal.column: numbers_of(table, goal.column) for goal in goals}
        _bin(found, table, arrays, sound, feasible)
        designs = numbers_of(table, "design")
        picked = np.flatnonzero(sound & (designs % stride == 0))
        for goal in goals:
            found.cloud[goal.column].append(arrays[goal.column][picked])
        found.cloud["feasible"].append(feasible[picked].astype(np.float64))
        if found.first is None and sound.any():
            found.first = table.slice(int(np.argmax(sound)), 1).to_pylist()[0]
        choice.add(table, arrays, designs, sound, feasible)
    found.rows = choice.rows()
    return found


def _bin(
    found: Overview, table: Table, arrays: Mapping[str, Array], sound: Mask, feasible: Mask
) -> None:
    """A part's designs into every bin that they belong to."""
    fine: dict[str, Places] = {}
    coarse: dict[str, Places] = {}
    for axis in found.axes:
        levels = _levels(table, axis)
        fine[axis.name] = axis.place(levels, found.fine)[sound]
        coarse[axis.name] = axis.place(levels, found.coarse)[sound]
    kept = feasible[sound]
    values = {goal.column: arrays[goal.column][sound] for goal in found.goals}
    for (column, name), bins in found.effects.items():
        bins.add(fine[name], values[column], kept)
    for (column, one, other), bins in found.pairs.items():
        bins.add(coarse[one] * bins.shape[1] + coarse[other], values[column], kept)


def _levels(table: Table, axis: Axis) -> Array | list[str]:
    if axis.texts:
        texts: list[str] = table.column(axis.name).to_pylist()
        return texts
    return numbers_of(table, axis.name)
