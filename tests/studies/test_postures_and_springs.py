"""The tool's ellipsoids, the workspace, springs and paces: held against Pinocchio, SciPy, NumPy."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
import scipy.linalg
from scipy.stats import qmc
from tests.studies.samples import BASE, change

import torsor
from torsor.errors import RobotError
from torsor.studies.errors import StudyError
from torsor.studies.measures.block import POSTURES
from torsor.studies.study_file import read_study

QUANTITIES = ("manipulability", "conditioning", "dynamic_manipulability", "effective_mass",
              "light_mass", "inertia_isotropy")  # fmt: skip


def _pinocchio(l1: float, l2: float) -> tuple[pin.Model, int]:
    v = BASE["values"]
    model = pin.Model()
    for i, offset in ((1, 0.0), (2, l1)):
        place = pin.SE3(np.eye(3), np.array([offset, 0, 0]))
        joint = model.addJoint(i - 1, pin.JointModelRZ(), place, f"q{i}")
        body = pin.Inertia(v[f"m{i}"], np.array([v[f"rx{i}"], 0, 0]),
                           np.diag([1.0, 1.0, v[f"Izz{i}"]]))  # fmt: skip
        model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    tool = pin.SE3(np.eye(3), np.array([l2, 0, 0]))
    frame = model.addFrame(pin.Frame("tool", joint, 0, tool, pin.FrameType.OP_FRAME))
    return model, frame


def _ellipsoids(l1: float, l2: float, q: np.ndarray) -> dict[str, np.ndarray]:
    """Every quantity of planar2r at many postures, from Pinocchio's J and M, by determinants."""
    model, frame = _pinocchio(l1, l2)
    data = model.createData()
    rows = []
    for posture in q:
        J = pin.computeFrameJacobian(model, data, posture, frame, pin.LOCAL_WORLD_ALIGNED)[:2]
        M = pin.crba(model, data, posture)
        M = np.triu(M) + np.triu(M, 1).T
        Minv = np.linalg.inv(M)
        masses = np.linalg.eigvalsh(np.linalg.inv(J @ Minv @ J.T))
        s = np.sqrt(np.linalg.eigvalsh(J @ J.T))
        rows.append([
            abs(np.linalg.det(J)), s[0] / s[1], abs(np.linalg.det(J)) / np.linalg.det(M),
            masses[1], masses[0], np.sqrt(masses[0] / masses[1]),
        ])  # fmt: skip
    return dict(zip(QUANTITIES, np.array(rows).T, strict=True))


def test_ellipsoids_are_those_of_pinocchio_s_jacobian_and_mass_matrix(tmp_path: Path) -> None:
    away = {**BASE["scenario"], "start": {"q": [0.2, 0.4]}, "motion": [
        {"kind": "trapezoidal", "to": [1.2, 0.8], "duration": 0.5}]}  # fmt: skip
    names = [f"{where}{way}_{name}" for where in ("", "workspace_")
             for way in ("min", "mean", "rms", "peak") for name in QUANTITIES]  # fmt: skip
    study = change(metrics=names, scenario=away, sampling={"kind": "sobol", "count": 4})
    found = torsor.study(study, tmp_path / "s")
    cycle = read_study(study).structures[0].cycle
    assert cycle is not None
    t = cycle.t
    units = qmc.Sobol(2, rng=np.random.default_rng(4)).random(POSTURES)
    for k in range(4):
        l1, l2 = found["l1"][k], found["l2"][k]
        on_the_way = _ellipsoids(l1, l2, cycle.q)
        all_over = _ellipsoids(l1, l2, (2 * units - 1) * pi)
        for name in QUANTITIES:
            x, y = on_the_way[name], all_over[name]
            expected = {
                f"min_{name}": x.min(), f"peak_{name}": x.max(),
                f"mean_{name}": np.trapezoid(x, t) / t[-1],
                f"rms_{name}": (np.trapezoid(x * x, t) / t[-1]) ** 0.5,
                f"workspace_min_{name}": y.min(), f"workspace_peak_{name}": y.max(),
                f"workspace_mean_{name}": y.mean(),
                f"workspace_rms_{name}": (y * y).mean() ** 0.5,
            }  # fmt: skip
            for metric, value in expected.items():
                assert found[metric][k] == pytest.approx(value, rel=1e-8), metric


def test_natural_frequencies_are_scipy_s_of_the_mass_matrix_and_the_stiffness(
    tmp_path: Path,
) -> None:
    springs = {"k1": 900.0, "k2": 250.0}
    study = change(
        **{"with": "springs"}, values={**BASE["values"], **springs},
        metrics=[f"{way}_natural_frequency" for way in ("min", "mean", "rms", "peak")],
        sampling={"kind": "sobol", "count": 4},
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    cycle = read_study(study).structures[0].cycle
    assert cycle is not None
    g, v = 9.81, BASE["values"]
    for k in range(4):
        l1 = found["l1"][k]
        model, _ = _pinocchio(l1, found["l2"][k])
        model.gravity.linear = np.array([0, -g, 0])
        data = model.createData()
        rows = []
        for q in cycle.q:
            M = pin.crba(model, data, q)
            M = np.triu(M) + np.triu(M, 1).T
            # U = g (m1 r1 s1 + m2 (l1 s1 + r2 s12)), differentiated twice by hand
            b = -v["m2"] * v["rx2"] * g * np.sin(q[0] + q[1])
            a = -g * (v["m1"] * v["rx1"] + v["m2"] * l1) * np.sin(q[0]) + b
            K = np.array([[a + springs["k1"], b], [b, b + springs["k2"]]])
            rows.append(np.sqrt(scipy.linalg.eigh(K, M, eigvals_only=True)) / (2 * pi))
        f = np.array(rows)
        mean = np.trapezoid(f, cycle.t, axis=0) / cycle.t[-1]
        rms = (np.trapezoid(f * f, cycle.t, axis=0) / cycle.t[-1]) ** 0.5
        for j in (0, 1):
            expected = {"min": f[:, j].min(), "peak": f[:, j].max(), "mean": mean[j], "rms": rms[j]}
            for way, value in expected.items():
                name = f"{way}_natural_frequency{j + 1}"
                assert found[name][k] == pytest.approx(value, rel=1e-9), name


def test_a_pendulum_that_is_not_driven_back_has_the_frequency_zero(tmp_path: Path) -> None:
    """Upside down, with a spring weaker than its weight: m g r = 3 · 9.81 · 0.2 > 2."""
    hold = {"motion": [{"kind": "hold", "duration": 1}], "start": {"q": [pi / 2, 0]}}
    study = change(
        **{"with": "springs"}, values={**BASE["values"], "k1": 2, "k2": 2}, scenario=hold,
        metrics=["min_natural_frequency"], sampling={"kind": "sobol", "count": 2},
    )  # fmt: skip
    assert (torsor.study(study, tmp_path / "s")["min_natural_frequency1"] == 0).all()


def test_the_section_of_a_planar_arm_is_a_ring(tmp_path: Path) -> None:
    study = change(metrics=["section_area"], scenario=None, sampling={"kind": "sobol", "count": 8})
    found = torsor.study(study, tmp_path / "s")
    l1, l2 = found["l1"], found["l2"]
    ring = pi * ((l1 + l2) ** 2 - (l1 - l2) ** 2)
    assert found["section_area"] == pytest.approx(ring, rel=0.02)


def test_the_section_of_a_turning_slide_is_a_rectangle(tmp_path: Path) -> None:
    """Up by h, out from 0.2 to 0.5, turned about z: all of 0.3 h."""
    robot = {
        "name": "column",
        "joint": [
            {"kind": "R", "axis": "z"},
            {"kind": "T", "axis": "z", "offset": ["a", 0, 0], "limits": {"lower": 0, "upper": 0.4}},
            {"kind": "T", "axis": "x", "limits": {"lower": 0.1, "upper": 0.4}},
        ],
    }  # fmt: skip
    study = change(robot=robot, values=None, scenario=None, metrics=["section_area"],
                   factor=[{"name": "a", "values": [0.1, 0.3]}], sampling=None)  # fmt: skip
    found = torsor.study(study, tmp_path / "s")
    assert found["section_area"] == pytest.approx(0.12, rel=0.02)


def test_the_least_cycle_time_is_where_simulate_first_meets_a_limit(tmp_path: Path) -> None:
    robot = {
        "name": "limited", "gravity": [0, "-g", 0],
        "joint": [
            {"kind": "R", "axis": "z", "limits": {"effort": 60, "velocity": 9}},
            {"kind": "R", "axis": "z", "offset": ["l1", 0, 0], "limits": {"effort": 14}},
        ],
    }  # fmt: skip
    values = {**BASE["values"], "fv1": 0.8, "fc1": 0.5, "fv2": 0.3, "fc2": 0.1}
    values |= {f"I{e}{i}": 0.01 for e in ("xx", "yy", "xy") for i in (1, 2)}
    study = change(
        **{"with": "friction"}, robot=robot, values=values, factor=[BASE["factor"][0]],
        metrics=["least_cycle_time"], sampling={"kind": "sobol", "count": 8},
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s")["least_cycle_time"]
    l1 = torsor.study(study, tmp_path / "s")["l1"]
    met = set()
    for k in range(8):
        pace = found[k] / 1.1
        quick = {"sample": 0.02 * pace, "start": {"q": [0, 0]}, "motion": [
            {**segment, "duration": segment["duration"] * pace}
            for segment in BASE["scenario"]["motion"]]}  # fmt: skip
        done = torsor.simulate(torsor.load(robot, drives="friction"), quick,
                               values={**values, "l1": l1[k]})  # fmt: skip
        shares = [np.abs(done.tau[:, 0]).max() / 60, np.abs(done.tau[:, 1]).max() / 14,
                  np.abs(done.dq[:, 0]).max() / 9]  # fmt: skip
        assert max(shares) == pytest.approx(1, rel=1e-6)
        met.add(int(np.argmax(shares)))
    assert len(met) > 1  # not always the same limit


def test_the_certificate_of_a_structure_is_verify_s(tmp_path: Path) -> None:
    study = change(metrics=["certificate"], scenario=None, sampling={"kind": "sobol", "count": 2})
    assert (torsor.study(study, tmp_path / "s")["certificate"] == 1).all()
    assert torsor.verify("planar2r").holds


def test_metrics_without_an_answer_are_refused() -> None:
    with pytest.raises(StudyError, match="'Planar 2R' has no springs"):
        read_study(change(metrics=["min_natural_frequency"]))
    with pytest.raises(RobotError, match="no joint of 'Planar 2R' has a limit"):
        read_study(change(metrics=["least_cycle_time"]))
    with pytest.raises(StudyError, match="slides and its description has no limits"):
        read_study(change(robot="cartesian", metrics=["section_area"], scenario=None, values=None,
                          factor=[{"name": "m1", "range": [1, 2]}]))  # fmt: skip


@pytest.mark.parametrize(("n", "rank"), [(2, 2), (3, 3), (4, 3), (6, 3), (7, 2)])
def test_the_volume_by_minors_is_the_product_of_singular_values(n: int, rank: int) -> None:
    from torsor.studies.measures.tool_states import find_volume

    rng = np.random.default_rng(3)
    J = rng.standard_normal((50, 3, rank)) @ rng.standard_normal((50, rank, n))
    expected = np.prod(np.linalg.svd(J, compute_uv=False)[:, :rank], axis=1)
    assert find_volume(J, rank) == pytest.approx(expected, rel=1e-11)
