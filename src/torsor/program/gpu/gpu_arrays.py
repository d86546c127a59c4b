"""A function of arrays on a GPU: those of the host are brought there and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from torsor.errors import SingularError
from torsor.program.array_function import ArrayFunction, Given, describe_singular
from torsor.program.gpu.host_arrays import run_on_host_arrays
from torsor.program.gpu.loading import load_gpu_function
from torsor.program.tensors.dispatch import front_of

if TYPE_CHECKING:
    import numpy as np

    from torsor.program.array_function import Floats
    from torsor.program.gpu.launch import GpuFunction
    from torsor.program.jit.compilation import Recipe
    from torsor.program.jit.compiled_function import CompiledFunction
    from torsor.robot.frame_names import LinkName


class GpuArrayFunction(ArrayFunction):
    """One function on one GPU; other libraries' arrays are worked on where they are."""

    def __init__(
        self,
        recipe: Recipe,
        name: str,
        device: int,
        elsewhere: Callable[[LinkName], Callable[..., Floats]] | None,
        made_by: tuple[Callable[..., object], tuple[object, ...]],
        make_compiled: Callable[[], CompiledFunction],
    ) -> None:
        self.recipe, self.device, self._make_compiled = recipe, device, make_compiled
        double = load_gpu_function(recipe, name)
        self._made: dict[str, GpuFunction] = {"float64": double}
        super().__init__(
            name, double.arguments, double.shape, recipe.varied, elsewhere, made_by, double.shapes
        )

    @cached_property
    def on_cpu(self) -> CompiledFunction:
        """The same for this machine's cores: what other libraries' arrays are handed to."""
        return self._make_compiled()

    def call_ordered(self, given: dict[str, Given], out: Floats | None) -> Floats:
        """The result of arguments by name."""
        front = front_of((*given.values(), out))
        if front is not None:
            return front.call(self.on_cpu, given, out)  # type: ignore[return-value]
        return self._compute(given, out)

    def _run(
        self,
        rows: list[Floats],
        out: Floats,
        dtype: np.dtype[np.floating[Any]],
        lead: tuple[int, ...],
    ) -> None:
        import numpy as np

        if dtype.name not in self._made:
            self._made[dtype.name] = load_gpu_function(self.recipe, self.__name__, dtype.name)
        function = self._made[dtype.name]
        count = out.size // max(1, function.width)
        flat = out.reshape(count, function.width)
        given = [a if len(a) == count else a[0] for a in rows]
        run_on_host_arrays(function, self.device, given, flat)
        lost = np.isnan(flat).all(axis=1)
        for row in np.flatnonzero(lost)[:1] if lost.any() else ():
            if all(np.isfinite(a[row if a.ndim > 1 else ...]).all() for a in given):
                raise SingularError(describe_singular(rows[0], row, lead))
