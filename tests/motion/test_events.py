"""Dry friction, stops, loads and contact, against closed forms and conservation laws."""

import numpy as np
import pytest
from tests.motion.numbers import PENDULUM, SLIDES

import torsor
from torsor.motion.simulation import simulate

HELD = {"kind": "torques", "tau": [0, 0, "2*9.81"]}
"""The weight of the third slide borne."""
DRY = {f"{name}{k}": 0 for k in (1, 2, 3) for name in ("fv", "fc")}


def slide(values=(), **table):
    numbers = {**SLIDES, **DRY, **dict(values)}
    return simulate("cartesian", {"with": ["friction"], "values": numbers, **table})


def test_a_sliding_mass_stops_when_friction_has_eaten_its_momentum():
    result = slide({"fc1": 8}, duration=2, start={"dq": [2, 0, 0]}, drive=HELD)
    # 4 kg, 8 N: v = 2 − 2t, at rest after 1 s and 1 m, and for good
    event = next(e for e in result.events if e["coordinate"] == 1)
    assert (event["event"], event["t"]) == ("sticks", pytest.approx(1, abs=1e-9))
    assert result.q[-1, 0] == pytest.approx(1, abs=1e-9)
    assert (result.dq[101:, 0] == 0).all()


def test_a_mass_sticks_until_the_force_exceeds_the_friction():
    force = {"kind": "torques", "tau": ["10*t", 0, "2*9.81"]}
    result = slide({"fc1": 5}, duration=2, drive=force)
    (event,) = result.events
    assert (event["event"], event["t"]) == ("slips", pytest.approx(0.5, abs=1e-8))
    # x'' = (10 t − 5)/4 from t = 1/2 on
    assert result.q[-1, 0] == pytest.approx(10 / 4 * 1.5**3 / 6, rel=1e-8)


def test_friction_on_a_pendulum_takes_the_energy_that_its_work_says():
    values = {**PENDULUM, "fv1": 0, "fv2": 0, "fc1": 1.0, "fc2": 0.5}
    table = {"with": ["friction"], "values": values, "duration": 40, "drive": "free",
             "sample": 1e-3}  # fmt: skip
    result = simulate("planar2r", table)
    lost = result.energy[0] - result.energy
    way = np.abs(np.diff(result.q, axis=0)) @ [1.0, 0.5]
    np.testing.assert_allclose(lost[1:], np.cumsum(way), atol=2e-3)
    assert (result.dq[-1] == 0).all()  # in the end both joints stick, off the vertical
    gravity = torsor.compile("planar2r", PENDULUM).gravity(result.q[-1])
    assert (np.abs(gravity) <= [1.0, 0.5]).all()
    assert np.abs(gravity).max() > 1e-3


def test_smoothed_friction_nears_the_exact_one():
    values = {**PENDULUM, "fv1": 0, "fv2": 0, "fc1": 1.0, "fc2": 0.5}
    table = {"with": ["friction"], "values": values, "duration": 1, "drive": "free"}
    exact = simulate("planar2r", table)
    gaps = [
        np.abs(simulate("planar2r", {**table, "smoothing": v, "integrator": "Radau"}).q
               - exact.q).max()
        for v in (1e-1, 1e-2)
    ]  # fmt: skip
    assert gaps[1] < gaps[0] / 4
    assert gaps[1] < 5e-3


def test_a_stop_sends_a_mass_back_with_its_restitution():
    stops = [{"coordinate": 1, "upper": 1, "restitution": 0.5}, {"coordinate": 3, "lower": -0.5}]
    result = slide(duration=2, start={"dq": [2, 0, 0]}, drive="free", stop=stops)
    by = {e["coordinate"]: e for e in result.events}
    assert by[1]["t"] == pytest.approx(0.5, abs=1e-9)
    assert (by[1]["before"], by[1]["after"]) == (pytest.approx(2), pytest.approx(-1))
    assert result.q[-1, 0] == pytest.approx(1 - 1.5, abs=1e-9)
    # the third slide falls half a metre and stays
    assert by[3]["t"] == pytest.approx((2 * 0.5 / 9.81) ** 0.5, abs=1e-9)
    assert result.q[-1, 2] == -0.5


def test_a_mass_leaves_its_stop_when_it_is_pulled_away():
    force = {"kind": "torques", "tau": ["40*(1 - t)", 0, "2*9.81"]}
    stop = {"coordinate": 1, "upper": 0.2}
    result = slide(duration=2, drive=force, stop=stop)
    assert [e["event"] for e in result.events] == ["stop", "slips"]
    assert result.events[1]["t"] == pytest.approx(1, abs=1e-8)
    assert result.q[-1, 0] == pytest.approx(0.2 - 10 / 6, rel=1e-7)


def test_an_elastic_stop_keeps_energy_and_an_impact_is_free_of_work_elsewhere():
    table = {"values": PENDULUM, "duration": 4, "drive": "free",
             "stop": {"coordinate": 2, "lower": -0.6, "upper": 0.6, "restitution": 1}}  # fmt: skip
    result = simulate("planar2r", table)
    assert len(result.events) >= 4
    assert np.abs(result.energy - result.energy[0]).max() < 1e-8
    assert result.q[:, 1].min() > -0.6 - 1e-9
    assert result.q[:, 1].max() < 0.6 + 1e-9


def test_a_bouncing_mass_comes_to_rest_after_endless_bounces():
    stop = {"coordinate": 3, "lower": 0, "restitution": 0.5}
    result = slide(duration=3, start={"q": [0, 0, 1]}, drive="free", stop=stop)
    fall = (2 / 9.81) ** 0.5
    assert result.events[-1]["t"] == pytest.approx(fall * (1 + 2 * 0.5 / (1 - 0.5)), abs=1e-4)
    assert result.q[-1, 2] == 0
    assert result.dq[-1, 2] == 0


def test_a_load_caught_at_rest_shares_the_momentum_and_is_gone_after_its_release():
    load = {"mass": 4, "pick-up": 0.5, "release": 1}
    result = slide(duration=2, start={"dq": [2, 0, 0]}, drive="free", payload=load)
    assert result.dq[40, 0] == pytest.approx(2)
    assert result.dq[-1, 0] == pytest.approx(1)  # 4 kg · 2 m/s = 8 kg · 1 m/s
    assert result.q[-1, 0] == pytest.approx(0.5 * 2 + 1.5 * 1)
    moving = slide(duration=2, start={"dq": [2, 0, 0]}, drive="free",
                   payload={**load, "caught": "moving"})  # fmt: skip
    assert moving.q[-1, 0] == pytest.approx(4)
    assert [e["event"] for e in moving.events] == ["pick-up", "release"]


def test_a_carried_body_weighs_as_the_compiled_payload_does():
    body = {"mp": 2, "rxp": 0.01, "ryp": -0.02, "rzp": 0.05, "Ixxp": 0.01, "Iyyp": 0.02,
            "Izzp": 0.015, "Ixyp": 0.001, "Ixzp": 0, "Iyzp": 0.002}  # fmt: skip
    load = {"mass": 2, "com": [0.01, -0.02, 0.05],
            "inertia": [0.01, 0.02, 0.015, 0.001, 0, 0.002]}  # fmt: skip
    motion = {"kind": "quintic", "to": [1, -1, 0.5, 1, 1, 1], "duration": 1}
    result = simulate("puma560", {"motion": motion, "payload": load})
    robot = torsor.load("puma560")
    arm = torsor.compile(robot, {**robot.numbers, **body}, payload="body")
    expected = arm.inverse_dynamics(result.q, result.dq, result.ddq)
    np.testing.assert_allclose(result.tau, expected, rtol=1e-10, atol=1e-10)


def test_contact_in_tool_and_base_axes_is_felt_through_the_jacobian():
    motion = {"kind": "quintic", "to": [1, -1, 0.5, 1, 1, 1], "duration": 1}
    free = simulate("puma560", {"motion": motion})
    arm = torsor.compile("puma560")
    J, R = arm.jacobian(free.q), arm.forward_kinematics(free.q)[:, :3, :3]
    contacts = [
        {"axes": "tool", "wrench": [3, 0, "5*sin(4*t)", 0, 0.2, 0]},
        {"axes": "base", "wrench": [0, "7*t", 0, 0.1, 0, 0], "from": 0.3, "to": 0.6},
    ]
    for order in (contacts, contacts[::-1]):
        loaded = simulate("puma560", {"motion": motion, "contact": order})
        t, zero = free.t, 0 * free.t
        tool = np.stack([zero + 3, zero, 5 * np.sin(4 * t), zero, zero + 0.2, zero], axis=1)
        base = np.concatenate(
            [np.einsum("nij,nj->ni", R, tool[:, a : a + 3]) for a in (0, 3)], axis=1
        )
        acts = (t >= 0.3) & (t < 0.6)
        base[acts] += np.stack([zero, 7 * t, zero, zero + 0.1, zero, zero], axis=1)[acts]
        expected = free.tau + np.einsum("nki,nk->ni", J, base)
        np.testing.assert_allclose(loaded.tau, expected, atol=1e-11)


def test_a_force_against_the_way_does_the_work_its_integral_says():
    """A wrench 10 s along x, in base axes, over the first metre of the way takes 5 J."""
    contact = {"axes": "base", "wrench": ["10*s", 0, 0, 0, 0, 0], "to": 1}
    result = slide(duration=2, start={"dq": [2, 0, 0]}, drive=HELD, contact=contact)
    assert result.columns["s"][-1] == pytest.approx(result.q[-1, 0], abs=1e-9)
    assert result.q[-1, 0] > 1.2
    assert result.columns["K"][-1] == pytest.approx(0.5 * 4 * 2**2 - 5, abs=1e-8)


def test_a_table_against_arc_length_is_the_same_as_its_formula(tmp_path):
    file = tmp_path / "cut.csv"
    file.write_text("s [mm],fx [N]\n0,0\n1000,10\n")
    table = {"duration": 1, "start": {"dq": [2, 0, 0]}, "drive": HELD}
    by_file = slide(**table, contact={"axes": "base", "file": str(file), "against": "arc-length"})
    by_text = slide(**table, contact={"axes": "base", "wrench": ["10*s", 0, 0, 0, 0, 0], "to": 1})
    np.testing.assert_allclose(by_file.q, by_text.q, atol=1e-9)


def test_arc_length_is_the_same_in_both_directions():
    motion = {"kind": "functions", "q": ["sin(t)", "1 - cos(t)", 0], "duration": 2}
    contact = {"wrench": [0, 0, "s", 0, 0, 0]}
    result = slide(motion=motion, contact=contact)
    np.testing.assert_allclose(result.columns["s"], result.t, atol=1e-12)
