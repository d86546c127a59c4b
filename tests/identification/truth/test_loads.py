"""What a simulated arm carries, from a log with it and one without."""

import os
from dataclasses import replace
from functools import cache

import numpy as np
from tests.identification.truth.simulated import record, swing, unweighed
from tests.truth.bridge import carrying

import torsor

ALL = os.environ.get("TORSOR_PROVE") == "all"
RUNS = 100 if ALL else 3
MASS = 2.0
CENTRE = np.array([0.03, -0.05, 0.12])
INERTIA = np.array([[0.03, 0.004, 0.0], [0.004, 0.04, -0.002], [0.0, -0.002, 0.02]])
TRUE = np.array([MASS, *CENTRE, 0.03, 0.04, 0.02, 0.004, 0.0, -0.002])


def dry(rate, step):
    return 0.6 * rate + 0.9 * np.sign(rate)


@cache
def arm():
    return unweighed("3r", 9, friction=[dry] * 3)


@cache
def arm_with_load():
    return replace(arm(), plain=carrying(arm().plain, MASS, CENTRE, INERTIA))


@cache
def run(seed, speed=1.0):
    """The load from a run without it and one with it, of different motions."""
    free, loaded = (swing(k, 3, size=0.9, base=0.1 * speed) for k in (51, 52))
    logs = [
        record(arm(), free, 15.0, 200.0, seed=2 * seed),
        record(arm_with_load(), loaded, 15.0, 200.0, seed=2 * seed + 1),
    ]
    values = arm().values
    return torsor.identify(
        arm().robot, logs[0], load=logs[1], hold_out=0.0, values=values, cutoff=7.5
    ).load


def test_intervals_of_95_per_cent_hold_the_true_load():
    """100 runs (``TORSOR_PROVE=all``): SHARE of ten parameters and all runs."""
    inside = []
    for seed in range(RUNS):
        load = run(seed)
        assert load.certificate.holds
        low, high = np.array(load.intervals).T
        inside.append((low <= TRUE) & (high >= TRUE))
    share = np.mean(inside)
    print(f"{share:.3f} inside, by parameter {np.mean(inside, axis=0)}")
    assert (0.9 if ALL else 0.8) <= share <= (0.98 if ALL else 1.0)


def test_the_load_is_found_as_well_as_is_said():
    load = run(0)
    assert abs(load.mass / MASS - 1.0) < 0.01
    assert np.abs(np.array(load.values[1:4]) - CENTRE).max() < 0.003
    assert all(load.seen[:4])
    assert abs(load.values[6] / TRUE[6] - 1.0) < 0.3 and load.seen[6]


def test_a_slow_motion_does_not_show_the_inertia_and_that_is_said():
    load = run(0, speed=0.2)
    assert all(load.seen[:4]) and not any(load.seen[4:])
    assert abs(load.mass / MASS - 1.0) < 0.01


def test_on_top_of_a_known_robot_a_log_with_the_load_is_enough(tmp_path):
    """The robot identified before, from its file; friction is in it."""
    free = record(arm(), swing(51, 3, size=0.9), 15.0, 200.0)
    known = torsor.identify(arm().robot, free, hold_out=0.0, values=arm().values, cutoff=7.5)
    known.save(tmp_path / "known.toml")
    loaded = record(arm_with_load(), swing(52, 3, size=0.9), 15.0, 200.0, seed=1)
    found = torsor.identify(str(tmp_path / "known.toml"), [], load=loaded, cutoff=7.5)
    load = found.load
    assert abs(load.mass / MASS - 1.0) < 0.01
    assert np.abs(np.array(load.values[1:4]) - CENTRE).max() < 0.003
    assert load.certificate.holds
