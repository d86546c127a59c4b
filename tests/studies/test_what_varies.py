"""Whatever varies, each design has the numbers of a simulation with it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studies.samples import BASE, change

import torsor
from torsor.errors import TorsorError
from torsor.motion.results import Result
from torsor.robot.symbols import parameters
from torsor.studies.study_file import read_study

MEASURED = ["peak_tau", "rms_tau", "energy", "peak_speed", "peak_tool_speed", "cycle_time",
            "peak_tool_acceleration"]  # fmt: skip
LENGTHS = {"l1": 0.4, "l2": 0.3}


def measure(result: Result, values: dict[str, float]) -> dict[str, float]:
    t, power = result.t, np.maximum(result.tau * result.dq, 0)
    arm = torsor.compile("planar2r", values)
    v = np.einsum("sij,sj->si", arm.jacobian(result.q)[:, :3], result.dq)
    a = np.einsum("sij,sj->si", arm.jacobian(result.q)[:, :3], result.ddq)
    a += arm.jacobian_rate(result.q, result.dq)[:, :3]
    return {
        "peak_tau1": np.abs(result.tau[:, 0]).max(),
        "rms_tau2": (np.trapezoid(result.tau[:, 1] ** 2, t) / t[-1]) ** 0.5,
        "energy": np.trapezoid(power, t, axis=0).sum(),
        "peak_speed2": np.abs(result.dq[:, 1]).max(),
        "peak_tool_speed": np.linalg.norm(v, axis=1).max(),
        "peak_tool_acceleration": np.linalg.norm(a, axis=1).max(),
        "cycle_time": t[-1],
    }


def stretch(scenario: dict[str, Any], share: float) -> dict[str, Any]:
    motion = [{**one, "duration": one["duration"] * share} for one in scenario["motion"]]
    return {**scenario, "sample": scenario["sample"] * share, "motion": motion}


def test_a_duration_is_the_motion_slowed_or_hastened_as_a_whole(tmp_path: Path) -> None:
    study = change(
        factor=[{"name": "duration", "range": [0.7, 3]}, {"name": "l1", "range": [0.2, 0.6]}],
        values={**BASE["values"], "l2": 0.3}, metrics=MEASURED,
        sampling={"kind": "sobol", "count": 8},
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    for k in range(8):
        values = {**BASE["values"], "l2": 0.3, "l1": found["l1"][k]}
        scenario = stretch(BASE["scenario"], found["duration"][k] / 1.1)
        for name, value in measure(
            torsor.simulate("planar2r", scenario, values=values), values
        ).items():
            assert found[name][k] == pytest.approx(value, rel=1e-9), name


def test_entries_of_a_scenario_vary_by_their_place(tmp_path: Path) -> None:
    study = change(
        factor=[
            {"name": "scenario.motion.1.to.2", "values": [0.2, 0.8]},
            {"name": "scenario.motion.2.kind", "values": ["minimum-jerk", "quintic"]},
            {"name": "l1", "values": [0.3, 0.4]},
        ],
        sampling={"kind": "grid"}, values={**BASE["values"], "l2": 0.3}, metrics=MEASURED,
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    assert len(found) == 8
    k = 0
    for to in (0.2, 0.8):
        for kind in ("minimum-jerk", "quintic"):
            for l1 in (0.3, 0.4):
                first, second = BASE["scenario"]["motion"]
                scenario = {**BASE["scenario"], "motion": [{**first, "to": [1.2, to]},
                                                           {**second, "kind": kind}]}  # fmt: skip
                values = {**BASE["values"], "l2": 0.3, "l1": l1}
                result = torsor.simulate("planar2r", scenario, values=values)
                for name, value in measure(result, values).items():
                    assert found[name][k] == pytest.approx(value, rel=1e-12), name
                k += 1
    assert found["scenario.motion.1.to.2"].tolist() == [0.2] * 4 + [0.8] * 4


def test_a_scenario_file_s_entries_vary_too(tmp_path: Path) -> None:
    from tests.studies.test_keeping import as_toml

    (tmp_path / "cycle.toml").write_text(as_toml(BASE["scenario"]))
    study = change(
        scenario="cycle.toml", values={**BASE["values"], **LENGTHS}, metrics=["cycle_time"],
        factor=[{"name": "scenario.motion.2.duration", "values": [0.6, 0.9]}], sampling={},
    )  # fmt: skip
    (tmp_path / "study.toml").write_text(as_toml(study))
    found = torsor.study(tmp_path / "study.toml", tmp_path / "s")
    assert found["cycle_time"] == pytest.approx([1.1, 1.4])


def test_a_number_may_be_for_a_symbol_that_only_some_structures_have(tmp_path: Path) -> None:
    values = {**BASE["values"], "mp": 2, "Im1": 1e-4, "N1": 50, "Im2": 0, "N2": 1, "l2": 0.3}
    values |= {"l1": 0.4}
    study = change(
        factor=[{"name": "payload", "values": ["none", "weight"]},
                {"name": "with", "values": ["", "rotors"]}],
        values=values, sampling={}, metrics=["rms_tau"],
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")["rms_tau1"]
    cycle = read_study(study).structures[0].cycle
    assert cycle is not None
    k = 0
    for payload in ("none", "weight"):
        for drives in ("", "rotors"):
            robot = torsor.load("planar2r", drives=drives or ())
            known = set(parameters(torsor.compile(robot, payload=payload).robot))
            arm = torsor.compile(robot, {n: v for n, v in values.items() if n in known}, payload)
            tau = arm.inverse_dynamics(cycle.q, cycle.dq, cycle.ddq)[:, 0]
            rms = (np.trapezoid(tau**2, cycle.t) / cycle.duration) ** 0.5
            assert found[k] == pytest.approx(rms, rel=1e-12)
            k += 1
    assert len(set(found.tolist())) == 4
    with pytest.raises(TorsorError, match="mq"):
        read_study({**study, "values": {**values, "mq": 1}})


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        ("scenario.motion.3.duration", [1], "there is no entry '3'; expected 1 to 2"),
        ("scenario.motions.1.duration", [1], "nothing is called 'motions'; did you mean 'motion'?"),
        ("scenario.motion.1.durations", [1], "unknown key 'durations'"),
        ("scenario.motion.1.duration", [-1], "duration"),
        ("scenario.motion.1.duration", [1, 1], "stands there twice"),
    ],
)
def test_an_entry_that_is_not_there_is_told(name: str, values: list[float], told: str) -> None:
    study = change(factor=[{"name": name, "values": values}], sampling={},
                   values={**BASE["values"], **LENGTHS})  # fmt: skip
    with pytest.raises(TorsorError) as caught:
        read_study(study)
    assert told in str(caught.value)


def test_a_duration_below_zero_is_a_reason_and_one_without_a_motion_is_refused(
    tmp_path: Path,
) -> None:
    study = change(factor=[{"name": "duration", "values": [1.0, -1.0]}], sampling={},
                   values={**BASE["values"], **LENGTHS})  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    assert dict(found.summary.reasons) == {"duration: not above zero": 1}
    with pytest.raises(TorsorError, match="the duration varies, but nothing moves"):
        read_study(change(factor=[{"name": "duration", "range": [1, 2]}], scenario=None,
                          metrics=["reach"], values={**BASE["values"], **LENGTHS}))  # fmt: skip
