"""The regressor: τ = Y(q, q̇, q̈) π, linear in ten inertial parameters a link and in the drives'.

The ten are m, h = m r_C (3) and the inertia about the frame's origin (6); see ``linear_rnea``. Each
column is the work of the wrench that a unit of its parameter takes, on the partial velocities.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ONE, PLAIN_ZERO, S, S_co
from torsor.mechanics.chain import Chain
from torsor.mechanics.drives import Drive, drive_columns
from torsor.mechanics.kinematics import FrameMotion, accelerated_base, motion
from torsor.mechanics.parameters.linear_rnea import (
    acceleration_matrix,
    linear_body,
)
from torsor.mechanics.partial_velocities import partial_velocities, work_of
from torsor.spatial.inertia import entries, tensor
from torsor.spatial.vectors import ZERO, Matrix, Vector

NAMES = ("m", "hx", "hy", "hz", "Lxx", "Lyy", "Lzz", "Lxy", "Lxz", "Lyz")
"""The ten parameters of a link, in order."""

UNIT: tuple[Vector[Any], ...] = (Vector((1, 0, 0)), Vector((0, 1, 0)), Vector((0, 0, 1)))


@dataclass(frozen=True)
class Column(Generic[S_co]):
    """One parameter: its name (``Lxx3``), its value by the description, its column of Y."""

    name: str
    value: S_co
    work: Vector[S_co]


def link_wrenches(frame: FrameMotion[S]) -> list[tuple[Vector[S], Vector[S]]]:
    """The wrench of a unit of each of the ten parameters."""
    U, omega, epsilon = acceleration_matrix(frame), frame.omega, frame.epsilon
    found: list[tuple[Vector[S], Vector[S]]] = [(frame.a, ZERO)]
    found += [(U @ unit, unit.cross(frame.a)) for unit in UNIT]
    for k in range(6):
        E: Matrix[S] = tensor(PLAIN_ONE if k == other else PLAIN_ZERO for other in range(6))
        found.append((ZERO, E @ epsilon + omega.cross(E @ omega)))
    return found


def columns(chain: Chain[S], drives: dict[int, Drive[S]]) -> list[Column[S]]:
    """Every parameter of every link, then those of the drives."""
    frames = motion(chain, accelerated_base(chain))
    partial = partial_velocities(chain)
    found: list[Column[S]] = []
    for link in chain.links:
        body = linear_body(link.body)
        values = (body.m, *body.h, *entries(body.L))
        wrenches = link_wrenches(frames[link.number])
        for name, value, (f, n) in zip(NAMES, values, wrenches, strict=True):
            work = work_of(partial[link.number], f, n)
            found.append(Column(f"{name}{link.number}", value, work))
    for name, value, work in drive_columns(chain, drives):
        found.append(Column(name, value, work))
    return found
