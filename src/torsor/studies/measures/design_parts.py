"""A part of a study: designs by their numbers, measured, as a Parquet file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.tables import import_parquet
from torsor.studies.designs.factors import Factor, Level
from torsor.studies.designs.sampling import Sampling
from torsor.studies.execution.work import Task
from torsor.studies.measures.evaluation import prepare_evaluator
from torsor.studies.measures.user_code import admit_file, admit_import
from torsor.studies.parts import write_part

Columns = dict[str, tuple[Any, str]]
"""Arrays of PyArrow with their units."""


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[Sampling, dict[str, str]]:
    """How designs are sampled, and the units of what is measured."""
    data = json.loads(text)
    how = data["sampling"]
    factors = tuple(Factor.of_data(one) for one in data["factors"])
    return Sampling(how["kind"], factors, how["count"], how["seed"]), data["columns"]


def make_part(text: str, digest: str, task: Task) -> bytes:
    """The file of these designs; ``more`` may bring their rows of factors."""
    sampling, units = _read(text)
    admit(text, task.more.get("code"))
    given = task.more.get("rows")
    rows = given if isinstance(given, dict) else sampling.rows(task.start, task.stop)
    return write_part(measure_rows(text, units, task.start, rows), digest)


@lru_cache(maxsize=4)
def admit(text: str, path: str | None) -> None:
    """Let a study's Python code run: its file, or elsewhere the same module if it is there."""
    code = json.loads(text).get("python")
    if code is None:
        return
    if path is not None and Path(path).is_file():
        admit_file(code["sha256"], Path(path))
    else:
        admit_import(code["module"], code["sha256"])


def measure_rows(text: str, units: dict[str, str], start: int, rows: dict[str, Array]) -> Columns:
    """Every column of these designs: number, factors, what is measured, and what went wrong."""
    pa, _ = import_parquet()
    evaluator = prepare_evaluator(text)
    measured = evaluator.measure(rows)
    count = len(measured.reasons)
    arrays: Columns = {"design": (pa.array(np.arange(start, start + count)), "")}
    for name, row in rows.items():
        if name in evaluator.levels:
            arrays[name] = (_take_levels(pa, evaluator.levels[name], row), "")
        else:
            arrays[name] = (pa.array(row), units.get(name, ""))
    for name, column in measured.columns.items():
        arrays[name] = (pa.array(column, mask=np.isnan(column)), units.get(name, ""))
    arrays["feasible"] = (pa.array(measured.feasible), "")
    reasons = [reason or None for reason in measured.reasons]
    arrays["reason"] = (pa.array(reasons, pa.string()), "")
    return arrays


def _take_levels(pa: Any, levels: Sequence[Level], places: Array) -> Any:
    """The levels at these places: numbers, or texts by reference."""
    if Factor("", values=tuple(levels)).numeric:
        return pa.array(np.array(levels, np.float64)[places.astype(np.intp)])
    texts = pa.array([str(level) for level in levels])
    return pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int32)), texts)
