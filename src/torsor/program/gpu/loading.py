"""A robot's functions for GPUs: PTX made, or fetched from the disk, when a device asks for it."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING

from torsor.errors import ArgumentValueError, shown
from torsor.program.gpu.kernel_code import KERNEL, SET_UP, write_kernel, write_set_up_kernel
from torsor.program.gpu.launch import GpuFunction, GpuRollout, Kernels, SetUpOnce
from torsor.program.gpu.rollout_kernel import ROLLOUT, write_rollout_kernel
from torsor.program.gpu.strategy import DIRECT, Strategy, choose_strategy
from torsor.program.gpu.translation import GENERATIONS, choose_generation, translate
from torsor.program.graph.program import PARAMETERS
from torsor.program.jit import cache
from torsor.program.jit.compilation import KINDS, Recipe
from torsor.program.jit.machine import FLOATS

if TYPE_CHECKING:
    from torsor.program.graph.program import Program

    Writing = Callable[[Program, Strategy], str]
    """What writes a program as a kernel."""


def load_gpu_function(
    recipe: Recipe, name: str, dtype: str = "float64", strategy: Strategy | None = None
) -> GpuFunction:
    """A function of a robot for GPUs; asks for no GPU before it is launched.

    The ``strategy`` follows from the sizes of rows unless it is told.
    """
    float_ = find_float(dtype)

    def kernels(label: str, kernel: str, write: Writing) -> tuple[Made, Kernels]:
        made = Made(recipe, label, name, float_, strategy, write)
        return made, Kernels(name, kernel, made.threads, made)

    _, each_row = kernels(name, KERNEL, lambda p, s: write_kernel(p, float_, s))
    made, near = kernels(
        f"{name} contiguous", KERNEL, lambda p, s: write_kernel(p, float_, s, contiguous=True)
    )
    head = made.head()
    arguments = tuple((n, s) for n, s in head["arguments"])
    once = None
    if PARAMETERS in dict(arguments):
        _, set_up = kernels(f"{name} set up", SET_UP, lambda p, s: write_set_up_kernel(p, float_))
        _, after = kernels(
            f"{name} after set-up", KERNEL, lambda p, s: write_kernel(p.set_up_once(), float_, s)
        )
        at = [n for n, _ in arguments].index(PARAMETERS)
        once = SetUpOnce(at, head["constants"], set_up, after)
    shape = tuple(head["shape"])
    shapes = {argument: tuple(extents) for argument, extents in head["shapes"].items()}
    return GpuFunction(name, dtype, arguments, shape, each_row, once, near, shapes)


def load_gpu_rollout(
    recipe: Recipe, method: str = "rk4", dtype: str = "float64", strategy: Strategy = DIRECT
) -> GpuRollout:
    """Motions of a robot for GPUs, by steps of ``rk4`` or ``euler``."""
    float_ = find_float(dtype)
    made = Made(
        recipe, f"rollout {method}", "forward_dynamics", float_, strategy,
        lambda p, s: write_rollout_kernel(p, float_, method, s),
    )  # fmt: skip
    (_, size), _, *acting = made.head()["arguments"]
    kernels = Kernels("rollout", ROLLOUT, made.threads, made)
    return GpuRollout(dtype, method, size, tuple((n, s) for n, s in acting), kernels)


def find_float(dtype: str) -> str:
    """LLVM's name of a float, by NumPy's."""
    if dtype not in KINDS:
        raise ArgumentValueError(f"no GPU code for {shown(dtype)}; there are {', '.join(KINDS)}")
    return KINDS[dtype]


class Made:
    """The PTX of a function for a compute capability."""

    def __init__(
        self,
        recipe: Recipe,
        name: str,
        function: str,
        float_: str,
        strategy: Strategy | None,
        write: Writing,
    ) -> None:
        self.recipe, self.name, self.function = recipe, name, function
        self.float_, self.strategy, self.write = float_, strategy, write
        self._entries: dict[int, cache.Entry] = {}

    def threads(self) -> int:
        """How many threads a block has."""
        return self._choose(self.head()).threads

    def _choose(self, head: cache.Head) -> Strategy:
        if self.strategy is not None:
            return self.strategy
        sizes = [size for _, size in head["arguments"]]
        return choose_strategy(sizes, prod(head["shape"]), FLOATS[self.float_] // 8)

    def head(self) -> cache.Head:
        """What is told of the function, whatever the device."""
        known = next(iter(self._entries.values()), None)
        return (known or self._entry(max(GENERATIONS)))[0]

    def __call__(self, capability: tuple[int, int]) -> bytes:
        """PTX that a device of this capability can run."""
        return self._entry(choose_generation(capability))[1]

    def _entry(self, generation: int) -> cache.Entry:
        """The PTX of a generation, from the disk if it is there."""
        if generation in self._entries:
            return self._entries[generation]
        key = cache.key(
            self.recipe.key(self.name, self.float_), "ptx", generation, repr(self.strategy)
        )
        entry = cache.read(key)
        if entry is None:
            made = self.recipe.program(self.function)
            head: cache.Head = {
                "arguments": [(a.name, a.size) for a in made.inputs],
                "shape": list(made.output.shape),
                "constants": len(made.constants),
                "shapes": {a.name: list(a.shape) for a in made.inputs if len(a.shape) != 1},
                "operations": made.operations,
            }
            strategy = self._choose(head)
            text = translate(self.write(made, strategy), generation, strategy)
            entry = (head, text.encode())
            cache.write(key, *entry)
        self._entries[generation] = entry
        return entry
