"""Reciprocals without a branch are rounded to the nearest, however rough the machine's estimate."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from tests.oracles.ptx import Module
from tests.oracles.software_gpu import SoftwareGpu

from torsor.program.gpu.kernel_code import KERNEL, write_kernel
from torsor.program.gpu.strategy import QUICK
from torsor.program.gpu.translation import translate
from torsor.program.graph.nodes import Graph
from torsor.program.graph.program import Array, Program
from torsor.program.jit.compilation import KINDS


def reciprocals(x: Any) -> Any:
    """1/x by a kernel that has nothing else in it."""
    graph = Graph()
    inputs = (Array("q", (1,), ("q1",)),)
    outputs = (graph.divide(1, graph.input("q1")),)
    program = Program("reciprocal", "none", "", inputs, Array("out", (1,)), graph, outputs)
    made = write_kernel(program, KINDS[x.dtype.name], QUICK, contiguous=True)
    text = translate(made, 90, QUICK)
    assert "rcp.approx.ftz" in text and not re.search(r"div|rcp\.rn", text)
    gpu, out = SoftwareGpu(), np.zeros_like(x)
    blocks = -(-len(x) // 128)
    Module(text).launch(KERNEL, blocks, 128, [gpu.take(x), 1, 0, gpu.take(out), len(x)], gpu.memory)
    return out


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_normal_numbers_have_the_nearest_reciprocal(dtype: Any) -> None:
    """All but the one mantissa of ones alone, where it depends on the estimate's last bit."""
    rng = np.random.default_rng(0)
    info = np.finfo(dtype)
    mantissas = rng.uniform(1, 2, 60_000).astype(dtype)
    exponents = rng.integers(info.minexp + 1, info.maxexp - 3, 60_000)
    x = np.ldexp(mantissas, exponents).astype(dtype) * rng.choice([-1, 1], 60_000).astype(dtype)
    near_one = np.concatenate([1 + info.eps * np.arange(500), 1 - info.eps * np.arange(2, 500) / 2])
    small = np.arange(1, 2000)
    x = np.concatenate([x, near_one, small, 1 / small, 2.0 - info.eps * np.arange(2, 500)])
    x = x.astype(dtype)
    assert reciprocals(x).tobytes() == (dtype(1) / x).tobytes()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_what_is_no_normal_number_gives_none(dtype: Any) -> None:
    x = np.array([0.0, -0.0, np.nan, np.finfo(dtype).smallest_subnormal], dtype)
    assert np.isnan(reciprocals(x)).all()
