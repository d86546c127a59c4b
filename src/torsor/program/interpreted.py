"""A function without machine code: its program run by NumPy, one operation after another.

Nothing is compiled and no LLVM is needed, so a robot that is asked once answers soonest this way.
States are taken in blocks: every value of the program is a column of one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from torsor.errors import ArrayError, SingularError
from torsor.program.array_function import ArrayFunction, Given, Varied, describe_singular
from torsor.program.functions.derived_names import join_name
from torsor.program.graph.evaluation import evaluate
from torsor.program.graph.nodes import Node
from torsor.program.graph.program import SINGULAR, Program
from torsor.program.tensors.dispatch import front_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from torsor.program.array_function import Floats
    from torsor.robot.frame_names import LinkName

    Column: TypeAlias = NDArray[np.floating[Any]] | float
    """A value of the program, of every state of a block, or of all."""

BLOCK = 2048
"""So many states at a time: their values stay in a cache."""

KINDS = {"float64": "double", "float32": "float"}
"""NumPy's names of floats, and those of the program."""


class InterpretedFunction(ArrayFunction):
    """One function that is not compiled; ``derivative`` makes one by its derived name."""

    def __init__(
        self,
        program: Program,
        varied: Varied,
        elsewhere: Callable[[LinkName], Callable[..., Floats]] | None,
        made_by: tuple[Callable[..., object], tuple[object, ...]],
        derivative: Callable[[str], InterpretedFunction],
    ) -> None:
        super().__init__(
            program.name,
            [(array.name, array.size) for array in program.inputs],
            program.output.shape,
            varied,
            elsewhere,
            made_by,
            {array.name: array.shape for array in program.inputs if len(array.shape) != 1},
        )
        self.program = program
        self.operations = program.operations
        self._derivative = derivative

    def call_ordered(self, given: dict[str, Given], out: Floats | None) -> Floats:
        """The result of arguments by name, which have to be NumPy's or plain."""
        if front_of((*given.values(), out)) is not None:
            raise ArrayError(
                f"{self.__name__}: without machine code arrays are NumPy's; compile with jit=True"
            )
        return self._compute(given, out)

    def derive(self, kind: str, by: Sequence[str]) -> InterpretedFunction:
        """The derivative ``jvp`` (along directions) or ``vjp`` (of weights) by some arguments."""
        return self._derivative(join_name(self.__name__, kind, tuple(by)))

    def _run(
        self,
        rows: list[Floats],
        out: Floats,
        dtype: np.dtype[np.floating[Any]],
        lead: tuple[int, ...],
    ) -> None:
        import numpy as np

        width = self.program.output.size
        results = out.reshape(-1, width) if width else out.reshape(math.prod(lead), 0)
        with np.errstate(all="ignore"):  # what is not finite is in the result
            for start in range(0, len(results), BLOCK):
                stop = min(start + BLOCK, len(results))
                block = [a if len(a) == 1 else a[start:stop] for a in rows]
                outputs, pivots = self._evaluate(block)
                self._refuse_singular(pivots, dtype, rows[0], (start, stop), lead)
                for k, value in enumerate(outputs):
                    results[start:stop, k] = value

    def _evaluate(self, rows: list[Floats]) -> tuple[list[Column], list[Column]]:
        """The outputs and the pivots with their scales."""
        import numpy as np

        known: dict[str, Column] = {
            name: given[:, k]
            for array, given in zip(self.program.inputs, rows, strict=True)
            for k, name in enumerate(array.names)
        }

        def function(node: Node, value: Column) -> Column:
            if isinstance(value, float):
                turned = math.sin(value) if node.op == "sin" else math.cos(value)
                return float((value > 0) - (value < 0)) if node.op == "sign" else turned
            called = {"sin": np.sin, "cos": np.cos, "sign": np.sign}[node.op]
            return cast("Column", called(value))

        values = evaluate(self.program.targets, known.__getitem__, function, float)
        count = len(self.program.outputs)
        return values[:count], values[count:]

    def _refuse_singular(
        self,
        pivots: list[Column],
        dtype: np.dtype[np.floating[Any]],
        q: Floats,
        rows: tuple[int, int],
        lead: tuple[int, ...],
    ) -> None:
        """Name the first state of a block at which the mass matrix is singular."""
        import numpy as np

        start, stop = rows
        near = SINGULAR[KINDS[dtype.name]]
        sound = np.ones(stop - start, bool)
        for pivot, scale in zip(pivots[::2], pivots[1::2], strict=True):
            sound &= ~np.asarray(pivot <= near * scale)  # what is not a number goes on
        if not sound.all():
            raise SingularError(describe_singular(q, start + int(np.argmin(sound)), lead))
