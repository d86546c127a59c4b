"""The operator ``torsor::call`` of PyTorch: a function, by its key, of arrays of the same states.

PyTorch's own way for operators written in Python (``torch.library.custom_op``) gives reverse mode
alone: under ``torch.func.grad`` it is refused, and forward mode gives zeros without a word. So the
rules stand at the dispatcher's keys: at autograd's a differentiable function of one level, which
the transforms of ``torch.func`` nest as they do with PyTorch's own operators, in both modes. What
a rule calls is the operator again, with the key of a derived function: any order exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, Protocol, cast

from torsor.program.tensors.derivable import (
    Derivable,
    count_numbers,
    keep,
    name_arguments,
    recall,
)
from torsor.program.tensors.rows import Rows, run_on_cpu, run_on_gpu
from torsor.program.tensors.torch_types import Dtype, Tensor, interpreters, levels, torch

library = torch.library.Library("torsor", "DEF")
library.define("call(Tensor[] arrays, str key) -> Tensor", tags=[torch.Tag.needs_exact_strides])
operator = torch.ops.torsor.call.default


def name_float(dtype: Dtype) -> str:
    """NumPy's name of a kind of float."""
    return "float64" if dtype == torch.float64 else "float32"


def take_rows(array: Tensor) -> tuple[Tensor, bool]:
    """The rows one after another in memory, and whether states differ: else the one that is."""
    steps = zip(array.shape[:-1], array.stride()[:-1], strict=True)
    if any(extent > 1 and step for extent, step in steps):
        return array.contiguous(), True
    return array.as_strided(array.shape[-1:], array.stride()[-1:]).contiguous(), False


def fill(function: Derivable, arrays: Sequence[Tensor], out: Tensor) -> None:
    """The function's results of arrays, written into contiguous memory."""
    lead = tuple(arrays[0].shape[:-1])
    count = prod(lead)
    if not count:
        return
    taken = [take_rows(array) for array in arrays]
    places = [(rows.data_ptr(), differ) for rows, differ in taken]
    dtype = name_float(out.dtype)
    rows = Rows(dtype, lead, places, out.data_ptr())
    if out.device.type == "cuda":
        stream = torch.cuda.current_stream(out.device).cuda_stream
        run_on_gpu(function, rows, out.device.index or 0, stream)
    else:
        run_on_cpu(function, rows, taken, out)


def _run(arrays: list[Tensor], key: str) -> Tensor:
    function = recall(key)
    out = _shape(arrays, key)
    fill(function, arrays, out)
    return out


def _shape(arrays: list[Tensor], key: str) -> Tensor:
    """Room for the result: also what the operator is where only shapes are traced."""
    return arrays[0].new_empty((*arrays[0].shape[:-1], *recall(key).shape))


class _Modes(NamedTuple):
    """Where a call stands: the keys that are left, and which modes are on around it."""

    keys: object
    reverse: bool
    forward: bool


class _Context(Protocol):
    """What a differentiable function has between its passes."""

    key: str
    saved_tensors: tuple[Tensor, ...]
    needs_input_grad: tuple[bool, ...]

    def save_for_backward(self, *tensors: Tensor) -> None: ...
    def save_for_forward(self, *tensors: Tensor) -> None: ...
    def set_materialize_grads(self, value: bool) -> None: ...


def _forward(modes: _Modes, key: str, *arrays: Tensor) -> Tensor:
    """Below this level's autograd; the levels further down differentiate as they did around it."""
    forward_mode = torch.autograd.forward_ad._set_fwd_grad_enabled(modes.forward)
    with torch.set_grad_enabled(modes.reverse), forward_mode, torch._C._AutoDispatchBelowAutograd():
        keys = modes.keys & torch._C._after_autograd_keyset
        return operator.redispatch(keys, list(arrays), key)


def _set_up(ctx: _Context, inputs: tuple[object, ...], output: Tensor) -> None:
    ctx.key = cast("str", inputs[1])
    arrays = cast("tuple[Tensor, ...]", inputs[2:])
    ctx.save_for_backward(*arrays)
    ctx.save_for_forward(*arrays)
    ctx.set_materialize_grads(False)


def _backward(ctx: _Context, weights: Tensor | None) -> tuple[Tensor | None, ...]:
    """Gradients by the arrays that need them: one program for all of them together."""
    if weights is None:
        return (None,) * len(ctx.needs_input_grad)
    function, arrays = recall(ctx.key), ctx.saved_tensors
    needed = ctx.needs_input_grad[2:]
    by = name_arguments(function, needed)
    flat = weights.reshape((*arrays[0].shape[:-1], prod(function.shape)))
    made = operator([*arrays, flat], keep(function.derive("vjp", by)))
    parts = iter(torch.split(made, count_numbers(function, by), -1))
    return (None, None, *(next(parts) if need else None for need in needed))


def _jvp(ctx: _Context, _modes: None, _key: None, *tangents: Tensor | None) -> Tensor:
    """The derivative along the directions that there are.

    The arrays are taken without the tangents of this level; levels further down may have theirs.
    """
    function = recall(ctx.key)
    by = name_arguments(function, [v is not None for v in tangents])
    forward = torch.autograd.forward_ad
    with forward._set_fwd_grad_enabled(True):
        arrays = [forward.unpack_dual(a, level=0).primal for a in ctx.saved_tensors]
        directions = [v for v in tangents if v is not None]
        return operator([*arrays, *directions], keep(function.derive("jvp", by)))


_rules = {
    "forward": staticmethod(_forward),
    "setup_context": staticmethod(_set_up),
    "backward": staticmethod(_backward),
    "jvp": staticmethod(_jvp),
}
_Call = type("TorsorCall", (torch.autograd.function._SingleLevelFunction,), _rules)


class _Differentiable(Protocol):
    """A function with rules for derivatives."""

    def apply(self, modes: _Modes, key: str, *arrays: Tensor) -> Tensor: ...


def _differentiate(keys: object, arrays: list[Tensor], key: str) -> Tensor:
    modes = _Modes(keys, torch.is_grad_enabled(), torch._C._is_fwd_grad_enabled())
    with levels.enable_single_level_autograd_function():
        return cast("_Differentiable", _Call).apply(modes, key, *arrays)


class _Batch(Protocol):
    """What is known of an axis that is mapped over."""

    batch_size: int


def _map(
    info: _Batch, axes: tuple[list[int | None], None], arrays: list[Tensor], key: str
) -> tuple[Tensor, int]:
    """One more axis of states, in front."""
    moved = [
        array.expand((info.batch_size, *array.shape)) if at is None else array.movedim(at, 0)
        for array, at in zip(arrays, axes[0], strict=True)
    ]
    return operator(moved, key), 0


def _vmap(_keys: object, arrays: list[Tensor], key: str) -> Tensor:
    interpreter = interpreters.retrieve_current_functorch_interpreter()
    return levels.custom_function_call_vmap_helper(interpreter, _map, operator, arrays, key)


library.impl("call", _run, "CPU")
library.impl("call", _run, "CUDA")
library.impl("call", _differentiate, "Autograd", with_keyset=True)
library.impl("call", _vmap, "FuncTorchBatched", with_keyset=True)
torch.library.register_fake("torsor::call", _shape, lib=library)
