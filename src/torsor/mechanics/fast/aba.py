"""Forward dynamics by articulated bodies (ABA, Featherstone) over aligned frames, linear in n.

An articulated body's inertia at the origin of its frame is [[A, B], [Bᵀ, M]]: the wrench (n, f)
that an acceleration (ε, a) takes is n = A ε + B a + n₀, f = Bᵀ ε + M a + f₀.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, S_co, plus, times
from torsor.mechanics.fast.aligned_frames import AlignedChain, AlignedLink, PointMasses, Z
from torsor.mechanics.fast.crba import composite_bodies, unit_wrench
from torsor.mechanics.fast.rnea import UNLOADED, Load, add_load, motions, wrench_of
from torsor.mechanics.newton_euler import Wrench
from torsor.mechanics.parameters.regrouping import inverse as reciprocal
from torsor.spatial.inertia import inertia_of, rotate_inertia
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector, outer, skew


@dataclass(frozen=True)
class Articulated(Generic[S_co]):
    """The inertia and the wrench that no acceleration of the joint changes."""

    A: Matrix[S_co]
    B: Matrix[S_co]
    M: Matrix[S_co]
    bias: Wrench[S_co]

    def __add__(self, other: Articulated[S_co]) -> Articulated[S_co]:
        A, B, M = self.A + other.A, self.B + other.B, self.M + other.M
        return Articulated(A, B, M, self.bias + other.bias)


def rigid(body: PointMasses[S], bias: Wrench[S]) -> Articulated[S]:
    """A rigid body: A = tr(J) 1 − J, B = [h]×, M = m 1."""
    return Articulated(inertia_of(body.J), skew(body.h), IDENTITY * body.m, bias)


def forward_dynamics(
    chain: AlignedChain[S], tau: dict[int, S], rotors: dict[int, S], load: Load[S] = UNLOADED
) -> tuple[Vector[S], list[tuple[S, S]]]:
    """The accelerations, and each joint's pivot with the scale to compare it with, M's diagonal.

    ``chain`` has its q̈ zero; ``tau`` and ``rotors`` (armature) are by link number.
    """
    moving = motions(chain)
    at_rest = {link.number: wrench_of(link.masses, moving[link.number]) for link in chain.links}
    bias = add_load(chain, at_rest, load)
    body = {link.number: rigid(link.masses, bias[link.number]) for link in chain.links}
    whole = composite_bodies(chain)
    solved: dict[int, tuple[Vector[S], Vector[S], S, S]] = {}
    pivots: list[tuple[S, S]] = []
    for link in reversed(chain.links):
        here = body[link.number]
        # The wrench that a unit acceleration of the joint takes, and its share along the axis.
        n, f = (Vector(row[2] for row in here.A), here.B[2]) if link.kind == "R" else (
            Vector(row[2] for row in here.B), Vector(row[2] for row in here.M)
        )  # fmt: skip
        own = n[2] if link.kind == "R" else f[2]
        felt = here.bias.n[2] if link.kind == "R" else here.bias.f[2]
        rotor = rotors.get(link.number, PLAIN_ZERO)
        pivot = plus(own, rotor)
        rigid_body = unit_wrench(link, whole[link.number])
        scale = rigid_body.n[2] if link.kind == "R" else rigid_body.f[2]
        pivots.append((pivot, plus(scale, rotor)))
        inverse = reciprocal(pivot)
        rest = plus(tau[link.number], times(-1, felt))
        solved[link.number] = (n, f, inverse, rest)
        if link.parent:
            gain = times(inverse, rest)
            left = Articulated(
                here.A - outer(n, n) * inverse,
                here.B - outer(n, f) * inverse,
                here.M - outer(f, f) * inverse,
                Wrench(here.bias.f + f * gain, here.bias.n + n * gain),
            )
            body[link.parent] = body[link.parent] + _carried(link, left, link.offset)
    return _outwards(chain, solved), pivots


def _carried(link: AlignedLink[S], body: Articulated[S], p: Vector[S]) -> Articulated[S]:
    """The body in its parent's axes, about its parent's origin."""
    R = Matrix(zip(*(link.turn(unit) for unit in IDENTITY), strict=True))
    A, B, M = (rotate_inertia(R, X) for X in (body.A, body.B, body.M))
    P = skew(p)
    B_moved = B + P @ M
    A_moved = A + P @ B.T + B_moved @ P.T
    return Articulated(A_moved, B_moved, M, body.bias.rotate(R).shift(p))


def _outwards(
    chain: AlignedChain[S], solved: dict[int, tuple[Vector[S], Vector[S], S, S]]
) -> Vector[S]:
    """The joints' accelerations; only what they add to the links' motion is passed on."""
    added: dict[int, tuple[Vector[S], Vector[S]]] = {0: (ZERO, ZERO)}
    found: dict[int, S] = {}
    for link in chain.links:
        epsilon_before, a_before = added[link.parent]
        epsilon = link.back(epsilon_before)
        a = link.back(a_before + epsilon_before.cross(link.offset))
        n, f, inverse, rest = solved[link.number]
        ddq = times(inverse, plus(rest, times(-1, plus(n.dot(epsilon), f.dot(a)))))
        found[link.number] = ddq
        own = Vector(times(ddq, e) for e in Z)
        added[link.number] = (epsilon + own, a) if link.kind == "R" else (epsilon, a + own)
    return Vector(found[link.number] for link in chain.links)
