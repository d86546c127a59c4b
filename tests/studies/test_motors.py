"""A motor of the catalogue is its mass on a link, its rotor, its gear and what it can give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.studies.samples import BASE, change
from tests.studies.test_keeping import as_toml

import torsor
from torsor.errors import TorsorError
from torsor.studies.study_file import read_study

TABLE = """name,rated_torque [N m],peak_torque [N m],rated_speed [rpm],max_speed [rpm],rotor_inertia [kg cm^2],ratio,efficiency,mass [kg]
A,0.16,0.48,3000,6000,0.04,50,0.8,0.4
B,0.64,1.9,3000,6000,0.26,40,0.9,1.1
C,1.3,3.8,3000,5000,0.9,30,0.85,2.3
"""  # noqa: E501
VALUES = {**BASE["values"], "l1": 0.4, "l2": 0.3}
BOTH = [{"name": "motor1"}, {"name": "motor2", "values": ["C", "A"]}]


def write(folder: Path, **changes: Any) -> Path:
    (folder / "motors.csv").write_text(TABLE)
    study = {
        "values": VALUES, "factor": BOTH, "sampling": {"kind": "grid"}, "with": "rotors",
        "motors": {"file": "motors.csv"},
        "metrics": ["rms_tau", "motor_margin", "motor_mass", "peak_force"],
    } | changes  # fmt: skip
    (folder / "study.toml").write_text(as_toml(change(**study)))
    return folder / "study.toml"


def test_a_motor_s_mass_and_rotor_are_pinocchio_s(tmp_path: Path) -> None:
    found = torsor.study(write(tmp_path), tmp_path / "s")
    assert len(found) == 6
    masses, inertias, ratios = (0.4, 1.1, 2.3), (4e-6, 26e-6, 90e-6), (50, 40, 30)
    cycle = read_study(tmp_path / "study.toml").structures[0].cycle
    assert cycle is not None
    k = 0
    for first in range(3):
        for second in (2, 0):
            model = pin.Model()
            model.gravity.linear = np.array([0, -VALUES["g"], 0])
            for i, offset in ((1, [0, 0, 0]), (2, [0.4, 0, 0])):
                place = pin.SE3(np.eye(3), np.array(offset, float))
                joint = model.addJoint(i - 1, pin.JointModelRZ(), place, f"q{i}")
                body = pin.Inertia(VALUES[f"m{i}"], np.array([VALUES[f"rx{i}"], 0, 0]),
                                   np.diag([1.0, 1.0, VALUES[f"Izz{i}"]]))  # fmt: skip
                model.appendBodyToJoint(joint, body, pin.SE3.Identity())
            motor = pin.Inertia(masses[second], np.array([0.4, 0, 0]), np.zeros((3, 3)))
            model.appendBodyToJoint(1, motor, pin.SE3.Identity())
            data = model.createData()
            tau = np.array([pin.rnea(model, data, *s) for s in
                            zip(cycle.q, cycle.dq, cycle.ddq, strict=True)])  # fmt: skip
            chosen = (first, second)
            own = np.array([inertias[m] * ratios[m] ** 2 for m in chosen])
            whole = tau + own * cycle.ddq
            for j in (1, 2):
                rms = (np.trapezoid(whole[:, j - 1] ** 2, cycle.t) / cycle.duration) ** 0.5
                assert found[f"rms_tau{j}"][k] == pytest.approx(rms, rel=1e-9)
            assert found["motor_mass"][k] == pytest.approx(masses[first] + masses[second])
            k += 1


def test_margins_are_those_of_actuators(tmp_path: Path) -> None:
    found = torsor.study(write(tmp_path), tmp_path / "s")
    # with no mass on the arm (a motor on the base), it is the cycle of actuators
    base = write(tmp_path, motors={"file": "motors.csv", "carried_by": {"2": 0}})
    found = torsor.study(base, tmp_path / "base")
    chosen = torsor.actuators("planar2r", BASE["scenario"], tmp_path / "motors.csv", values=VALUES)
    for coordinate, choice in enumerate(chosen.choices, 1):
        margins = {fit.motor.name: fit.margin for fit in choice.ranking}
        names = ["A", "A", "B", "B", "C", "C"] if coordinate == 1 else ["C", "A"] * 3
        expected = [margins[name] for name in names]
        assert found[f"motor_margin{coordinate}"] == pytest.approx(expected, rel=1e-9)


def test_a_motor_may_be_on_any_link_and_is_searched_for(tmp_path: Path) -> None:
    study = write(
        tmp_path, motors={"file": "motors.csv", "carried_by": {"2": 2}},
        factor=[{"name": "l1", "range": [0.2, 0.6]}, BOTH[1]],
        values={k: v for k, v in VALUES.items() if k != "l1"} | {"Im1": 0, "N1": 1},
        sampling={"kind": "sobol", "count": 8}, metrics=["rms_tau", "motor_margin"],
        objective=[{"metric": "rms_tau1"}], constraint=[{"metric": "motor_margin2", "min": 1}],
    )  # fmt: skip
    found = torsor.study(study, tmp_path / "s", best=True)
    best = found.optima[0]
    assert best.feasible
    assert best.design["motor2"] == "A"
    assert best.design["l1"] == pytest.approx(0.2, abs=1e-6)
    assert best.gradient in ("exact", "mixed")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"factor": [{"name": "motor2", "values": ["D"]}]}, "no motor of the catalogue is called"),
        ({"motors": None}, "motor1: expected the table [motors]"),
        ({"motors": {"file": "none.csv"}}, "none.csv"),
        ({"factor": [{"name": "motor3"}]}, "motor3: 'Planar 2R' has 2 coordinates"),
        ({"factor": [{"name": "motor2", "range": [1, 2]}]}, "one of 'values'"),
        ({"motors": {"file": "motors.csv", "carried_by": {"2": 7}}}, "there is no link 7"),
        ({"values": {**VALUES, "Im2": 1}}, "Im2 varies, and has a number too"),
        ({"factor": [{"name": "l1", "values": [0.3]}], "with": None,
          "values": {k: v for k, v in VALUES.items() if k != "l1"}}, "no motor is a factor"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(TorsorError) as caught:
        read_study(write(tmp_path, **changes))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
