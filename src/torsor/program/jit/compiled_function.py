"""A compiled function: arrays checked, batches cut among the cores, failures named."""

from __future__ import annotations

import ctypes
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from torsor.errors import ArrayError, SingularError
from torsor.program.jit.parallel import PIECE, Job, run_job

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from torsor.program.jit.compilation import Kernel
    from torsor.robot.frame_names import LinkName

    Floats: TypeAlias = NDArray[np.floating[Any]]
    """States or results, in double or in single precision."""

ENOUGH = 4096
"""A batch is cut among the cores from so many states a core on."""


def count_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class CompiledFunction:
    """One function, for arrays of any shape that makes sense; ``threads`` is at most how many.

    ``arguments`` are pairs (name, size); ``kernels`` maps a NumPy dtype's name to machine code.
    ``elsewhere`` gives the same function of another link's frame, where there is such a thing.
    ``made_by`` makes, elsewhere, what has the function as an attribute: so it is sent there.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[tuple[str, int]],
        shape: tuple[int, ...],
        kernels: Mapping[str, Kernel],
        threads: int | None,
        elsewhere: Callable[[LinkName], Callable[..., Floats]] | None,
        made_by: tuple[Callable[..., object], tuple[object, ...]],
    ) -> None:
        self.__name__ = name
        self.arguments = tuple(arguments)
        self.shape = shape
        self.kernels = kernels
        self.threads = threads
        self.elsewhere = elsewhere
        self.made_by = made_by

    def __reduce__(self) -> tuple[Any, ...]:
        make, arguments = self.made_by
        return getattr, (make(*arguments), self.__name__)

    def __call__(
        self,
        *arrays: ArrayLike,
        out: Floats | None = None,
        link: LinkName = "tool",
        **named: ArrayLike,
    ) -> Floats:
        """The result, in ``out`` if that is given; leading axes are states, and broadcast.

        What is of a frame is of the tool's, or of that of a ``link``.
        """
        import numpy as np

        if not (isinstance(link, str) and link == "tool"):
            if self.elsewhere is None:
                raise ArrayError(f"{self.__name__} has no argument 'link'; it is of the whole arm")
            return self.elsewhere(link)(*arrays, out=out, **named)
        given = self._ordered(arrays, named)
        states = [
            to_batch(self.__name__, name, size, a)
            for (name, size), a in zip(self.arguments, given, strict=True)
        ]
        single = all(a.dtype.newbyteorder("=") == np.float32 for a in states)
        dtype: np.dtype[np.floating[Any]] = np.dtype(np.float32 if single else np.float64)
        lead = self._lead([a.shape for a in states])
        count = math.prod(lead)
        try:
            rows: list[Floats] = [
                np.require(_spread(a, lead), dtype, ("C", "A")).reshape(count, a.shape[-1])
                for a in states
            ]
        except MemoryError:
            raise self._too_large() from None
        result = self._result(out, lead + self.shape, dtype)
        target = result
        apart = result.flags.aligned and not any(np.may_share_memory(result, a) for a in rows)
        if out is not None and not apart:
            target = np.empty_like(result)
        self._run(rows, target, dtype, lead)
        if target is not result:
            result[...] = target
        return result

    def _lead(self, shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
        """The axes of states, which all arrays have or are spread over."""
        import numpy as np

        try:
            return np.broadcast_shapes(*{shape[:-1] for shape in shapes})
        except ValueError:
            told = ", ".join(
                f"{n} {shape}" for (n, _), shape in zip(self.arguments, shapes, strict=True)
            )
            raise ArrayError(
                f"{self.__name__}: the arrays differ in how many states they have: {told}"
            ) from None

    def _ordered(
        self, arrays: tuple[ArrayLike, ...], named: dict[str, ArrayLike]
    ) -> list[ArrayLike]:
        names = [name for name, _ in self.arguments]
        if "wrench" not in names:
            arrays, named = self._without_wrench(arrays, named)
        given = dict(zip(names, arrays, strict=False))
        for name, value in named.items():
            if name not in names:
                raise ArrayError(
                    f"{self.__name__} has no argument {name!r}; it takes {self._takes()}"
                )
            if name in given:
                raise ArrayError(f"{self.__name__}: {name} is given twice")
            given[name] = value
        if len(arrays) > len(names) or len(given) < len(names):
            raise ArrayError(
                f"{self.__name__} takes {self._takes()}; got {len(arrays) + len(named)} arrays"
            )
        return [given[name] for name in names]

    def _without_wrench(
        self, arrays: tuple[Any, ...], named: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What is given but for a wrench of None, which says that there is none."""
        if len(arrays) == len(self.arguments) + 1 and arrays[-1] is None:
            arrays = arrays[:-1]
        if "wrench" in named:
            if named["wrench"] is not None:
                raise ArrayError(
                    f"{self.__name__}: this arm has no wrench; compile it with payload='wrench'"
                )
            named = {name: value for name, value in named.items() if name != "wrench"}
        return arrays, named

    def _takes(self) -> str:
        return ", ".join(f"{name} ({size},)" for name, size in self.arguments)

    def _too_large(self) -> ArrayError:
        return ArrayError(f"{self.__name__}: so many states do not fit into memory")

    def _result(
        self, out: Floats | None, shape: tuple[int, ...], dtype: np.dtype[np.floating[Any]]
    ) -> Floats:
        import numpy as np

        if out is None:
            try:
                return np.empty(shape, dtype)
            except MemoryError:
                raise self._too_large() from None
        if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
            kind = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
            raise ArrayError(f"{self.__name__}: out is {kind}; expected {dtype} {shape}")
        if not out.flags.writeable:
            raise ArrayError(f"{self.__name__}: out is read-only")
        if not out.flags.c_contiguous:
            raise ArrayError(
                f"{self.__name__}: out is not contiguous; give a C-contiguous array, or none"
            )
        return out

    def _run(
        self,
        rows: list[Floats],
        out: Floats,
        dtype: np.dtype[np.floating[Any]],
        lead: tuple[int, ...],
    ) -> None:
        kernel = self.kernels[dtype.name]
        count = len(rows[0])
        workers = max(1, min(self.threads or count_cores(), count // ENOUGH))
        if workers == 1 and count <= PIECE:
            inputs = (ctypes.c_void_p * len(rows))(*(a.ctypes.data for a in rows))
            failed = kernel.call(inputs, kernel.constants, out.ctypes.data, count)
        else:
            width = out.nbytes // count
            places = [(a.ctypes.data, a.nbytes // count) for a in rows]
            piece = min(PIECE, -(-count // (4 * workers * 64)) * 64)
            job = Job(kernel, places, (out.ctypes.data, width), count, piece, rows, out)
            failed = run_job(job, workers - 1)
        if 0 <= failed < count:
            self._complain(rows, out, failed, lead)

    def _complain(self, rows: list[Floats], out: Floats, row: int, lead: tuple[int, ...]) -> None:
        """Name the first state, from the block that failed on, at which nothing could be solved."""
        import numpy as np

        q = rows[0]
        results = out.reshape(len(q), -1)
        kernel = self.kernels[q.dtype.name]
        for at in range(row, len(q)):
            places = [a[at : at + 1] for a in rows]
            inputs = (ctypes.c_void_p * len(places))(*(p.ctypes.data for p in places))
            place = results[at : at + 1].ctypes.data
            if kernel.call(inputs, kernel.constants, place, 1) >= 0:
                state = np.array2string(q[at], precision=6, separator=", ")
                index = ", ".join(str(k) for k in np.unravel_index(at, lead))
                which = f" (state {index})" if lead else ""
                raise SingularError(f"the mass matrix is singular at q = {state}{which}")
        raise SingularError(f"the mass matrix is singular near state {row}")


def _spread(array: NDArray[Any], lead: tuple[int, ...]) -> NDArray[Any]:
    """The array with these axes of states."""
    import numpy as np

    whole = (*lead, array.shape[-1])
    return array if array.shape == whole else np.broadcast_to(array, whole)


def to_batch(function: str, name: str, size: int, value: ArrayLike) -> NDArray[Any]:
    """An argument as states of so many numbers each, under any number of leading axes."""
    array = to_real_array(function, name, value)
    if array.ndim < 1 or array.shape[-1] != size:
        raise ArrayError(
            f"{function}: {name} has shape {array.shape}; expected ({size},) or (N, {size})"
        )
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
    except (ValueError, TypeError, OverflowError) as error:
        raise ArrayError(f"{function}: {name} is no array of numbers") from error
    if array.dtype.kind not in "fiub":
        raise ArrayError(
            f"{function}: {name} has numbers of kind {array.dtype}; expected real numbers"
        )
    return array
