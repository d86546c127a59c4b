"""Every mistake in a study's file is one sentence that says where and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.studies.samples import BASE, change

import torsor
from torsor.errors import TorsorError
from torsor.studies.study_file import read_study

L1 = {"name": "l1", "range": [0.2, 0.6]}
MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "unknown key 'colour'"),
    ({"factor": [{"name": "l3", "range": [0, 1]}]}, "'l3'"),
    ({"factor": [{"name": "l1", "range": [0.5, 0.5]}]}, "from 0.5 to 0.5 is empty"),
    ({"factor": [{"name": "l1", "range": [0.5, 0.2]}]}, "is empty"),
    ({"factor": [{"name": "l1", "range": [0, 1], "scale": "log"}]}, "above zero"),
    ({"factor": [{"name": "l1", "values": []}]}, "at least one entry"),
    ({"factor": [{"name": "l1"}]}, "either 'range' or 'values'"),
    ({"factor": [L1, L1]}, "l1 stands there twice"),
    ({"factor": [], "sampling": {}}, "at least one [[factor]]"),
    ({"factor": [{"name": "m1", "range": [1, 2]}]}, "m1 varies, and has a number too"),
    ({"metrics": ["peak_toe"]}, "unknown 'peak_toe'; did you mean"),
    ({"metrics": []}, "expected 'metrics'"),
    ({"metrics": ["peak_tau"], "scenario": None}, "measured along a motion"),
    ({"values": {"g": 9.81}}, "no value for"),
    ({"values": {**BASE["values"], "m9": 1}}, "m9"),
    ({"sampling": {"kind": "sobel", "count": 2}}, "did you mean 'sobol'?"),
    ({"sampling": {"kind": "sobol"}}, "expected 'count'"),
    ({"sampling": {"kind": "sobol", "count": 0}}, "a whole number from 1"),
    ({"sampling": {"kind": "grid"}}, "a grid needs 'values' or 'levels'"),
    ({"factor": [{"name": n, "range": [0.1, 1], "levels": 1000} for n in ("l1", "l2")]
      + [{"name": "m1", "range": [1, 2], "levels": 1_000_000}],
      "values": {k: v for k, v in BASE["values"].items() if k != "m1"},
      "sampling": {"kind": "grid"}}, "1,000,000,000,000 designs"),
    ({"constraint": [{"metric": "peak_tau1", "max": 5}, {"metric": "peak_tau1", "min": 6}]},
     "no design has peak_tau1 from 6 on and up to 5"),
    ({"constraint": [{"metric": "rms_tau3", "max": 5}]}, "'rms_tau3' is not measured"),
    ({"constraint": [{"metric": "energy"}]}, "expected 'min', 'max' or both"),
    ({"objective": [{"metric": "peak_tau"}]}, "peak_tau has 2 columns"),
    ({"objective": [{"metric": "mass"}]}, "'mass' is not measured"),
    ({"relations": {"rx1": "l9/2"}}, "'l9' is no factor"),
    ({"relations": {"l1": "l2"}}, "l1 is a factor already"),
    ({"scenario": {"motion": [{"kind": "line", "by": [0, -0.1, 0], "duration": 1}],
                   "start": {"q": [0.3, 0.5]}}}, "depends on l1, l2, which varies"),
    ({"scenario": {**BASE["scenario"], "stop": {"coordinate": 1, "lower": -2, "upper": 2}}},
     "has no place in a study"),
    ({"robot": "planar3r"}, "no robot is called"),
    ({"robot": None}, "expected 'robot'"),
    ({"metrics": ["reach"], "robot": "cartesian", "values": None, "scenario": None,
      "factor": [{"name": "m1", "values": [1.0]}], "sampling": {}}, "has no limits"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "told"), MISTAKES, ids=[told for _, told in MISTAKES])
def test_a_mistake_is_one_sentence(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(TorsorError) as caught:
        read_study(change(**changes))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mistake_in_a_file_begins_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text("robot = 'planar2r'\nfactors = []\n")
    with pytest.raises(TorsorError, match=r"study\.toml: the study: unknown key 'factors'"):
        read_study(path)


def test_a_study_as_plain_data_says_the_same_robot_again() -> None:
    from torsor.studies.structures import Structure

    for robot in ("planar2r", "puma560"):
        loaded = torsor.load(robot, assume=["Ixy2 = 0"], drives="rotors")
        made = Structure(loaded, {}, "none", (), None)
        assert Structure.of_data(made.data).robot == loaded
