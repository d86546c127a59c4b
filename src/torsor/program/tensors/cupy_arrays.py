"""CuPy's arrays in and out: on their device, in the order of the current stream."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeGuard, cast

from torsor.errors import ArrayError
from torsor.program.array_conversion import to_real_array
from torsor.program.tensors.arguments import (
    Dtype,
    broadcast_lead,
    check_size,
    find_float,
    flatten,
    list_arguments,
)
from torsor.program.tensors.derivable import Derivable
from torsor.program.tensors.device_arrays import launch, read_interface


class Device(AbstractContextManager[object], Protocol):
    """A GPU."""

    id: int


class Array(Protocol):
    """An array of CuPy's."""

    shape: tuple[int, ...]
    dtype: Dtype
    device: Device
    __cuda_array_interface__: dict[str, object]

    def reshape(self, shape: tuple[int, ...]) -> Array: ...  # noqa: D102


class Stream(Protocol):
    """A queue of work."""

    ptr: int


class Cuda(Protocol):
    """CUDA, as CuPy has it."""

    def get_current_stream(self) -> Stream: ...  # noqa: D102


class Cupy(Protocol):
    """``cupy``."""

    cuda: Cuda
    ndarray: type

    def asarray(self, value: object, dtype: str | None = None) -> Array: ...  # noqa: D102
    def ascontiguousarray(self, value: object, dtype: str) -> Array: ...  # noqa: D102
    def broadcast_to(self, array: Array, shape: tuple[int, ...]) -> Array: ...  # noqa: D102
    def broadcast_arrays(self, *arrays: Array) -> list[Array]: ...  # noqa: D102
    def stack(self, arrays: Sequence[Array], axis: int) -> Array: ...  # noqa: D102
    def empty(self, shape: tuple[int, ...], dtype: str) -> Array: ...  # noqa: D102


def call(function: Derivable, arrays: Mapping[str, object], out: object = None) -> Array:
    """The result as an array of CuPy's; leading axes are states, and broadcast."""
    cupy = cast("Cupy", sys.modules["cupy"])
    given = list_arguments(function, arrays)
    device, dtype = _find_device(cupy, function, given), find_float(function, given)
    with device:
        made = [_gather(cupy, function, name, given, dtype) for name, _ in function.arguments]
        for k, (name, _) in enumerate(function.arguments):
            flat = flatten(function, name, tuple(made[k].shape))
            made[k] = made[k] if flat is None else made[k].reshape(flat)
        for (name, size), array in zip(function.arguments, made, strict=True):
            check_size(function, name, size, tuple(array.shape))
        lead = broadcast_lead(function, [tuple(a.shape) for a in made])
        spread = [
            a if len(a.shape) == 1 else cupy.broadcast_to(a, (*lead, a.shape[-1])) for a in made
        ]
        rows = [cupy.ascontiguousarray(a, dtype) for a in spread]
        result = _result(cupy, function, out, (*lead, *function.shape), dtype)
        described = [
            read_interface(function, name, a.__cuda_array_interface__)
            for (name, _), a in zip(function.arguments, rows, strict=True)
        ]
        target = read_interface(function, "out", result.__cuda_array_interface__)
        launch(function, described, target, device.id, cupy.cuda.get_current_stream().ptr)
    return result


def _is_array(value: object, cupy: Cupy) -> TypeGuard[Array]:
    return isinstance(value, cupy.ndarray)


def _find_device(cupy: Cupy, function: Derivable, given: Mapping[str, object]) -> Device:
    """The GPU that all arrays are on."""
    found: Device | None = None
    for value in given.values():
        if not _is_array(value, cupy):
            continue
        if found is not None and value.device.id != found.id:
            raise ArrayError(
                f"{function.__name__}: the arrays are on the GPUs {found.id} and "
                f"{value.device.id}; give them on one"
            )
        found = value.device
    assert found is not None
    return found


def _gather(
    cupy: Cupy, function: Derivable, name: str, given: Mapping[str, object], dtype: str
) -> Array:
    """An argument on the device, of the kind of float of the call."""
    if name in given:
        return _convert(cupy, function, name, given[name], dtype)
    columns = [_convert(cupy, function, n, given[n], dtype) for n in function.varied.names]
    return cupy.stack(cupy.broadcast_arrays(*columns), -1)


def _convert(cupy: Cupy, function: Derivable, name: str, value: object, dtype: str) -> Array:
    if _is_array(value, cupy):
        return cupy.asarray(value, dtype)
    return cupy.asarray(to_real_array(function.__name__, name, value), dtype)  # type: ignore[arg-type]


def _result(
    cupy: Cupy, function: Derivable, out: object, shape: tuple[int, ...], dtype: str
) -> Array:
    if out is None:
        return cupy.empty(shape, dtype)
    if not _is_array(out, cupy):
        raise ArrayError(f"{function.__name__}: out is {type(out).__name__}; expected CuPy's array")
    target = out
    if tuple(target.shape) != shape or target.dtype.name != dtype:
        raise ArrayError(
            f"{function.__name__}: out is {target.dtype.name} {tuple(target.shape)}; expected "
            f"{dtype} {shape}"
        )
    if not read_interface(function, "out", target.__cuda_array_interface__).contiguous:
        raise ArrayError(
            f"{function.__name__}: out is not contiguous; give a C-contiguous array, or none"
        )
    return target
