"""JAX's arrays in and out: under ``jit``, ``grad``, ``vmap``, ``lax.scan`` and what else there is."""

from __future__ import annotations

from collections.abc import Mapping

from torsor.errors import ArrayError
from torsor.program.array_conversion import to_real_array
from torsor.program.graph.program import PARAMETERS
from torsor.program.tensors.derivable import Derivable
from torsor.program.tensors.dispatch import library_of
from torsor.program.tensors.jax_primitive import bind
from torsor.program.tensors.jax_types import Array, jax, numpy
from torsor.program.tensors.parameters import choose_parameters
from torsor.program.tensors.shapes import broadcast_lead, check_size


def call(function: Derivable, arrays: Mapping[str, object], out: object = None) -> Array:
    """The result as an array of JAX's; leading axes are states, and broadcast."""
    if out is not None:
        raise ArrayError(f"{function.__name__}: arrays of JAX do not change; leave out away")
    given: dict[str, object] = {}
    for name, value in arrays.items():
        if name == PARAMETERS and (value is None or isinstance(value, dict)):
            given |= choose_parameters(function, value or {})
        else:
            given[name] = value
    dtype = _find_dtype(function, given)
    made: list[Array] = []
    for name, size in function.arguments:
        if name in given:
            array = _convert(function, name, given[name], dtype)
        else:
            columns = [_convert(function, n, given[n], dtype) for n in function.varied.names]
            array = numpy.stack(numpy.broadcast_arrays(*columns), -1)
        check_size(function, name, size, tuple(array.shape))
        made.append(array)
    lead = broadcast_lead(function, [tuple(a.shape) for a in made])
    fits = [
        a if a.ndim == 1 or a.shape[:-1] == lead else numpy.broadcast_to(a, (*lead, a.shape[-1]))
        for a in made
    ]
    return bind(function, fits)


def _find_dtype(function: Derivable, given: Mapping[str, object]) -> str:
    """The kind of float of a call: that of its arrays, float64 where they are mixed."""
    kinds: set[str] = set()
    for name, value in given.items():
        if not hasattr(value, "dtype"):
            continue
        array: Array = value  # type: ignore[assignment]
        kind = array.dtype.name
        if kind in ("float16", "bfloat16") or kind.startswith("float8"):
            raise ArrayError(
                f"{function.__name__}: {name} is of {kind}, and results would be of little worth; "
                "convert it to float32 or float64"
            )
        if array.dtype.kind not in "fiub":
            raise ArrayError(
                f"{function.__name__}: {name} has numbers of kind {kind}; expected real numbers"
            )
        kinds.add(kind)
    if not jax.config.jax_enable_x64:
        return "float32"
    return "float32" if "float32" in kinds and "float64" not in kinds else "float64"


def _convert(function: Derivable, name: str, value: object, dtype: str) -> Array:
    if library_of(value) == "JAX":
        return numpy.asarray(value, dtype)
    return numpy.asarray(to_real_array(function.__name__, name, value), dtype)  # type: ignore[arg-type]
