"""Gradients by factors, through relations and machine code, are those of differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.studies.samples import BASE, change

from torsor.studies.measures.evaluation import prepare_evaluator
from torsor.studies.measures.metrics import METRICS
from torsor.studies.measures.slopes import SLOPES
from torsor.studies.search.gradients import Gradients
from torsor.studies.study_file import Study, read_study

SPATIAL: dict[str, Any] = {
    "name": "skew", "gravity": [0, 0, "-g"],
    "joint": [{"kind": "R", "axis": [0.6, 0, 0.8]},
              {"kind": "R", "axis": "y", "offset": ["l1", 0.1, 0]},
              {"kind": "T", "axis": "x", "offset": ["l2", 0, 0.05]}],
    "tool": {"offset": [0.1, 0.05, 0]},
}  # fmt: skip


def make_study(**changes: Any) -> Study:
    inertia = {f"I{e}{i}": x for e, x in zip(("xx", "yy", "zz", "xy", "xz", "yz"),
               (0.2, 0.3, 0.25, 0.01, 0.02, 0.03), strict=True) for i in (1, 2, 3)}  # fmt: skip
    centres = {f"{s}{i}": 0.04 * i + 0.05 for s in ("rx", "ry", "rz") for i in (1, 2, 3)}
    del centres["rx1"]
    scenario = {"sample": 0.05, "start": {"q": [0, 0.2, 0.1]}, "motion": [
        {"kind": "quintic", "to": [1.2, 0.8, 0.3], "duration": 0.7},
        {"kind": "minimum-jerk", "to": [0, 0.1, 0.1], "duration": 0.6}]}  # fmt: skip
    return read_study(change(**{
        "robot": SPATIAL, "scenario": scenario,
        "values": {"g": 9.81, "m2": 2, "m3": 1, **centres, **inertia},
        "factor": [{"name": "l1", "range": [0.2, 0.6]}, {"name": "l2", "range": [0.1, 0.5]},
                   {"name": "wall", "range": [0.001, 0.01], "scale": "log"}],
        "relations": {"m1": "2700*l1*wall*(0.3 - wall)/(1 + l1^2) + cos(l2)", "rx1": "l1/2"},
        "metrics": list(SLOPES), **changes,
    }))  # fmt: skip


def test_every_slope_is_that_of_differences_of_the_metric() -> None:
    study = make_study()
    evaluator = prepare_evaluator(study.work.text)
    columns = list(study.columns)
    gradients = Gradients(evaluator, study.sampling.factors, columns)
    for number in (3, 17):
        rows = study.sampling.rows(number, number + 1)
        exact = gradients.at(rows)
        assert gradients.approximate == 0
        differences = gradients._difference(rows, [0, 1, 2])
        measured = evaluator.measure(rows).columns
        for column, row, near in zip(columns, exact, differences, strict=True):
            size = max(np.abs(near).max(), 1e-3 * abs(measured[column][0]), 1e-9)
            assert row == pytest.approx(near, abs=2e-6 * size), column


def test_what_has_no_slope_is_told_and_taken_by_differences() -> None:
    metrics = ["energy", "reach", "peak_tool_acceleration", "workspace_mean_manipulability"]
    limits = [{**j, "limits": {"lower": 0, "upper": 0.5}} for j in SPATIAL["joint"]]
    study = make_study(metrics=metrics, robot={**SPATIAL, "joint": limits})
    gradients = Gradients(prepare_evaluator(study.work.text), study.sampling.factors, metrics)
    found = gradients.at(study.sampling.rows(5, 6))
    assert np.isfinite(found).all()
    assert gradients.approximate == 9  # three columns by three factors
    assert found[1, 2] == pytest.approx(0, abs=1e-6)  # walls do not reach


def test_a_duration_s_gradient_is_that_of_the_powers_of_pace() -> None:
    # without gravity τ ∝ T⁻²: energy (τ q̇ T) ∝ T⁻²
    study = read_study(change(
        factor=[{"name": "duration", "range": [0.5, 2]}, {"name": "l1", "range": [0.2, 0.6]}],
        values={**BASE["values"], "g": 0, "l2": 0.3}, metrics=["energy", "rms_tau"],
    ))  # fmt: skip
    gradients = Gradients(
        prepare_evaluator(study.work.text), study.sampling.factors, ["energy", "rms_tau1"]
    )
    rows = study.sampling.rows(2, 3)
    found = gradients.at(rows)
    measured = gradients.evaluator.measure(rows).columns
    for row, column in zip(found, ("energy", "rms_tau1"), strict=True):
        slope = row[0] / 1.5
        assert slope == pytest.approx(-2 * measured[column][0] / rows["duration"][0], rel=1e-6)


def test_slopes_are_of_metrics_that_there_are() -> None:
    assert set(SLOPES) < set(METRICS)
