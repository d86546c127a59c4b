"""Arguments checked alike for every library: their names, their shapes, their kinds of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from torsor.errors import ArrayError, MissingValueError
from torsor.program.array_conversion import flatten_shape
from torsor.program.graph.program import PARAMETERS

if TYPE_CHECKING:
    from torsor.program.tensors.derivable import Derivable

Shape = tuple[int, ...]


def flatten(function: Derivable, name: str, shape: Shape) -> Shape | None:
    """The shape of an argument whose axes are made one, where it came with several."""
    own = function.shapes.get(name)
    return None if own is None else flatten_shape(shape, own)


def check_size(function: Derivable, name: str, size: int, shape: Shape) -> None:
    """Complain about an argument whose rows have another number of numbers."""
    if len(shape) < 1 or shape[-1] != size:
        raise ArrayError(
            f"{function.__name__}: {name} has shape {shape}; expected ({size},) or (N, {size})"
        )


def broadcast_lead(function: Derivable, shapes: Sequence[Shape]) -> Shape:
    """The axes of states that all arguments have, or are spread over."""
    lead: list[int] = []
    for shape in shapes:
        axes = shape[:-1]
        lead = [1] * (len(axes) - len(lead)) + lead
        offset = len(lead) - len(axes)
        for k, extent in enumerate(axes):
            before = lead[offset + k]
            if extent != 1 and before not in (extent, 1):
                told = ", ".join(
                    f"{n} {s}" for (n, _), s in zip(function.arguments, shapes, strict=True)
                )
                raise ArrayError(
                    f"{function.__name__}: the arrays differ in how many states they have: {told}"
                )
            if before == 1:
                lead[offset + k] = extent
    return tuple(lead)


def list_arguments(function: Derivable, arrays: Mapping[str, object]) -> dict[str, object]:
    """All that is given; parameters by name stand among the others."""
    given: dict[str, object] = {}
    for name, value in arrays.items():
        if name == PARAMETERS and (value is None or isinstance(value, dict)):
            given |= choose_parameters(function, value or {})
        else:
            given[name] = value
    return given


def choose_parameters(function: Derivable, given: Mapping[str, object]) -> dict[str, object]:
    """A value for each parameter that varies, in order: the one given, else the robot's own."""
    varied = function.varied
    varied.refuse_others(function.__name__, given)
    found: dict[str, object] = {}
    for name, own in zip(varied.names, varied.own, strict=True):
        value = given.get(name, own)
        if value is None:
            raise MissingValueError(
                f"{function.__name__} needs a value for {name}: give parameters of "
                f"{', '.join(varied.names)}, in this order or by name"
            )
        found[name] = value
    return found


class Dtype(Protocol):
    """A kind of number, as NumPy has it."""

    name: str
    kind: str


def find_float(function: Derivable, given: Mapping[str, object]) -> str:
    """The kind of float of a call: that of its arrays, float64 where they are mixed or none is.

    Lists and numbers have no kind of their own.
    """
    kinds: set[str] = set()
    for name, value in given.items():
        dtype: Dtype | None = getattr(value, "dtype", None)
        if dtype is None:
            continue
        refuse_kind(function, name, dtype.name, real=dtype.kind in "fiubV")
        kinds.add(dtype.name)
    return "float32" if "float32" in kinds and "float64" not in kinds else "float64"


def refuse_kind(function: Derivable, name: str, kind: str, *, real: bool) -> None:
    """Complain about numbers that nothing is computed in."""
    if not real:
        raise ArrayError(
            f"{function.__name__}: {name} has numbers of kind {kind}; expected real numbers"
        )
    if "float" in kind and kind not in ("float32", "float64"):
        raise ArrayError(
            f"{function.__name__}: {name} is of {kind}, and results would be of little worth; "
            "convert it to float32 or float64"
        )
