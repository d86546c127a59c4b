"""Motors that weigh, and screws: what a hand calculation and Pinocchio say of the settled cycle."""

import numpy as np
import pinocchio as pin
import pytest

import torsor
from torsor.errors import TorsorError
from torsor.motion.actuators.motors import Motor

VALUES = {
    "g": 9.81, "m1": 1, "m2": 0.5, "rx1": 0.2, "ry1": 0, "rx2": 0.15, "ry2": 0, "Izz1": 0.02,
    "Izz2": 0.01, "l1": 0.4, "l2": 0.3,
    **dict.fromkeys(("rz1", "rz2", "Ixz1", "Ixz2", "Iyz1", "Iyz2"), 0),
}  # fmt: skip
CYCLE = {
    "sample": 0.01, "start": {"q": [0, 0]},
    "motion": [{"kind": "minimum-jerk", "to": [1.2, 0.8], "duration": 0.5},
               {"kind": "minimum-jerk", "to": [0, 0], "duration": 0.6}],
}  # fmt: skip
LIGHT = Motor("light", 8.0, 15.0, 50, 60, mass=1.0)
STRONG = Motor("strong", 20.0, 60.0, 50, 60, mass=3.0)


def test_the_choice_stands_with_its_own_masses():
    bare = torsor.actuators("planar2r", CYCLE, [LIGHT, STRONG], ratio=1, values=VALUES)
    assert [c.ranking[0].motor.name for c in bare.choices] == ["light", "light"]
    found = torsor.actuators("planar2r", CYCLE, [LIGHT, STRONG], 1, values=VALUES, carry=True)
    settled = found.settled
    assert settled is not None
    assert settled.stands
    # the motor at the elbow makes the light one too weak at the shoulder
    assert {k: (m.name, link) for k, (m, link) in settled.carried.items()} == {
        1: ("strong", 0), 2: ("light", 1),
    }  # fmt: skip
    assert settled.rounds == 3
    result = found.cycle.result
    model = pin.Model()
    model.gravity.linear = np.array([0, -9.81, 0])
    for i, offset in ((1, 0.0), (2, 0.4)):
        place = pin.SE3(np.eye(3), np.array([offset, 0, 0]))
        joint = model.addJoint(i - 1, pin.JointModelRZ(), place, f"q{i}")
        centre = np.array([VALUES[f"rx{i}"], 0, 0])
        body = pin.Inertia(VALUES[f"m{i}"], centre, np.diag([1.0, 1, VALUES[f"Izz{i}"]]))
        model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    motor = pin.Inertia(1.0, np.array([0.4, 0, 0]), np.zeros((3, 3)))
    model.appendBodyToJoint(1, motor, pin.SE3.Identity())
    data = model.createData()
    rows = zip(result.q, result.dq, result.ddq, strict=True)
    tau = np.array([pin.rnea(model, data, *row) for row in rows])
    assert result.tau == pytest.approx(tau, rel=1e-9, abs=1e-9)
    assert found.choices[0].demand.peak_torque == pytest.approx(np.abs(tau[:, 0]).max())
    assert found.data["carried"]["motors"][1] == {
        "coordinate": 2, "motor": "light", "mass": 1.0, "link": 1,
    }  # fmt: skip


def test_a_motor_on_the_base_weighs_on_nothing():
    options = {"ratio": 1, "values": VALUES}
    bare = torsor.actuators("planar2r", CYCLE, [LIGHT, STRONG], **options)
    found = torsor.actuators(
        "planar2r", CYCLE, [LIGHT, STRONG], **options, carry=True, carried_by={2: 0}
    )
    assert [c.demand for c in found.choices] == [c.demand for c in bare.choices]


def test_a_screw_turns_a_force_into_a_torque_by_its_lead():
    slide = {"name": "slide", "gravity": [0, 0, "-g"], "joint": [{"kind": "T", "axis": "z"}]}
    cycle = {"sample": 0.01, "start": {"q": [0]},
             "motion": [{"kind": "trapezoidal", "to": [0.2], "duration": 1}]}  # fmt: skip
    motor = Motor("m", 1, 3, 300, 400)
    values = {"m1": 10, "g": 9.81}
    found = torsor.actuators(slide, cycle, [motor], values=values, lead=0.016)
    (fit,) = found.choices[0].ranking
    demand = found.choices[0].demand
    assert fit.peak_torque == pytest.approx(demand.peak_torque * 0.016 / (2 * np.pi))
    assert fit.peak_speed == pytest.approx(demand.peak_speed * 2 * np.pi / 0.016)
    again = torsor.actuators(slide, cycle, [motor], values=values, lead={1: 0.016})
    assert again.choices == found.choices


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"lead": 0.01}, "no coordinate slides"),
        ({"lead": "1=0.01"}, "coordinate 1 turns"),
        ({"lead": "x"}, "lead 'x': expected a number"),
        ({"carry": True, "carried_by": {3: 1}}, "carried by 3=1: expected COORDINATE=LINK"),
        ({"carry": True, "motors": [Motor("none", 100, 300, 50, 60)]}, "mass of the motor 'none'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(options, told):
    given = {"motors": [LIGHT], "ratio": 1 if "lead" not in options else "", **options}
    with pytest.raises(TorsorError) as caught:
        torsor.actuators("planar2r", CYCLE, values=VALUES, **given)
    assert told in str(caught.value)
