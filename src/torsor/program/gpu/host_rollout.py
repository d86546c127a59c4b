"""Motions on a GPU from arrays of the host: those that are checked, and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torsor.errors import SingularError
from torsor.program.gpu.host_arrays import roll_out_host_arrays
from torsor.program.gpu.launch import GpuRollout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from torsor.program.jit.rollout import Motions

    Floats = NDArray[np.floating[Any]]


def run_motions(rollout: GpuRollout, device: int, motions: Motions) -> tuple[Floats, Floats]:
    """q and dq of every start at the end, or at first and after every step."""
    import numpy as np

    n, starts, steps = motions.n, motions.starts, motions.steps
    Q, V = motions.q.copy(), motions.dq.copy()
    kept = np.empty((steps + 1, starts, 2 * n), rollout.dtype) if motions.history else None
    acting = [each.array for each in motions.acting.values()]
    past = None if kept is None or not steps else kept[1:]
    roll_out_host_arrays(rollout, device, (Q, V), acting, motions.dt, steps, past)
    lost = np.isnan(Q).all(axis=1) & np.isfinite(motions.q).all(axis=1)
    if lost.any():
        raise SingularError(f"the mass matrix became singular in start {int(lost.argmax())}")
    if kept is None:
        return Q, V
    kept[0] = np.concatenate((motions.q, motions.dq), axis=1)
    return kept[..., :n], kept[..., n:]
