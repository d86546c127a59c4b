"""Times on a GPU by its own events, and memory for what is measured; the driver alone."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from torsor.program.gpu.driver import open_driver
from torsor.program.gpu.memory import allocate, copy_in, copy_out, synchronize

RUNS = 50


def time_on_stream(work: Callable[[], None], stream: int = 0, runs: int = RUNS) -> float:
    """Seconds of one piece of work on a stream: the median, after three that do not count."""
    driver = open_driver()
    begin, end = ctypes.c_void_p(), ctypes.c_void_p()
    for event in (begin, end):
        driver.call("cuEventCreate", ctypes.byref(event), 0)
    taken = []
    for run in range(runs + 3):
        driver.call("cuEventRecord", begin, ctypes.c_void_p(stream))
        work()
        driver.call("cuEventRecord", end, ctypes.c_void_p(stream))
        driver.call("cuEventSynchronize", end)
        passed = ctypes.c_float()
        driver.call("cuEventElapsedTime", ctypes.byref(passed), begin, end)
        if run >= 3:
            taken.append(passed.value / 1e3)
    for event in (begin, end):
        driver.call("cuEventDestroy_v2", event)
    return median(taken)


def time_copy(traffic: int) -> float:
    """Seconds of a copy on the device that reads and writes so many bytes together."""
    driver, size = open_driver(), traffic // 2
    with allocate(driver, size, "a copy") as source, allocate(driver, size, "a copy") as target:

        def copy() -> None:
            driver.call(
                "cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target), ctypes.c_uint64(source),
                ctypes.c_size_t(size), ctypes.c_void_p(0),
            )  # fmt: skip

        return time_on_stream(copy)


@contextmanager
def on_device(*arrays: Any) -> Iterator[list[int]]:
    """Copies of arrays in the device's memory."""
    from contextlib import ExitStack

    driver = open_driver()
    with ExitStack() as stack:
        places = []
        for array in arrays:
            place = stack.enter_context(allocate(driver, array.nbytes, "an array"))
            copy_in(driver, place, array.ctypes.data, array.nbytes, 0)
            places.append(place)
        synchronize(driver, 0)
        yield places


def fetch(place: int, array: Any) -> Any:
    """The device's bytes in an array of the host."""
    driver = open_driver()
    synchronize(driver, 0)
    copy_out(driver, array.ctypes.data, place, array.nbytes, 0)
    synchronize(driver, 0)
    return array
