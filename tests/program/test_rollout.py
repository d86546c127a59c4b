"""Rollouts in machine code against Pinocchio's accelerations in the same Runge-Kutta steps."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.program.truth import library_truth

import torsor
from torsor.errors import ArrayError, SingularError, TorsorError

DT = 1e-3


@cache
def arm_of(name: str) -> Any:
    truth = library_truth(name)
    return torsor.compile(truth.robot, truth.numbers)


def stepped(model: Any, q: Any, dq: Any, forces: Any, steps: int) -> tuple[Any, Any]:
    """Runge and Kutta's steps, one start after another, over `pin.aba`."""
    data = model.createData()
    ends = []
    for k, (x, v) in enumerate(zip(q, dq, strict=True)):
        for step in range(steps):
            tau = forces(step, k)
            a1 = pin.aba(model, data, x, v, tau).copy()
            v2 = v + DT / 2 * a1
            a2 = pin.aba(model, data, x + DT / 2 * v, v2, tau).copy()
            v3 = v + DT / 2 * a2
            a3 = pin.aba(model, data, x + DT / 2 * v2, v3, tau).copy()
            v4 = v + DT * a3
            a4 = pin.aba(model, data, x + DT * v3, v4, tau).copy()
            x = x + DT / 6 * (v + 2 * v2 + 2 * v3 + v4)
            v = v + DT / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        ends.append((x, v))
    return tuple(np.array(part) for part in zip(*ends, strict=True))


@pytest.mark.parametrize("starts", [1, 3, 8, 13])
def test_every_way_to_give_driving_forces_agrees_with_pinocchio(starts: int) -> None:
    arm, model = arm_of("puma560"), library_truth("puma560").pin.model
    random = np.random.default_rng(starts)
    q, dq = random.uniform(-1, 1, (2, starts, arm.n))
    steps = 7
    for shape, at in (
        ((arm.n,), lambda tau, step, k: tau),
        ((starts, arm.n), lambda tau, step, k: tau[k]),
        ((steps, 1, arm.n), lambda tau, step, k: tau[step, 0]),
        ((steps, starts, arm.n), lambda tau, step, k: tau[step, k]),
    ):
        tau = random.uniform(-1, 1, shape)
        found = arm.rollout(q, dq, tau, DT, steps)
        wanted = stepped(model, q, dq, lambda step, k, tau=tau, at=at: at(tau, step, k), steps)
        for ours, theirs in zip(found, wanted, strict=True):
            assert np.abs(ours - theirs).max() < 1e-11


@pytest.mark.parametrize("starts", [1, 8, 13])
def test_symplectic_steps_agree_with_pinocchio(starts: int) -> None:
    arm, model = arm_of("puma560"), library_truth("puma560").pin.model
    data = model.createData()
    q, dq, tau = np.random.default_rng(starts).uniform(-1, 1, (3, starts, arm.n))
    found = arm.rollout(q, dq, tau, DT, 9, method="euler")
    for k in range(starts):
        x, v = q[k], dq[k]
        for _ in range(9):
            v = v + DT * pin.aba(model, data, x, v, tau[k])
            x = x + DT * v
        assert np.abs(found[0][k] - x).max() < 1e-12
        assert np.abs(found[1][k] - v).max() < 1e-11


def test_a_way_to_step_that_there_is_not() -> None:
    arm = arm_of("puma560")
    with pytest.raises(TorsorError, match="method is 'heun'; expected 'rk4' or 'euler'"):
        arm.rollout(np.zeros(6), np.zeros(6), np.zeros(6), DT, 1, method="heun")


def test_the_history_ends_where_the_motion_ends_and_begins_at_the_start() -> None:
    arm = arm_of("puma560")
    q, dq = np.random.default_rng(1).uniform(-1, 1, (2, 11, arm.n))
    end_q, end_dq = arm.rollout(q, dq, np.zeros(arm.n), DT, 9)
    all_q, all_dq = arm.rollout(q, dq, np.zeros(arm.n), DT, 9, history=True)
    assert all_q.shape == all_dq.shape == (10, 11, arm.n)
    assert (all_q[0] == q).all() and (all_dq[0] == dq).all()
    assert (all_q[-1] == end_q).all() and (all_dq[-1] == end_dq).all()
    half_q, half_dq = arm.rollout(q, dq, np.zeros(arm.n), DT, 4)
    assert (all_q[4] == half_q).all() and (all_dq[4] == half_dq).all()


def test_what_is_given_stays_as_it_is() -> None:
    arm = arm_of("puma560")
    q, dq = np.random.default_rng(1).uniform(-1, 1, (2, 5, arm.n))
    before = q.copy(), dq.copy()
    arm.rollout(q, dq, np.zeros(arm.n), DT, 3)
    assert (q == before[0]).all() and (dq == before[1]).all()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tau": np.zeros(5)}, "tau has shape"),
        ({"q": np.zeros((3, 5))}, r"expected \(6,\) or \(N, 6\)"),
        ({"dt": 0.0}, "dt > 0"),
        ({"steps": -1}, "steps >= 0"),
    ],
)
def test_bad_input_is_one_sentence(change: dict[str, Any], says: str) -> None:
    arm = arm_of("puma560")
    given = {
        "q": np.zeros((3, 6)),
        "dq": np.zeros((3, 6)),
        "tau": np.zeros(6),
        "dt": DT,
        "steps": 2,
    }
    with pytest.raises(ArrayError, match=says):
        arm.rollout(**(given | change))


def test_a_singular_mass_matrix_is_told() -> None:
    # One point mass at the end of two links without mass: stretched, it cannot be pulled back.
    values = dict.fromkeys(("m1", "rx1", "ry1", "ry2", "Izz1", "Izz2"), 0)
    arm = torsor.compile("planar2r", values | {"m2": 1, "l1": 1, "rx2": 1, "g": 9.81})
    with pytest.raises(SingularError):
        arm.rollout(np.zeros((1, 2)), np.zeros((1, 2)), np.zeros(2), DT, 1)
