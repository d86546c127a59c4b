"""On a machine that has a GPU: the processor's bits over 10⁶ states, motions, errors.

Skipped where there is none; nothing here is in software.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.program.truth import library_truth

import torsor
from torsor.errors import DeviceError
from torsor.program.gpu.driver import open_driver
from torsor.program.gpu.host_arrays import run_on_host_arrays
from torsor.program.gpu.launch import GpuFunction
from torsor.program.gpu.loading import load_gpu_function
from torsor.program.gpu.memory import allocate
from torsor.program.gpu.strategy import DIRECT, STAGED, Strategy
from torsor.program.jit.compilation import Recipe


def there_is_a_gpu() -> bool:
    try:
        return open_driver().count_devices() > 0
    except DeviceError:
        return False


pytestmark = pytest.mark.skipif(not there_is_a_gpu(), reason="there is no GPU")
STATES = 1_000_000


@cache
def arm_of(name: str) -> Any:
    truth = library_truth(name)
    return torsor.compile(truth.robot, truth.numbers)


def gpu_function(name: str, function: str, dtype: str, strategy: Strategy) -> GpuFunction:
    arm = arm_of(name)
    return load_gpu_function(Recipe(arm.robot, arm.values), function, dtype, strategy)


def states(sizes: list[int], dtype: str, count: int) -> list[Any]:
    """Angles up to 1e5, some far beyond."""
    rng = np.random.default_rng(0)
    arrays = [rng.uniform(-3, 3, (count, size)) for size in sizes]
    arrays[0][: count // 2] = rng.uniform(-1e5, 1e5, arrays[0][: count // 2].shape)
    arrays[0][: count // 100] *= 10.0 ** rng.uniform(0, 20, arrays[0][: count // 100].shape)
    return [a.astype(dtype) for a in arrays]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("strategy", [DIRECT, STAGED, Strategy(registers=128)])
@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
@pytest.mark.parametrize("name", ["iiwa", "puma560", "stanford"])
def test_a_million_states_have_the_processors_bits(
    name: str, function: str, strategy: Strategy, dtype: str
) -> None:
    made = gpu_function(name, function, dtype, strategy)
    arrays = states([size for _, size in made.arguments], dtype, STATES)
    out = np.empty((STATES, *made.shape), dtype)
    run_on_host_arrays(made, 0, arrays, out)
    wanted = getattr(arm_of(name), function)(*arrays)
    assert out.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_motions_have_the_processors_bits(method: str) -> None:
    arm, count, steps = arm_of("iiwa"), 20_000, 50
    q, dq, tau = np.random.default_rng(1).uniform(-1, 1, (3, count, arm.n))
    wanted = arm.rollout(q, dq, tau, 1e-3, steps, method=method)
    there = torsor.compile(arm.robot, arm.values, device="cuda")
    found = there.rollout(q, dq, tau, 1e-3, steps, method=method)
    assert found[0].tobytes() == wanted[0].tobytes()
    assert found[1].tobytes() == wanted[1].tobytes()


def test_a_gpu_without_memory_says_so() -> None:
    driver = open_driver()
    sentence = "the GPU has no memory left for a lot"
    with (
        driver.current(0),
        pytest.raises(DeviceError, match=sentence),
        allocate(driver, 1 << 50, "a lot"),
    ):
        pass


def test_a_device_that_is_not_there() -> None:
    with pytest.raises(DeviceError, match="no GPU 99"):
        open_driver().capability(99)
