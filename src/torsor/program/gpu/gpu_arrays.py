"""A function of arrays on a GPU: those of the host are brought there and back."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from torsor.errors import SingularError
from torsor.program.array_function import ArrayFunction, Given
from torsor.program.gpu.host_arrays import run_on_host_arrays
from torsor.program.gpu.loading import load_gpu_function
from torsor.program.tensors.dispatch import front_of
from torsor.robot.frame_names import FrameName, LinkName, find_frame

if TYPE_CHECKING:
    import numpy as np

    from torsor.program.array_function import Floats
    from torsor.program.gpu.launch import GpuFunction
    from torsor.program.jit.compilation import Recipe
    from torsor.program.jit.compiled_function import CompiledFunction


class GpuArrayFunction(ArrayFunction):
    """One function on one GPU; other libraries' arrays are worked on where they are."""

    def __init__(
        self, owner: type, recipe: Recipe, name: str, threads: int | None, device: int
    ) -> None:
        self.owner, self.recipe, self.threads, self.device = owner, recipe, threads, device
        self._made: dict[str, GpuFunction] = {"float64": load_gpu_function(recipe, name)}
        self._frames: dict[FrameName, GpuArrayFunction] = {}
        double = self._made["float64"]
        elsewhere = self._at_frame if self._is_of_frame(name) else None
        made_by = (owner, (recipe.robot, recipe.values, threads, recipe.vary, device))
        super().__init__(
            name, double.arguments, double.shape, recipe.varied, elsewhere, made_by, double.shapes
        )

    def _is_of_frame(self, name: str) -> bool:
        from torsor.program.functions.catalogue import FUNCTIONS
        from torsor.program.functions.derived_names import split_name

        return FUNCTIONS[split_name(name)[0]].of_frame and self.recipe.frame == "tool"

    def _at_frame(self, link: LinkName) -> GpuArrayFunction:
        from dataclasses import replace

        frame = find_frame(self.recipe.robot, link)
        if frame not in self._frames:
            self._frames[frame] = GpuArrayFunction(
                self.owner, replace(self.recipe, frame=frame), self.__name__, self.threads,
                self.device,
            )  # fmt: skip
        return self._frames[frame]

    @cached_property
    def on_cpu(self) -> CompiledFunction:
        """The same for this machine's cores: what other libraries' arrays are handed to."""
        from torsor.program.arm_functions import make_compiled

        return make_compiled(self.owner, self.recipe, self.__name__, self.threads)

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
                state = np.array2string(rows[0][row], precision=6, separator=", ")
                index = ", ".join(str(k) for k in np.unravel_index(row, lead))
                which = f" (state {index})" if lead else ""
                raise SingularError(f"the mass matrix is singular at q = {state}{which}")


def make_gpu_function(
    owner: type, recipe: Recipe, name: str, threads: int | None, device: int
) -> GpuArrayFunction:
    """A function as Python calls it, on a GPU."""
    made = GpuArrayFunction(owner, recipe, name, threads, device)
    told = f"{name}: {', '.join(argument for argument, _ in made.arguments)}"
    made.__doc__ = getattr(owner, name).__doc__ if "|" not in name else told
    return made
