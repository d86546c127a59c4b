"""PyTorch's tensors in and out: on their device, of their dtype, differentiable in both modes.

``torch.compile`` traces this file, so it is plain code on tensors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from torsor.errors import ArrayError
from torsor.program.array_conversion import to_real_array
from torsor.program.tensors.arguments import (
    broadcast_lead,
    check_size,
    flatten,
    list_arguments,
    refuse_kind,
)
from torsor.program.tensors.derivable import Derivable, keep
from torsor.program.tensors.torch_operator import operator
from torsor.program.tensors.torch_types import Device, Dtype, Tensor, is_tensor, torch
from torsor.program.tensors.tracing import hide_from_tracing

DEVICES = ("cpu", "cuda")


@hide_from_tracing
def _as_constant(function: Derivable) -> str:
    return keep(function)


def call(function: Derivable, arrays: Mapping[str, object], out: object = None) -> Tensor:
    """The result as a tensor; leading axes are states, and broadcast."""
    given = _flatten(function, arrays)
    device, dtype = _find_common(function, given)
    tensors: list[Tensor] = []
    for name, size in function.arguments:
        if name in given:
            tensor = given[name].tensor.to(device, dtype)
        else:
            columns = [given[each].tensor.to(device, dtype) for each in function.varied.names]
            function.varied.refuse_shapes(function.__name__, [tuple(c.shape) for c in columns])
            tensor = torch.stack(torch.broadcast_tensors(*columns), -1)
        flat = flatten(function, name, tuple(tensor.shape))
        tensor = tensor if flat is None else tensor.reshape(flat)
        check_size(function, name, size, tuple(tensor.shape))
        tensors.append(tensor)
    lead = broadcast_lead(function, [tuple(t.shape) for t in tensors])
    spread = [t.expand((*lead, t.shape[-1])) for t in tensors]
    if out is not None:
        return _into(function, spread, (*lead, *function.shape), out)
    return operator(spread, _as_constant(function))


class _Given(NamedTuple):
    """What came in as a tensor, and whether it was one: else it goes where the others are."""

    tensor: Tensor
    own: bool
    weak: bool
    """Lists and numbers have no kind of their own."""


def _flatten(function: Derivable, arrays: Mapping[str, object]) -> dict[str, _Given]:
    """All that is given as tensors; parameters by name are among the others."""
    given = list_arguments(function, arrays)
    return {name: _take(function, name, value) for name, value in given.items()}


def _take(function: Derivable, name: str, value: object) -> _Given:
    if is_tensor(value):
        _check_kind(function, name, value)
        return _Given(value, True, False)
    weak = isinstance(value, (int, float, list, tuple))
    if not torch.compiler.is_compiling():
        value = to_real_array(function.__name__, name, value).copy()  # type: ignore[arg-type]
    tensor = torch.as_tensor(value, dtype=torch.float64 if weak else None)
    _check_kind(function, name, tensor)
    return _Given(tensor, False, weak)


def _find_common(function: Derivable, given: Mapping[str, _Given]) -> tuple[Device, Dtype]:
    """The device and the dtype of a call: those of its tensors, float64 where they are mixed."""
    device: Device | None = None
    first = ""
    double = single = False
    for name, (tensor, own, weak) in given.items():
        if own and device is None:
            device, first = tensor.device, name
        elif own and tensor.device != device:
            raise ArrayError(
                f"{function.__name__}: {first} is on {device} and {name} on {tensor.device}; "
                "give them on one device"
            )
        double = double or (tensor.dtype == torch.float64 and not weak)
        single = single or tensor.dtype == torch.float32
    if device is None:
        raise ArrayError(
            f"{function.__name__}: out is a tensor and the arrays are not; give tensors, or none"
        )
    return device, torch.float32 if single and not double else torch.float64


def _check_kind(function: Derivable, name: str, tensor: Tensor) -> None:
    """Complain about tensors that are elsewhere, or of numbers that nothing is computed in."""
    if tensor.device.type not in DEVICES:
        raise ArrayError(
            f"{function.__name__}: {name} is on the device {tensor.device}; expected cpu or cuda"
        )
    if tensor.layout != torch.strided or tensor.is_nested or tensor.is_quantized:
        raise ArrayError(
            f"{function.__name__}: {name} is sparse, nested or quantised; expected a dense tensor"
        )
    kind = str(tensor.dtype).removeprefix("torch.")
    refuse_kind(function, name, kind, real=not tensor.dtype.is_complex)


def _into(
    function: Derivable, arrays: Sequence[Tensor], shape: tuple[int, ...], out: object
) -> Tensor:
    """The result in a tensor that is given: numbers alone, without gradients."""
    if not is_tensor(out):
        raise ArrayError(f"{function.__name__}: out is {type(out).__name__}; expected a tensor")
    target = out
    if torch.is_grad_enabled() and (target.requires_grad or any(a.requires_grad for a in arrays)):
        raise ArrayError(
            f"{function.__name__}: out takes no gradients; leave it out, or call under "
            "torch.no_grad()"
        )
    first = arrays[0]
    same = target.dtype == first.dtype and target.device == first.device
    if not same or tuple(target.shape) != shape:
        raise ArrayError(
            f"{function.__name__}: out is {target.dtype} {tuple(target.shape)} on {target.device}; "
            f"expected {first.dtype} {shape} on {first.device}"
        )
    if not target.is_contiguous():
        raise ArrayError(
            f"{function.__name__}: out is not contiguous; give a contiguous tensor, or none"
        )
    return target.copy_(operator(list(arrays), _as_constant(function)))
