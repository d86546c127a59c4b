"""The regressor: τ = Y(q, q̇, q̈) π, linear in ten inertial parameters a link and in the drives'.

The ten are m, h = m r_C (3) and the inertia about the frame's origin (6); see ``linear_rnea``. Each
column is the work of the wrench that a unit of its parameter takes, on the partial velocities.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ONE, PLAIN_ZERO, S, S_co
from torsor.mechanics.chain import Chain, ChainLink
from torsor.mechanics.drives import Drive, drive_columns
from torsor.mechanics.kinematics import FrameMotion, accelerated_base, motion
from torsor.mechanics.parameters.linear_rnea import (
    acceleration_matrix,
    linear_body,
)
from torsor.mechanics.partial_velocities import Partial, partial_velocities, work_of
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


def parameter_values(chain: Chain[S], drives: dict[int, Drive[S]]) -> dict[str, S]:
    """π by name: what the columns of Y are multiplied by."""
    found: dict[str, S] = {}
    for link in chain.links:
        body = linear_body(link.body)
        values = (body.m, *body.h, *entries(body.L))
        found |= {f"{n}{link.number}": v for n, v in zip(NAMES, values, strict=True)}
    return found | {name: value for name, value, _ in drive_columns(chain, drives)}


def link_columns(link: ChainLink[S], frame: FrameMotion[S], partial: Partial[S]) -> list[Column[S]]:
    """The ten parameters of a link that moves so."""
    body = linear_body(link.body)
    values = (body.m, *body.h, *entries(body.L))
    return [
        Column(f"{name}{link.number}", value, work_of(partial, f, n))
        for name, value, (f, n) in zip(NAMES, values, link_wrenches(frame), strict=True)
    ]


def columns(chain: Chain[S], drives: dict[int, Drive[S]]) -> list[Column[S]]:
    """Every parameter of every link, then those of the drives."""
    frames = motion(chain, accelerated_base(chain))
    partial = partial_velocities(chain)
    found: list[Column[S]] = []
    for link in chain.links:
        found += link_columns(link, frames[link.number], partial[link.number])
    for name, value, work in drive_columns(chain, drives):
        found.append(Column(name, value, work))
    return found


def columns_of_link(chain: Chain[S], number: int) -> list[Column[S]]:
    """The parameters of one link: the links that come after it are not looked at."""
    until = replace(chain, links=chain.links[:number])
    frames = motion(until, accelerated_base(until))
    return link_columns(until.links[-1], frames[number], partial_velocities(until)[number])
