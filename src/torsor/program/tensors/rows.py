"""A call with raw addresses, on the CPU or on a GPU; what is singular is told in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torsor.errors import SingularError
from torsor.program.tensors.derivable import keep

if TYPE_CHECKING:
    from torsor.program.gpu.launch import GpuFunction
    from torsor.program.tensors.derivable import Derivable, Place


@dataclass(frozen=True)
class Rows:
    """Arguments of the same states, each C-contiguous, and where the result goes."""

    dtype: str
    lead: tuple[int, ...]
    places: list[Place]
    out: int

    @property
    def count(self) -> int:
        """How many states there are."""
        number = 1
        for extent in self.lead:
            number *= extent
        return number


def run_on_cpu(function: Derivable, rows: Rows, *held: object) -> None:
    """Fill the result; ``held`` keeps the memory until that is done."""
    failed = function.run_rows(rows.dtype, rows.count, rows.places, rows.out, *held)
    if failed >= 0:
        raise SingularError(describe_singular(function, rows, failed))


def describe_singular(function: Derivable, rows: Rows, near: int) -> str:
    """The first state, from one near it on, at which the mass matrix is singular."""
    import ctypes

    import numpy as np

    kind = ctypes.c_double if rows.dtype == "float64" else ctypes.c_float
    width = ctypes.sizeof(kind)
    room = (kind * max(1, int(np.prod(function.shape))))()
    for at in range(near, rows.count):
        sizes = [size for _, size in function.arguments]
        steps = zip(rows.places, sizes, strict=True)
        places = [(place + (at * size * width if own else 0), True) for (place, own), size in steps]
        if function.run_rows(rows.dtype, 1, places, ctypes.addressof(room), room) >= 0:
            q = np.array((kind * sizes[0]).from_address(places[0][0]))
            state = np.array2string(q, precision=6, separator=", ")
            index = ", ".join(str(k) for k in np.unravel_index(at, rows.lead)) if rows.lead else ""
            which = f" (state {index})" if index else ""
            return f"the mass matrix is singular at q = {state}{which}"
    return f"the mass matrix is singular near state {near}"


def run_on_gpu(function: Derivable, rows: Rows, device: int, stream: int) -> None:
    """Queue the work on a stream of a device; rows that are singular become NaN."""
    made = find_gpu_function(function, rows.dtype)
    sizes = [size for _, size in function.arguments]
    pairs = zip(rows.places, sizes, strict=True)
    places = [(place, size if own else 0) for (place, own), size in pairs]
    made.launch(device, stream, places, rows.out, rows.count)


_on_gpu: dict[tuple[str, str], GpuFunction] = {}


def find_gpu_function(function: Derivable, dtype: str) -> GpuFunction:
    """The function for GPUs, made when it is first asked for."""
    from torsor.program.gpu.loading import load_gpu_function

    key = keep(function), dtype
    if key not in _on_gpu:
        _on_gpu[key] = load_gpu_function(function.recipe, function.__name__, dtype)
    return _on_gpu[key]
