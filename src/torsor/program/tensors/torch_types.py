"""PyTorch as far as it is used here; it is imported when the first tensor has come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeGuard

import torch as _torch
from torch._functorch import autograd_function as _levels
from torch._functorch import pyfunctorch as _interpreters


class Device(Protocol):
    """Where a tensor is."""

    type: str
    index: int | None


class Dtype(Protocol):
    """A kind of number."""

    is_floating_point: bool
    is_complex: bool


class Tensor(Protocol):
    """An array of PyTorch's."""

    shape: tuple[int, ...]
    device: Device
    dtype: Dtype
    requires_grad: bool
    layout: object
    is_nested: bool
    is_quantized: bool

    def stride(self) -> tuple[int, ...]: ...  # noqa: D102
    def data_ptr(self) -> int: ...  # noqa: D102
    def contiguous(self) -> Tensor: ...  # noqa: D102
    def is_contiguous(self) -> bool: ...  # noqa: D102
    def expand(self, shape: Sequence[int]) -> Tensor: ...  # noqa: D102
    def reshape(self, shape: Sequence[int]) -> Tensor: ...  # noqa: D102
    def movedim(self, source: int, destination: int) -> Tensor: ...  # noqa: D102
    def as_strided(self, size: Sequence[int], stride: Sequence[int]) -> Tensor: ...  # noqa: D102
    def new_empty(self, shape: Sequence[int]) -> Tensor: ...  # noqa: D102
    def to(self, device: Device, dtype: Dtype) -> Tensor: ...  # noqa: D102
    def detach(self) -> Tensor: ...  # noqa: D102
    def numpy(self) -> object: ...  # noqa: D102
    def copy_(self, source: Tensor) -> Tensor: ...  # noqa: D102


class Dual(Protocol):
    """A tensor and its tangent."""

    primal: Tensor


class ForwardAd(Protocol):
    """Forward-mode differentiation."""

    def unpack_dual(self, tensor: Tensor, *, level: int) -> Dual: ...  # noqa: D102
    def _set_fwd_grad_enabled(self, mode: bool) -> AbstractContextManager[None]: ...


class FunctionModule(Protocol):
    """Where a differentiable function of one level is defined."""

    _SingleLevelFunction: type


class Autograd(Protocol):
    """Differentiation."""

    forward_ad: ForwardAd
    function: FunctionModule


class Operator(Protocol):
    """A registered operator."""

    def __call__(self, arrays: list[Tensor], key: str) -> Tensor: ...  # noqa: D102
    def redispatch(self, keyset: object, arrays: list[Tensor], key: str) -> Tensor: ...  # noqa: D102


class Packet(Protocol):
    """All forms of an operator."""

    default: Operator


class Namespace(Protocol):
    """The operators of this package."""

    call: Packet


class Operators(Protocol):
    """All operators."""

    torsor: Namespace


class Registry(Protocol):
    """Where operators are registered."""

    def define(self, schema: str, *, tags: Sequence[object]) -> object: ...  # noqa: D102
    def impl(  # noqa: D102
        self, name: str, function: Callable[..., object], key: str, *, with_keyset: bool = False
    ) -> None: ...


class Libraries(Protocol):
    """The registration of operators."""

    def Library(self, namespace: str, kind: str) -> Registry: ...  # noqa: D102
    def register_fake(  # noqa: D102
        self, name: str, function: Callable[..., object], *, lib: Registry
    ) -> None: ...


class Stream(Protocol):
    """A queue of work on a device."""

    cuda_stream: int


class Cuda(Protocol):
    """CUDA's devices."""

    def current_stream(self, device: Device) -> Stream: ...  # noqa: D102


class Tags(Protocol):
    """What is told of operators."""

    needs_exact_strides: object


class Internals(Protocol):
    """The dispatcher."""

    _after_autograd_keyset: Keys

    def _AutoDispatchBelowAutograd(self) -> AbstractContextManager[None]: ...
    def _is_fwd_grad_enabled(self) -> bool: ...


class Keys(Protocol):
    """A set of dispatch keys."""

    def __rand__(self, other: object) -> object: ...


class Compiler(Protocol):
    """``torch.compile``."""

    def is_compiling(self) -> bool: ...  # noqa: D102


class Torch(Protocol):
    """``torch``."""

    Tag: Tags
    strided: object
    _C: Internals
    autograd: Autograd
    compiler: Compiler
    cuda: Cuda
    library: Libraries
    ops: Operators
    float16: Dtype
    bfloat16: Dtype
    float32: Dtype
    float64: Dtype

    def is_grad_enabled(self) -> bool: ...  # noqa: D102
    def set_grad_enabled(self, mode: bool) -> AbstractContextManager[None]: ...  # noqa: D102
    def as_tensor(self, value: object, *, dtype: Dtype | None) -> Tensor: ...  # noqa: D102
    def stack(self, tensors: Sequence[Tensor], dim: int) -> Tensor: ...  # noqa: D102
    def broadcast_tensors(self, *tensors: Tensor) -> Sequence[Tensor]: ...  # noqa: D102
    def split(  # noqa: D102
        self, tensor: Tensor, sizes: Sequence[int], dim: int
    ) -> Sequence[Tensor]: ...


class Levels(Protocol):
    """How differentiable functions stand among the transforms of ``torch.func``."""

    def enable_single_level_autograd_function(self) -> AbstractContextManager[None]: ...  # noqa: D102
    def custom_function_call_vmap_helper(  # noqa: D102
        self,
        interpreter: object,
        rule: Callable[..., object],
        operator: Operator,
        *operands: object,
    ) -> Tensor: ...


class Interpreters(Protocol):
    """The transforms of ``torch.func`` that are at work."""

    def retrieve_current_functorch_interpreter(self) -> object: ...  # noqa: D102


torch: Torch = _torch
levels: Levels = _levels
interpreters: Interpreters = _interpreters


def is_tensor(value: object) -> TypeGuard[Tensor]:
    """Whether something is a tensor."""
    return isinstance(value, _torch.Tensor)
