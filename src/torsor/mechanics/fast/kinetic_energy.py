"""The kinetic energy over aligned frames: ½ m v·v + v·(ω × h) + ½ ω·L ω of every link.

Regrouped masses have it too: what a parent bears moves with the parent as it moved with the link.
"""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, summed, times
from torsor.mechanics.fast.aligned_frames import AlignedChain
from torsor.spatial.inertia import inertia_of
from torsor.spatial.vectors import ZERO, Vector


def velocities(chain: AlignedChain[S]) -> dict[int, tuple[Vector[S], Vector[S]]]:
    """v of the origin and ω of every link, in its own axes."""
    found: dict[int, tuple[Vector[S], Vector[S]]] = {0: (ZERO, ZERO)}
    for link in chain.links:
        v, omega = found[link.parent]
        v, omega = link.back(v + omega.cross(link.offset)), link.back(omega)
        own = Vector((PLAIN_ZERO, PLAIN_ZERO, link.dq))
        moved = (v, omega + own) if link.kind == "R" else (v + own, omega)
        found[link.number] = moved
    return found


def kinetic_energy(chain: AlignedChain[S]) -> S:
    """The energy of all links, without rotors."""
    twice: list[S] = []
    moving = velocities(chain)
    for link in chain.links:
        v, omega = moving[link.number]
        m, h, J = link.masses.m, link.masses.h, link.masses.J
        twice += [times(m, v.dot(v)), times(2, v.dot(omega.cross(h)))]
        twice.append(omega.dot(inertia_of(J) @ omega))
    return times(summed(twice), Fraction(1, 2))
