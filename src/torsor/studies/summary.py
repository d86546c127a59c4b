"""A study in a few numbers: every column's least, mean and greatest, failures, the best design."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.studies.parts import numbers_of, part_name, read_part
from torsor.studies.study_file import Study

MOST_REASONS = 5
NUMBER = re.compile(r"(?<=\w) = -?[0-9.e+-]+(?=: )")
"""A design's own number within a reason: reasons that differ in it alone are one."""
Cell = float | str | None


@dataclass
class Column:
    """What a column is like over all designs that have it."""

    unit: str
    count: int = 0
    total: float = 0.0
    least: float = float("inf")
    greatest: float = float("-inf")

    def add(self, values: Array) -> None:
        """Take more designs in."""
        known = values[~np.isnan(values)]
        if len(known):
            self.count += len(known)
            self.total += float(known.sum())
            self.least = min(self.least, known.min().item())
            self.greatest = max(self.greatest, known.max().item())

    @property
    def data(self) -> dict[str, Cell]:
        """As plain data."""
        if not self.count:
            return {"unit": self.unit, "min": None, "mean": None, "max": None}
        return {
            "unit": self.unit, "min": self.least, "mean": self.total / self.count,
            "max": self.greatest,
        }  # fmt: skip


@dataclass(frozen=True)
class Bound:
    """One end of a constraint: ``min`` or ``max`` of a column."""

    column: str
    side: str
    value: float
    unit: str

    @property
    def name(self) -> str:
        """``peak_tau1 max``: its key in plain data."""
        return f"{self.column} {self.side}"

    def is_broken(self, values: Array) -> Mask:
        """Which designs are beyond it; what has no number is not."""
        found: Mask = values < self.value if self.side == "min" else values > self.value
        return found


def list_bounds(study: Study) -> list[Bound]:
    """Every end of every constraint."""
    rows = study.data["constraints"]
    assert isinstance(rows, list)
    return [
        Bound(row["column"], side, row[side], study.columns[row["column"]])
        for row in rows for side in ("min", "max") if row[side] is not None
    ]  # fmt: skip


@dataclass
class Summary:
    """What a study found, gathered part by part."""

    designs: int = 0
    feasible: int = 0
    failed: int = 0
    columns: dict[str, Column] = field(default_factory=dict)
    best: dict[str, dict[str, Cell]] = field(default_factory=dict)
    """The best feasible design by each objective: all of its row."""
    reasons: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    """How many designs are beyond each bound of the constraints."""

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        return {
            "designs": self.designs,
            "feasible": self.feasible,
            "failed": self.failed,
            "reasons": dict(self.reasons.most_common(MOST_REASONS)),
            "broken": dict(self.broken),
            "columns": {name: column.data for name, column in self.columns.items()},
            "best": self.best,
        }


def summarise(folder: Path, study: Study) -> Summary:
    """Read the parts, one at a time."""
    found = Summary(columns={name: Column(unit) for name, unit in study.columns.items()})
    objectives = study.data["objectives"]
    assert isinstance(objectives, list)
    bounds = list_bounds(study)
    for part in range(study.work.parts):
        _take_in(found, folder / part_name(part), objectives, bounds)
    return found


def _take_in(
    found: Summary, path: Path, objectives: list[Mapping[str, str]], bounds: Sequence[Bound]
) -> None:
    table = read_part(path)
    feasible = np.asarray(table.column("feasible").to_numpy(zero_copy_only=False), bool)
    reasons = table.column("reason")
    failed = len(reasons) - reasons.null_count
    found.designs += len(feasible)
    found.feasible += int(feasible.sum())
    found.failed += failed
    if failed:
        for told in reasons.drop_null().to_pylist():
            reason = NUMBER.sub("", told)
            if reason in found.reasons or len(found.reasons) < 1000:
                found.reasons[reason] += 1
    arrays: dict[str, Array] = {}
    for name, column in found.columns.items():
        arrays[name] = numbers_of(table, name)
        column.add(arrays[name])
    for bound in bounds:
        found.broken[bound.name] += int(bound.is_broken(arrays[bound.column]).sum())
    for objective in objectives:
        name, sign = objective["column"], -1.0 if objective["goal"] == "max" else 1.0
        values = np.where(feasible & ~np.isnan(arrays[name]), sign * arrays[name], np.inf)
        place = int(np.argmin(values))
        if not np.isfinite(values[place]):
            continue
        before = found.best.get(name)
        old = before[name] if before else None
        if isinstance(old, float) and sign * old <= values.item(place):
            continue
        row = table.slice(place, 1).to_pylist()[0]
        found.best[name] = {k: v for k, v in row.items() if k not in ("feasible", "reason")}


def columns_of(study: Study) -> list[str]:
    """Every column of numbers in the parts."""
    factors = [f.name for f in study.sampling.factors if f.numeric]
    return ["design", *factors, *study.columns]
