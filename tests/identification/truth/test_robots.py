"""Robots of all kinds, of which only the geometry is known: what is true is found."""

import numpy as np
import pytest
from tests.identification.truth.simulated import (
    Truth,
    record,
    standard_errors,
    swing,
    unweighed,
)
from tests.mechanics.test_fixed_joints_and_trees import table_of
from tests.oracles.random_robots import random_robot

import torsor
from torsor.identification.regression.geometry import generalise

SECONDS, RATE = 12.0, 200.0
ONE_JOINT = "Ry(q1) tx(l1)"


def dry(rate, step):
    return 0.6 * rate + 0.9 * np.sign(rate)


def identified(truth, **options):
    """From one noisy motion; held against another without noise."""
    log = record(truth, swing(21, truth.n, size=0.8), SECONDS, RATE)
    other = record(truth, swing(22, truth.n, size=0.8), 10.0, RATE, tau_noise=0.0, q_noise=0.0)
    return torsor.identify(truth.robot, log, other, values=truth.values, **options)


def judge(found, truth, within=0.003):
    """Base parameters within their deviations, links that exist, other motions predicted."""
    errors = np.array(list(standard_errors(found, truth).values()))
    assert np.abs(errors).max() < 5.0 and np.mean(np.abs(errors) < 2.5) > 0.8
    assert found.possible.certificate.holds and found.possible.feasible
    for model in ("identified", "least squares"):
        assert max(e for e in found.validation[model].per_joint if e is not None) < within


@pytest.mark.parametrize("name", [ONE_JOINT, "scara", "cartesian", "rttrr", "3r"])
def test_of_a_robot_that_nobody_weighed_what_is_true_is_found(name):
    truth = unweighed(name, 7, friction=[dry] * torsor.load(name).dof)
    judge(identified(truth), truth)


def test_a_wrist_that_slides_out_is_found_whole():
    """Stanford's arm: 33 base parameters, the description's own numbers left aside."""
    truth = unweighed("stanford", 7, friction=[dry] * 6)
    found = identified(truth, prior=False)
    assert len(found.base) == 33
    assert not found.unexcited
    judge(found, truth)


def test_what_a_cad_model_has_as_zero_is_found_nonetheless():
    """TRTRR declares mass centres at the origins and principal axes; the truth has neither."""
    truth = unweighed("trtrr", 7, friction=[dry] * 5)
    assert {"com_at_origin", "principal_axes"} <= set(truth.robot.hypotheses)
    found = identified(truth)
    judge(found, truth)
    products = ("Lxy", "Lxz", "Lyz")
    away = [e for e in found.base if e.name[0] == "h" or e.name.startswith(products)]
    assert sum(abs(e.value) > 10.0 * e.std for e in away) > 6


@pytest.mark.parametrize(("seed", "joints"), [(3, 5), (8, 4)])
def test_a_tree_with_fixed_joints_is_found(seed, joints):
    plain = random_robot(np.random.default_rng(seed), joints, tree=True)
    robot = generalise(torsor.load(table_of(plain)))
    truth = Truth(robot, plain, friction=[dry] * plain.dof)
    judge(identified(truth), truth)
