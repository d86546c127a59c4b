"""PTX of real robots, run by an interpreter of its own: the bits of the processor's code."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.oracles.ptx import Module, PtxError
from tests.oracles.software_gpu import SoftwareGpu
from tests.program.truth import library_truth

import torsor
from torsor.program.gpu.kernel_code import KERNEL, write_kernel
from torsor.program.gpu.strategy import DIRECT, QUICK, STAGED, Strategy
from torsor.program.gpu.translation import translate
from torsor.program.jit.compilation import KINDS

ROWS = 200


@cache
def arm_of(name: str) -> Any:
    """A library robot, some with friction, rotors and a wrench at the tool."""
    plain, _, more = name.partition("+")
    truth = library_truth(plain, "wrench", 0, *more.split("+")) if more else library_truth(plain)
    return torsor.compile(truth.robot, truth.numbers, payload=truth.kind)


def states(sizes: list[int], dtype: str, seed: int) -> list[Any]:
    """Rows with usual angles, some up to 1e5, some far beyond, some in between zero and nothing."""
    rng = np.random.default_rng(seed)
    arrays = [rng.uniform(-3, 3, (ROWS, size)) for size in sizes]
    q = arrays[0]
    q[20:60] = rng.uniform(-1e5, 1e5, q[20:60].shape)
    q[60:80] = 10.0 ** rng.uniform(5, 12, q[60:80].shape)
    q[80:90, 0] = -1e12
    q[90:94] = 0.0
    for a in arrays[1:]:
        a[94:98] = 0.0
    return [np.ascontiguousarray(a, dtype) for a in arrays]


def run(
    program: Any, dtype: str, arrays: list[Any], strategy: Strategy = DIRECT, near: bool = False
) -> Any:
    text = translate(write_kernel(program, KINDS[dtype], strategy, near), 90, strategy)
    module, gpu = Module(text), SoftwareGpu()
    out = np.full((len(arrays[0]), len(program.outputs)), 7.0, dtype)
    arguments = [part for a in arrays for part in (gpu.take(a), a.shape[1])]
    blocks = -(-len(out) // strategy.threads)
    arguments += [0, gpu.take(out), len(out)]
    module.launch(KERNEL, blocks, strategy.threads, arguments, gpu.memory)
    return out.reshape(-1, *program.output.shape)


def same_bits(a: Any, b: Any) -> bool:
    """Bit by bit; what is no number is none in both."""
    none = np.isnan(a)
    return bool((none == np.isnan(b)).all()) and a[~none].tobytes() == b[~none].tobytes()


CASES = [
    ("planar2r", "forward_dynamics"),
    ("puma560", "inverse_dynamics"),
    ("puma560", "mass_matrix"),
    ("iiwa", "inverse_dynamics"),
    ("iiwa", "forward_dynamics"),
    ("stanford", "inverse_dynamics"),
    ("stanford", "jacobian"),
    ("stanford+friction+rotors", "inverse_dynamics"),
    ("stanford+friction+rotors", "forward_dynamics"),
]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("robot, function", CASES)
def test_the_gpus_code_has_the_bits_of_the_processors(
    robot: str, function: str, dtype: str
) -> None:
    arm = arm_of(robot)
    program = arm.program(function)
    arrays = states([a.size for a in program.inputs], dtype, 1)
    wanted = getattr(arm, function)(*arrays)
    found = run(program, dtype, arrays)
    assert wanted.dtype == found.dtype == dtype
    assert np.isfinite(found).all()
    assert same_bits(found, wanted)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize(
    "strategy",
    [DIRECT, STAGED, Strategy(True, 64), Strategy(False, 32, 128), QUICK],
)
def test_how_rows_come_in_changes_no_bit(strategy: Strategy, dtype: str, near: bool) -> None:
    arm = arm_of("puma560")
    program = arm.program("forward_dynamics")
    arrays = states([a.size for a in program.inputs], dtype, 2)
    assert same_bits(run(program, dtype, arrays, strategy, near), arm.forward_dynamics(*arrays))


def test_the_interpreter_sees_what_goes_beyond_an_array() -> None:
    program = arm_of("planar2r").program("gravity")
    q = np.zeros((10, 2))
    text = translate(write_kernel(program, "double"), 90, DIRECT)
    gpu = SoftwareGpu()
    out = np.zeros((9, 2))
    with pytest.raises(PtxError, match="not all in one allocation"):
        Module(text).launch(KERNEL, 1, 32, [gpu.take(q), 2, 0, gpu.take(out), 10], gpu.memory)
