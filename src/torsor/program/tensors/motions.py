"""Rollouts of other libraries' arrays: the same kind out, on the device where they are.

On a GPU the state stays there, in registers from the first step to the last; on the CPU arrays are
lent to NumPy. A rollout has no gradients: a loop over ``forward_dynamics`` has.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from torsor.errors import ArrayError
from torsor.program.jit.rollout import (
    check_acting,
    find_strides,
    read_duration,
    read_steps,
)

if TYPE_CHECKING:
    from torsor.program.rollouts import Rollouts

Pair = tuple[Any, Any]
"""q and dq, as the library has them."""


@dataclass(frozen=True)
class Motion:
    """A call of ``Arm.rollout``, as it came in."""

    rollouts: Rollouts
    q: Any
    dq: Any
    acting: Mapping[str, Any]
    dt: object
    steps: object
    history: object
    method: str

    def map(self, change: Callable[[Any], Any]) -> Motion:
        """The same with every array changed."""

        def deep(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: deep(each) for name, each in value.items()}
            return value if value is None else change(value)

        acting = {name: deep(value) for name, value in self.acting.items()}
        return replace(self, q=change(self.q), dq=change(self.dq), acting=acting)

    def run(self) -> Pair:
        """The rollout of arrays that are NumPy's."""
        return self.rollouts.run(
            self.q, self.dq, self.acting, self.dt, self.steps, self.history, self.method
        )

    def list_arrays(self) -> list[Any]:
        """Every array, those by name too."""
        found: list[Any] = []
        self.map(found.append)
        return found


def roll_out(library: str, motion: Motion) -> Pair:
    """q and dq at the end, or at first and after every step, as arrays of the library."""
    if library == "PyTorch":
        return _roll_out_torch(motion)
    if library == "JAX":
        return _roll_out_jax(motion)
    if library == "CuPy":
        return _roll_out_cupy(motion)
    raise ArrayError(f"rollout takes arrays of NumPy, PyTorch, JAX and CuPy; got {library}")


def _roll_out_torch(motion: Motion) -> Pair:
    torch = sys.modules["torch"]
    tensors = [a for a in motion.list_arrays() if isinstance(a, torch.Tensor)]
    if torch.is_grad_enabled() and any(t.requires_grad for t in tensors):
        raise ArrayError(
            "rollout has no gradients; step with forward_dynamics, or call under torch.no_grad()"
        )
    devices = list(dict.fromkeys(str(t.device) for t in tensors))
    if len(devices) > 1:
        raise ArrayError(f"rollout: tensors are on {' and '.join(devices)}; give them on one")
    device = tensors[0].device
    kind = torch.float32 if all(t.dtype == torch.float32 for t in tensors) else torch.float64
    if any(t.dtype in (torch.float16, torch.bfloat16) or t.is_complex() for t in tensors):
        raise ArrayError("rollout: tensors are of float32 or float64; convert them")
    if device.type == "cuda":
        return _roll_out_on_gpu(
            motion.map(lambda a: torch.as_tensor(a, dtype=kind, device=device).contiguous()),
            str(kind).removeprefix("torch."), device.index or 0,
            torch.cuda.current_stream(device).cuda_stream, lambda t: t.data_ptr(),
            lambda shape: torch.empty(shape, dtype=kind, device=device), lambda t: t.clone(),
        )  # fmt: skip
    if device.type != "cpu":
        raise ArrayError(f"rollout: the tensors are on the device {device}; expected cpu or cuda")
    lent = motion.map(lambda a: a.detach().numpy() if isinstance(a, torch.Tensor) else a)
    q, dq = lent.run()
    return torch.as_tensor(q).to(kind), torch.as_tensor(dq).to(kind)


def _roll_out_jax(motion: Motion) -> Pair:
    import numpy as np

    jax = sys.modules["jax"]
    arrays = [a for a in motion.list_arrays() if isinstance(a, jax.Array)]
    if any(isinstance(a, jax.core.Tracer) for a in arrays):
        raise ArrayError("rollout is not traced; use jax.lax.scan over forward_dynamics")
    kind = "float32" if all(a.dtype == "float32" for a in arrays) else "float64"
    q, dq = motion.map(np.asarray).run()
    where = next(iter(arrays[0].devices()))
    return jax.device_put(q.astype(kind), where), jax.device_put(dq.astype(kind), where)


def _roll_out_cupy(motion: Motion) -> Pair:
    cupy: Any = sys.modules["cupy"]
    arrays = [a for a in motion.list_arrays() if isinstance(a, cupy.ndarray)]
    kind = "float32" if all(a.dtype == "float32" for a in arrays) else "float64"
    with arrays[0].device as device:
        return _roll_out_on_gpu(
            motion.map(lambda a: cupy.ascontiguousarray(a, kind)), kind, device.id,
            cupy.cuda.get_current_stream().ptr,
            lambda a: a.__cuda_array_interface__["data"][0],
            lambda shape: cupy.empty(shape, kind), lambda a: a.copy(),
        )  # fmt: skip


def _roll_out_on_gpu(
    motion: Motion,
    dtype: str,
    device: int,
    stream: int,
    address: Callable[[Any], int],
    empty: Callable[[tuple[int, ...]], Any],
    copy: Callable[[Any], Any],
) -> Pair:
    """Queue the motions; nothing is waited for, and what is singular becomes NaN."""
    made = motion.rollouts.on_gpu(motion.method, dtype)
    n, dt, steps = made.size, read_duration(motion.dt), read_steps(motion.steps)
    q, dq = (x.reshape(1, -1) if len(x.shape) == 1 else x for x in (motion.q, motion.dq))
    if tuple(q.shape) != tuple(dq.shape) or len(q.shape) != 2 or q.shape[1] != n:
        told = f"q {tuple(q.shape)} and dq {tuple(dq.shape)}"
        raise ArrayError(f"rollout: {told}; expected both (N, {n})")
    starts = int(q.shape[0])
    acting, held = [], []
    for name, size in made.acting:
        array = motion.acting.get(name)
        if array is None or isinstance(array, dict):
            raise ArrayError(f"rollout: give {name} as one array on the GPU")
        shape = check_acting(name, tuple(array.shape), size, starts, steps)
        acting.append((address(array), *find_strides(shape)))
        held.append(array)
    Q, V = copy(q), copy(dq)
    kept = empty((steps + 1, starts, 2 * n)) if motion.history else None
    past = 0
    if kept is not None:
        kept[0, :, :n], kept[0, :, n:] = q, dq
        past = address(kept[1:]) if steps else 0
    made.launch(device, stream, (address(Q), address(V)), past, starts, steps, dt, acting)
    return (Q, V) if kept is None else (kept[..., :n], kept[..., n:])
