"""Arrays that describe themselves by ``__cuda_array_interface__``: where they are, of what kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from torsor.errors import ArrayError
from torsor.program.tensors.arguments import Shape, broadcast_lead, check_size
from torsor.program.tensors.derivable import Derivable
from torsor.program.tensors.rows import Rows, run_on_gpu

KINDS = {"f4": "float32", "f8": "float64"}
"""Kinds of floats by the text that the interface has for them."""


@dataclass(frozen=True)
class DeviceArray:
    """An array on a GPU."""

    address: int
    kind: str
    shape: Shape
    strides: tuple[int, ...] | None

    @property
    def contiguous(self) -> bool:
        """Whether its rows stand one after another."""
        if self.strides is None or not prod(self.shape):
            return True
        step = int(self.kind[1:])
        for extent, stride in zip(reversed(self.shape), reversed(self.strides), strict=True):
            if extent > 1 and stride != step:
                return False
            step *= extent
        return True


def read_interface(function: Derivable, name: str, interface: Mapping[str, object]) -> DeviceArray:
    """An array's description, or one sentence about what cannot be worked with."""
    text, shape, data = interface["typestr"], interface["shape"], interface["data"]
    strides = interface.get("strides")
    assert isinstance(text, str) and isinstance(shape, tuple) and isinstance(data, tuple)
    if text[1:] not in KINDS or text[0] == ">":
        raise ArrayError(
            f"{function.__name__}: {name} has numbers of kind {text[1:]}; expected float32 or "
            "float64"
        )
    steps = tuple(strides) if isinstance(strides, tuple) else None
    return DeviceArray(int(data[0]), text[1:], tuple(shape), steps)


def launch(
    function: Derivable, given: Sequence[DeviceArray], out: DeviceArray, device: int, stream: int
) -> None:
    """Queue the work on a stream; every array is one row, or has all the leading axes."""
    lead = find_lead(function, given)
    places = [(a.address, len(a.shape) > 1 or not lead) for a in given]
    rows = Rows(KINDS[out.kind], lead, places, out.address)
    if rows.count:
        run_on_gpu(function, rows, device, stream)


def find_lead(function: Derivable, given: Sequence[DeviceArray]) -> Shape:
    """The leading axes of a call, its arrays checked."""
    for (name, size), array in zip(function.arguments, given, strict=True):
        check_size(function, name, size, array.shape)
    return broadcast_lead(function, [array.shape for array in given])
