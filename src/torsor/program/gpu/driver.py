"""NVIDIA's driver by ctypes alone: devices, memory, code, launches; every answer looked at.

The device's primary context is the one that PyTorch, JAX and CuPy use; it is made current for the
time of a call and then taken away again, so that the caller's own choice stays.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Protocol

from torsor.errors import DeviceError

NO_DEVICE, OUT_OF_MEMORY = 100, 2
TOO_OLD = {209: "no code for it", 218: "code it cannot read", 222: "a later version of PTX"}
"""What a driver says of code that is newer than itself."""
MAJOR, MINOR, MULTIPROCESSORS = 75, 76, 16
REGISTERS, LOCAL_BYTES = 4, 3
LOG_BUFFER, LOG_SIZE = 5, 6
LEAST = 11020
"""CUDA 11.2, the first whose driver knows every call here."""


class Library(Protocol):
    """The functions of the driver, each of which answers with a number, 0 if all went well."""

    def __getattr__(self, name: str) -> ctypes._FuncPointer: ...


_place: dict[str, Library] = {}


def use(library: Library | None) -> None:
    """Take another library for the driver's, or the driver's own again."""
    _place.clear()
    open_driver.cache_clear()
    if library is not None:
        _place["library"] = library


def _find_library() -> Library:
    if _place:
        return _place["library"]
    name = "nvcuda.dll" if os.name == "nt" else "libcuda.so.1"
    try:
        found: Library = ctypes.CDLL(name)
    except OSError:
        raise DeviceError(f"no GPU: NVIDIA's driver ({name}) is not on this machine") from None
    return found


@cache
def open_driver() -> Driver:
    """The driver of this machine, or one sentence that says why there is none."""
    return Driver(_find_library())


class Driver:
    """The driver, ready: what it is asked for, in the words of its own interface."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._contexts: dict[int, ctypes.c_void_p] = {}
        status = int(library.cuInit(0))
        if status == NO_DEVICE:
            raise DeviceError("no GPU: the driver finds no device on this machine")
        if status:
            raise DeviceError(f"no GPU: the driver does not start ({self._name(status)})")
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.version = version.value
        """1000 · major + 10 · minor of the CUDA that the driver knows."""
        if self.version < LEAST:
            raise DeviceError(
                f"the driver is too old for torsor: it knows {self._version()}, and CUDA 11.2 "
                "is needed"
            )

    def _version(self) -> str:
        return f"CUDA {self.version // 1000}.{self.version % 1000 // 10}"

    def _name(self, status: int) -> str:
        text = ctypes.c_char_p()
        try:
            self._library.cuGetErrorName(status, ctypes.byref(text))
        except AttributeError:
            return f"error {status}"
        return text.value.decode() if text.value else f"error {status}"

    def call(self, name: str, *arguments: object, purpose: str = "") -> None:
        """Ask the driver for something; what went wrong is told in one sentence."""
        try:
            function = getattr(self._library, name)
        except AttributeError:
            raise DeviceError(f"the driver is too old for torsor: it has no {name}") from None
        status = int(function(*arguments))
        if not status:
            return
        if status == OUT_OF_MEMORY:
            raise DeviceError(f"the GPU has no memory left for {purpose or name}")
        if status in TOO_OLD and name == "cuModuleLoadDataEx":
            raise DeviceError(
                f"the driver is too old for this code: it knows {self._version()} and says "
                f"{self._name(status)}, {TOO_OLD[status]}"
            )
        doing = f" while {purpose}" if purpose else ""
        raise DeviceError(f"the GPU failed{doing}: {self._name(status)} ({name})")

    def count_devices(self) -> int:
        """How many GPUs there are."""
        count = ctypes.c_int()
        self.call("cuDeviceGetCount", ctypes.byref(count))
        return count.value

    def _device(self, ordinal: int) -> int:
        count = self.count_devices()
        if not 0 <= ordinal < count:
            there = f"there is {count}" if count == 1 else f"there are {count}"
            raise DeviceError(f"no GPU {ordinal}: {there}, counted from 0")
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), ordinal)
        return device.value

    def attribute(self, ordinal: int, which: int) -> int:
        """A number that describes a device."""
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), which, self._device(ordinal))
        return value.value

    def capability(self, ordinal: int) -> tuple[int, int]:
        """The compute capability of a device: (9, 0) of an H200."""
        return self.attribute(ordinal, MAJOR), self.attribute(ordinal, MINOR)

    @contextmanager
    def current(self, ordinal: int) -> Iterator[None]:
        """With the device's primary context current, in this thread and for this time alone."""
        with self._lock:
            if ordinal not in self._contexts:
                context = ctypes.c_void_p()
                self.call(
                    "cuDevicePrimaryCtxRetain", ctypes.byref(context), self._device(ordinal),
                    purpose="its own state",
                )  # fmt: skip
                self._contexts[ordinal] = context
        self.call("cuCtxPushCurrent_v2", self._contexts[ordinal])
        try:
            yield
        finally:
            self.call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def load(self, ptx: bytes, kernel: str, purpose: str) -> int:
        """A kernel of a module that the driver translates, in the current context."""
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(LOG_BUFFER, LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log))
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        try:
            self.call(
                "cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(ptx), 2, options,
                values, purpose=f"loading the code of {purpose}",
            )  # fmt: skip
        except DeviceError as error:
            told = " ".join(log.value.decode(errors="replace").split())
            if not told:
                raise
            raise DeviceError(f"{error}; it says: {told[:200]}") from None
        name = ctypes.c_char_p(kernel.encode())
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name)
        return function.value or 0

    def launch(
        self, function: int, blocks: int, threads: int, stream: int, arguments: Sequence[int]
    ) -> None:
        """Start a kernel whose arguments are 64 bits each; it runs in the order of its stream."""
        packed = (ctypes.c_uint64 * len(arguments))(*(a & (1 << 64) - 1 for a in arguments))
        size = ctypes.c_size_t(ctypes.sizeof(packed))
        extra = (ctypes.c_void_p * 5)(1, ctypes.addressof(packed), 2, ctypes.addressof(size), 0)
        self.call(
            "cuLaunchKernel", ctypes.c_void_p(function), blocks, 1, 1, threads, 1, 1, 0,
            ctypes.c_void_p(stream), None, extra, purpose="starting a kernel",
        )  # fmt: skip

    def allocate_ordered(self, size: int, stream: int, purpose: str) -> int:
        """Memory that is there from this point of a stream on."""
        place = ctypes.c_uint64()
        self.call(
            "cuMemAllocAsync", ctypes.byref(place), ctypes.c_size_t(size), ctypes.c_void_p(stream),
            purpose=purpose,
        )  # fmt: skip
        return place.value

    def free_ordered(self, place: int, stream: int) -> None:
        """Give it back when a stream has come to this point."""
        self.call("cuMemFreeAsync", ctypes.c_uint64(place), ctypes.c_void_p(stream))

    def kernel_attribute(self, function: int, which: int) -> int:
        """A number that describes a kernel, such as its registers."""
        value = ctypes.c_int()
        self.call("cuFuncGetAttribute", ctypes.byref(value), which, ctypes.c_void_p(function))
        return value.value
