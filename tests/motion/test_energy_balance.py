"""Work and losses of a motion, against closed forms and the theorem of work and energy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.motion.numbers import PENDULUM, SCENARIOS, SLIDES

from torsor.motion.balance import find_gap, first_rows
from torsor.motion.dynamics.energy_balance import balance_energy
from torsor.motion.simulation import Run

HELD = {"kind": "torques", "tau": [0, 0, "2*9.81"]}
"""The weight of the third slide borne."""
RUBBED = {**PENDULUM, "l2": 0.5, "fv1": 0.3, "fv2": 0.2, "fc1": 0.1, "fc2": 0.1}
LOAD = {"mass": 2, "com": [0.1, 0, 0], "inertia": [0.1, 0.1, 0.1], "pick-up": 0.3, "release": 0.7}
PUSHED = {"kind": "torques", "tau": ["3*sin(4*t) + 2*sign(t - 0.45)", "sin(9*t)"]}
SWUNG = {"with": ["friction"], "values": RUBBED, "duration": 1.5, "drive": PUSHED, "sample": 0.1,
         "start": {"q": [0.4, 0.8], "dq": [1.0, 0.0]}}  # fmt: skip
LED = {"with": ["friction"], "values": RUBBED, "sample": 0.1, "start": {"q": [0, 0]},
       "motion": [{"kind": "trapezoidal", "to": [0.9, 0.3], "duration": 1},
                  {"kind": "minimum-jerk", "to": [0.1, 0.5], "duration": 0.4}]}  # fmt: skip
CUT = {"axes": "tool", "against": "arc-length", "wrench": ["40*s", 3, 0, 0, 0, 0.2],
       "from": 0.03, "to": 0.5}  # fmt: skip
HIT = {"axes": "base", "wrench": ["sin(8*t)", 2, 0, 0, 0, 1], "from": 0.2, "to": 0.61}


def balanced(robot, scenario):
    """The result, its works, and the greatest gap over the largest of them."""
    run = Run(robot, scenario)
    result = run.go()
    found = balance_energy(result, run.scenario, run.plant)
    terms = [v for v in vars(found).values() if v is not None]
    size = max(np.ptp(row) for row in [*terms, result.columns["K"], result.columns["U"]])
    return result, found, np.abs(find_gap(found, result.energy)).max() / size


def slide(values=(), **table):
    numbers = {**SLIDES, **{f"{f}{k}": 0 for k in (1, 2, 3) for f in ("fv", "fc")}, **dict(values)}
    return balanced("cartesian", {"with": ["friction"], "values": numbers, **table})


@pytest.mark.parametrize(
    ("robot", "scenario", "within"),
    [
        ("puma560", "puma_cycle", 1e-13),
        ("rttrr", "rttrr_cutting", 1e-13),
        ("rttrr", "rttrr_springs", 1e-10),
        ("puma560", "puma_computed_torque", 1e-10),
    ],
)
def test_every_example_is_balanced_across_its_corners_loads_and_sticking_joints(
    robot, scenario, within
):
    assert balanced(robot, str(SCENARIOS / f"{scenario}.toml"))[2] < within


@pytest.mark.parametrize(
    "added",
    [
        {},
        {"payload": [LOAD]},
        {"payload": [{**LOAD, "caught": "moving"}]},
        {"stop": [{"coordinate": 1, "lower": -0.2, "upper": 0.5, "restitution": 0.6}]},
        {"stop": [{"coordinate": 2, "lower": 0, "upper": 0.9}]},
        {"contact": [CUT]},
        {"contact": [HIT, CUT], "payload": [LOAD]},
        {"smoothing": 0.05},
        {"smoothing": 0.05, "integrator": {"method": "symplectic", "step": 5e-4}},
        {"integrator": {"method": "Radau", "rtol": 1e-9, "atol": 1e-11}},
    ],
    ids=["friction", "caught at rest", "caught moving", "bounces", "dead stop", "contact", "all",
         "smoothed", "symplectic", "Radau"],
)  # fmt: skip
def test_a_simulation_is_balanced_though_its_rows_are_a_tenth_of_a_second_apart(added):
    _, found, gap = balanced("planar2r", {**SWUNG, **added})
    within = 3e-7 if added.get("integrator") else 1e-9
    assert gap < within
    for term in ("payload", "stop", "contact"):
        if term in added:
            which = {"payload": "loads", "stop": "impacts", "contact": "tool"}[term]
            assert np.ptp(getattr(found, which)) > 1e4 * within, "a term left out would be seen"


@pytest.mark.parametrize(
    "added",
    [{}, {"payload": [LOAD]}, {"contact": [CUT]}, {"contact": [HIT, CUT], "payload": [LOAD]}],
    ids=["friction", "load", "contact", "all"],
)
def test_forces_along_a_motion_do_the_work_that_its_energy_tells(added):
    assert balanced("planar2r", {**LED, **added})[2] < 1e-13


def test_both_ways_of_integration_tell_the_same_works():
    drive = {"kind": "computed-torque", "kp": 400}
    viscous = {**RUBBED, "fc1": 0, "fc2": 0}  # what a controller knows
    _, along, _ = balanced("planar2r", {**LED, "values": viscous})
    _, forward, _ = balanced("planar2r", {**LED, "values": viscous, "drive": drive})
    for term in ("drives", "friction"):
        np.testing.assert_allclose(getattr(forward, term), getattr(along, term), atol=1e-8)


def test_dry_friction_takes_its_force_times_the_way():
    result, found, _ = slide({"fc1": 8}, duration=2, start={"dq": [2, 0, 0]}, drive=HELD)
    # 4 kg, 8 N: at rest after 1 s and 1 m
    np.testing.assert_allclose(found.friction, 8 * result.q[:, 0], atol=1e-10)
    assert found.friction[-1] == pytest.approx(8, abs=1e-9)
    assert np.abs(found.drives).max() < 1e-12


def test_a_stop_takes_what_a_bounce_does_not_give_back():
    stop = {"coordinate": 1, "upper": 0.5, "lower": -9, "restitution": 0.5}
    _, found, _ = slide(duration=1, start={"dq": [2, 0, 0]}, drive=HELD, stop=[stop])
    assert found.impacts[-1] == pytest.approx(0.5 * 4 * 2**2 * (1 - 0.5**2), rel=1e-9)
    assert found.impacts[0] == 0


def test_a_load_caught_at_rest_costs_half_of_the_reduced_mass_times_the_square_of_the_speed():
    load = {"mass": 4, "pick-up": 0.5}
    drive = {**HELD, "tau": [0, 0, "2*9.81 + 4*9.81*(1 + sign(t - 0.5))/2"]}
    _, found, _ = slide(duration=1, start={"dq": [2, 0, 0]}, drive=drive, payload=[load])
    assert found.impacts[-1] == pytest.approx(0.5 * (4 * 4 / (4 + 4)) * 2**2, rel=1e-9)
    assert found.loads[-1] == pytest.approx(0, abs=1e-9)  # it lies at height 0
    moving = {**load, "caught": "moving"}
    _, found, _ = slide(duration=1, start={"dq": [2, 0, 0]}, drive=drive, payload=[moving])
    assert found.impacts[-1] == 0
    assert found.loads[-1] == pytest.approx(0.5 * 4 * 2**2, rel=1e-9)


@pytest.mark.parametrize(
    ("against", "axes"), list(product(["time", "arc-length"], ["tool", "base"]))
)
def test_a_contact_does_the_work_of_its_force_along_the_way(against, axes):
    push = {"axes": axes, "against": against, "wrench": [7, 0, 0, 0, 0, 0], "from": 0.25}
    motion = {"kind": "quintic", "to": [1, 0, 0], "duration": 1, "speeds": [[1, 0, 0], [1, 0, 0]]}
    result, found, gap = slide(motion=[motion], contact=[push])
    assert result.q[-1, 0] == pytest.approx(1)
    np.testing.assert_allclose(found.tool, 7 * np.maximum(result.q[:, 0] - 0.25, 0), atol=1e-12)
    assert gap < 1e-13


def test_a_speed_that_jumps_is_an_impact_that_the_motion_asks_for():
    motion = [
        {"kind": "quintic", "to": [1, 0, 0], "duration": 1, "speeds": [[1, 0, 0], [1, 0, 0]]},
        {"kind": "hold", "duration": 0.5},
    ]
    _, found, gap = slide(motion=motion)
    assert found.impacts[-1] == pytest.approx(0.5 * 4 * 1**2)
    assert gap < 1e-13


def test_friction_along_a_motion_that_turns_back_is_counted_both_ways():
    motion = {"kind": "functions", "q": ["sin(2*t)", 0, 0], "duration": 3}
    _, found, _ = slide({"fc1": 8, "fv1": 3}, motion=[motion], sample=0.25)
    way = 1 + 2 + (np.sin(6) + 1)  # up to 1, down to −1, up to sin 6
    viscous = 3 * 4 * (3 / 2 + np.sin(12) / 8)  # ∫ 3 (2 cos 2t)² dt
    assert found.friction[-1] == pytest.approx(8 * way + viscous, rel=1e-8)


def test_a_part_of_a_simulation_has_its_part_of_the_works():
    run = Run("planar2r", SWUNG)
    whole = run.go()
    assert whole.balance is not None
    part = first_rows(whole.balance, 4)
    assert part == first_rows(whole.balance, 4) != whole.balance
    assert np.array_equal(part.friction, whole.balance.friction[:4])
    assert part.tool is None
