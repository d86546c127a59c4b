"""What is measured is what the textbook, Pinocchio and a robot compiled for each design say."""

from __future__ import annotations

from math import pi, sin
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.studies.samples import BASE, change

import torsor
from torsor.studies.measures.metrics import METRICS
from torsor.studies.study_file import read_study

ALONG = [name for name, metric in METRICS.items() if metric.along]


def test_every_metric_is_that_of_simulate_for_each_design(tmp_path: Path) -> None:
    chosen = [
        "peak_tau", "rms_tau", "mean_power", "peak_power", "energy", "net_energy", "peak_force",
        "peak_moment", "cycle_time", "peak_speed",
    ]  # fmt: skip
    found = torsor.study(change(metrics=chosen), tmp_path / "s")
    l1, l2 = found["l1"], found["l2"]
    for k in (0, 31, 32, 99):
        values = {**BASE["values"], "l1": l1[k], "l2": l2[k]}
        result = torsor.simulate("planar2r", BASE["scenario"], values=values)
        t, power = result.t, result.tau * result.dq
        mean = np.trapezoid(np.maximum(power, 0), t, axis=0)
        expected = {
            **{f"peak_tau{j}": np.abs(result.tau[:, j - 1]).max() for j in (1, 2)},
            **{f"rms_tau{j}": (np.trapezoid(result.tau[:, j - 1] ** 2, t) / t[-1]) ** 0.5
               for j in (1, 2)},
            **{f"mean_power{j}": mean[j - 1] / t[-1] for j in (1, 2)},
            "energy": mean.sum(), "net_energy": np.trapezoid(power.sum(axis=1), t),
            "cycle_time": t[-1], "peak_speed1": np.abs(result.dq[:, 0]).max(),
        }  # fmt: skip
        for name, value in expected.items():
            assert found[name][k] == pytest.approx(value, rel=1e-12), name
        arm = torsor.compile("planar2r", values)
        borne = arm.reactions(result.q, result.dq, result.ddq)
        for j in (1, 2):
            force, moment = borne[:, j - 1, :3], borne[:, j - 1, 3:]
            assert found[f"peak_force{j}"][k] == pytest.approx(
                np.linalg.norm(force, axis=1).max(), rel=1e-12)  # fmt: skip
            assert found[f"peak_moment{j}"][k] == pytest.approx(
                np.linalg.norm(moment, axis=1).max(), rel=1e-12)  # fmt: skip


def test_driving_forces_are_pinocchio_s(tmp_path: Path) -> None:
    found = torsor.study(change(), tmp_path / "s")
    cycle = read_study(change()).structures[0].cycle
    assert cycle is not None
    v = BASE["values"]
    for k in (3, 50):
        model = pin.Model()
        model.gravity.linear = np.array([0, -v["g"], 0])
        for i, offset in ((1, [0, 0, 0]), (2, [found["l1"][k], 0, 0])):
            place = pin.SE3(np.eye(3), np.array(offset, float))
            joint = model.addJoint(i - 1, pin.JointModelRZ(), place, f"q{i}")
            body = pin.Inertia(v[f"m{i}"], np.array([v[f"rx{i}"], 0, 0]),
                               np.diag([1.0, 1.0, v[f"Izz{i}"]]))  # fmt: skip
            model.appendBodyToJoint(joint, body, pin.SE3.Identity())
        data = model.createData()
        tau = np.array([
            pin.rnea(model, data, q, dq, ddq)
            for q, dq, ddq in zip(cycle.q, cycle.dq, cycle.ddq, strict=True)
        ])  # fmt: skip
        for j in (1, 2):
            assert found[f"peak_tau{j}"][k] == pytest.approx(np.abs(tau[:, j - 1]).max(), rel=1e-12)


def test_forces_along_and_across_axes_make_up_the_whole(tmp_path: Path) -> None:
    skew = {
        "name": "skew",
        "gravity": [0, 0, "-g"],
        "joint": [{"kind": "R", "axis": [0.6, 0, 0.8]}, {"kind": "R", "axis": "y"}],
    }
    link = {f"{s}{i}": 0.1 * i + 0.05 for s in ("rx", "ry", "rz") for i in (1, 2)}
    inertia = {f"I{e}{i}": x for e, x in zip(("xx", "yy", "zz", "xy", "xz", "yz"),
               (0.2, 0.3, 0.25, 0.01, 0.02, 0.03), strict=True) for i in (1, 2)}  # fmt: skip
    study = change(
        robot=skew, factor=[{"name": "m2", "range": [1, 3]}],
        values={"g": 9.81, "m1": 2, **link, **inertia}, sampling={"kind": "random", "count": 3},
        metrics=[f"rms_{n}" for n in ("force", "axial_force", "radial_force", "axial_moment")]
        + ["rms_tau"],
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    for j in (1, 2):
        squares = found[f"rms_axial_force{j}"] ** 2 + found[f"rms_radial_force{j}"] ** 2
        assert found[f"rms_force{j}"] ** 2 == pytest.approx(squares, rel=1e-12)
        assert found[f"rms_axial_moment{j}"] == pytest.approx(found[f"rms_tau{j}"], rel=1e-12)


def test_a_planar_arm_reaches_the_sum_of_its_lengths_and_has_the_textbook_s_manipulability(
    tmp_path: Path,
) -> None:
    hold = {"motion": [{"kind": "hold", "duration": 1}], "start": {"q": [0.4, 0.9]}}
    study = change(metrics=["reach", "min_manipulability", "mean_manipulability"], scenario=hold)
    found = torsor.study(study, tmp_path / "s")
    assert found["reach"] == pytest.approx(found["l1"] + found["l2"], rel=1e-12)
    expected = found["l1"] * found["l2"] * sin(0.9)  # Yoshikawa 1985: w = l1 l2 |sin q2|
    assert found["min_manipulability"] == pytest.approx(expected, rel=1e-12)
    assert found["mean_manipulability"] == pytest.approx(expected, rel=1e-12)


def test_reach_keeps_the_limits_of_the_joints(tmp_path: Path) -> None:
    bent = {
        "name": "bent",
        "joint": [
            {"kind": "R", "axis": "z"},
            {"kind": "R", "axis": "z", "offset": ["l1", 0, 0],
             "limits": {"lower": "90deg", "upper": "150deg"}},
        ],
        "tool": {"offset": ["l2", 0, 0]},
    }  # fmt: skip
    study = change(robot=bent, metrics=["reach"], scenario=None, values=None)
    found = torsor.study(study, tmp_path / "s")
    assert found["reach"] == pytest.approx(np.hypot(found["l1"], found["l2"]), rel=1e-12)


def test_the_best_two_link_arm_is_the_textbook_s(tmp_path: Path) -> None:
    """With l1 + l2 given, l1 l2 |sin q2| is greatest where both are equal (Yoshikawa 1985)."""
    hold = {"motion": [{"kind": "hold", "duration": 1}], "start": {"q": [0.0, pi / 2]}}
    study = change(
        factor=[{"name": "l1", "range": [0.1, 0.9], "levels": 81}],
        relations={"l2": "1 - l1"}, sampling={"kind": "grid"}, scenario=hold,
        metrics=["min_manipulability"],
        objective=[{"metric": "min_manipulability", "goal": "max"}],
    )  # fmt: skip
    best = torsor.study(study, tmp_path / "s").summary.best["min_manipulability"]
    assert best["l1"] == pytest.approx(0.5)
    assert best["min_manipulability"] == pytest.approx(0.25)


def test_structures_are_designs_like_numbers(tmp_path: Path) -> None:
    study = change(
        factor=[{"name": "assume", "values": ["", "Izz2 = 0"]},
                {"name": "l1", "values": [0.3, 0.4]}, {"name": "l2", "values": [0.2]}],
        sampling={"kind": "grid"}, metrics=["peak_tau", "operations", "base_parameters"],
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    for k, assumed in enumerate(["", "", "Izz2 = 0", "Izz2 = 0"]):
        robot = torsor.load("planar2r", assume=assumed or ())
        counts = torsor.ops(robot)["inverse_dynamics"]
        assert found["operations"][k] == counts["mul"] + counts["add"]
        values = {**BASE["values"], "l1": [0.3, 0.4][k % 2], "l2": 0.2}
        arm = torsor.compile(robot, values)
        cycle = read_study(study).structures[0].cycle
        assert cycle is not None
        tau = arm.inverse_dynamics(cycle.q, cycle.dq, cycle.ddq)
        assert found["peak_tau1"][k] == pytest.approx(np.abs(tau[:, 0]).max(), rel=1e-12)
        assert found["base_parameters"][k] == len(arm.base_parameters)


def test_relations_follow_each_other_and_tool_speeds_are_differences_of_its_points(
    tmp_path: Path,
) -> None:
    values = {k: v for k, v in BASE["values"].items() if k not in ("rx1", "Izz1")}
    fine = {**BASE["scenario"], "sample": 1e-4}
    study = change(
        values=values, relations={"rx1": "l1/2", "Izz1": "m1_of/3*rx1^2"},
        factor=[*BASE["factor"], {"name": "m1_of", "range": [1, 2]}],
        sampling={"kind": "random", "count": 2}, scenario=fine,
        metrics=["peak_tau", "peak_tool_speed", "peak_tool_acceleration"],
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    for k in range(2):
        l1, l2 = found["l1"][k], found["l2"][k]
        own = {"l1": l1, "l2": l2, "rx1": l1 / 2, "Izz1": found["m1_of"][k] / 3 * (l1 / 2) ** 2}
        result = torsor.simulate("planar2r", fine, values={**values, **own})
        assert found["peak_tau1"][k] == pytest.approx(np.abs(result.tau[:, 0]).max(), rel=1e-12)
        a, b = result.q[:, 0], result.q.sum(axis=1)
        point = np.stack([l1 * np.cos(a) + l2 * np.cos(b), l1 * np.sin(a) + l2 * np.sin(b)])
        v = np.gradient(point, result.t, axis=1)
        rate = np.gradient(v, result.t, axis=1)[:, 5:-5]
        away = np.abs(result.ddq[5:-5] - result.ddq[4:-6]).max(axis=1) < 1  # no jump between
        assert found["peak_tool_speed"][k] == pytest.approx(
            np.linalg.norm(v, axis=0).max(), rel=1e-4)  # fmt: skip
        assert found["peak_tool_acceleration"][k] == pytest.approx(
            np.linalg.norm(rate[:, away], axis=0).max(), rel=1e-2)  # fmt: skip


FAILING: list[tuple[dict[str, Any], str]] = [
    ({"values": {k: v for k, v in BASE["values"].items() if k != "m2"},
      "factor": [{"name": "m2", "values": [2, -1]}, {"name": "l1", "values": [0.3]},
                 {"name": "l2", "values": [0.2]}]}, "m2 = -1: a mass below zero"),
    ({"values": {k: v for k, v in BASE["values"].items() if k != "rx1"},
      "relations": {"rx1": "l1/(l2 - 0.5)"},
      "factor": [{"name": "l1", "values": [0.3]}, {"name": "l2", "values": [0.2, 0.5]}]},
     "rx1 = l1/(l2 - 1/2) is not a finite number"),
    ({"values": {k: v for k, v in BASE["values"].items() if k != "Izz2"},
      "factor": [{"name": "l1", "values": [0.3]}, {"name": "l2", "values": [0.2]},
                 {"name": "Izz2", "values": [0.1, -9]}]}, "not positive definite"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "told"), FAILING, ids=[told for _, told in FAILING])
def test_a_design_that_fails_is_a_row_with_its_reason(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    import pyarrow.parquet as pq

    found = torsor.study(change(sampling={"kind": "grid"}, **changes), tmp_path / "s")
    rows = pq.read_table(found.files[0]).to_pylist()
    assert len(rows) == 2
    assert rows[0]["reason"] is None
    assert rows[0]["feasible"]
    assert told in rows[1]["reason"]
    assert not rows[1]["feasible"]
    assert rows[1]["peak_tau1"] is None
    assert found.summary.failed == 1
