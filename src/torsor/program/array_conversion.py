"""What users give as arrays, as arrays of real numbers, or one sentence that says what it is."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from torsor.errors import ArrayError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def spread(array: NDArray[Any], lead: tuple[int, ...]) -> NDArray[Any]:
    """The array with these axes of states."""
    import numpy as np

    whole = (*lead, array.shape[-1])
    return array if array.shape == whole else np.broadcast_to(array, whole)


def flatten_shape(given: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape with the axes of a value made one, where it has those; else nothing.

    A value of no axes (an energy's weight) is one number a state, with or without an axis of one.
    """
    if not shape:
        return (*given, 1) if given[-1:] != (1,) else None
    if len(given) >= len(shape) > 1 and given[-len(shape) :] == shape:
        return (*given[: -len(shape)], prod(shape))
    return None


def to_batch(
    function: str, name: str, size: int, value: ArrayLike, shape: tuple[int, ...] = (0,)
) -> NDArray[Any]:
    """An argument as states of so many numbers each, under any number of leading axes.

    What has a shape of several axes may come in that shape, or flat.
    """
    array = to_real_array(function, name, value)
    flat = flatten_shape(array.shape, shape)
    if flat is not None:
        return array.reshape(flat)
    if array.ndim < 1 or array.shape[-1] != size:
        expected = f"({size},) or (N, {size})" if len(shape) <= 1 else f"{shape} or (N, {size})"
        raise ArrayError(f"{function}: {name} has shape {array.shape}; expected {expected}")
    return array


def to_states(function: str, name: str, size: int, value: ArrayLike) -> NDArray[Any]:
    """An argument as one state or a batch of them, of so many numbers each."""
    array = to_real_array(function, name, value)
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ArrayError(
            f"{function}: {name} has shape {array.shape}; expected ({size},) or (N, {size})"
        )
    return array


def to_real_array(function: str, name: str, value: ArrayLike) -> NDArray[Any]:
    """An argument as an array of real numbers, or one sentence that says what it is instead."""
    import numpy as np

    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise ArrayError(f"{function}: some entries of {name} are masked")
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError, RuntimeError) as error:
        raise ArrayError(f"{function}: {name} is no array of numbers") from error
    if array.dtype.kind not in "fiub":
        raise ArrayError(
            f"{function}: {name} has numbers of kind {array.dtype}; expected real numbers"
        )
    return array
