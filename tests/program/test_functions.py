"""Every function of a compiled robot against Pinocchio, and the identities between them.

``TORSOR_PROVE=all`` takes every library robot and 150 random ones with all their functions, else a
few of each are taken.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.mechanics.exact import LIBRARY, TILTED, TREE
from tests.program.truth import PAYLOADS, Truth, library_truth, random_truth
from tests.truth.judge import relative_error

import torsor
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.functions.parameters import regressor_names
from torsor.robot.symbols import parameters

ALL = os.environ.get("TORSOR_PROVE") == "all"
TOLERANCE = 1e-11
NAMES = LIBRARY if ALL else ("puma560", "rttrr", "scara", "planar2r")
every_arm = pytest.mark.parametrize("name", (*NAMES, "tilted", "tree"))
random_arms = pytest.mark.parametrize("seed", range(150 if ALL else 16))


@cache
def truth_of(name: str, payload: str = "none", *drives: str) -> Truth:
    return library_truth({"tilted": TILTED, "tree": TREE}.get(name, name), payload, 7, *drives)


@cache
def arm_of(name: str, payload: str = "none", *drives: str) -> Any:
    truth = truth_of(name, payload, *drives)
    return torsor.compile(truth.robot, truth.numbers, payload)


def states(truth: Truth, count: int = 4, seed: int = 1) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [truth.state(rng) for _ in range(count)]


def near(found: Any, wanted: Any, scale: float = 0.0) -> bool:
    """Whether two matrices agree, measured by the larger of their largest entry and a scale."""
    size = max(scale, float(np.abs(wanted).max(initial=0.0)))
    return bool(np.abs(found - wanted).max(initial=0.0) <= TOLERANCE * size)


@every_arm
def test_inverse_dynamics_and_bias(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        size = truth.magnitude(s)
        tau = arm.inverse_dynamics(s.q, s.dq, s.ddq)
        assert relative_error(tau, truth.inverse_dynamics(s.q, s.dq, s.ddq), size) <= TOLERANCE
        assert relative_error(arm.bias(s.q, s.dq), truth.bias(s.q, s.dq), size) <= TOLERANCE


@every_arm
def test_mass_matrix_and_gravity(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        M = arm.mass_matrix(s.q)
        assert near(M, truth.mass_matrix(s.q))
        assert np.array_equal(M, M.T)
        assert relative_error(arm.gravity(s.q), truth.gravity(s.q), truth.magnitude(s)) <= TOLERANCE


@every_arm
def test_forward_dynamics_undoes_inverse_dynamics(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth, 10):
        tau = arm.inverse_dynamics(s.q, s.dq, s.ddq)
        ddq = arm.forward_dynamics(s.q, s.dq, tau)
        assert np.allclose(ddq, s.ddq, rtol=1e-10, atol=1e-10)
    model, order = truth.pin.model, truth.pin.order
    theirs = np.empty(len(order))
    theirs[order] = pin.aba(model, model.createData(), s.q[order], s.dq[order], tau[order])
    assert np.allclose(ddq, theirs, rtol=1e-9, atol=1e-9)


@every_arm
def test_the_coriolis_matrix_is_christoffels(name: str) -> None:
    """Ṁ − 2C is skew, C q̇ + g is the bias, and C(q, u) v = C(q, v) u."""
    truth, arm = truth_of(name), arm_of(name)
    rng = np.random.default_rng(2)
    for s in states(truth):
        C = arm.coriolis(s.q, s.dq)
        size = truth.magnitude(s)
        assert relative_error(C @ s.dq + arm.gravity(s.q), truth.bias(s.q, s.dq), size) <= TOLERANCE
        # M along the motion, by a difference of fourth order
        h = 1e-3
        M = [arm.mass_matrix(s.q + k * h * s.dq) for k in (-2, -1, 1, 2)]
        rate = (M[0] - 8 * M[1] + 8 * M[2] - M[3]) / (12 * h)
        skew = rate - 2 * C
        assert np.abs(skew + skew.T).max() <= 1e-7 * max(1.0, np.abs(C).max())
        other = rng.uniform(-2, 2, arm.n)
        assert near(C @ other, arm.coriolis(s.q, other) @ s.dq, float(np.abs(C).sum()))


@every_arm
def test_the_tools_frame_and_its_jacobian(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        assert near(arm.forward_kinematics(s.q), truth.tool(s.q))
        J = arm.jacobian(s.q)
        assert near(J, truth.jacobian(s.q))
        rate = arm.jacobian_rate(s.q, s.dq)
        assert near(rate, truth.jacobian_rate(s.q, s.dq), 1.0)


@every_arm
def test_the_regressor_times_the_parameters_is_the_driving_force(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    names = regressor_names(truth.robot)
    pi = np.array([parameter(truth, n) for n in names])
    for s in states(truth):
        Y = arm.regressor(s.q, s.dq, s.ddq)
        assert Y.shape == (arm.n, len(names))
        wanted = truth.inverse_dynamics(s.q, s.dq, s.ddq)
        assert relative_error(Y @ pi, wanted, truth.magnitude(s)) <= TOLERANCE


def parameter(truth: Truth, name: str) -> float:
    """m, hx hy hz and Lxx … about the frame's origin, from the oracle's own link."""
    stem, link = name.rstrip("0123456789"), int(name[len(name.rstrip("0123456789")) :])
    joint = truth.plain.joints[link - 1]
    r, m = joint.com, joint.mass
    if stem == "m":
        return m
    if stem in ("hx", "hy", "hz", "mx", "my", "mz"):
        return float(m * r["xyz".index(stem[1])])
    L = joint.inertia + m * (r @ r * np.eye(3) - np.outer(r, r))
    return float(L["xyz".index(stem[1]), "xyz".index(stem[2])])


@every_arm
def test_derivatives_of_inverse_dynamics(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        by_q, by_dq = arm.inverse_dynamics_derivatives(s.q, s.dq, s.ddq)
        their_q, their_dq = truth.inverse_derivatives(s.q, s.dq, s.ddq)
        assert near(by_q, their_q, truth.magnitude(s))
        assert near(by_dq, their_dq, truth.magnitude(s))


@every_arm
def test_derivatives_of_forward_dynamics(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    model, order = truth.pin.model, truth.pin.order
    back = np.ix_(np.argsort(order), np.argsort(order))
    for s in states(truth):
        tau = truth.inverse_dynamics(s.q, s.dq, s.ddq)
        by_q, by_dq, by_tau = arm.forward_dynamics_derivatives(s.q, s.dq, tau)
        data = model.createData()
        pin.computeABADerivatives(model, data, s.q[order], s.dq[order], tau[order])
        worst = 100 * np.linalg.cond(truth.mass_matrix(s.q))
        for ours, theirs in (
            (by_q, data.ddq_dq),
            (by_dq, data.ddq_dv),
            (by_tau, np.triu(data.Minv) + np.triu(data.Minv, 1).T),
        ):
            theirs = np.array(theirs)[back]
            assert np.abs(ours - theirs).max() <= 1e-13 * worst * max(1.0, np.abs(theirs).max())


@every_arm
def test_single_precision(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        q, dq, ddq = (v.astype(np.float32) for v in (s.q, s.dq, s.ddq))
        exactly = [v.astype(np.float64) for v in (q, dq, ddq)]
        tau = arm.inverse_dynamics(q, dq, ddq)
        assert tau.dtype == np.float32
        wanted = truth.inverse_dynamics(*exactly)
        assert relative_error(tau, wanted, truth.magnitude(s)) <= 3e-6
        assert arm.mass_matrix(q).dtype == np.float32
        assert np.allclose(arm.mass_matrix(q), truth.mass_matrix(exactly[0]), rtol=2e-4, atol=2e-4)


@every_arm
@pytest.mark.parametrize("payload", PAYLOADS[1:])
def test_every_payload(name: str, payload: str) -> None:
    truth, arm = truth_of(name, payload), arm_of(name, payload)
    rng = np.random.default_rng(5)
    for s in states(truth):
        wrench = truth.wrench(rng) if payload.startswith("wrench") else None
        more = () if wrench is None else (wrench,)
        load = truth.loaded(wrench)
        tau = arm.inverse_dynamics(s.q, s.dq, s.ddq, *more)
        wanted = truth.inverse_dynamics(s.q, s.dq, s.ddq, load)
        assert relative_error(tau, wanted, truth.magnitude(s, load)) <= TOLERANCE
        ddq = arm.forward_dynamics(s.q, s.dq, tau, *more)
        assert np.allclose(ddq, s.ddq, rtol=1e-9, atol=1e-9)
        # Only a carried body changes M and g.
        assert near(arm.mass_matrix(s.q), truth.mass_matrix(s.q))
        assert relative_error(arm.gravity(s.q), truth.gravity(s.q), truth.magnitude(s)) <= TOLERANCE


@pytest.mark.parametrize("name", ["rttrr", "scara"])
def test_friction_rotors_and_springs(name: str) -> None:
    drives = ("friction", "rotors", "springs")
    truth, arm = truth_of(name, "none", *drives), arm_of(name, "none", *drives)
    for s in states(truth):
        tau = arm.inverse_dynamics(s.q, s.dq, s.ddq)
        wanted = truth.inverse_dynamics(s.q, s.dq, s.ddq)
        assert relative_error(tau, wanted, truth.magnitude(s)) <= TOLERANCE
        assert near(arm.mass_matrix(s.q), truth.mass_matrix(s.q))
        assert np.allclose(arm.forward_dynamics(s.q, s.dq, tau), s.ddq, rtol=1e-10, atol=1e-10)
        by_q, by_dq = arm.inverse_dynamics_derivatives(s.q, s.dq, s.ddq)
        their_q, their_dq = truth.inverse_derivatives(s.q, s.dq, s.ddq)
        assert near(by_q, their_q, truth.magnitude(s))
        assert near(by_dq, their_dq, truth.magnitude(s))
        # At rest, Coulomb friction is silent.
        still = np.zeros(arm.n)
        assert relative_error(arm.bias(s.q, still), truth.bias(s.q, still), 1.0) <= TOLERANCE


@random_arms
def test_a_random_robot_through_the_public_door(seed: int) -> None:
    truth = random_truth(seed)
    arm = torsor.compile(truth.robot, truth.numbers, truth.kind)
    rng = np.random.default_rng(seed)
    wrench = truth.wrench(rng) if truth.kind.startswith("wrench") else None
    more = () if wrench is None else (wrench,)
    load = truth.loaded(wrench)
    for s in states(truth, 3, seed):
        size = truth.magnitude(s, load)
        tau = arm.inverse_dynamics(s.q, s.dq, s.ddq, *more)
        wanted = truth.inverse_dynamics(s.q, s.dq, s.ddq, load)
        assert relative_error(tau, wanted, size) <= TOLERANCE
        M = truth.mass_matrix(s.q)
        assert near(arm.mass_matrix(s.q), M)
        if np.linalg.cond(M) < 1e8:
            ddq = arm.forward_dynamics(s.q, s.dq, wanted, *more)
            assert relative_error(M @ ddq, M @ s.ddq, size) <= 1e-10
        if not ALL and seed % 6:
            continue
        assert relative_error(arm.gravity(s.q), truth.gravity(s.q), size) <= TOLERANCE
        assert near(arm.forward_kinematics(s.q), truth.tool(s.q), 1.0)
        assert near(arm.jacobian(s.q), truth.jacobian(s.q), 1.0)
        rate = arm.jacobian_rate(s.q, s.dq)
        assert near(rate, truth.jacobian_rate(s.q, s.dq), 100.0)
        if wrench is None and truth.kind != "weight":
            by_q, by_dq = arm.inverse_dynamics_derivatives(s.q, s.dq, s.ddq)
            their_q, their_dq = truth.inverse_derivatives(s.q, s.dq, s.ddq)
            assert near(by_q, their_q, size)
            assert near(by_dq, their_dq, size)


@pytest.mark.parametrize("name", ["rttrr", "tilted"])
def test_derivatives_are_the_exact_ones(name: str) -> None:
    """With a wrench at the tool: against the closed form, differentiated in the ring."""
    truth, arm = truth_of(name, "wrench"), arm_of(name, "wrench")
    tau = torsor.derive(truth.robot).tau
    rng = np.random.default_rng(3)
    for s in states(truth, 2):
        wrench = truth.wrench(rng)
        values = dict(truth.numbers)
        values |= dict(zip(("fx", "fy", "fz", "nx", "ny", "nz"), wrench, strict=True))
        for prefix, v in (("q", s.q), ("dq", s.dq), ("ddq", s.ddq)):
            values |= {f"{prefix}{k}": float(x) for k, x in enumerate(v, 1)}
        found = arm.inverse_dynamics_derivatives(s.q, s.dq, s.ddq, wrench)
        for block, prefix in zip(found, ("q", "dq"), strict=True):
            exact = [
                [float(t.diff(f"{prefix}{k}").evaluate(values)) for k in range(1, arm.n + 1)]
                for t in tau
            ]
            assert near(block, np.array(exact), truth.magnitude(s, truth.loaded(wrench)))


def test_a_robot_given_by_bodies() -> None:
    """rv1a-paper has no chain: its functions are those of the closed form by Lagrange."""
    robot = torsor.load("rv1a-paper")
    rng = np.random.default_rng(0)
    values = {n: round(rng.uniform(0.2, 2), 3) for n in parameters(robot)}
    arm = torsor.compile("rv1a-paper", values)
    assert set(arm.functions) == {n for n, f in FUNCTIONS.items() if not f.needs_chain}
    model = torsor.derive("rv1a-paper", method="lagrange")
    q, dq, ddq = rng.uniform(-2, 2, (3, arm.n))
    at = dict(values)
    for prefix, v in (("q", q), ("dq", dq), ("ddq", ddq)):
        at |= {f"{prefix}{k}": float(x) for k, x in enumerate(v, 1)}
    wanted = np.array([float(t.evaluate(at)) for t in model.tau])
    assert near(arm.inverse_dynamics(q, dq, ddq), wanted)
    M = np.array([[float(e.evaluate(at)) for e in row] for row in model.M])
    assert near(arm.mass_matrix(q), M)
    C = np.array([[float(e.evaluate(at)) for e in row] for row in model.C])
    assert near(arm.coriolis(q, dq), C)
    assert near(arm.gravity(q), np.array([float(e.evaluate(at)) for e in model.g]))
    assert near(arm.bias(q, dq), wanted - M @ ddq, float(np.abs(wanted).sum()))
    assert np.allclose(arm.forward_dynamics(q, dq, wanted), ddq, rtol=1e-9)
    for name in ("forward_kinematics", "jacobian", "regressor"):
        with pytest.raises(torsor.TorsorError, match="given by bodies"):
            getattr(arm, name)


def test_every_function_has_been_asked() -> None:
    """A function that is added later must find its place above, or in the tests named here."""
    assert set(FUNCTIONS) == {
        "inverse_dynamics", "mass_matrix", "bias", "coriolis", "gravity", "forward_dynamics",
        "forward_kinematics", "jacobian", "jacobian_rate", "regressor",
        "inverse_dynamics_derivatives", "forward_dynamics_derivatives",
        # test_energies_and_reactions
        "frames", "kinetic_energy", "potential_energy", "mass_matrix_rate", "reactions",
        # test_base_regressor
        "base_regressor", "inverse_dynamics_base", "regressor_derivatives",
    }  # fmt: skip
