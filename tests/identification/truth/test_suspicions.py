"""What one is warned of: degrees, too little motion; and what was not measured is not judged."""

from functools import cache

import numpy as np
import pytest
from tests.identification.truth.simulated import record, swing, unweighed

import torsor


@cache
def arm():
    dry = lambda rate, step: 0.6 * rate + 0.9 * np.sign(rate)  # noqa: E731
    return unweighed("3r", 9, friction=[dry] * 3)


def log_of(size=0.9, seconds=12.0, **more):
    motion = swing(5, 3, size=size)
    return record(arm(), motion, seconds, 100.0, tau_noise=0.02, q_noise=2e-5, **more)


def identified(log, **options):
    return torsor.identify("3r", log, values=arm().values, **options)


@pytest.mark.parametrize("rates", [None, 1e-3])
def test_angles_of_a_small_motion_given_in_degrees_are_suspected(rates):
    """±3° taken for ±3 rad: no range tells it, but the forces do."""
    log = log_of(size=0.05, dq_noise=rates)
    degrees = log | {name: np.degrees(log[name]) for name in ("q", "dq") if name in log}
    assert "degrees given as radians?" in identified(degrees).warnings[0]
    assert not any("degrees" in warning for warning in identified(log).warnings)


def test_a_wrong_sign_is_not_taken_for_degrees():
    log = log_of()
    [warning] = identified(log | {"tau": log["tau"] * [-1.0, 1.0, 1.0]}).warnings
    assert "tau1" in warning and "wrong sign?" in warning


@pytest.mark.parametrize("joint", [1, 2])
def test_a_force_of_the_wrong_sign_is_suspected_though_masses_hide_most_of_it(joint):
    log = log_of()
    sign = np.where(np.arange(3) == joint, -1.0, 1.0)
    [warning] = identified(log | {"tau": log["tau"] * sign}).warnings
    assert f"tau{joint + 1}" in warning and "wrong sign?" in warning


def test_forces_in_each_others_columns_are_suspected():
    log = log_of()
    [warning] = identified(log | {"tau": log["tau"][:, [0, 2, 1]]}).warnings
    assert "tau2 and tau3" in warning and "exchanged?" in warning


def test_a_wrong_sign_of_an_angle_says_what_to_look_at():
    log = log_of()
    [warning] = identified(log | {"q": log["q"] * [1.0, 1.0, -1.0]}).warnings
    assert "check the signs" in warning


def test_a_log_too_short_names_the_parameters_that_are_lost():
    [warning] = identified(log_of(seconds=1.2)).warnings
    assert "too short for this robot" in warning and "hz1" in warning.partition("lost")[2]
    assert not identified(log_of()).warnings


def test_a_force_that_was_not_measured_is_not_judged():
    """A dead sensor is told; the joint's error would be that of the sensor."""
    log = log_of()
    tau = log["tau"].copy()
    tau[:, 1] = 3.0
    found = identified(log | {"tau": tau})
    for errors in (found.train["identified"], found.validation["identified"]):
        assert errors.per_joint[1] is None
        assert max(errors.relative_error, errors.with_rest) < 0.03
    assert not found.warnings
    assert any("tau2 is 3 throughout" in note for note in found.notes)
