"""Inverse dynamics (RNEA) over aligned frames and pseudo-inertias: the least work we know of.

A link is (m, h, J), J = ∫ r rᵀ dm, in the frames of ``aligned_frames``. With U = [ε]× + [ω]×[ω]×,
which takes a point of the link to its acceleration, and a that of the origin,

    f = U h + m a,    n = the vector of U J + a hᵀ, that is (G_zy − G_yz, G_xz − G_zx, G_yx − G_xy).

What the parent can bear for a link is moved there first: for R its mass (as if in the origin), its
first moment along z and ∫ z² dm; for T all of J. Of ten parameters a turning link keeps seven, and
of the eighteen products of U J only thirteen are left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic

from torsor.algebra.scalars.arithmetic import (
    PLAIN_ONE,
    PLAIN_ZERO,
    S,
    S_co,
    minus,
    plus,
    summed,
    times,
)
from torsor.mechanics.fast.aligned_frames import NOTHING, AlignedChain, AlignedLink, PointMasses, Z
from torsor.mechanics.newton_euler import NO_LOAD, Wrench
from torsor.spatial.inertia import rotate_inertia
from torsor.spatial.rotations import rotation
from torsor.spatial.vectors import ZERO, Matrix, Vector, outer


def regroup_masses(chain: AlignedChain[S]) -> AlignedChain[S]:
    """The chain with all that parents can bear moved to them, from the tip to the base."""
    masses = {link.number: link.masses for link in chain.links}
    for link in reversed(chain.links):
        body, u, p = masses[link.number], link.Q @ Z, link.p
        if link.kind == "R":
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.J
            given = PointMasses(body.m, u * body.h[2], outer(u, u) * zz).shift(p)
            masses[link.number] = PointMasses(
                PLAIN_ZERO,
                Vector((body.h[0], body.h[1], PLAIN_ZERO)),
                Matrix(((xx, xy, xz), (xy, yy, yz), (xz, yz, PLAIN_ZERO))),
            )
        else:
            given = replace(NOTHING, J=rotate_inertia(link.Q, body.J))
            masses[link.number] = replace(body, J=NOTHING.J)
        if link.parent:
            masses[link.parent] = masses[link.parent] + given
    links = tuple(replace(link, masses=masses[link.number]) for link in chain.links)
    return replace(chain, links=links)


def unturn_tips(chain: AlignedChain[S]) -> AlignedChain[S]:
    """The chain with every last link that turns written in the axes it has before it turns.

    Its masses then move with q, but neither ω, U, a nor the wrench have to be turned for it.
    """
    parents = {link.parent for link in chain.links}
    R_tool, p_tool = chain.R_tool, chain.p_tool
    links = []
    for link in chain.links:
        if link.kind == "R" and link.number not in parents:
            if link.number == chain.carrier:
                Rz = rotation(Z, link.s, link.c)
                R_tool, p_tool = Rz @ R_tool, Rz @ p_tool
            masses = link.masses.rotate_about_z(link.s, link.c)
            link = replace(link, s=PLAIN_ZERO, c=PLAIN_ONE, masses=masses)
        links.append(link)
    return replace(chain, links=tuple(links), R_tool=R_tool, p_tool=p_tool)


@dataclass(frozen=True)
class Motion(Generic[S_co]):
    """ω, ε, the acceleration a of the origin (gravity in it), U."""

    omega: Vector[S_co]
    epsilon: Vector[S_co]
    a: Vector[S_co]
    U: Matrix[S_co]


def motions(chain: AlignedChain[S]) -> dict[int, Motion[S]]:
    """The motion of every link in its own axes, the base accelerated by −gravity.

    A joint's axis u is fixed in its parent too, so U u is the parent's, seen in the link's axes:
    the third column of U costs one turn in the plane, and with U + Uᵀ = 2 (ω ωᵀ − ω² 1) the rest of
    U and ε follow; ε itself need not be passed on.
    """
    still: Matrix[S] = Matrix((ZERO, ZERO, ZERO))
    found: dict[int, Motion[S]] = {0: Motion(ZERO, ZERO, -chain.gravity, still)}
    for link in chain.links:
        before = found[link.parent]
        u = link.Q @ Z
        x, y, z = link.back(before.omega)
        a = link.back(before.a + before.U @ link.p)
        if link.kind == "R":
            column = link.back(before.U @ u)
            spin = plus(before.epsilon.dot(u), link.ddq)
            turning = Vector((x, y, plus(z, link.dq)))
            moved = from_column(turning, spin, column, a, axes_ahead(chain, link))
        else:
            turned = link.Q.T @ before.U @ link.Q
            moved = Motion(Vector((x, y, z)), link.Q.T @ before.epsilon, a, turned)
            moved = replace(moved, a=a + sliding(link, moved))
        found[link.number] = moved
    return found


def axes_ahead(chain: AlignedChain[S], link: AlignedLink[S]) -> tuple[bool, bool]:
    """Whether a joint that hangs on the link needs ε_x and ε_y of it."""
    axes = [child.Q @ Z for child in chain.links if child.parent == link.number]
    slides = any(child.kind == "T" for child in chain.links if child.parent == link.number)
    x, y = (slides or any(u[k] != 0 for u in axes) for k in (0, 1))
    return x, y


def from_column(
    omega: Vector[S], spin: S, column: Vector[S], a: Vector[S], ahead: tuple[bool, bool]
) -> Motion[S]:
    """The motion, given ω, ε_z and U's third column; ``ahead`` tells if ε_x, ε_y are needed."""
    x, y, z = omega
    xx, xy, zz, twice = times(x, x), times(x, y), times(z, z), times(2, z)
    xz, yz = times(x, z), times(y, z)
    epsilon = Vector((minus(yz, column[1]), minus(column[0], xz), spin))
    # Two ways to the same entry: past ε where it is needed anyway, or at once.
    U_zx = minus(xz, epsilon[1]) if ahead[1] else minus(times(x, twice), column[0])
    U_zy = plus(yz, epsilon[0]) if ahead[0] else minus(times(y, twice), column[1])
    U = Matrix(
        (
            (plus(column[2], minus(xx, zz)), minus(xy, spin), column[0]),
            (plus(xy, spin), times(-1, plus(xx, zz)), column[1]),
            (U_zx, U_zy, column[2]),
        )
    )
    return Motion(omega, epsilon, a, U)


def sliding(link: AlignedLink[S], carried: Motion[S]) -> Vector[S]:
    """What a slide adds to the acceleration: U z q + 2 ω × z q̇ + z q̈."""
    U, (x, y, _), twice = carried.U, carried.omega, times(2, link.dq)
    return Vector(
        (
            plus(times(U[0][2], link.q), times(y, twice)),
            minus(times(U[1][2], link.q), times(x, twice)),
            plus(times(U[2][2], link.q), link.ddq),
        )
    )


def wrench_of(body: PointMasses[S], motion: Motion[S]) -> Wrench[S]:
    """The force and moment, about the origin, that the link's motion takes."""
    U, a, h = motion.U, motion.a, body.h
    (Jxx, Jxy, Jxz), (_, Jyy, Jyz), (_, _, Jzz) = body.J
    zy, xz, yx = minus(U[2][2], U[1][1]), minus(U[0][0], U[2][2]), minus(U[1][1], U[0][0])
    n = (
        summed((times(U[2][1], Jyy), times(U[2][0], Jxy), times(zy, Jyz))),
        summed((times(U[0][2], Jzz), times(U[0][1], Jyz), times(xz, Jxz))),
        summed((times(U[1][0], Jxx), times(U[1][2], Jxz), times(yx, Jxy))),
    )
    taken = (
        plus(times(U[1][2], Jzz), times(U[1][0], Jxz)),
        plus(times(U[2][0], Jxx), times(U[2][1], Jxy)),
        plus(times(U[0][1], Jyy), times(U[0][2], Jyz)),
    )
    moment = Vector(n) - Vector(taken)
    return Wrench(U @ h + a * body.m, moment + h.cross(a))


@dataclass(frozen=True)
class Load(Generic[S_co]):
    """What acts at the tool's origin, as the last link exerts it: in tool axes and in base axes."""

    in_tool: Wrench[S_co] = NO_LOAD
    in_base: Wrench[S_co] = NO_LOAD


UNLOADED: Load[Any] = Load()


def add_load(
    chain: AlignedChain[S], own: dict[int, Wrench[S]], load: Load[S]
) -> dict[int, Wrench[S]]:
    """The links' own wrenches with the load on the link that carries the tool."""
    if not chain.carrier:
        return own
    in_base = Wrench(*(to_carrier_axes(chain, v) for v in (load.in_base.f, load.in_base.n)))
    at_tool = load.in_tool.rotate(chain.R_tool) + in_base
    return own | {chain.carrier: add_at(own[chain.carrier], at_tool, chain.p_tool)}


def to_carrier_axes(chain: AlignedChain[S], v: Vector[S]) -> Vector[S]:
    """A vector of the base in the axes of the link that carries the tool."""
    links = {link.number: link for link in chain.links}
    path = [chain.carrier]
    while links[path[-1]].parent:
        path.append(links[path[-1]].parent)
    for number in reversed(path):
        v = links[number].back(v)
    return v


def joint_wrenches(chain: AlignedChain[S], own: dict[int, Wrench[S]]) -> dict[int, Wrench[S]]:
    """What passes through every joint, inwards: the link's own wrench and all that hangs on it."""
    found = dict(own)
    for link in reversed(chain.links):
        if link.parent:
            beyond = found[link.number]
            passed = link.carry(beyond)
            found[link.parent] = add_at(found[link.parent], passed, link.offset)
    return found


def add_at(here: Wrench[S], beyond: Wrench[S], p: Vector[S]) -> Wrench[S]:
    """A wrench and another one that acts at p, in the same axes."""
    return Wrench(here.f + beyond.f, here.n + beyond.n + p.cross(beyond.f))


def project_on_axes(chain: AlignedChain[S], joint: dict[int, Wrench[S]]) -> Vector[S]:
    """The generalised forces: what each coordinate has to do at the joints that it moves."""
    found = {i: w.n[2] for i, w in joint.items()}
    found |= {link.number: joint[link.number].f[2] for link in chain.links if link.kind == "T"}
    return Vector(
        summed(times(share, found[link.number]) for link, share in chain.moved_by(k))
        for k in range(1, chain.dof + 1)
    )


def inverse_dynamics(chain: AlignedChain[S], load: Load[S] = UNLOADED) -> Vector[S]:
    """The driving forces."""
    chain = unturn_tips(chain)
    motion = motions(chain)
    own = {link.number: wrench_of(link.masses, motion[link.number]) for link in chain.links}
    return project_on_axes(chain, joint_wrenches(chain, add_load(chain, own, load)))
