"""Shapes of states under any number of leading axes, checked alike for every library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torsor.errors import ArrayError

if TYPE_CHECKING:
    from torsor.program.tensors.derivable import Derivable

Shape = tuple[int, ...]


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
            if before != extent and before != 1 and extent != 1:
                told = ", ".join(
                    f"{n} {s}" for (n, _), s in zip(function.arguments, shapes, strict=True)
                )
                raise ArrayError(
                    f"{function.__name__}: the arrays differ in how many states they have: {told}"
                )
            if before == 1:
                lead[offset + k] = extent
    return tuple(lead)
