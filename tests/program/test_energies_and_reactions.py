"""Energies, the rate of M, reactions and frames against Pinocchio, and the identities of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.program.test_functions import (
    TOLERANCE,
    arm_of,
    every_arm,
    near,
    random_arms,
    states,
    truth_of,
)
from tests.program.truth import PAYLOADS, Truth, random_truth
from tests.truth.judge import relative_error

import torsor

DRIVES = ("friction", "rotors", "springs")


def wrench_of(truth: Truth, seed: int = 5) -> tuple[Any, ...]:
    """The argument of an arm that has a wrench."""
    rng = np.random.default_rng(seed)
    return (truth.wrench(rng),) if truth.kind.startswith("wrench") else ()


def assert_energies(truth: Truth, arm: Any, count: int = 3, more: float = 0.0) -> None:
    """``more`` is the energy of what is fixed to the base, which Pinocchio leaves out."""
    for s in states(truth, count):
        K = truth.kinetic_energy(s.q, s.dq)
        assert arm.kinetic_energy(s.q, s.dq) == pytest.approx(K, rel=1e-11, abs=1e-12)
        U, size = truth.potential_energy(s.q) + more, truth.magnitude(s)
        assert arm.potential_energy(s.q) == pytest.approx(U, abs=1e-11 * max(1.0, size, abs(U)))


def assert_reactions(truth: Truth, arm: Any, count: int = 3) -> None:
    """The joints that move, and along their axes the driving forces."""
    moving = [i - 1 for i in truth.robot.displacement]
    for s in states(truth, count):
        more = wrench_of(truth)
        load = truth.loaded(*more) if more else truth.payload
        found = arm.reactions(s.q, s.dq, s.ddq, *more)
        assert found.shape == (len(truth.robot.joints), 6)
        wanted = truth.reactions(s.q, s.dq, s.ddq, load)
        assert relative_error(found[moving], wanted, truth.magnitude(s, load)) <= 10 * TOLERANCE
        at_axes = []
        for i in moving:
            joint = truth.plain.joints[i]
            half = found[i, 3:] if joint.kind == "R" else found[i, :3]
            at_axes.append(float(half @ np.asarray(joint.axis, float)))
        (theta, rates, more_rates), d = truth.joints(s.q, s.dq, s.ddq), truth.drive
        own = d["fv"] * rates + d["fc"] * np.sign(rates) + d["rotor"] * more_rates
        own = own + d["k"] * (theta - d["rest"])
        tau = arm.inverse_dynamics(s.q, s.dq, s.ddq, *more)
        size = truth.magnitude(s, load)
        assert relative_error(truth.T.T @ (np.array(at_axes) + own), tau, size) <= TOLERANCE


@every_arm
def test_energies(name: str) -> None:
    assert_energies(truth_of(name), arm_of(name))


@pytest.mark.parametrize("payload", PAYLOADS[1:])
def test_a_carried_body_has_energy_and_a_wrench_has_none(payload: str) -> None:
    assert_energies(truth_of("rttrr", payload), arm_of("rttrr", payload))


@pytest.mark.parametrize("name", ["rttrr", "scara"])
def test_rotors_and_springs_have_energy(name: str) -> None:
    assert_energies(truth_of(name, "none", *DRIVES), arm_of(name, "none", *DRIVES))


@every_arm
def test_reactions(name: str) -> None:
    assert_reactions(truth_of(name), arm_of(name))


@pytest.mark.parametrize("payload", PAYLOADS[1:])
def test_every_payload_passes_through_the_joints(payload: str) -> None:
    assert_reactions(truth_of("rttrr", payload), arm_of("rttrr", payload))
    assert_reactions(truth_of("tree", payload), arm_of("tree", payload))


@random_arms
def test_a_random_robot(seed: int) -> None:
    """Trees, slides, fixed and coupled joints, drives, every payload, named angles."""
    truth = random_truth(seed)
    arm = torsor.compile(truth.robot, truth.numbers, truth.kind)
    assert_reactions(truth, arm, 2)
    still = np.zeros(arm.n)
    fixed = float(arm.potential_energy(still)) - truth.potential_energy(still)
    assert_energies(truth, arm, 2, fixed)


@every_arm
def test_the_rate_of_the_mass_matrix(name: str) -> None:
    """Ṁ = C + Cᵀ, and Pinocchio's M along the motion, by a difference of fourth order."""
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        rate, C = arm.mass_matrix_rate(s.q, s.dq), arm.coriolis(s.q, s.dq)
        assert near(rate, C + C.T, float(np.abs(C).max()))
        h = 1e-3
        M = [truth.mass_matrix(s.q + k * h * s.dq) for k in (-2, -1, 1, 2)]
        theirs = (M[0] - 8 * M[1] + 8 * M[2] - M[3]) / (12 * h)
        assert np.abs(rate - theirs).max() <= 1e-7 * max(1.0, np.abs(rate).max())


@every_arm
def test_power_is_the_rate_of_the_energy(name: str) -> None:
    """q̇ᵀ τ = dE/dt along any motion, by a difference of fourth order."""
    truth, arm = truth_of(name, "body", "springs"), arm_of(name, "body", "springs")
    for s in states(truth):
        h = 1e-3
        times = np.array([-2, -1, 1, 2])[:, None] * h
        q = s.q + times * s.dq + times**2 / 2 * s.ddq
        E = arm.kinetic_energy(q, s.dq + times * s.ddq) + arm.potential_energy(q)
        rate = (E[0] - 8 * E[1] + 8 * E[2] - E[3]) / (12 * h)
        power = arm.inverse_dynamics(s.q, s.dq, s.ddq) @ s.dq
        assert rate == pytest.approx(power, abs=1e-6 * truth.magnitude(s))


@every_arm
def test_all_frames_at_once(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for s in states(truth):
        found = arm.frames(s.q)
        links = range(len(truth.robot.joints) + 1)
        assert found.shape == (len(links) + 1, 4, 4)
        assert np.array_equal(found[0], np.eye(4))
        assert near(found[-1], truth.tool(s.q))
        for link in links:
            assert near(found[link], arm.forward_kinematics(s.q, link=link), 1.0)


def test_a_robot_given_by_bodies_has_energies_and_no_joints() -> None:
    values = {f"m{k}": k for k in range(1, 7)} | {f"l{k}": 0.1 * k for k in range(1, 7)}
    arm = torsor.compile("rv1a-paper", values | {"g": 9.81})
    q, dq = np.random.default_rng(0).uniform(-1, 1, (2, arm.n))
    assert arm.kinetic_energy(q, dq) == pytest.approx(0.5 * dq @ arm.mass_matrix(q) @ dq)
    h = 1e-5
    slope = [(arm.potential_energy(q + e) - arm.potential_energy(q - e)) / (2 * h)
             for e in h * np.eye(arm.n)]  # fmt: skip
    assert np.allclose(slope, arm.gravity(q), atol=1e-7)
    C = arm.coriolis(q, dq)
    assert np.allclose(arm.mass_matrix_rate(q, dq), C + C.T)
    for name in ("frames", "reactions", "regressor_derivatives", "base_regressor"):
        with pytest.raises(torsor.TorsorError, match="given by bodies"):
            getattr(arm, name)
    with pytest.raises(torsor.TorsorError, match="no base parameters"):
        _ = arm.base_parameters


def test_an_energy_is_one_number() -> None:
    arm = arm_of("planar2r")
    q = np.ones((5, 3, 2))
    assert arm.potential_energy(q).shape == (5, 3)
    assert arm.potential_energy(q[0, 0]).shape == ()
    out = np.empty(())
    assert arm.kinetic_energy(q[0, 0], q[0, 0], out=out) is out
    single = q[0, 0].astype(np.float32)
    assert arm.kinetic_energy(single, single).dtype == np.float32
