"""Functions and motions on a GPU for arrays of the host: brought there, worked on, brought back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from torsor.program.gpu.driver import open_driver
from torsor.program.gpu.launch import ITEM, GpuFunction, GpuRollout
from torsor.program.gpu.memory import allocate, copy_in, copy_out, open_stream, synchronize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PIECE = 256 << 20
"""So many bytes, of arguments and results together, are on the device at a time."""


def run_on_host_arrays(
    function: GpuFunction,
    device: int,
    rows: Sequence[NDArray[np.floating[Any]]],
    out: NDArray[np.floating[Any]],
) -> None:
    """Results to ``out``, (count, …); ``rows`` are (count, size), or (size,) for all rows alike.

    All are C-contiguous and of the function's kind of float. Waits until the results are there.
    """
    count, item = len(out), ITEM[function.dtype]
    row_bytes = [item * size for _, size in function.arguments]
    result_bytes = item * function.width
    differ = [a.ndim > 1 for a in rows]
    taken = result_bytes + sum(b for b, d in zip(row_bytes, differ, strict=True) if d)
    most = max(1, min(count, PIECE // taken))
    driver = open_driver()
    with ExitStack() as stack:
        stack.enter_context(driver.current(device))
        places = [
            stack.enter_context(
                allocate(driver, b * (most if d else 1), f"{name} of {function.name}")
            )
            for (name, _), b, d in zip(function.arguments, row_bytes, differ, strict=True)
        ]
        purpose = f"the results of {function.name}"
        target = stack.enter_context(allocate(driver, result_bytes * most, purpose))
        stream = stack.enter_context(open_stream(driver))
        for begin in range(0, count, most):
            here = min(most, count - begin)
            given = []
            for array, place, size, differs in zip(rows, places, row_bytes, differ, strict=True):
                if differs or not begin:
                    source = array.ctypes.data + (begin * size if differs else 0)
                    copy_in(driver, place, source, size * (here if differs else 1), stream)
                given.append((place, size // item if differs else 0))
            function.launch(device, stream, given, target, here)
            where = out.ctypes.data + begin * result_bytes
            copy_out(driver, where, target, here * result_bytes, stream)
        synchronize(driver, stream)


def roll_out_host_arrays(
    motion: GpuRollout,
    device: int,
    state: tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]],
    acting: Sequence[NDArray[np.floating[Any]]],
    dt: float,
    steps: int,
    history: NDArray[np.floating[Any]] | None = None,
) -> None:
    """Move every start by so many steps; q and dq of (N, n) are overwritten.

    ``acting`` are of (size,), (N, size), (steps, 1, size) or (steps, N, size), ``history`` of
    (steps, N, 2n). All are C-contiguous and of the motion's kind of float. Waits for the end.
    """
    driver = open_driver()
    given: list[tuple[int, int, int]] = []
    with ExitStack() as stack:
        stack.enter_context(driver.current(device))
        stream = stack.enter_context(open_stream(driver))

        def bring(array: NDArray[np.floating[Any]], name: str) -> int:
            place = stack.enter_context(allocate(driver, array.nbytes, f"{name} of rollout"))
            copy_in(driver, place, array.ctypes.data, array.nbytes, stream)
            return place

        places = (bring(state[0], "q"), bring(state[1], "dq"))
        for (name, size), array in zip(motion.acting, acting, strict=True):
            apart = size if array.ndim > 1 and array.shape[-2] > 1 else 0
            along = array.shape[-2] * size if array.ndim == 3 else 0
            given.append((bring(array, name), apart, along))
        kept = 0
        if history is not None:
            kept = stack.enter_context(allocate(driver, history.nbytes, "the history of rollout"))
        motion.launch(device, stream, places, kept, len(state[0]), steps, dt, given)
        for array, place in zip(state, places, strict=True):
            copy_out(driver, array.ctypes.data, place, array.nbytes, stream)
        if history is not None:
            copy_out(driver, history.ctypes.data, kept, history.nbytes, stream)
        synchronize(driver, stream)
