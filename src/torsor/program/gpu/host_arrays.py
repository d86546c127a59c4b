"""A function on a GPU for arrays of the host: brought there, worked on, brought back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from torsor.program.gpu.driver import open_driver
from torsor.program.gpu.launch import ITEM, GpuFunction
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
