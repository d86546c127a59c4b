"""Parameters as arguments of a kernel: a set for each row, or one for all, the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.oracles.software_gpu import SoftwareGpu
from tests.program.truth import library_truth

import torsor
from torsor.program.gpu import driver
from torsor.program.gpu.loading import load_gpu_function
from torsor.program.jit.compilation import Recipe

VARY = ("a2", "m3", "Izz4")


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics"])
@pytest.mark.parametrize("alike", [False, True])
def test_each_row_has_the_bits_of_the_processor(function: str, dtype: str, alike: bool) -> None:
    truth = library_truth("puma560")
    arm = torsor.compile(truth.robot, truth.numbers, vary=VARY)
    rng = np.random.default_rng(0)
    arrays: list[Any] = [rng.uniform(-3, 3, (30, 6)).astype(dtype) for _ in range(3)]
    sets = rng.uniform(0.5, 2, (30, 3)).astype(dtype)
    arrays.append(np.ascontiguousarray(sets[4]) if alike else sets)
    out = np.zeros((30, 6), dtype)
    gpu = SoftwareGpu()
    driver.use(gpu)  # type: ignore[arg-type]
    try:
        made = load_gpu_function(Recipe(arm.robot, arm.values, vary=VARY), function, dtype)
        places = [(gpu.take(a), a.shape[-1] if a.ndim > 1 else 0) for a in arrays]
        before = gpu.left
        made.launch(0, 5, places, gpu.take(out), 30)
        assert gpu.left == before
    finally:
        driver.use(None)
    assert [count for _, _, count in gpu.launches] == ([128, 128] if alike else [128])
    wanted = getattr(arm, function)(*arrays[:3], parameters=arrays[3])
    assert out.tobytes() == wanted.tobytes()
