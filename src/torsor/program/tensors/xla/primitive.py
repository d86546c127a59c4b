"""JAX's operation ``torsor_call``: a function, by its key, of arrays of the same states.

Every array is of shape (…, size) with the same leading axes, or one row (size,) for all. Along
directions it is the same operation with the key of a derived function, which is linear in its last
arguments and so can be transposed: forward mode, reverse mode and all that JAX makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import prod

from torsor.program.tensors.derivable import (
    Derivable,
    count_numbers,
    derive,
    find_origin,
    keep,
    name_arguments,
    recall,
)
from torsor.program.tensors.rows import Rows, run_on_cpu, run_on_gpu
from torsor.program.tensors.xla.ffi import Call, make_handler
from torsor.program.tensors.xla.jax_types import (
    Abstract,
    Array,
    Rule,
    Undefined,
    ad,
    batching,
    core,
    jax,
    mlir,
    numpy,
)

primitive = core.Primitive("torsor_call")
PLATFORMS = {"cpu": "cpu", "cuda": "CUDA"}
"""JAX's names of platforms, and XLA's."""


def bind(function: Derivable, arrays: Sequence[Array]) -> Array:
    """The operation on arrays whose shapes fit."""
    return primitive.bind(*arrays, key=keep(function))


def find_lead(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The leading axes of arrays, some of which may be one row for all."""
    return max((shape[:-1] for shape in shapes), key=len)


@cache
def _jitted(key: str) -> Rule:
    return jax.jit(lambda *arrays: primitive.bind(*arrays, key=key))


def _evaluate(*arrays: Array, key: str) -> object:
    return _jitted(key)(*arrays)


def _shape(*arrays: Abstract, key: str) -> Abstract:
    lead = find_lead([a.shape for a in arrays])
    return arrays[0].update(shape=(*lead, *recall(key).shape))


def _push(arrays: Sequence[Array], tangents: Sequence[Array], key: str) -> tuple[Array, Array]:
    """The result and its derivative, along those directions that are not zero."""
    function = recall(key)
    along = [not isinstance(v, ad.Zero) for v in tangents]
    derived = derive(function, "jvp", name_arguments(function, along))
    directions = [v for v, moves in zip(tangents, along, strict=True) if moves]
    return primitive.bind(*arrays, key=key), bind(derived, [*arrays, *directions])


def _transpose(weights: Array, *arrays: Array | Undefined, key: str) -> list[Array | None]:
    """Gradients by the arguments that a derived function is linear in."""
    linear = [isinstance(a, ad.UndefinedPrimal) for a in arrays]
    if isinstance(weights, ad.Zero):
        return [None for _ in arrays]
    known: list[Array] = [a for a, by in zip(arrays, linear, strict=True) if not by]  # type: ignore[misc]
    avals: list[Abstract] = [a.aval for a, by in zip(arrays, linear, strict=True) if by]  # type: ignore[union-attr]
    lead = find_lead([*(a.shape for a in known), *(a.shape for a in avals)])
    found = _transposed(key, known, weights, lead, sum(linear))
    fitted = iter([_sum_to(part, aval, lead) for part, aval in zip(found, avals, strict=True)])
    return [next(fitted) if by else None for by in linear]


def _transposed(
    key: str, known: list[Array], weights: Array, lead: tuple[int, ...], count: int
) -> list[Array]:
    """What takes weights of a result back to the last arguments, ``count`` of them."""
    origin = find_origin(key)
    if origin and (origin.kind, count) in (("jvp", len(origin.by)), ("vjp", 1)):
        before, kind, by = origin
        cuts = list(accumulate(count_numbers(before, by)))[:-1]
        if kind == "jvp":
            flat = weights.reshape((*lead, prod(before.shape)))
            return numpy.split(bind(derive(before, "vjp", by), [*known, flat]), cuts, -1)
        directions = numpy.split(weights, cuts, -1)
        pushed = bind(derive(before, "jvp", by), [*known, *directions])
        return [pushed.reshape((*lead, prod(before.shape)))]
    raise NotImplementedError(f"{key.partition(' ')[0]} is not linear in what it is transposed by")


def _sum_to(part: Array, aval: Abstract, lead: tuple[int, ...]) -> Array:
    """A gradient as the argument is: summed over states where one row was for all."""
    if len(aval.shape) == 1 and lead:
        return part.sum(tuple(range(len(lead))))
    return part


def _map(arrays: Sequence[Array], axes: Sequence[int | None], *, key: str) -> tuple[Array, int]:
    """One more axis of states, in front."""
    count = next(a.shape[at] for a, at in zip(arrays, axes, strict=True) if at is not None)
    bare = [
        a.shape if at is None else a.shape[:at] + a.shape[at + 1 :]
        for a, at in zip(arrays, axes, strict=True)
    ]
    lead = find_lead(bare)
    moved: list[Array] = []
    for array, at in zip(arrays, axes, strict=True):
        front = array if at is None else numpy.moveaxis(array, at, 0)
        if at is None and array.ndim == 1:
            moved.append(array)
            continue
        if at is not None and front.ndim == 2:
            front = front.reshape((count, *(1 for _ in lead), front.shape[-1]))
        moved.append(numpy.broadcast_to(front, (count, *lead, front.shape[-1])))
    return primitive.bind(*moved, key=key), 0


def _work(function: Derivable, on_gpu: bool, call: Call) -> None:
    """One call by XLA."""
    own = len(function.shape)
    shape = call.result.shape
    lead = shape[: len(shape) - own]
    if not call.result.numbers:
        return
    places = [(b.address, len(b.shape) > 1 or not lead) for b in call.arguments]
    rows = Rows(call.result.dtype, lead, places, call.result.address)
    if on_gpu:
        run_on_gpu(function, rows, call.device, call.stream)
    else:
        run_on_cpu(function, rows)


@cache
def _register(key: str, platform: str) -> tuple[str, object]:
    """The name under which XLA calls a function, and what keeps the handler."""
    function, on_gpu = recall(key), platform != "cpu"
    name = f"torsor {key}"
    handler = make_handler(lambda call: _work(function, on_gpu, call), on_gpu)
    jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(handler), platform=PLATFORMS[platform])
    return name, handler


def _lower(platform: str) -> Rule:
    def lower(context: object, *operands: object, key: str) -> object:
        name, _ = _register(key, platform)
        return jax.ffi.ffi_lowering(name)(context, *operands)

    return lower


primitive.def_impl(_evaluate)
primitive.def_abstract_eval(_shape)
ad.primitive_jvps[primitive] = _push
ad.primitive_transposes[primitive] = _transpose
batching.primitive_batchers[primitive] = _map
for _platform in PLATFORMS:
    mlir.register_lowering(primitive, _lower(_platform), platform=_platform)
