"""An arm's rollouts: on this machine's cores or on a GPU, by the steps that are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from torsor.errors import ArgumentValueError, ArrayError
from torsor.program.array_conversion import to_real_array
from torsor.program.engine import Engine
from torsor.program.graph.program import PARAMETERS
from torsor.program.jit.compilation import Recipe, load_rollout
from torsor.program.jit.kernel import Kernel
from torsor.program.jit.rollout import read_motions, refuse_unknown_method, rollout
from torsor.program.tensors.dispatch import find_library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from torsor.program.array_function import Given
    from torsor.program.gpu.launch import GpuRollout

    Floats = NDArray[np.floating[Any]]


class Rollouts:
    """Machine code for motions, made when it is first asked for."""

    def __init__(self, recipe: Recipe, engine: Engine) -> None:
        self.recipe, self.device, self.jit = recipe, engine.device, engine.jit
        self._kernels: dict[str, Kernel] = {}
        self._on_gpu: dict[tuple[str, str], GpuRollout] = {}

    def run(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        acting: Mapping[str, Given],
        dt: object,
        steps: object,
        history: object,
        method: str,
    ) -> tuple[Any, Any]:
        """q and dq of every start after so many steps, or after every step (and at first)."""
        refuse_unknown_method(method)
        if not self.jit:
            raise ArgumentValueError("rollout is machine code; compile the arm without jit=False")
        library = find_library((q, dq, *acting.values()))
        if library:
            from torsor.program.tensors.motions import Motion, roll_out

            motion = Motion(self, q, dq, acting, dt, steps, history, method)
            return roll_out(library, motion)
        given = self._with_parameters(acting)
        if self.device is not None:
            return self._run_on_gpu(q, dq, given, dt, steps, history, method)
        if method not in self._kernels:
            self._kernels[method] = load_rollout(self.recipe, method)
        kernel = self._kernels[method]
        arguments = [(n, s) for n, s in kernel.head["arguments"]]
        return rollout(kernel, read_motions(arguments, q, dq, given, dt, steps, history))

    def _with_parameters(self, acting: Mapping[str, Given]) -> dict[str, ArrayLike | None]:
        parameters = acting.get(PARAMETERS)
        found = {name: value for name, value in acting.items() if name != PARAMETERS}
        if self.recipe.vary:
            found[PARAMETERS] = self.recipe.varied.take("rollout", parameters)
        elif parameters is not None:
            raise ArrayError("rollout: this arm has no parameters; compile it with vary=[…]")
        return found  # type: ignore[return-value]

    def _run_on_gpu(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        given: dict[str, ArrayLike | None],
        dt: object,
        steps: object,
        history: object,
        method: str,
    ) -> tuple[Floats, Floats]:
        from torsor.program.gpu.host_rollout import run_motions

        states = [to_real_array("rollout", name, x) for name, x in (("q", q), ("dq", dq))]
        dtype = "float32" if all(a.dtype == "float32" for a in states) else "float64"
        made = self.on_gpu(method, dtype)
        arguments = [("q", made.size), ("dq", made.size), *made.acting]
        motions = read_motions(arguments, q, dq, given, dt, steps, history, dtype)
        return run_motions(made, self.device or 0, motions)

    def on_gpu(self, method: str, dtype: str) -> GpuRollout:
        """The kernel for a way to step and a kind of float."""
        from torsor.program.gpu.loading import load_gpu_rollout

        if (method, dtype) not in self._on_gpu:
            self._on_gpu[method, dtype] = load_gpu_rollout(self.recipe, method, dtype)
        return self._on_gpu[method, dtype]
