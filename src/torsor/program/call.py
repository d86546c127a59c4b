"""A compiled function: arrays checked, batches cut among the cores, failures named."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from torsor.errors import ArrayError, SingularError

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

ENOUGH = 4096
"""A batch is cut among the cores from so many states a core on."""

PIECE = 32768
"""How many states are done in one go."""

Batch = Any
"""The machine code's function of a batch."""


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="torsor")


if hasattr(os, "register_at_fork"):  # threads do not survive a fork
    os.register_at_fork(after_in_child=_pool.cache_clear)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Call:
    """One function, for arrays of any shape that makes sense; ``threads`` is at most how many.

    ``arguments`` are pairs (name, size); ``kernels`` maps a NumPy dtype's name to a pair: the
    machine code of a batch, and the address of its constants.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[tuple[str, int]],
        shape: tuple[int, ...],
        kernels: Any,
        threads: int | None,
    ) -> None:
        self.__name__ = name
        self.arguments = tuple(arguments)
        self.shape = shape
        self.kernels = kernels
        self.threads = threads

    def __call__(self, *arrays: Any, out: Any = None, **named: Any) -> Any:
        """The result, in ``out`` if that is given; one state or a batch of them."""
        import numpy as np

        given = self._ordered(arrays, named)
        rows = [
            self._array(name, size, a)
            for (name, size), a in zip(self.arguments, given, strict=True)
        ]
        single = all(a.dtype == np.float32 for a in rows)
        dtype = np.dtype(np.float32 if single else np.float64)
        rows = [np.require(a, dtype, ("C", "A")) for a in rows]
        shapes = {a.shape[:-1] for a in rows}
        if len(shapes) > 1:
            told = ", ".join(
                f"{n} {a.shape}" for (n, _), a in zip(self.arguments, rows, strict=True)
            )
            raise ArrayError(
                f"{self.__name__}: the arrays differ in how many states they have: {told}"
            )
        (lead,) = shapes
        result = self._result(out, lead + self.shape, dtype)
        target = result
        apart = result.flags.aligned and not any(np.may_share_memory(result, a) for a in rows)
        if out is not None and not apart:
            target = np.empty_like(result)
        self._run(rows, target, dtype)
        if target is not result:
            result[...] = target
        return result

    def _ordered(self, arrays: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        names = [name for name, _ in self.arguments]
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

    def _takes(self) -> str:
        return ", ".join(f"{name} ({size},)" for name, size in self.arguments)

    def _array(self, name: str, size: int, value: Any) -> Any:
        import numpy as np

        if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
            raise ArrayError(f"{self.__name__}: some entries of {name} are masked")
        try:
            array = np.asarray(value)
        except ValueError:
            raise ArrayError(f"{self.__name__}: {name} is no array of numbers") from None
        if array.dtype.kind not in "fiub":
            raise ArrayError(
                f"{self.__name__}: {name} has numbers of kind {array.dtype}; expected real numbers"
            )
        if array.ndim not in (1, 2) or array.shape[-1] != size:
            raise ArrayError(
                f"{self.__name__}: {name} has shape {array.shape}; "
                f"expected ({size},) or (N, {size})"
            )
        return array

    def _result(self, out: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        import numpy as np

        if out is None:
            return np.empty(shape, dtype)
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

    def _run(self, rows: list[Any], out: Any, dtype: Any) -> None:
        function, constants = self.kernels[dtype.name]
        n = 1 if rows[0].ndim == 1 else rows[0].shape[0]
        width = 1
        for extent in self.shape:
            width *= extent
        sizes = [size * dtype.itemsize for _, size in self.arguments]

        bases = [a.ctypes.data for a in rows]
        result = out.ctypes.data
        kind = ctypes.c_void_p * len(bases)

        def part(start: int, stop: int) -> int:
            places = (base + start * size for base, size in zip(bases, sizes, strict=True))
            target = result + start * width * dtype.itemsize
            found = function(kind(*places), constants, target, stop - start)
            return -1 if found < 0 else start + int(found)

        workers = max(1, min(self.threads or cores(), n // ENOUGH))
        if workers == 1:
            failed = [part(0, n)]
        else:
            # Each worker takes the next piece when it is done with one: none waits for another.
            pieces = iter(range(0, n, PIECE))

            def work() -> list[int]:
                return [part(start, min(start + PIECE, n)) for start in pieces]

            later = [_pool().submit(work) for _ in range(workers - 1)]
            failed = [*work(), *(row for f in later for row in f.result())]
        bad = [row for row in failed if row >= 0]
        if bad:
            self._complain(rows, out, min(bad))

    def _complain(self, rows: list[Any], out: Any, row: int) -> None:
        """Name the first state, from the block that failed on, at which nothing could be solved."""
        import numpy as np

        q = rows[0].reshape(-1, self.arguments[0][1])
        results = out.reshape(len(q), -1)
        function, constants = self.kernels[rows[0].dtype.name]
        for at in range(row, len(q)):
            places = [a.reshape(len(q), -1)[at : at + 1] for a in rows]
            inputs = (ctypes.c_void_p * len(places))(*(p.ctypes.data for p in places))
            if function(inputs, constants, results[at : at + 1].ctypes.data, 1) >= 0:
                state = np.array2string(q[at], precision=6, separator=", ")
                which = f" (state {at})" if rows[0].ndim == 2 else ""
                raise SingularError(f"the mass matrix is singular at q = {state}{which}")
