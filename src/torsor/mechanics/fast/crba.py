"""The mass matrix by composite bodies (CRBA), over aligned frames and pseudo-inertias."""

from __future__ import annotations

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, plus, times
from torsor.mechanics.fast.aligned_frames import AlignedChain, AlignedLink, PointMasses
from torsor.mechanics.newton_euler import Wrench
from torsor.spatial.vectors import Vector


def composite_bodies(chain: AlignedChain[S]) -> dict[int, PointMasses[S]]:
    """Every link with all that hangs on it, as one body."""
    whole = {link.number: link.masses for link in chain.links}
    for link in reversed(chain.links):
        if link.parent:
            beyond = whole[link.number].rotate_about_z(link.s, link.c).rotate(link.Q)
            whole[link.parent] = whole[link.parent] + beyond.shift(link.offset)
    return whole


def unit_wrench(link: AlignedLink[S], body: PointMasses[S]) -> Wrench[S]:
    """The wrench that a unit acceleration of the joint takes from the composite body."""
    (xx, _, xz), (_, yy, yz), _ = body.J
    x, y, _ = body.h
    if link.kind == "T":
        return Wrench(
            Vector((PLAIN_ZERO, PLAIN_ZERO, body.m)), Vector((y, times(-1, x), PLAIN_ZERO))
        )
    return Wrench(
        Vector((times(-1, y), x, PLAIN_ZERO)), Vector((times(-1, xz), times(-1, yz), plus(xx, yy)))
    )


def mass_matrix(chain: AlignedChain[S]) -> list[list[S]]:
    """M by composite bodies: each joint's unit acceleration, felt at the joints before it."""
    links = {link.number: link for link in chain.links}
    body = composite_bodies(chain)
    n = chain.dof
    M: list[list[S]] = [[PLAIN_ZERO] * n for _ in range(n)]
    for link in chain.links:
        wrench, at = unit_wrench(link, body[link.number]), link
        while True:
            felt = wrench.n[2] if at.kind == "R" else wrench.f[2]
            for (a, x), (b, y) in pairs(link, at):
                M[a][b] = plus(M[a][b], times(times(x, y), felt))
                if a != b:
                    M[b][a] = M[a][b]
            if not at.parent:
                break
            wrench, at = at.carry(wrench).shift(at.offset), links[at.parent]
    return M


def pairs(link: AlignedLink[S], other: AlignedLink[S]) -> list[tuple[tuple[int, S], tuple[int, S]]]:
    """The entries of M, from 0, that two joints' coordinates share in."""
    found = []
    for a, x in other.shares:
        for b, y in link.shares:
            if link is other and b < a:
                continue  # M's mirror image has it
            found.append(((a - 1, x), (b - 1, y)))
            if link is not other and a == b:
                found.append(((a - 1, x), (b - 1, y)))
    return found
