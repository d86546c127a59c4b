"""Actuators: a cycle whose demand is known in closed form, and motors on it."""

import numpy as np
import pytest

import torsor
from torsor.motion.actuators.motors import Motor, read_motors
from torsor.motion.actuators.selection import Cycle, choose, read_ratios
from torsor.motion.simulation import Run

J, A, W = 2.0, 0.5, 3.0
"""A turntable of inertia J, swinging as A sin(W t)."""


def turntable(**values):
    table = {
        "values": {"Izz1": J, "m1": 1, "rx1": 0, "ry1": 0, "g": 9.81, **values},
        "motion": {"kind": "functions", "q": [f"{A}*sin({W}*t)"], "duration": float(2 * np.pi / W)},
        "sample": 2 * np.pi / W / 2000,
    }
    robot = torsor.load("Rz(q1)")
    if "Im1" in values:
        robot = robot.with_drives("rotors")
    run = Run(robot, table)
    return Cycle(run.go(), run.plant)


def test_the_demand_of_a_swinging_turntable():
    (demand,) = turntable().demands
    peak = J * A * W**2
    assert demand.peak_torque == pytest.approx(peak, rel=1e-9)
    assert demand.rms_torque == pytest.approx(peak / 2**0.5, rel=1e-6)
    assert demand.peak_speed == pytest.approx(A * W)
    assert demand.peak_power == pytest.approx(J * A**2 * W**3 / 2, rel=1e-5)
    assert demand.mean_power == pytest.approx(J * A**2 * W**3 / 2 / np.pi, rel=1e-5)
    assert abs(demand.speed_at_peak_torque) < 1e-2
    assert abs(demand.torque_at_peak_speed) < 1e-9


def test_the_robots_own_rotor_is_taken_out_before_a_candidates_is_put_in():
    own, bare = turntable(Im1=1e-3, N1=100), turntable()
    assert own.result.tau.max() == pytest.approx((J + 10) * A * W**2, rel=1e-6)
    np.testing.assert_allclose(own.tau, bare.tau, atol=1e-9)


def test_margins_are_what_the_motor_can_do_over_what_it_must():
    cycle = turntable()
    motor = Motor("m", 1.0, 3.0, 300.0, 600.0, rotor_inertia=1e-4, efficiency=1.0)
    N = 80.0
    fit = cycle.fit(motor, 0, N)
    torque = (J / N + 1e-4 * N) * A * W**2
    assert fit.peak == pytest.approx(3.0 / torque, rel=1e-6)
    assert fit.rms == pytest.approx(2**0.5 / torque, rel=1e-5)
    assert fit.speed == pytest.approx(600 / (N * A * W))
    # all speeds stay below the rated one, so the curve asks no more than the peak does
    assert fit.curve == pytest.approx(fit.peak)


def test_the_least_rms_ratio_matches_inertias():
    """A pure inertia: the best gear makes the rotor's inertia seen through it equal J."""
    ratio = turntable().least_rms_ratio(0, 1e-4)
    assert ratio == pytest.approx((J / 1e-4) ** 0.5, rel=1e-6)
    cycle, motor = turntable(), Motor("m", 1.0, 3.0, 1e9, 1e9, rotor_inertia=1e-4)
    best = min(np.geomspace(10, 1000, 301), key=lambda N: cycle.fit(motor, 0, N).rms_torque)
    assert best == pytest.approx(ratio, rel=0.02)


def test_efficiency_loads_the_motor_when_it_drives_and_helps_it_when_it_brakes():
    cycle = turntable()
    motor = Motor("m", 1.0, 3.0, 300.0, 600.0, efficiency=0.5)
    speed, torque = cycle.at_motor(motor, 0, 10.0)
    load = cycle.tau[:, 0] / 10
    drives = load * speed > 1e-9
    np.testing.assert_allclose(torque[drives], load[drives] * 2)
    brakes = load * speed < -1e-9
    np.testing.assert_allclose(torque[brakes], load[brakes] / 2)


def test_the_limit_falls_from_the_rated_to_the_highest_speed():
    motor = Motor("m", 1.0, 3.0, 100.0, 200.0)
    np.testing.assert_allclose(motor.limit([0, 100, 150, 200, 300, -150]), [3, 3, 1.5, 0, 0, 1.5])


def test_candidates_are_ranked_the_lightest_that_suffices_first():
    motors = [
        Motor("weak", 0.01, 0.03, 300, 600, mass=0.1),
        Motor("big", 10, 30, 300, 600, mass=9),
        Motor("right", 1, 3, 300, 600, mass=1),
        Motor("weaker", 0.001, 0.003, 300, 600, mass=0.01),
        Motor("linear", 1e6, 1e6, 1e6, 1e6, mass=0.1, linear=True),
    ]
    (choice,) = choose(turntable(), motors)
    assert [fit.motor.name for fit in choice.ranking] == ["right", "big", "weak", "weaker"]
    assert choice.ranking[1].margin > choice.ranking[0].margin >= 1 > choice.ranking[2].margin
    (fixed,) = choose(turntable(), motors, {1: 10.0})
    assert {fit.ratio for fit in fixed.ranking} == {10.0}


def test_motors_are_read_with_their_units(tmp_path):
    file = tmp_path / "motors.csv"
    head = "name,rated_torque [mN m],peak_torque [N m],rated_speed [rpm],max_speed [rad/s]"
    file.write_text(f"{head},rotor_inertia [g cm^2],ratio\nAB 12,500,1.5,3000,400,120,50\n")
    (motor,) = read_motors(file)
    assert motor == Motor("AB 12", 0.5, 1.5, 100 * np.pi, 400.0, 120 * 1e-7, 50.0)
    for text, says in (
        ("name\nx\n", "no column rated_torque, peak_torque"),
        (f"{head},size\nx,1,1,1,400,3\n", "unknown column 'size'"),
        (f"{head}\nx,1,,1,1\n", "line 2: peak_torque is empty"),
        (f"{head}\nx,0,1,1,400\n", "line 2: rated_torque is 0, not above zero"),
        (f"{head}\nx,5000,1,1,400\n", "line 2: the peak torque or max speed is below"),
        (head.replace("rpm", "kg") + "\nx,1,1,1,400\n", "the unit 'kg' does not fit"),
    ):
        file.write_text(text)
        with pytest.raises(torsor.TorsorError, match=says):
            read_motors(file)


def test_ratios_are_read_by_coordinate():
    assert read_ratios("100", 2) == {1: 100.0, 2: 100.0}
    assert read_ratios("1=100, 2=80", 2) == {1: 100.0, 2: 80.0}
    for text in ("3=4", "a=4", "1=", "0"):
        with pytest.raises(torsor.TorsorError, match="ratio"):
            read_ratios(text, 2)
