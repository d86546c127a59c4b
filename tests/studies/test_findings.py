"""Pareto fronts are those of every pair compared; Sobol' indices those of theory and of SALib."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.studies.samples import change

import torsor
from torsor.algebra.arrays import Array
from torsor.studies.designs.factors import Factor
from torsor.studies.designs.sampling import Sampling
from torsor.studies.findings.front import find_non_dominated
from torsor.studies.findings.sensitivity import estimate_indices

GOALS = [{"metric": "energy"}, {"metric": "reach", "goal": "max"}]
HOLD = {"motion": [{"kind": "hold", "duration": 1}], "start": {"q": [0.4, 0.9]}}


def compare_all(costs: Array) -> list[int]:
    return [
        k for k, row in enumerate(costs)
        if not any((other <= row).all() and (other < row).any() for other in costs)
    ]  # fmt: skip


@given(st.integers(1, 4), st.integers(0, 60), st.integers(2, 12), st.integers(0, 10**6))
def test_the_front_is_what_comparing_every_pair_gives(
    goals: int, designs: int, levels: int, seed: int
) -> None:
    rows = np.random.default_rng(seed).integers(0, levels, (designs, goals)).astype(float)
    assert find_non_dominated(rows).tolist() == compare_all(rows)


def test_the_front_of_a_study_is_the_same_however_it_is_cut_into_parts(tmp_path: Path) -> None:
    kept = {"metrics": ["energy", "reach"], "objective": GOALS,
            "constraint": [{"metric": "reach", "max": 0.9}]}  # fmt: skip
    fine = torsor.study(change(**kept, part=7), tmp_path / "fine")
    whole = torsor.study(change(**kept, part=1000), tmp_path / "whole")
    costs = np.stack([whole["energy"], -whole["reach"]], 1)
    costs[whole["reach"] > 0.9] = np.inf
    expected = [k for k in compare_all(costs) if np.isfinite(costs[k]).all()]
    for result in (fine, whole):
        front = result.front
        assert front is not None
        assert sorted(np.asarray(front["design"]).tolist()) == expected
        assert (np.diff(np.asarray(front["energy"])) >= 0).all()
    again = torsor.study(change(**kept, part=7), tmp_path / "fine")
    assert again.front is not None
    assert fine.front is not None
    assert again.front.table.equals(fine.front.table)
    assert again.data["pareto"] == {
        "file": "pareto.parquet", "goals": {"energy": "min", "reach": "max"},
        "designs": len(expected),
    }  # fmt: skip


def test_the_indices_of_a_sum_and_of_a_product_are_those_of_theory(tmp_path: Path) -> None:
    study = change(
        metrics=["reach", "min_manipulability"], scenario=HOLD,
        sampling={"kind": "saltelli", "count": 1024},
    )  # fmt: skip
    result = torsor.study(study, tmp_path / "s")
    found = result.sensitivity
    assert found is not None
    assert (found.factors, found.points, found.left_out) == (("l1", "l2"), 1024, 0)
    assert len(result) == 4096
    # reach = l1 + l2, both spread alike; w = l1 l2 sin q2: with means m and variance v of each,
    # the variance is v² + v (m1² + m2²), of which v m2² is l1's alone
    v, m1, m2 = 0.4**2 / 12, 0.4, 0.3
    whole = v * v + v * (m1 * m1 + m2 * m2)
    first = {"reach": (0.5, 0.5), "min_manipulability": (v * m2**2 / whole, v * m1**2 / whole)}
    both = v * v / whole
    total = {
        "reach": (0.5, 0.5),
        "min_manipulability": tuple(x + both for x in first["min_manipulability"]),
    }
    for column, indices in found.columns.items():
        assert indices.first == pytest.approx(first[column], abs=0.01)
        assert indices.total == pytest.approx(total[column], abs=0.01)
        for value, width, true in (
            *zip(indices.first, indices.first_confidence, first[column], strict=True),
            *zip(indices.total, indices.total_confidence, total[column], strict=True),
        ):
            assert abs(value - true) < width
    assert torsor.study(study, tmp_path / "s").sensitivity == found


def test_designs_and_estimates_are_salib_s() -> None:
    from SALib.analyze import sobol as analyse
    from SALib.sample import sobol as sample

    problem = {"num_vars": 3, "names": list("abc"), "bounds": [[0, 1]] * 3}
    rows = Sampling("saltelli", tuple(Factor(n, 0, 1) for n in "abc"), 64 * 5, seed=3).rows(0, 320)
    ours = np.stack([rows[n] for n in "abc"], 1)
    theirs = sample.sample(
        problem, 64, calc_second_order=False, seed=np.random.default_rng(3), skip_values=0
    )
    assert np.array_equal(ours, theirs)
    y = ours[:, 0] * np.exp(ours[:, 1]) + ours[:, 2] ** 2
    expected = analyse.analyze(problem, y, calc_second_order=False, seed=1, num_resamples=500)
    found = estimate_indices(y, 3, 1)
    assert found.first == pytest.approx(expected["S1"], rel=1e-12)
    assert found.total == pytest.approx(expected["ST"], rel=1e-12)
    assert found.first_confidence == pytest.approx(expected["S1_conf"], rel=0.25)
    assert found.total_confidence == pytest.approx(expected["ST_conf"], rel=0.25)


def test_any_stretch_of_saltelli_s_designs_is_that_of_the_whole() -> None:
    sampling = Sampling("saltelli", tuple(Factor(n, 0, 1) for n in "abcd"), 6 * 50, seed=2)
    whole = sampling.rows(0, 300)
    for start, stop in ((0, 1), (5, 7), (17, 200), (299, 300)):
        for name, row in sampling.rows(start, stop).items():
            assert np.array_equal(row, whole[name][start:stop])
