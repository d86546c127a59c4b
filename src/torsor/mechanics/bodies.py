"""Bodies that move with the coordinates: all that energies and virtual work have to know.

A chain's links are such bodies, and so is anything given by mass-centre positions and angular
velocities alone, as the RV-1A document gives its robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, S_co, summed, times
from torsor.mechanics.chain import Chain
from torsor.mechanics.partial_velocities import Partial, partial_velocities
from torsor.spatial.inertia import Body
from torsor.spatial.vectors import ZERO, Vector


@dataclass(frozen=True)
class MovingBody(Generic[S_co]):
    """A body, its mass centre's partial velocities in its axes, and gravity · its position."""

    number: int
    body: Body[S_co]
    at_centre: Partial[S_co]
    weight_potential: S_co


def chain_bodies(chain: Chain[S], load: Body[S] | None = None) -> list[MovingBody[S]]:
    """The links of a chain, and its load if any; gravity is carried outwards into their axes."""
    partial = partial_velocities(chain)
    gravity: dict[int, Vector[S]] = {0: chain.gravity}
    along: dict[int, S] = {0: PLAIN_ZERO}
    found = []
    for link in chain.links:
        before = gravity[link.parent]
        along[link.number] = summed((along[link.parent], before.dot(link.p)))
        gravity[link.number] = link.R.T @ before
        r_C = link.body.r_C
        potential = summed((along[link.number], gravity[link.number].dot(r_C)))
        centre = partial[link.number].shift(r_C)
        found.append(MovingBody(link.number, link.body, centre, potential))
    if load is not None:
        found.append(_carried_body(chain, load, found[-1], gravity[link.number]))
    return found


def _carried_body(
    chain: Chain[S], load: Body[S], last: MovingBody[S], gravity: Vector[S]
) -> MovingBody[S]:
    """A body fixed to the tool, numbered one beyond the last link, which has this gravity."""
    r_tool = chain.p_tool + chain.R_tool @ load.r_C
    at_frame = last.at_centre.shift(-last.body.r_C)
    centre = at_frame.shift(r_tool).rotate(chain.R_tool.T)
    potential = summed(
        (last.weight_potential, gravity.dot(r_tool), times(-1, gravity.dot(last.body.r_C)))
    )
    return MovingBody(last.number + 1, Body(load.m, ZERO, load.I_C), centre, potential)
