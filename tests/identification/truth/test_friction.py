"""Which friction and which rotors are found, where the truth has one, another or none.

Two joints, forces with noise of 1 % of their RMS; judged on another motion without noise.
"""

from functools import cache

import numpy as np
import pytest
from tests.identification.truth.simulated import record, swing, unweighed

import torsor

SECONDS, RATE = 20.0, 250.0
AS_WELL = 0.002
"""The largest error beside the truth, of the forces: a fifth of the noise."""


def viscous(rate, step):
    return 1.5 * rate


def coulomb(rate, step):
    return 2.0 * np.sign(rate)


def both(rate, step):
    return viscous(rate, step) + coulomb(rate, step)


def smoothed(rate, step):
    return 0.8 * rate + 2.0 * np.tanh(rate / 0.2)


def stribeck(rate, step):
    return 1.5 * rate + np.sign(rate) * (2.0 + 1.5 * np.exp(-((rate / 0.15) ** 2)))


def offset(rate, step):
    return 1.5 * rate + 2.0 * np.sign(rate) + 0.7


def quadratic(rate, step):
    return 0.8 * rate * np.abs(rate) + 2.0 * np.sign(rate)


def presliding(rate, step):
    """Dahl's state ż = (sign q̇ − z)|q̇|/δ in tenths of a row; 0.03 rad until it slides."""
    z, found = 0.0, []
    for v, after in zip(rate, [*rate[1:], rate[-1]], strict=True):
        found.append(z)
        for part in range(10):
            now = v + (after - v) * (part + 0.5) / 10
            z = np.sign(now) + (z - np.sign(now)) * np.exp(-abs(now) * step / 10 / 0.03)
    return 1.5 * rate + 2.0 * np.array(found)


LAWS = {
    "none": (None, set()),
    "viscous": (viscous, {"viscous"}),
    "Coulomb": (coulomb, {"Coulomb"}),
    "viscous and Coulomb": (both, {"viscous", "Coulomb"}),
    "smoothed": (smoothed, {"viscous", "smoothed"}),
    "presliding": (presliding, {"viscous", "hysteresis"}),
    "Stribeck": (stribeck, {"viscous", "Coulomb", "Stribeck"}),
    "offset": (offset, {"viscous", "Coulomb", "offset"}),
    "quadratic": (quadratic, {"quadratic", "Coulomb"}),
}


@cache
def arm(law="none", rotors=()):
    friction = () if LAWS[law][0] is None else (LAWS[law][0], LAWS[law][0])
    return unweighed("planar2r", 3, friction=friction, rotors=rotors)


@cache
def identified(truth, **options):
    """From one noisy motion; held against another without noise."""
    log = record(truth, swing(11, 2), SECONDS, RATE)
    other = record(truth, swing(12, 2), SECONDS, RATE, tau_noise=0.0, q_noise=0.0)
    return torsor.identify(truth.robot, log, other, values=truth.values, **options)


def kinds(found):
    return [{term.term.kind for term in law} - {"rotor"} for law in found.friction]


@pytest.mark.parametrize("law", LAWS)
def test_the_true_law_is_chosen_or_one_that_predicts_as_well(law):
    found = identified(arm(law))
    error = found.validation["identified"]
    assert max(error.per_joint) < AS_WELL
    if law not in ("smoothed", "presliding"):  # a sum of two shapes may come nearer than one
        assert kinds(found) == [LAWS[law][1]] * 2


@pytest.mark.parametrize("law", ["viscous", "Coulomb", "viscous and Coulomb", "offset"])
def test_coefficients_of_the_true_law_are_found_within_their_deviations(law):
    found = identified(arm(law))
    true = {"fv": 1.5, "fc": 2.0, "fo": 0.7}
    for e in found.drive_estimates:
        assert abs(e.value - true[e.name[:2]]) < 4.0 * e.std, e
        assert e.std < 0.03 * true[e.name[:2]], e


def test_a_law_without_the_true_kind_predicts_worse():
    """What the choice is worth: Stribeck's peak, and only two kinds allowed."""
    free = identified(arm("Stribeck")).validation["identified"].relative_error
    bound = identified(arm("Stribeck"), friction=("viscous", "Coulomb"))
    assert bound.validation["identified"].relative_error > 5.0 * free


def test_a_rotor_behind_its_gear_is_found_where_links_cannot_hide_it():
    """At the second joint of an arm; at the first it is one with the link's own inertia."""
    truth = arm("viscous and Coulomb", rotors=(0.4, 0.25))
    found = identified(truth)
    rotor = next(e for e in found.drive_estimates if e.name == "Ia2")
    assert abs(rotor.value - 0.25) < 4.0 * rotor.std and rotor.std < 0.01
    first = next(e for e in found.base if e.name == "Lzz1")
    assert "Ia1" in first.expression
    assert abs(first.value - truth.value(first.expression)) < 4.0 * first.std
    assert max(found.validation["identified"].per_joint) < AS_WELL


def test_no_rotor_is_invented_where_sensors_sit_behind_the_gear():
    found = identified(arm("viscous and Coulomb"))
    assert not [e.name for e in found.drive_estimates if e.name.startswith("Ia")]
    assert all(float(link.drive.rotor.constant) == 0.0 for link in found.robot.links)


def test_no_rotor_is_sought_where_none_is_allowed():
    found = identified(arm("viscous and Coulomb", rotors=(0.4, 0.25)), rotors=False)
    assert not [e.name for e in found.drive_estimates if e.name.startswith("Ia")]
    assert max(found.validation["identified"].per_joint) > 4.0 * AS_WELL
