"""Peers on the same GPU: the recursion as JAX and PyTorch compile it; our kernels through both."""

from __future__ import annotations

from statistics import median
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from benchmarks.gpu.prepared import Entry, Prepared
from benchmarks.gpu.recursion import inverse_dynamics

ROWS = 1 << 22
RUNS = 20
FRONT_ROWS = 1 << 24


def _timed(work: Any, wait: Any, runs: int = RUNS) -> float:
    """Seconds of one call, many queued at once: the median of several such series."""
    for _ in range(3):
        wait(work())
    taken = []
    for _ in range(5):
        begin = perf_counter()
        for _ in range(runs):
            last = work()
        wait(last)
        taken.append((perf_counter() - begin) / runs)
    return median(taken)


def _row(peer: str, robot: str, dtype: str, rows: int, seconds: float) -> dict[str, Any]:
    return {"peer": peer, "robot": robot, "dtype": dtype, "rate": rows / seconds / 1e9}


def measure_jax(prepared: Prepared, robot: str, dtype: str) -> dict[str, Any]:
    """``jit(vmap(recursion))``."""
    import jax

    jax.config.update("jax_enable_x64", True)
    n = len(prepared.robots[robot])
    rng = np.random.default_rng(0)
    arrays = [jax.device_put(rng.uniform(-3, 3, (ROWS, n)).astype(dtype)) for _ in range(3)]
    rows = prepared.robots[robot]
    call = jax.jit(jax.vmap(lambda *state: inverse_dynamics(jax.numpy, rows, *state)))
    seconds = _timed(lambda: call(*arrays), lambda out: out.block_until_ready())
    return _row("JAX, vmap of a recursion", robot, dtype, ROWS, seconds)


def measure_torch(prepared: Prepared, robot: str, dtype: str) -> dict[str, Any]:
    """``torch.compile`` of the recursion over the whole batch."""
    import torch

    n = len(prepared.robots[robot])
    kind = getattr(torch, dtype)
    arrays = [torch.rand(ROWS, n, dtype=kind, device="cuda") * 6 - 3 for _ in range(3)]
    rows = prepared.robots[robot]
    call = torch.compile(lambda *state: inverse_dynamics(torch, rows, *state))
    seconds = _timed(lambda: call(*arrays), lambda out: torch.cuda.synchronize())
    return _row("PyTorch, torch.compile of a recursion", robot, dtype, ROWS, seconds)


class Standin:
    """A function that has its kernel already: what the fronts ask for, without a robot."""

    varied = SimpleNamespace(names=())

    def __init__(self, entry: Entry) -> None:
        self.__name__ = entry.name
        self.arguments = tuple((name, size) for name, size in entry.arguments)
        self.shape = tuple(entry.shape)
        self.shapes: dict[str, tuple[int, ...]] = {}
        self._key = f"{entry.robot} {entry.dtype} {entry.strategy}"

    def key(self, dtype: str) -> str:
        return self._key


def _stand_in(prepared: Prepared, entry: Entry) -> Standin:
    from torsor.program.tensors import rows

    function = entry.function(prepared.folder)
    rows.find_gpu_function = lambda *_: function
    return Standin(entry)


def measure_torch_front(prepared: Prepared, entry: Entry) -> dict[str, Any]:
    """Our kernel as PyTorch's operator."""
    import torch

    from torsor.program.tensors import pytorch

    stand_in = _stand_in(prepared, entry)
    kind = getattr(torch, entry.dtype)
    arrays = {
        name: torch.rand(FRONT_ROWS, size, dtype=kind, device="cuda") * 6 - 3
        for name, size in entry.arguments
    }
    wait = lambda out: torch.cuda.synchronize()  # noqa: E731
    seconds = _timed(lambda: pytorch.call(stand_in, arrays), wait)
    return _row("ours through PyTorch", entry.robot, entry.dtype, FRONT_ROWS, seconds)


def measure_jax_front(prepared: Prepared, entry: Entry) -> dict[str, Any]:
    """Our kernel as JAX's operation, under ``jit``."""
    import jax

    jax.config.update("jax_enable_x64", True)
    from torsor.program.tensors import jax_arrays

    stand_in = _stand_in(prepared, entry)
    rng = np.random.default_rng(0)
    arrays = {
        name: jax.device_put(rng.uniform(-3, 3, (FRONT_ROWS, size)).astype(entry.dtype))
        for name, size in entry.arguments
    }
    call = jax.jit(lambda given: jax_arrays.call(stand_in, given))
    seconds = _timed(lambda: call(arrays), lambda out: out.block_until_ready())
    return _row("ours through JAX", entry.robot, entry.dtype, FRONT_ROWS, seconds)
