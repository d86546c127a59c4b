"""PyTorch's tensors in and out: on their device, of their dtype, differentiable in both modes.

``torch.compile`` traces this file, so it is plain code on tensors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torsor.errors import ArrayError, MissingValueError, suggestion
from torsor.program.tensors.derivable import Derivable, keep
from torsor.program.tensors.shapes import broadcast_lead, check_size
from torsor.program.tensors.torch_operator import operator
from torsor.program.tensors.torch_types import Device, Dtype, Tensor, torch

DEVICES = ("cpu", "cuda")


def _as_constant(function: Derivable) -> str:
    return keep(function)


_as_constant._dynamo_marked_constant = True  # type: ignore[attr-defined]
# torch.compile asks this when it traces, and puts the answer into the graph.


def call(function: Derivable, arrays: Mapping[str, object], out: object = None) -> Tensor:
    """The result as a tensor; leading axes are states, and broadcast."""
    device, dtype = _common(function, arrays)
    tensors: list[Tensor] = []
    for name, size in function.arguments:
        value = arrays[name]
        if name == "parameters" and (value is None or isinstance(value, dict)):
            tensor = _stack(function, value or {}, device, dtype)
        else:
            tensor = _convert(function, name, value, device, dtype)
        check_size(function, name, size, tuple(tensor.shape))
        tensors.append(tensor)
    lead = broadcast_lead(function, [tuple(t.shape) for t in tensors])
    spread = [t.expand((*lead, t.shape[-1])) for t in tensors]
    if out is not None:
        return _into(function, spread, (*lead, *function.shape), out)
    return operator(spread, _as_constant(function))


def _common(function: Derivable, arrays: Mapping[str, object]) -> tuple[Device, Dtype]:
    """The device and the dtype of a call: those of its tensors, float64 where they are mixed."""
    device: Device | None = None
    first = ""
    double = single = False
    for name, value in _each(arrays):
        kind = None
        if isinstance(value, torch.Tensor):
            tensor: Tensor = value
            _check_kind(function, name, tensor)
            if device is None:
                device, first = tensor.device, name
            elif tensor.device != device:
                raise ArrayError(
                    f"{function.__name__}: {first} is on {device} and {name} on {tensor.device}; "
                    "give them on one device"
                )
            kind = str(tensor.dtype).removeprefix("torch.")
        elif hasattr(value, "dtype"):
            kind = str(value.dtype)
        double = double or kind == "float64"
        single = single or kind == "float32"
    assert device is not None
    return device, torch.float32 if single and not double else torch.float64


def _each(arrays: Mapping[str, object]) -> Sequence[tuple[str, object]]:
    """All that is given, parameters by name among it."""
    found: list[tuple[str, object]] = []
    for name, value in arrays.items():
        if isinstance(value, dict):
            found += value.items()
        else:
            found.append((name, value))
    return found


def _check_kind(function: Derivable, name: str, tensor: Tensor) -> None:
    """Complain about tensors that are elsewhere, or of numbers that nothing is computed in."""
    if tensor.device.type not in DEVICES:
        raise ArrayError(
            f"{function.__name__}: {name} is on the device {tensor.device}; expected cpu or cuda"
        )
    if tensor.dtype.is_complex:
        raise ArrayError(
            f"{function.__name__}: {name} has numbers of kind {tensor.dtype}; expected real numbers"
        )
    exact = tensor.dtype in (torch.float32, torch.float64)
    if tensor.dtype.is_floating_point and not exact:
        raise ArrayError(
            f"{function.__name__}: {name} is of {tensor.dtype}, and results would be of little "
            "worth; convert it to torch.float32 or torch.float64"
        )


def _convert(
    function: Derivable, name: str, value: object, device: Device, dtype: Dtype
) -> Tensor:
    """A tensor on the device and of the dtype of the call, from whatever is given."""
    if isinstance(value, torch.Tensor):
        tensor: Tensor = value
        return tensor if tensor.dtype == dtype else tensor.to(device, dtype)
    from torsor.program.array_conversion import to_real_array

    plain = to_real_array(function.__name__, name, value)  # type: ignore[arg-type]
    return torch.as_tensor(plain.copy()).to(device, dtype)


def _stack(
    function: Derivable, given: Mapping[str, object], device: Device, dtype: Dtype
) -> Tensor:
    """An array of parameters by name, the robot's own for those that are not given."""
    varied = function.varied
    for name in given:
        if name not in varied.names:
            raise ArrayError(
                f"{function.__name__}: {name!r} does not vary{suggestion(name, varied.names)}; "
                f"parameters are {', '.join(varied.names)}"
            )
    columns: list[Tensor] = []
    for name, own in zip(varied.names, varied.own, strict=True):
        value = given.get(name, own)
        if value is None:
            raise MissingValueError(f"{function.__name__} needs a value for {name}")
        columns.append(_convert(function, name, value, device, dtype))
    return torch.stack(torch.broadcast_tensors(*columns), -1)


def _into(
    function: Derivable, arrays: Sequence[Tensor], shape: tuple[int, ...], out: object
) -> Tensor:
    """The result in a tensor that is given: numbers alone, without gradients."""
    if not isinstance(out, torch.Tensor):
        raise ArrayError(f"{function.__name__}: out is {type(out).__name__}; expected a tensor")
    target: Tensor = out
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
