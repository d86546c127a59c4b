"""Where a frame should be: poses, which of their six components count, and how near is reached."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from torsor.arguments import given
from torsor.errors import ArgumentTypeError, ArgumentValueError, ArrayError
from torsor.program.array_conversion import to_real_array
from torsor.program.kinematics.rotation_vectors import Floats, rotation_vectors, vector_rates

NAME = "inverse_kinematics"
ORTHOGONAL = 1e-6
"""How far from orthogonal a rotation may be, as one in single precision is."""


@dataclass(frozen=True)
class Goal:
    """Poses of (N, 4, 4); a component's weight is 0 where it does not count.

    Components are metres along and radians about x, y, z of the base, or of the pose itself.
    """

    T: Floats
    weights: Floats
    in_tool: bool
    tolerance: Floats
    """Metres and radians."""

    def take(self, rows: NDArray[np.intp]) -> Goal:
        """Some of the poses."""
        return replace(self, T=self.T[rows])

    def gaps(self, poses: Floats) -> Floats:
        """What is missing to each pose, six components; those that do not count are as they are."""
        found = np.empty((len(poses), 6))
        found[:, :3] = self.T[:, :3, 3] - poses[:, :3, 3]
        found[:, 3:] = rotation_vectors(self.T[:, :3, :3] @ _transpose(poses[:, :3, :3]))
        return self._in_axes(found[..., None])[..., 0]

    def gap_rates(self, gaps: Floats, J: Floats) -> Floats:
        """−∂gap/∂q from the geometric Jacobians."""
        rows = self._in_axes(J)
        rows[:, 3:] = vector_rates(gaps[:, 3:]) @ rows[:, 3:]
        return rows

    def distances(self, gaps: Floats) -> Floats:
        """How far away in metres and radians, by the components that count."""
        counted = np.where(self.weights > 0, gaps, 0.0)
        return np.stack([np.linalg.norm(counted[:, k : k + 3], axis=1) for k in (0, 3)], axis=-1)

    def _in_axes(self, columns: Floats) -> Floats:
        """Linear over angular components of the base's axes in those that are counted in."""
        if not self.in_tool:
            return columns.copy()
        turn = _transpose(self.T[:, :3, :3])
        return np.concatenate((turn @ columns[:, :3], turn @ columns[:, 3:]), axis=1)


def _transpose(R: Floats) -> Floats:
    return np.swapaxes(R, -1, -2)


def read_poses(T: ArrayLike) -> Floats:
    """Targets of (…, 4, 4), each a pose; its rotation made orthogonal to the last bit."""
    poses = np.array(_to_reals("T", getattr(T, "homogeneous", T)), order="C")
    if poses.ndim < 2 or poses.shape[-2:] != (4, 4):
        raise ArrayError(f"{NAME}: T has shape {poses.shape}; expected (4, 4) or (…, 4, 4)")
    flat = poses.reshape(-1, 4, 4)
    R = flat[:, :3, :3]

    def refuse(wrong: ArrayLike, told: str) -> None:
        if np.any(wrong):
            index = np.unravel_index(int(np.argmax(wrong)), poses.shape[:-2])
            which = f"[{', '.join(map(str, index))}]" if index else ""
            raise ArrayError(f"{NAME}: T{which} {told}")

    refuse(~np.isfinite(flat).all(axis=(1, 2)), "has entries that are not finite")
    refuse((flat[:, 3] != (0, 0, 0, 1)).any(axis=1), "has a last row other than 0 0 0 1")
    off = np.abs(_transpose(R) @ R - np.eye(3)).max(axis=(1, 2), initial=0.0)
    refuse(off > ORTHOGONAL, "has no rotation in it: its columns are not orthogonal unit vectors")
    refuse(np.linalg.det(R) < 0, "has a reflection in it, not a rotation")
    for _ in range(2):
        R = R @ (1.5 * np.eye(3) - 0.5 * _transpose(R) @ R)
    flat[:, :3, :3] = R
    return poses


def read_start(q0: ArrayLike, n: int) -> Floats:
    """Where to start from, (…, n)."""
    start = _to_reals("q0", q0)
    if start.ndim < 1 or start.shape[-1] != n:
        raise ArrayError(f"{NAME}: q0 has shape {start.shape}; expected ({n},) or (…, {n})")
    if not np.isfinite(start).all():
        raise ArrayError(f"{NAME}: q0 has entries that are not finite")
    return start


def read_weights(weights: ArrayLike | None) -> Floats:
    """Six weights; all components count alike unless told otherwise."""
    if weights is None:
        return np.ones(6)
    found = _to_reals("weights", weights)
    if found.shape != (6,) or not np.isfinite(found).all() or (found < 0).any() or not found.any():
        raise ArgumentValueError(
            f"weights are six numbers, not negative and not all zero (along x, y, z, about x, y, z)"
            f", not {given(found.tolist())}"
        )
    return np.asarray(found / found.max())


def read_tolerance(tolerance: float | tuple[float, float]) -> Floats:
    """Metres and radians; one number stands for both."""
    found = _to_reals("tolerance", tolerance)
    if found.shape not in ((), (2,)) or not np.isfinite(found).all() or (found <= 0).any():
        raise ArgumentValueError(
            f"tolerance is a number above zero or two (metres, radians), not {given(tolerance)}"
        )
    return np.broadcast_to(found, (2,))


def read_axes(axes: str) -> bool:
    """Whether components are counted along the target's own axes."""
    if not isinstance(axes, str):
        raise ArgumentTypeError(f"axes is 'base' or 'tool', not {given(axes)}")
    if axes not in ("base", "tool"):
        raise ArgumentValueError(f"axes is 'base' or 'tool', not {given(axes)}")
    return axes == "tool"


def _to_reals(name: str, value: ArrayLike) -> Floats:
    found: Floats = to_real_array(NAME, name, value).astype(np.float64)
    return found
