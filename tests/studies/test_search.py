"""The best design is the one that calculus says, and is found again bit for bit."""

from __future__ import annotations

import json
from math import sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studies.samples import BASE, change

import torsor
from torsor.errors import TorsorError
from torsor.studies.search.optimum import Optimum

HOLD = {"motion": [{"kind": "hold", "duration": 1}], "start": {"q": [0.4, 0.9]}}
TWO: dict[str, Any] = {
    "scenario": HOLD, "metrics": ["min_manipulability", "reach"],
    "constraint": [{"metric": "reach", "max": 0.8}],
    "objective": [{"metric": "min_manipulability", "goal": "max"}],
    "sampling": {"kind": "sobol", "count": 16},
}  # fmt: skip


def find(tmp_path: Path, **changes: Any) -> Optimum:
    return torsor.study(change(**changes), tmp_path / "s", best=True).optima[0]


def test_two_links_of_a_given_reach_are_best_where_they_are_equal(tmp_path: Path) -> None:
    # w = l1 l2 sin q2 with l1 + l2 = b has its greatest value b²/4 sin q2, and grows by b/2 sin q2
    found = find(tmp_path, **TWO)
    assert found.value == pytest.approx(0.16 * sin(0.9), rel=1e-7)
    assert found.design == pytest.approx({"l1": 0.4, "l2": 0.4}, abs=1e-4)
    assert found.feasible
    assert found.sampled is not None
    assert found.gain == pytest.approx(found.value - found.sampled["min_manipulability"])
    assert found.measured["reach"] <= 0.8
    (active,) = found.active
    assert (active.name, active.side, active.bound) == ("reach", "max", 0.8)
    assert active.of == "constraint"
    assert active.price == pytest.approx(0.4 * sin(0.9), rel=1e-4)


def test_the_price_of_a_bound_is_what_moving_it_gains(tmp_path: Path) -> None:
    study = {
        "factor": [BASE["factor"][0], {"name": "m2", "range": [1, 3]}],
        "values": {k: v for k, v in BASE["values"].items() if k != "m2"} | {"l2": 0.3},
        "metrics": ["rms_tau", "reach"], "objective": [{"metric": "rms_tau1"}],
        "sampling": {"kind": "sobol", "count": 32},
    }  # fmt: skip
    first = find(tmp_path / "a", **study, constraint=[{"metric": "reach", "min": 0.7}])
    second = find(tmp_path / "b", **study, constraint=[{"metric": "reach", "min": 0.699}])
    prices = {active.name: active for active in first.active}
    assert prices["reach"].price == pytest.approx((first.value - second.value) / 0.001, rel=0.02)
    assert (prices["m2"].side, prices["m2"].bound, prices["m2"].of) == ("min", 1, "range")
    assert first.gradient == "mixed"


def test_a_kink_is_found_where_two_samples_are_equally_large(tmp_path: Path) -> None:
    # one link, held at 0 and at 1 rad: |m g (r cos q + e sin q)| peaks at both where they are equal
    study = change(
        scenario={"sample": 0.01, "start": {"q": [0, 0]},
                  "motion": [{"kind": "minimum-jerk", "to": [2.0, 0], "duration": 300}]},
        values={**BASE["values"], "l1": 0.4, "l2": 0.3} | {"m2": 0, "Izz2": 1e-6, "ry1": 0},
        factor=[{"name": "rx1", "range": [-0.2, 0.3]}], metrics=["peak_tau"],
        relations={"ry1": "0.2 - rx1/2"}, objective=[{"metric": "peak_tau1"}],
        sampling={"kind": "sobol", "count": 8},
    )  # fmt: skip
    del study["values"]["ry1"], study["values"]["rx1"]
    study["scenario"]["sample"] = 3
    found = torsor.study(study, tmp_path / "s", best=True).optima[0]
    arm = torsor.compile("planar2r", study["values"], vary=["rx1", "ry1"])
    from torsor.studies.study_file import read_study

    cycle = read_study(study).structures[0].cycle
    assert cycle is not None
    x = np.linspace(-0.2, 0.3, 200_01)
    peaks = [np.abs(arm.inverse_dynamics(cycle.q, cycle.dq, cycle.ddq, parameters=[a, 0.2 - a / 2])
                    [:, 0]).max() for a in x[::50]]  # fmt: skip
    assert found.value <= min(peaks) + 1e-9
    assert found.value == pytest.approx(min(peaks), rel=1e-3)


def test_lists_and_structures_are_searched_with_ranges(tmp_path: Path) -> None:
    factors = [*BASE["factor"], {"name": "m2", "values": [3.0, 1.0, 2.0]},
               {"name": "payload", "values": ["weight", "none"]}]  # fmt: skip
    values = {**BASE["values"], "mp": 2}
    del values["m2"]
    found = find(tmp_path, factor=factors, values=values, objective=[{"metric": "rms_tau1"}])
    assert {k: found.design[k] for k in ("m2", "payload")} == {"m2": 1.0, "payload": "none"}


def test_a_search_is_the_same_again_and_is_kept(tmp_path: Path) -> None:
    for name in ("a", "b"):
        torsor.study(change(**TWO), tmp_path / name, best=True)
    texts = [(tmp_path / name / "best.json").read_bytes() for name in ("a", "b")]
    assert texts[0] == texts[1]
    before = (tmp_path / "a" / "best.json").stat().st_mtime_ns
    again = torsor.study(change(**TWO), tmp_path / "a", best=True)
    assert (tmp_path / "a" / "best.json").stat().st_mtime_ns == before
    assert [one.data for one in again.optima] == json.loads(texts[0])["optima"]
    assert torsor.study(change(**TWO), tmp_path / "a").optima == again.optima


def test_where_nothing_keeps_the_constraints_that_is_told(tmp_path: Path) -> None:
    found = find(tmp_path, **{**TWO, "constraint": [{"metric": "reach", "min": 2}]})
    assert not found.feasible
    assert found.sampled is None
    assert found.gain is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "best: the study has no [[objective]]"),
        ({"objective": [{"metric": "energy"}], "factor": [{"name": "l1", "values": [0.2, 0.3]}],
          "values": {**BASE["values"], "l2": 0.3}, "sampling": {}},
         "best: no factor has a 'range'"),
    ],
)  # fmt: skip
def test_a_search_for_nothing_is_refused(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(TorsorError) as caught:
        torsor.study(change(**changes), tmp_path / "s", best=True)
    assert told in str(caught.value)
    assert not (tmp_path / "s").exists()
