"""Motions inside a kernel: the bits of the processor's steps, however forces are given."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.oracles.ptx_arithmetic import fma32
from tests.oracles.software_gpu import SoftwareGpu
from tests.program.truth import library_truth

import torsor
from torsor.program.gpu import driver

STARTS, STEPS, DT = 37, 4, 1e-3


@cache
def arm_of(name: str, payload: str = "none") -> Any:
    truth = library_truth(name, payload)
    return torsor.compile(truth.robot, truth.numbers, payload=payload)


def run(name: str, method: str, *state: Any, payload: str = "none", **more: Any) -> tuple[Any, Any]:
    """The motions of an arm that works on a GPU in software."""
    truth, gpu = library_truth(name, payload), SoftwareGpu()
    driver.use(gpu)  # type: ignore[arg-type]
    before = gpu.left
    try:
        arm = torsor.compile(truth.robot, truth.numbers, payload=payload, device="cuda")
        found: tuple[Any, Any] = arm.rollout(*state, DT, STEPS, method=method, **more)
    finally:
        driver.use(None)
    assert len(gpu.launches) == 1, "all steps are one launch"
    assert gpu.left == before and not gpu.streams and not gpu.contexts
    return found


def random(seed: int, *shapes: tuple[int, ...]) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [rng.uniform(-1, 1, shape) for shape in shapes]


SHAPES = [(6,), (STARTS, 6), (STEPS, 1, 6), (STEPS, STARTS, 6)]


@pytest.mark.parametrize("method", ["rk4", "euler"])
@pytest.mark.parametrize("shape", SHAPES)
def test_motions_have_the_bits_of_the_processors(method: str, shape: tuple[int, ...]) -> None:
    arm = arm_of("puma560")
    q, dq, tau = random(1, (STARTS, 6), (STARTS, 6), shape)
    q[3] += 1e7
    found = run("puma560", method, q, dq, tau)
    wanted = arm.rollout(q, dq, tau, DT, STEPS, method=method)
    assert found[0].tobytes() == wanted[0].tobytes()
    assert found[1].tobytes() == wanted[1].tobytes()


@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_a_wrench_acts_along_the_motion_and_the_history_is_kept(method: str) -> None:
    arm = arm_of("stanford", "wrench")
    q, dq, tau, wrench = random(2, (STARTS, 6), (STARTS, 6), (STEPS, STARTS, 6), (STARTS, 6))
    found = run("stanford", method, q, dq, tau, payload="wrench", history=True, wrench=wrench)
    wanted = arm.rollout(q, dq, tau, DT, STEPS, history=True, wrench=wrench, method=method)
    assert found[0].shape == (STEPS + 1, STARTS, 6)
    assert found[0].tobytes() == wanted[0].tobytes()
    assert found[1].tobytes() == wanted[1].tobytes()


def single_steps(arm: Any, method: str, q: Any, dq: Any, tau: Any) -> tuple[Any, Any]:
    """The same steps written out over the processor's forward dynamics in single precision."""
    f = np.float32
    dt = f(DT)
    half, whole, sixth = dt * f(0.5), dt * f(1), dt * f(1 / 6)

    def fma(a: Any, b: Any, c: Any) -> Any:
        return fma32(np.full_like(b, a), b, c)

    for _ in range(STEPS):
        if method == "euler":
            dq = fma(whole, arm.forward_dynamics(q, dq, tau), dq)
            q = fma(whole, dq, q)
            continue
        a1 = arm.forward_dynamics(q, dq, tau)
        v2 = fma(half, a1, dq)
        a2 = arm.forward_dynamics(fma(half, dq, q), v2, tau)
        v3 = fma(half, a2, dq)
        a3 = arm.forward_dynamics(fma(half, v2, q), v3, tau)
        v4 = fma(whole, a3, dq)
        a4 = arm.forward_dynamics(fma(whole, v3, q), v4, tau)
        sum_v = fma(f(1), v4, fma(f(2), v3, fma(f(2), v2, dq)))
        sum_a = fma(f(1), a4, fma(f(2), a3, fma(f(2), a2, a1)))
        q, dq = fma(sixth, sum_v, q), fma(sixth, sum_a, dq)
    return q, dq


@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_motions_in_single_precision_step_as_they_are_written(method: str) -> None:
    arm = arm_of("iiwa")
    q, dq, tau = (a.astype(np.float32) for a in random(3, (STARTS, 7), (STARTS, 7), (STARTS, 7)))
    found, wanted = run("iiwa", method, q, dq, tau), single_steps(arm, method, q, dq, tau)
    assert found[0].dtype == np.float32
    assert found[0].tobytes() == wanted[0].tobytes()
    assert found[1].tobytes() == wanted[1].tobytes()
