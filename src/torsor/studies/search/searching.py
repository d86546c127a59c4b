"""The best design of each objective: from the best that were sampled, by evolution and descent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from torsor.algebra.arrays import Array
from torsor.files import write_file
from torsor.studies.errors import StudyError
from torsor.studies.measures.evaluation import Evaluator, prepare_evaluator
from torsor.studies.parts import numbers_of, part_name, read_part
from torsor.studies.search.descent import descend, find_prices
from torsor.studies.search.evolution import GENERATIONS, Hear, evolve
from torsor.studies.search.optimum import Active, Cell, Optimum
from torsor.studies.search.problem import Problem
from torsor.studies.study_file import Study

BEST = "best.json"
STARTS = 4
"""Descents begin at so many of the best designs that were sampled, and where evolution ended."""


def check_search(study: Study) -> None:
    """Refuse a search that has nothing to look for, or nothing to vary."""
    if not study.data["objectives"]:
        raise StudyError("best: the study has no [[objective]]")
    if not any(factor.continuous for factor in study.sampling.factors):
        raise StudyError("best: no factor has a 'range', between whose ends could be searched")


def find_optima(folder: Path, study: Study, hear: Hear) -> tuple[Optimum, ...]:
    """The optima of a study that is done; kept in its folder, and read where they are there."""
    kept = read_optima(folder, study.work.digest)
    if kept is not None:
        return kept
    objectives = study.data["objectives"]
    assert isinstance(objectives, list)
    evaluator = prepare_evaluator(study.work.text)
    total = GENERATIONS * len(objectives)
    found = []
    for k, objective in enumerate(objectives):
        problem = Problem(evaluator, study.sampling.factors, objective["column"], objective["goal"])
        rows = list(_best_rows(folder, study, objective["column"], problem.sign))
        found.append(_search(
            problem, evaluator, study, objective["goal"], rows,
            partial(_hear_all, hear, k * GENERATIONS, total),
        ))  # fmt: skip
    data = {"digest": study.work.digest, "optima": [one.data for one in found]}
    write_file(
        folder / BEST, json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    )
    return tuple(found)


def _hear_all(hear: Hear, before: int, total: int, done: int, of: int) -> None:
    """Tell the generations of all objectives."""
    hear(before + done, total)


def read_optima(folder: Path, digest: str) -> tuple[Optimum, ...] | None:
    """The optima that a folder keeps of a study; none where they were not looked for."""
    try:
        data = json.loads((folder / BEST).read_text(encoding="utf-8"))
        if data["digest"] != digest:
            return None
        return tuple(Optimum.of_data(one) for one in data["optima"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _best_rows(folder: Path, study: Study, column: str, sign: float) -> Iterator[dict[str, Cell]]:
    """The best feasible designs that were sampled, part by part; the best first."""
    kept: list[tuple[float, int, dict[str, Cell]]] = []
    for part in range(study.work.parts):
        table = read_part(folder / part_name(part))
        feasible = np.asarray(table.column("feasible").to_numpy(zero_copy_only=False), bool)
        values = sign * numbers_of(table, column)
        values = np.where(feasible & ~np.isnan(values), values, np.inf)
        for place in np.argsort(values, kind="stable")[:STARTS].tolist():
            if np.isfinite(values[place]):
                row = table.slice(place, 1).to_pylist()[0]
                kept.append((values.item(place), row["design"], row))
        kept = sorted(kept, key=lambda one: one[:2])[:STARTS]
    for _, _, row in kept:
        yield {k: v for k, v in row.items() if k not in ("feasible", "reason")}


def _search(
    problem: Problem, evaluator: Evaluator, study: Study, goal: str,
    sampled: list[dict[str, Cell]], hear: Hear,
) -> Optimum:  # fmt: skip
    starts = [problem.point(row) for row in sampled]
    seeds = np.array(starts) if starts else np.empty((0, len(problem.factors)))
    evolved, generations = evolve(problem, seeds, study.sampling.seed, hear)
    points = {"sampling": starts[:1], "differential evolution": [evolved]}
    points["SLSQP along gradients"] = [descend(problem, start) for start in (evolved, *starts)]
    best: Array = evolved
    how, least = "differential evolution", (True, float("inf"))
    for method, ends in points.items():
        for point in ends:
            row = problem.measure(point[None])[0]
            lack = -min(float(row[1:].min()), 0.0) if problem.bounds else 0.0
            rank = (lack > 0, lack if lack > 0 else row.item(0))
            if rank < least:
                best, how, least = point, method, rank
    rows = problem.rows(best[None])
    measured = evaluator.measure(rows)
    columns = {name: column.item(0) for name, column in measured.columns.items()}
    value = columns[problem.column]
    if not np.isfinite(list(columns.values())).all():
        raise StudyError(f"best: {problem.column}: no design could be measured: "
                         f"{measured.reasons[0]}")  # fmt: skip
    first = sampled[0] if sampled else None
    before = first[problem.column] if first else None
    gain = problem.sign * (before - value) if isinstance(before, float) else None
    gradients = problem.gradients
    active = tuple(_tell_active(problem, best, rows)) if measured.feasible[0] else ()
    exact = "exact" if not gradients.approximate else "mixed" if gradients.exact else "differences"
    return Optimum(
        problem.column, goal, study.columns[problem.column], value,
        {f.name: _level(f.values, rows[f.name].item(0), f.coded) for f in problem.factors},
        columns, first, gain, active, f"{how} ({generations} generations of evolution)", exact,
        problem.evaluations, bool(measured.feasible[0]),
    )  # fmt: skip


def _level(levels: tuple[float | str, ...], number: float, coded: bool) -> Cell:
    return levels[int(number)] if coded else number


def _tell_active(problem: Problem, point: Array, rows: Mapping[str, Array]) -> Iterator[Active]:
    constraints, ends, prices = find_prices(problem, point)
    unknown: list[float | None] = [None] * (len(constraints) + len(ends))
    told = iter(prices or unknown)
    for k in constraints:
        bound, price = problem.bounds[k], next(told)
        each = None if price is None else price / bound.size
        yield Active(bound.column, bound.side, bound.bound, "constraint", each)
    for k, side in ends.items():
        factor, price = problem.factors[k], next(told)
        slope = factor.slope(rows[factor.name]).item(0)
        each = None if price is None else price / slope
        low = side < 0
        yield Active(
            factor.name, "min" if low else "max", factor.low if low else factor.high, "range", each
        )
