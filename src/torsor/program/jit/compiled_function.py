"""A compiled function: batches cut among the cores, parameters set up, failures named."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from torsor.errors import SingularError
from torsor.program.array_function import ArrayFunction, Varied, describe_singular
from torsor.program.functions.derived_names import join_name
from torsor.program.graph.program import PARAMETERS
from torsor.program.jit.parallel import PIECE, Job, run_job

if TYPE_CHECKING:
    import numpy as np

    from torsor.program.array_function import Floats
    from torsor.program.jit.compilation import Recipe
    from torsor.program.jit.kernel import Kernel
    from torsor.robot.frame_names import LinkName

ENOUGH = 4096
"""A batch is cut among the cores from so many states a core on."""

Place = tuple[int, bool]
"""Where the rows of an argument begin, and whether each state has its own: else one is for all."""


def count_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class CompiledFunction(ArrayFunction):
    """One function as machine code; ``threads`` is at most how many cores work on a batch.

    ``kernels`` maps a NumPy dtype's name to machine code in which every row has its own parameters,
    ``once`` to that with one set for all. ``derivative`` makes a function by its derived name.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[tuple[str, int]],
        shape: tuple[int, ...],
        varied: Varied,
        elsewhere: Callable[[LinkName], Callable[..., Floats]] | None,
        made_by: tuple[Callable[..., object], tuple[object, ...]],
        kernels: Mapping[str, Kernel],
        once: Mapping[str, Kernel],
        threads: int | None,
        derivative: Callable[[str], CompiledFunction],
        shapes: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(name, arguments, shape, varied, elsewhere, made_by, shapes)
        self.kernels, self.once = kernels, once
        self.threads = threads
        self.recipe: Recipe
        self._derivative = derivative
        self._derived: dict[str, CompiledFunction] = {}

    def derive(self, kind: str, by: Sequence[str]) -> CompiledFunction:
        """The derivative ``jvp`` (along directions) or ``vjp`` (of weights) by some arguments."""
        name = join_name(self.__name__, kind, tuple(by))
        if name not in self._derived:
            self._derived[name] = self._derivative(name)
        return self._derived[name]

    def key(self, dtype: str) -> str:
        """A digest of all that the machine code for a kind of float is made from."""
        return self.kernels[dtype].key

    def _run(
        self,
        rows: list[Floats],
        out: Floats,
        dtype: np.dtype[np.floating[Any]],
        lead: tuple[int, ...],
    ) -> None:
        count = out.size // max(1, self._width)
        places = [(a.ctypes.data, len(a) == count) for a in rows]
        failed = self.run_rows(dtype.name, count, places, out.ctypes.data, rows, out)
        if 0 <= failed < count:
            self._complain(rows, dtype.name, failed, lead)

    @property
    def _width(self) -> int:
        """How many numbers a result has."""
        size = 1
        for extent in self.shape:
            size *= extent
        return size

    def run_rows(
        self, dtype: str, count: int, places: Sequence[Place], out: int, *held: object
    ) -> int:
        """Results of so many states at ``out``, from rows that stand one after another.

        Addresses are those of memory that is ``held`` until the call ends. Gives −1, or the first
        state (or one in the same block before it) at which the mass matrix is singular.
        """
        kernel, places, kept = self._set_up(dtype, count, places)
        item = ctypes.sizeof(ctypes.c_double if dtype == "float64" else ctypes.c_float)
        sizes = [size * item for _, size in kernel.head["arguments"]]
        workers = max(1, min(self.threads or count_cores(), count // ENOUGH))
        if workers == 1 and count <= PIECE:
            inputs = (ctypes.c_void_p * len(places))(*(place for place, _ in places))
            return int(kernel.call(inputs, kernel.constants, out, count))
        rows = [(place, size) for (place, _), size in zip(places, sizes, strict=True)]
        piece = min(PIECE, -(-count // (4 * workers * 64)) * 64)
        job = Job(kernel, rows, (out, self._width * item), count, piece, held, kept)
        failed = run_job(job, workers - 1)
        return failed if failed < count else -1

    def _set_up(
        self, dtype: str, count: int, places: Sequence[Place]
    ) -> tuple[Kernel, list[Place], list[object]]:
        """The kernel, with one set of parameters in its constants if one is for all states."""
        import numpy as np

        kernel = self.kernels[dtype]
        left: list[Place] = []
        kept: list[object] = []
        for (name, size), (place, differs) in zip(self.arguments, places, strict=True):
            if differs or count == 1:
                left.append((place, True))
            elif name == PARAMETERS:
                kernel = self.once[dtype]
                constants = np.empty(max(1, kernel.head["constants"]), dtype)
                assert kernel.set_up is not None
                kernel.set_up(place, constants.ctypes.data)
                kernel = replace(kernel, constants=constants.ctypes.data)
                kept.append(constants)
            else:
                kind = ctypes.c_double if dtype == "float64" else ctypes.c_float
                row = np.ctypeslib.as_array((kind * size).from_address(place))
                rows = np.tile(row, (count, 1))
                left.append((rows.ctypes.data, True))
                kept.append(rows)
        return kernel, left, kept

    def _complain(self, rows: list[Floats], dtype: str, row: int, lead: tuple[int, ...]) -> None:
        """Name the first state, from the block that failed on, at which nothing could be solved."""
        import numpy as np

        q = rows[0]
        room = np.empty(self._width, dtype)
        for at in range(row, len(q)):
            places = [(a[at if len(a) > 1 else 0].ctypes.data, True) for a in rows]
            if self.run_rows(dtype, 1, places, room.ctypes.data) >= 0:
                raise SingularError(describe_singular(q, at, lead))
        raise SingularError(f"the mass matrix is singular near state {row}")
