"""JAX as far as it is used here; it is imported when the first array of its has come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import jax as _jax
import jax.extend.core as _core
import jax.numpy as _numpy
from jax.interpreters import ad as _ad
from jax.interpreters import batching as _batching
from jax.interpreters import mlir as _mlir


class Dtype(Protocol):
    """A kind of number, as NumPy has it."""

    name: str
    kind: str


class Abstract(Protocol):
    """What is known of an array while it is traced."""

    shape: tuple[int, ...]
    dtype: Dtype

    def update(self, *, shape: tuple[int, ...]) -> Abstract: ...  # noqa: D102


class Array(Protocol):
    """An array of JAX's, or what stands for one while a function is traced."""

    shape: tuple[int, ...]
    dtype: Dtype
    ndim: int

    def astype(self, dtype: Dtype | type) -> Array: ...  # noqa: D102
    def reshape(self, shape: tuple[int, ...]) -> Array: ...  # noqa: D102
    def sum(self, axis: tuple[int, ...]) -> Array: ...  # noqa: D102


class Undefined(Protocol):
    """An argument that a linear function is transposed by."""

    aval: Abstract


Rule: TypeAlias = Callable[..., object]
"""What is done with a primitive under a transform."""


class Primitive(Protocol):
    """An operation of JAX's."""

    def bind(self, *arrays: Array, key: str) -> Array: ...  # noqa: D102
    def def_impl(self, rule: Rule) -> None: ...  # noqa: D102
    def def_abstract_eval(self, rule: Rule) -> None: ...  # noqa: D102


class Core(Protocol):
    """Where operations are made."""

    def Primitive(self, name: str) -> Primitive: ...  # noqa: D102


class Differentiation(Protocol):
    """Rules for derivatives."""

    Zero: type
    UndefinedPrimal: type
    primitive_jvps: dict[Primitive, Rule]
    primitive_transposes: dict[Primitive, Rule]


class Batching(Protocol):
    """Rules for ``vmap``."""

    primitive_batchers: dict[Primitive, Rule]


class Lowering(Protocol):
    """Rules for XLA."""

    def register_lowering(  # noqa: D102
        self, primitive: Primitive, rule: Rule, *, platform: str
    ) -> None: ...


class Foreign(Protocol):
    """Functions that XLA calls."""

    def pycapsule(self, function: object) -> object: ...  # noqa: D102
    def register_ffi_target(  # noqa: D102
        self, name: str, function: object, *, platform: str
    ) -> None: ...
    def ffi_lowering(self, name: str) -> Rule: ...  # noqa: D102


class Configuration(Protocol):
    """JAX's settings."""

    jax_enable_x64: bool


class Jax(Protocol):
    """``jax``."""

    ffi: Foreign
    config: Configuration

    def jit(self, function: Callable[..., Array]) -> Callable[..., Array]: ...  # noqa: D102


class Numpy(Protocol):
    """``jax.numpy``."""

    def asarray(self, value: object, dtype: str | None = None) -> Array: ...  # noqa: D102
    def broadcast_to(self, array: Array, shape: tuple[int, ...]) -> Array: ...  # noqa: D102
    def moveaxis(self, array: Array, source: int, target: int) -> Array: ...  # noqa: D102
    def stack(self, arrays: Sequence[Array], axis: int) -> Array: ...  # noqa: D102
    def broadcast_arrays(self, *arrays: Array) -> list[Array]: ...  # noqa: D102
    def split(self, array: Array, at: Sequence[int], axis: int) -> list[Array]: ...  # noqa: D102


jax: Jax = _jax
core: Core = _core
numpy: Numpy = _numpy
ad: Differentiation = _ad
batching: Batching = _batching
mlir: Lowering = _mlir
