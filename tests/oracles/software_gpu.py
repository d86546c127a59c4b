"""A GPU in software: the driver's functions over the interpreter of PTX, device memory the host's.

It answers as NVIDIA's driver does; ``devices``, ``version`` and ``memory`` can be chosen to see
what is said of a machine without a GPU, with an old driver or with a full GPU.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from tests.oracles.ptx import Memory, Module

NAMES = {
    1: b"CUDA_ERROR_INVALID_VALUE",
    2: b"CUDA_ERROR_OUT_OF_MEMORY",
    100: b"CUDA_ERROR_NO_DEVICE",
    101: b"CUDA_ERROR_INVALID_DEVICE",
    201: b"CUDA_ERROR_INVALID_CONTEXT",
    222: b"CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
}


def number(value: Any) -> int:
    """What ctypes would hand over."""
    return int(value.value or 0) if hasattr(value, "value") else int(value or 0)


class SoftwareGpu:
    """The functions that ``driver`` calls, by their names in the driver's library."""

    def __init__(
        self, devices: int = 1, version: int = 13000, memory: int = 1 << 40, start: int = 0,
        capability: tuple[int, int] = (9, 0), ptx: float = 9.0,
    ) -> None:  # fmt: skip
        self.devices, self.version, self.left, self.start = devices, version, memory, start
        self.capability, self.ptx = capability, ptx
        self.memory = Memory()
        self.held: dict[int, Any] = {}
        self.modules: list[Module] = []
        self.kernels: list[tuple[Module, str]] = []
        self.contexts: list[int] = []
        self.launches: list[tuple[int, int, int]] = []
        self.streams = 0

    def cuInit(self, flags: int) -> int:
        return self.start or (0 if self.devices else 100)

    def cuGetErrorName(self, status: int, text: Any) -> int:
        text._obj.value = NAMES.get(status, b"CUDA_ERROR_UNKNOWN")
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:
        version._obj.value = self.version
        return 0

    def cuDeviceGetCount(self, count: Any) -> int:
        count._obj.value = self.devices
        return 0

    def cuDeviceGet(self, device: Any, ordinal: int) -> int:
        device._obj.value = ordinal
        return 0 if ordinal < self.devices else 101

    def cuDeviceGetAttribute(self, value: Any, which: int, device: int) -> int:
        value._obj.value = {75: self.capability[0], 76: self.capability[1], 16: 132}[which]
        return 0

    def cuDevicePrimaryCtxRetain(self, context: Any, device: int) -> int:
        context._obj.value = 1000 + device
        return 0

    def cuCtxPushCurrent_v2(self, context: Any) -> int:
        self.contexts.append(number(context))
        return 0

    def cuCtxPopCurrent_v2(self, context: Any) -> int:
        context._obj.value = self.contexts.pop()
        return 0

    def cuModuleLoadDataEx(
        self, module: Any, image: Any, count: int, options: Any, values: Any
    ) -> int:
        if not self.contexts:
            return 201
        text = image.value.decode()
        if float(text.split(".version ")[1].split()[0]) > self.ptx:
            return 222
        self.modules.append(Module(text))
        module._obj.value = len(self.modules)
        return 0

    def cuModuleGetFunction(self, function: Any, module: Any, name: Any) -> int:
        self.kernels.append((self.modules[number(module) - 1], name.value.decode()))
        function._obj.value = len(self.kernels)
        return 0

    def cuFuncGetAttribute(self, value: Any, which: int, function: Any) -> int:
        value._obj.value = 0
        return 0

    def cuLaunchKernel(self, function: Any, *rest: Any) -> int:
        blocks, y, z, threads, ty, tz, shared, stream, parameters, extra = rest
        if not self.contexts or (y, z, ty, tz, shared) != (1, 1, 1, 1, 0) or parameters:
            return 201 if not self.contexts else 1
        assert (extra[0], extra[2]) == (1, 2) and not extra[4]
        size = ctypes.c_size_t.from_address(extra[3]).value
        arguments = list((ctypes.c_uint64 * (size // 8)).from_address(extra[1]))
        module, name = self.kernels[number(function) - 1]
        self.launches.append((self.contexts[-1], number(stream), blocks * threads))
        module.launch(name, blocks, threads, arguments, self.memory)
        return 0

    def take(self, array: Any) -> int:
        """An array of the host as one on the device; what was written there is in it."""
        assert array.flags.c_contiguous
        flat = array.reshape(-1).view(np.uint8)
        self.held[int(flat.ctypes.data)] = array
        return self.memory.allocate(flat)

    def cuMemAlloc_v2(self, place: Any, size: Any) -> int:
        if number(size) > self.left:
            return 2
        room = np.zeros(-(-number(size) // 8), np.uint64)
        self.left -= room.nbytes
        place._obj.value = self.take(room)
        return 0

    def cuMemFree_v2(self, place: Any) -> int:
        room = self.held.pop(number(place), None)
        if room is None:
            return 1
        del self.memory.rooms[number(place)]
        self.left += room.nbytes
        return 0

    def cuMemAllocAsync(self, place: Any, size: Any, stream: Any) -> int:
        return self.cuMemAlloc_v2(place, size)

    def cuMemFreeAsync(self, place: Any, stream: Any) -> int:
        return self.cuMemFree_v2(place)

    def cuMemcpyHtoDAsync_v2(self, target: Any, source: Any, size: Any, stream: Any) -> int:
        ctypes.memmove(number(target), number(source), number(size))
        return 0

    cuMemcpyDtoHAsync_v2 = cuMemcpyHtoDAsync_v2

    def cuMemcpyDtoDAsync_v2(self, target: Any, source: Any, size: Any, stream: Any) -> int:
        ctypes.memmove(number(target), number(source), number(size))
        return 0

    def cuDeviceGetName(self, text: Any, size: int, device: int) -> int:
        text.value = b"a GPU in software"
        return 0

    def cuEventCreate(self, event: Any, flags: int) -> int:
        event._obj.value = 1
        return 0

    def cuEventRecord(self, event: Any, stream: Any) -> int:
        return 0

    def cuEventSynchronize(self, event: Any) -> int:
        return 0

    def cuEventDestroy_v2(self, event: Any) -> int:
        return 0

    def cuEventElapsedTime(self, passed: Any, begin: Any, end: Any) -> int:
        passed._obj.value = 1.0
        return 0

    def cuStreamCreate(self, stream: Any, flags: int) -> int:
        self.streams += 1
        stream._obj.value = 500 + self.streams
        return 0

    def cuStreamSynchronize(self, stream: Any) -> int:
        return 0

    def cuStreamDestroy_v2(self, stream: Any) -> int:
        self.streams -= 1
        return 0
