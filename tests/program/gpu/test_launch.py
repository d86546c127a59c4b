"""From a robot to results on a device, through a driver in software; what is said where none is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.oracles.software_gpu import SoftwareGpu
from tests.program.truth import library_truth

import torsor
from torsor.errors import ArgumentValueError, DeviceError
from torsor.program.gpu import driver, host_arrays
from torsor.program.gpu.driver import open_driver
from torsor.program.gpu.host_arrays import run_on_host_arrays
from torsor.program.gpu.loading import load_gpu_function
from torsor.program.gpu.memory import allocate
from torsor.program.jit.compilation import Recipe


@pytest.fixture
def gpu() -> Iterator[SoftwareGpu]:
    made = SoftwareGpu(devices=2)
    driver.use(made)  # type: ignore[arg-type]
    yield made
    assert not made.contexts, "the caller's context is current again"
    driver.use(None)


@cache
def arm_of(name: str) -> Any:
    truth = library_truth(name)
    return torsor.compile(truth.robot, truth.numbers)


def recipe_of(name: str) -> Recipe:
    return Recipe(arm_of(name).robot, arm_of(name).values)


def batch(n: int, count: int, dtype: str = "float64") -> list[Any]:
    return list(np.random.default_rng(0).uniform(-3, 3, (3, count, n)).astype(dtype))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_launch_gives_the_processors_results(gpu: SoftwareGpu, dtype: str) -> None:
    q, dq, ddq = batch(6, 300, dtype)
    out = np.zeros((301, 6), dtype)
    function = load_gpu_function(recipe_of("puma560"), "inverse_dynamics", dtype)
    assert function.arguments == (("q", 6), ("dq", 6), ("ddq", 6))
    assert function.shape == (6,)
    places = [(gpu.take(a), 6) for a in (q, dq, ddq)]
    function.launch(1, 77, places, gpu.take(out), 300)
    assert out[:300].tobytes() == arm_of("puma560").inverse_dynamics(q, dq, ddq).tobytes()
    assert (out[300] == 0).all()
    assert gpu.launches == [(1001, 77, 384)], "on the caller's device and stream"
    function.launch(1, 78, places, gpu.take(out), 300)
    function.launch(0, 79, places, gpu.take(out), 300)
    assert len(gpu.modules) == 2, "loaded once for each device"
    function.launch(0, 79, places, gpu.take(out), 0)
    assert len(gpu.launches) == 3


@pytest.mark.parametrize("name", ["mass_matrix", "regressor", "inverse_dynamics_derivatives"])
def test_wide_results_are_put_in_order_by_a_block(gpu: SoftwareGpu, name: str) -> None:
    arm = arm_of("puma560")
    function = load_gpu_function(recipe_of("puma560"), name)
    arrays = [np.ascontiguousarray(a) for a in batch(6, 150)[: len(function.arguments)]]
    out = np.zeros((150, *function.shape))
    run_on_host_arrays(function, 0, arrays, out)
    assert out.tobytes() == getattr(arm, name)(*arrays).tobytes()
    assert function.contiguous is not None
    together = name != "regressor"  # of which 32 rows are too much for shared memory
    assert (b"bar.sync" in function.contiguous.code((9, 0))) is together


def test_one_row_may_serve_all(gpu: SoftwareGpu) -> None:
    q, dq, ddq = batch(6, 40)
    out = np.zeros((40, 6))
    function = load_gpu_function(recipe_of("puma560"), "inverse_dynamics")
    alone = np.ascontiguousarray(dq[3])
    places = [(gpu.take(q), 6), (gpu.take(alone), 0), (gpu.take(ddq), 6)]
    function.launch(0, 0, places, gpu.take(out), 40)
    assert function.contiguous is not None and not function.contiguous._loaded
    assert out.tobytes() == arm_of("puma560").inverse_dynamics(q, alone, ddq).tobytes()


def test_a_singular_row_has_no_numbers_and_leaves_the_others_alone(gpu: SoftwareGpu) -> None:
    """A pointer on two axes, at rest upright, turns about its first without inertia."""
    arm = torsor.compile(
        "Rz(q1) Rx(q2) tz(l)",
        {"m1": 0, "m2": 1, "rx2": 0, "ry2": 0, "rz2": 1, "Ixx2": 0, "Iyy2": 0, "Izz2": 0,
         "Ixy2": 0, "Ixz2": 0, "Iyz2": 0, "rx1": 0, "ry1": 0, "rz1": 0, "Izz1": 0, "g": 9.81,
         "l": 1},
    )  # fmt: skip
    q = np.random.default_rng(1).uniform(0.3, 1, (9, 2))
    q[4] = 0
    tau = np.ones((9, 2))
    out = np.zeros((9, 2))
    function = load_gpu_function(Recipe(arm.robot, arm.values), "forward_dynamics")
    run_on_host_arrays(function, 0, [q, tau, tau], out)
    assert np.isnan(out[4]).all()
    keep = np.arange(9) != 4
    assert out[keep].tobytes() == arm.forward_dynamics(q[keep], tau[keep], tau[keep]).tobytes()


@pytest.mark.parametrize("piece", [1, 4000, 1 << 30])
def test_arrays_of_the_host_are_brought_there_and_back(
    gpu: SoftwareGpu, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_arrays, "PIECE", piece)
    q, dq, ddq = batch(6, 50)
    out = np.zeros((50, 6))
    before = gpu.left
    function = load_gpu_function(recipe_of("puma560"), "inverse_dynamics")
    run_on_host_arrays(function, 0, [q, dq[7], ddq], out)
    assert out.tobytes() == arm_of("puma560").inverse_dynamics(q, dq[7], ddq).tobytes()
    assert gpu.left == before and gpu.streams == 0, "memory and streams are given back"
    run_on_host_arrays(function, 0, [q[:0], dq[7], ddq[:0]], out[:0])


def test_code_comes_from_the_disk_the_second_time(
    gpu: SoftwareGpu, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TORSOR_CACHE", str(tmp_path))
    load_gpu_function(recipe_of("planar2r"), "gravity")
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.setattr("torsor.program.gpu.loading.translate", None)
    again = load_gpu_function(recipe_of("planar2r"), "gravity")
    q, out = np.ones((5, 2)), np.zeros((5, 2))
    again.launch(0, 0, [(gpu.take(q), 2)], gpu.take(out), 5)
    assert out.tobytes() == arm_of("planar2r").gravity(q).tobytes()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_an_arm_on_a_gpu_gives_what_one_on_the_processor_gives(
    gpu: SoftwareGpu, dtype: str
) -> None:
    truth, arm = library_truth("puma560"), arm_of("puma560")
    there = torsor.compile(truth.robot, truth.numbers, device="cuda:1")
    q, dq, ddq = batch(6, 24, dtype)
    found = there.inverse_dynamics(q.reshape(4, 6, 6), dq[0], ddq.reshape(4, 6, 6))
    wanted = arm.inverse_dynamics(q, dq[0], ddq).reshape(4, 6, 6)
    assert found.dtype == dtype and found.tobytes() == wanted.tobytes()
    assert there.forward_kinematics(q, link=3).tobytes() == (
        arm.forward_kinematics(q, link=3).tobytes()
    )
    assert {context for context, _, _ in gpu.launches} == {1001}


def complaint(gpu: Any) -> str:
    driver.use(gpu)
    function = load_gpu_function(recipe_of("planar2r"), "gravity")
    out = np.zeros((5, 2))
    try:
        with pytest.raises(DeviceError) as caught:
            run_on_host_arrays(function, 0, [np.ones((5, 2))], out)
    finally:
        driver.use(None)
    return str(caught.value)


def test_each_trouble_is_one_sentence() -> None:
    assert complaint(SoftwareGpu(devices=0)) == (
        "no GPU: the driver finds no device on this machine"
    )
    assert complaint(SoftwareGpu(start=999)) == (
        "no GPU: the driver does not start (CUDA_ERROR_UNKNOWN)"
    )
    assert complaint(SoftwareGpu(version=10020)) == (
        "the driver is too old for torsor: it knows CUDA 10.2, and CUDA 11.2 is needed"
    )
    assert complaint(SoftwareGpu(version=11020, ptx=7.2)) == (
        "the driver is too old for this code: it knows CUDA 11.2 and says "
        "CUDA_ERROR_UNSUPPORTED_PTX_VERSION, a later version of PTX"
    )
    assert complaint(SoftwareGpu(memory=100)) == (
        "the GPU has no memory left for the results of gravity (80 bytes)"
    )
    assert complaint(SoftwareGpu(capability=(6, 1))) == (
        "the GPU is too old: it has compute capability 6.1, and 7.0 is needed"
    )


def test_a_driver_that_lacks_a_function_is_too_old() -> None:
    class Old(SoftwareGpu):
        cuLaunchKernel = property()

    assert complaint(Old()) == "the driver is too old for torsor: it has no cuLaunchKernel"


def test_a_device_that_is_not_there_is_counted(gpu: SoftwareGpu) -> None:
    with pytest.raises(DeviceError, match="no GPU 2: there are 2, counted from 0"):
        open_driver().capability(2)
    with pytest.raises(DeviceError, match="no GPU -1"), open_driver().current(-1):
        pass


def test_memory_is_given_back_when_something_fails(gpu: SoftwareGpu) -> None:
    before = gpu.left
    opened = open_driver()
    with pytest.raises(ZeroDivisionError), opened.current(0), allocate(opened, 1000, "numbers"):
        raise ZeroDivisionError
    assert gpu.left == before


def test_a_machine_without_the_driver_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    driver.use(None)
    monkeypatch.setattr("ctypes.CDLL", missing)
    with pytest.raises(DeviceError, match=r"no GPU: NVIDIA's driver \(\S+\) is not on this"):
        open_driver()


def test_half_precision_is_refused() -> None:
    with pytest.raises(ArgumentValueError, match="no GPU code for 'float16'"):
        load_gpu_function(recipe_of("planar2r"), "gravity", "float16")
