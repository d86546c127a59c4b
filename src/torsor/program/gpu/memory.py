"""Memory of a GPU for arrays that come from the host, and streams to bring them there and back."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from torsor.program.gpu.driver import Driver

APART = 1
"""A stream that does not wait for the one that all share."""


@contextmanager
def allocate(driver: Driver, size: int, purpose: str) -> Iterator[int]:
    """So many bytes on the current device; free again at the end."""
    place = ctypes.c_uint64()
    told = f"{purpose} ({size:,} bytes)"
    driver.call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(1, size)), purpose=told)
    try:
        yield place.value
    finally:
        driver.call("cuMemFree_v2", place)


@contextmanager
def open_stream(driver: Driver) -> Iterator[int]:
    """A stream of one's own; what was put into it is done when it is closed."""
    stream = ctypes.c_void_p()
    driver.call("cuStreamCreate", ctypes.byref(stream), APART)
    try:
        yield stream.value or 0
        driver.call("cuStreamSynchronize", stream, purpose="running")
    finally:
        driver.call("cuStreamDestroy_v2", stream)


def copy_in(driver: Driver, target: int, source: int, size: int, stream: int) -> None:
    """Bytes from the host to the device."""
    driver.call(
        "cuMemcpyHtoDAsync_v2", ctypes.c_uint64(target), ctypes.c_void_p(source),
        ctypes.c_size_t(size), ctypes.c_void_p(stream), purpose="copying to it",
    )  # fmt: skip


def copy_out(driver: Driver, target: int, source: int, size: int, stream: int) -> None:
    """Bytes from the device to the host."""
    driver.call(
        "cuMemcpyDtoHAsync_v2", ctypes.c_void_p(target), ctypes.c_uint64(source),
        ctypes.c_size_t(size), ctypes.c_void_p(stream), purpose="copying from it",
    )  # fmt: skip


def synchronize(driver: Driver, stream: int) -> None:
    """Wait until a stream is done."""
    driver.call("cuStreamSynchronize", ctypes.c_void_p(stream), purpose="running")
