"""JAX's arrays in and out: under ``jit``, ``grad``, ``vmap``, ``lax.scan`` and the rest."""

from __future__ import annotations

from collections.abc import Mapping

from torsor.errors import ArrayError
from torsor.program.array_conversion import to_real_array
from torsor.program.tensors.arguments import (
    broadcast_lead,
    check_size,
    find_float,
    flatten,
    list_arguments,
)
from torsor.program.tensors.derivable import Derivable
from torsor.program.tensors.dispatch import library_of
from torsor.program.tensors.xla.jax_types import Array, jax, numpy
from torsor.program.tensors.xla.primitive import bind


def call(function: Derivable, arrays: Mapping[str, object], out: object = None) -> Array:
    """The result as an array of JAX's; leading axes are states, and broadcast."""
    if out is not None:
        raise ArrayError(
            f"{function.__name__}: JAX's arrays cannot be written into; call it without out"
        )
    given = list_arguments(function, arrays)
    dtype = find_float(function, given)
    if not jax.config.jax_enable_x64:
        dtype = "float32"  # JAX has no other then
    made: list[Array] = []
    for name, size in function.arguments:
        if name in given:
            array = _convert(function, name, given[name], dtype)
        else:
            columns = [_convert(function, n, given[n], dtype) for n in function.varied.names]
            function.varied.refuse_shapes(function.__name__, [tuple(c.shape) for c in columns])
            array = numpy.stack(numpy.broadcast_arrays(*columns), -1)
        flat = flatten(function, name, tuple(array.shape))
        array = array if flat is None else array.reshape(flat)
        check_size(function, name, size, tuple(array.shape))
        made.append(array)
    lead = broadcast_lead(function, [tuple(a.shape) for a in made])
    fits = [
        a if a.ndim == 1 or a.shape[:-1] == lead else numpy.broadcast_to(a, (*lead, a.shape[-1]))
        for a in made
    ]
    return bind(function, fits)


def _convert(function: Derivable, name: str, value: object, dtype: str) -> Array:
    if library_of(value) == "JAX":
        return numpy.asarray(value, dtype)
    return numpy.asarray(to_real_array(function.__name__, name, value), dtype)  # type: ignore[arg-type]
