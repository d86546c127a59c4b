"""Every payload × every compiled function × rollout, over drives, trees and couplings.

A rollout is compared with Runge-Kutta steps made by hand: over the arm's own single calls of
forward dynamics, and over accelerations solved from Pinocchio's mass matrix and bias.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.mechanics.exact import TREE
from tests.program.truth import PAYLOADS, Truth, library_truth, random_truth

import torsor
from torsor.errors import ArrayError
from torsor.program.functions.catalogue import FUNCTIONS

ALL = os.environ.get("TORSOR_PROVE") == "all"
DT, STEPS, STARTS = 1e-3, 3, 5
DRIVES = ("friction", "rotors", "springs")
COUPLED = next(seed for seed in range(40) if seed % 5 == 3 and random_truth(seed).robot.dof > 2)


@cache
def truth_of(name: str, payload: str) -> Truth:
    stem = name.partition("+")[0]
    return library_truth(
        {"tree": TREE}.get(stem, stem), payload, 7, *(DRIVES if "+" in name else ())
    )


@cache
def arm_of(name: str, payload: str) -> Any:
    truth = truth_of(name, payload)
    return torsor.compile(truth.robot, truth.numbers, payload)


def by_hand(acceleration: Any, q: Any, dq: Any, steps: int) -> tuple[Any, Any]:
    for step in range(steps):
        a1 = acceleration(step, q, dq)
        v2 = dq + DT / 2 * a1
        a2 = acceleration(step, q + DT / 2 * dq, v2)
        v3 = dq + DT / 2 * a2
        a3 = acceleration(step, q + DT / 2 * v2, v3)
        v4 = dq + DT * a3
        a4 = acceleration(step, q + DT * v3, v4)
        q = q + DT / 6 * (dq + 2 * v2 + 2 * v3 + v4)
        dq = dq + DT / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    return q, dq


def compare(truth: Truth, arm: Any, payload: str) -> None:
    rng = np.random.default_rng(3)
    n = arm.n
    q, dq = rng.uniform(-1, 1, (2, STARTS, n))
    tau = rng.uniform(-1, 1, n)
    wrenches: list[Any] = [None]
    if payload.startswith("wrench"):
        shapes = ((6,), (STARTS, 6), (STEPS, 1, 6), (STEPS, STARTS, 6))
        wrenches = [rng.uniform(-2, 2, shape) for shape in shapes]
    for wrench in wrenches:
        found = arm.rollout(q, dq, tau, DT, STEPS, wrench=wrench)
        history = arm.rollout(q, dq, tau, DT, STEPS, True, wrench)
        for start in range(STARTS):

            def load(step: int, start: int = start, wrench: Any = wrench) -> Any:
                if wrench is None:
                    return None
                here = wrench if wrench.ndim < 3 else wrench[step]
                return here if here.ndim == 1 else here[start % len(here)]

            def single(step: int, x: Any, v: Any) -> Any:
                more = () if load(step) is None else (load(step),)
                return arm.forward_dynamics(x, v, tau, *more)

            def oracle(step: int, x: Any, v: Any) -> Any:
                bias = truth.bias(x, v, truth.loaded(load(step)))
                return np.linalg.solve(truth.mass_matrix(x), tau - bias)

            worst = np.linalg.cond(truth.mass_matrix(q[start]))
            for acceleration, bound in ((single, 1e-13 * worst), (oracle, 1e-12 * worst)):
                wanted = by_hand(acceleration, q[start], dq[start], STEPS)
                for ours, past, theirs in zip(found, history, wanted, strict=True):
                    size = 1 + np.abs(theirs).max()
                    assert np.abs(ours[start] - theirs).max() <= bound * size
                    assert np.array_equal(past[-1, start], ours[start])


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("name", ["puma560", "scara+drives", "tree"])
def test_a_rollout_is_its_single_steps(name: str, payload: str) -> None:
    compare(truth_of(name, payload), arm_of(name, payload), payload)


@pytest.mark.parametrize("seed", [COUPLED, 1, 2])
def test_so_it_is_for_couplings_and_random_robots(seed: int) -> None:
    truth = random_truth(seed)
    compare(truth, torsor.compile(truth.robot, truth.numbers, truth.kind), truth.kind)


def test_a_robot_given_by_bodies_rolls_too() -> None:
    arm = torsor.compile("rv1a-paper", {f"m{k}": k for k in range(1, 7)}
                         | {f"l{k}": 0.1 * k for k in range(1, 7)} | {"g": 9.81})  # fmt: skip
    q, dq, tau = np.random.default_rng(0).uniform(-0.5, 0.5, (3, arm.n))
    found = arm.rollout(q, dq, tau, DT, STEPS)
    wanted = by_hand(lambda _, x, v: arm.forward_dynamics(x, v, tau), q, dq, STEPS)
    for ours, theirs in zip(found, wanted, strict=True):
        assert np.allclose(ours[0], theirs, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_every_function_takes_its_wrench_and_nothing_else(payload: str) -> None:
    """One state, a batch, single precision; a wrench too many or too few is told in a sentence."""
    arm = arm_of("rttrr" if ALL else "planar2r", payload)
    rng = np.random.default_rng(2)
    for name in arm.functions:
        felt = payload.startswith("wrench") and FUNCTIONS[name].feels_wrench
        inputs = arm.program(name).inputs
        assert [a.name for a in inputs] == [*FUNCTIONS[name].inputs, *["wrench"] * felt]
        sizes = [array.size for array in inputs]
        arrays = [rng.uniform(-1, 1, (11, size)) for size in sizes]
        call = getattr(arm, name)
        together = call(*arrays)
        for i in (0, 10):
            assert call(*(a[i] for a in arrays)).tobytes() == together[i].tobytes()
        short = call(*(a.astype(np.float32) for a in arrays))
        assert short.dtype == np.float32
        size = 1 + np.abs(together).max()
        assert np.abs(short - together).max() <= 3e-3 * size
        for wrong in (arrays[:-1], [*arrays, rng.uniform(-1, 1, (11, 6))]):
            with pytest.raises(ArrayError, match="takes"):
                call(*wrong)


def test_a_wrench_where_there_is_none_and_none_where_there_is_one() -> None:
    zero = np.zeros(5)
    with pytest.raises(ArrayError, match="wrench is not given"):
        arm_of("rttrr", "wrench").rollout(zero, zero, zero, DT, 2)
    with pytest.raises(ArrayError, match="has no wrench"):
        arm_of("rttrr", "body").rollout(zero, zero, zero, DT, 2, wrench=np.zeros(6))
    with pytest.raises(ArrayError, match=r"wrench has shape \(5,\)"):
        arm_of("rttrr", "wrench").rollout(zero, zero, zero, DT, 2, wrench=zero)
