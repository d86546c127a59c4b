"""Motions on a GPU from arrays of the host: brought there, moved by all their steps, brought back."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from torsor.errors import SingularError
from torsor.program.gpu.driver import open_driver
from torsor.program.gpu.launch import ITEM, GpuRollout
from torsor.program.gpu.memory import allocate, copy_in, copy_out, open_stream, synchronize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from torsor.program.jit.rollout import Motions

    Floats = NDArray[np.floating[Any]]


def rollout_on_host_arrays(
    rollout: GpuRollout, device: int, motions: Motions
) -> tuple[Floats, Floats]:
    """q and dq of every start at the end, or at first and after every step."""
    import numpy as np

    n, starts, steps = motions.n, motions.starts, motions.steps
    item = ITEM[rollout.dtype]
    Q, V = motions.q.copy(), motions.dq.copy()
    kept = np.empty((steps + 1, starts, 2 * n), rollout.dtype) if motions.history else None
    driver = open_driver()
    with ExitStack() as stack:
        stack.enter_context(driver.current(device))

        def room(size: int, purpose: str) -> int:
            return stack.enter_context(allocate(driver, size, purpose))

        stream = stack.enter_context(open_stream(driver))
        states = []
        for name, array in (("q", Q), ("dq", V)):
            place = room(array.nbytes, f"{name} of the rollout")
            copy_in(driver, place, array.ctypes.data, array.nbytes, stream)
            states.append(place)
        past = 0
        if kept is not None:
            past = room(steps * starts * 2 * n * item, "the history of the rollout")
        acting = []
        for each in motions.acting.values():
            place = room(each.array.nbytes, f"{each.name} of the rollout")
            copy_in(driver, place, each.array.ctypes.data, each.array.nbytes, stream)
            acting.append((place, *each.strides))
        rollout.launch(
            device, stream, (states[0], states[1]), past, starts, steps, motions.dt, acting
        )
        for array, place in zip((Q, V), states, strict=True):
            copy_out(driver, array.ctypes.data, place, array.nbytes, stream)
        if kept is not None and steps:
            copy_out(driver, kept[1:].ctypes.data, past, kept[1:].nbytes, stream)
        synchronize(driver, stream)
    lost = np.isnan(Q).all(axis=1) & np.isfinite(motions.q).all(axis=1)
    if lost.any():
        raise SingularError(f"the mass matrix became singular in start {int(lost.argmax())}")
    if kept is None:
        return Q, V
    kept[0] = np.concatenate((motions.q, motions.dq), axis=1)
    return kept[..., :n], kept[..., n:]
