"""Regressors and base parameters in numbers: of the geometry alone, and as few as can be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.program.test_functions import (
    TOLERANCE,
    arm_of,
    every_arm,
    near,
    parameter,
    random_arms,
    states,
    truth_of,
)
from tests.program.truth import PAYLOADS, Truth, random_truth
from tests.truth.judge import relative_error

import torsor
from torsor.errors import MissingValueError
from torsor.mechanics.parameters.grouping import inertial_symbols

DRIVES = ("friction", "rotors", "springs")
COUNTS = {"puma560": 36, "iiwa": 43, "panda": 43, "rttrr": 15}
"""How many base parameters the literature finds."""


def geometry_alone(truth: Truth) -> Any:
    """The arm without a number for any link or drive."""
    inertial = inertial_symbols(truth.robot)
    numbers = {n: v for n, v in truth.numbers.items() if n not in inertial}
    return torsor.compile(truth.robot, numbers, truth.kind)


def is_fixed(truth: Truth) -> bool:
    return any(joint.kind == "F" for joint in truth.robot.joints)


def assert_grouped(truth: Truth, arm: Any, count: int = 2) -> None:
    """Y = Y_b K, K C = 1, as many as the rank of Y over many states, tau = Y_b β + load."""
    base, bare = arm.base_parameters, geometry_alone(truth)
    K = base.K
    assert K.shape == (len(base.names), len(base.originals))
    assert np.allclose(K @ base.C, np.eye(len(base)), atol=1e-12)
    rng = np.random.default_rng(3)
    q, dq, ddq = rng.uniform(-2, 2, (3, 60, arm.n))
    Y = bare.regressor(q, dq, ddq)
    Y_b = bare.base_regressor(q, dq, ddq)
    assert near(Y_b @ K, Y)
    stacked = Y.reshape(-1, Y.shape[-1])
    assert np.linalg.matrix_rank(stacked, 1e-9 * np.abs(stacked).max()) == len(base)
    for s in states(truth, count):
        more = (truth.wrench(rng),) if truth.kind.startswith("wrench") else ()
        load = truth.loaded(*more) if more else truth.payload
        wanted = truth.inverse_dynamics(s.q, s.dq, s.ddq, load)
        size = truth.magnitude(s, load)
        tau = bare_or(arm, bare, truth).inverse_dynamics_base(s.q, s.dq, s.ddq, base.beta, *more)
        assert relative_error(tau, wanted, size) <= 10 * TOLERANCE
        if truth.kind == "none":
            linear = bare.base_regressor(s.q, s.dq, s.ddq) @ base.beta
            assert relative_error(linear, wanted, size) <= 10 * TOLERANCE


def bare_or(arm: Any, bare: Any, truth: Truth) -> Any:
    """The arm without masses, unless its load has some that are called as a link's are."""
    return bare if not bare.missing("inverse_dynamics_base") else arm


@every_arm
def test_the_base_parameters_of_an_arm(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    assert len(arm.base_parameters) == COUNTS.get(name, len(arm.base_parameters))
    assert_grouped(truth, arm)


@pytest.mark.parametrize("payload", PAYLOADS[1:])
def test_a_load_is_no_base_parameter(payload: str) -> None:
    assert_grouped(truth_of("rttrr", payload), arm_of("rttrr", payload))


@pytest.mark.parametrize("name", ["rttrr", "scara"])
def test_drives_have_columns_of_their_own(name: str) -> None:
    truth, arm = truth_of(name, "none", *DRIVES), arm_of(name, "none", *DRIVES)
    assert {"fv1", "fc1", "Ia1", "k1"} <= {*arm.base_parameters.originals}
    assert_grouped(truth, arm)


@random_arms
def test_a_random_robot(seed: int) -> None:
    """Trees, slides, fixed and coupled joints, drives, every payload, named angles."""
    truth = random_truth(seed)
    assert_grouped(truth, torsor.compile(truth.robot, truth.numbers, truth.kind), 1)


@every_arm
def test_the_columns_are_pinocchios(name: str) -> None:
    truth = truth_of(name)
    if is_fixed(truth):
        pytest.skip("Pinocchio welds what is fixed")
    bare = geometry_alone(truth)
    names = bare.base_parameters.originals
    for s in states(truth):
        wanted = truth.regressor(s.q, s.dq, s.ddq, names)
        assert near(bare.regressor(s.q, s.dq, s.ddq), wanted)
        # by a difference of fourth order
        h = 1e-3
        found = bare.regressor_derivatives(s.q, s.dq, s.ddq)
        for j, unit in enumerate(np.eye(bare.n)):
            Y = [truth.regressor(s.q + k * h * unit, s.dq, s.ddq, names) for k in (-2, -1, 1, 2)]
            slope = (Y[0] - 8 * Y[1] + 8 * Y[2] - Y[3]) / (12 * h)
            assert np.abs(found[:, j] - slope).max() <= 1e-7 * max(1.0, np.abs(wanted).max())


@every_arm
def test_derivatives_of_the_regressor_give_those_of_the_forces(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    pi = np.array([parameter(truth, n) for n in arm.base_parameters.originals])
    assert np.allclose(arm.base_parameters.pi, pi)
    for s in states(truth):
        by_q, _ = truth.inverse_derivatives(s.q, s.dq, s.ddq)
        found = arm.regressor_derivatives(s.q, s.dq, s.ddq) @ pi
        assert near(found, by_q, truth.magnitude(s))


def test_columns_do_not_depend_on_what_links_and_drives_are() -> None:
    """A drive of zero keeps its column: another robot of this geometry has one."""
    truth = truth_of("scara", "none", *DRIVES)
    arm = torsor.compile(truth.robot, truth.numbers | {"fv1": 0, "Im2": 0, "m1": 0}, "none")
    other = geometry_alone(truth)
    s = states(truth, 1)[0]
    assert arm.base_parameters.names == other.base_parameters.names
    for name in ("regressor", "base_regressor", "regressor_derivatives"):
        one, same = getattr(arm, name), getattr(other, name)
        assert np.array_equal(one(s.q, s.dq, s.ddq), same(s.q, s.dq, s.ddq))
    pi = dict(zip(arm.base_parameters.originals, arm.base_parameters.pi, strict=True))
    assert pi["fv1"] == pi["Ia2"] == pi["m1"] == 0
    assert arm.certificate("base_regressor")


def test_a_length_of_zero_leaves_fewer() -> None:
    """Base parameters are those of the geometry in numbers, not of all lengths."""
    joints = [{"kind": "R", "axis": "z"}, {"kind": "R", "axis": "z", "offset": ["l1", 0, 0]}]
    robot = torsor.load({"name": "two", "joint": joints, "gravity": [0, "-g", 0]})
    counts = [
        len(torsor.compile(robot, {"l1": length, "g": 9.81}).base_parameters) for length in (1, 0)
    ]
    assert counts == [6, 6]
    level = [
        len(torsor.compile(robot, {"l1": length, "g": 0}).base_parameters) for length in (1, 0)
    ]
    assert level == [4, 2]


def test_what_they_are_made_of_is_told() -> None:
    base = torsor.compile("planar2r").base_parameters
    known = dict(zip(base.names, base.expressions, strict=True))
    assert known["Lzz1"] == "Lzz1 + l1^2*m2"
    assert known["hx1"] == "hx1 + l1*m2"
    assert repr(base) == "<BaseGrouping of Planar 2R: 6 of 20>"
    with pytest.raises(MissingValueError, match="the grouping needs a value for l1"):
        _ = base.K
    given = torsor.compile("planar2r", {"l1": 0.5, "g": 9.81})
    assert given.base_parameters.expressions[0] == "Lzz1 + 0.25*m2"
    assert not given.missing("inverse_dynamics_base")
    with pytest.raises(MissingValueError, match=r"pi needs a value for .*m1"):
        _ = given.base_parameters.beta
