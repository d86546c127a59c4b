"""Partial velocities: how each coordinate's rate moves each body, in the body's own axes.

Column k of J_v and J_w of a link is its velocity and angular velocity when q̇_k = 1 and all other
rates are zero; they pass outwards from link to link like any velocity. In the link's axes they stay
far shorter than the geometric Jacobian in base axes, to which they are equal but for the axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, S_co, summed, times
from torsor.mechanics.chain import Chain
from torsor.spatial.inertia import Body
from torsor.spatial.vectors import ZERO, Matrix, Vector


@dataclass(frozen=True)
class Partial(Generic[S_co]):
    """Columns of J_v (of a point) and J_w, one for each coordinate, in the body's axes."""

    J_v: tuple[Vector[S_co], ...]
    J_w: tuple[Vector[S_co], ...]

    def shift(self, point: Vector[S_co]) -> Partial[S_co]:
        """The same body's partial velocities at another of its points."""
        pairs = zip(self.J_v, self.J_w, strict=True)
        return Partial(tuple(v + w.cross(point) for v, w in pairs), self.J_w)

    def rotate(self, R: Matrix[S_co]) -> Partial[S_co]:
        """The same in other axes."""
        return Partial(tuple(R @ v for v in self.J_v), tuple(R @ w for w in self.J_w))


def partial_velocities(chain: Chain[S]) -> dict[int, Partial[S]]:
    """Partial velocities of every link at its frame's origin, outwards from the base."""
    n = chain.dof
    found: dict[int, Partial[S]] = {0: Partial((ZERO,) * n, (ZERO,) * n)}
    for link in chain.links:
        carried = found[link.parent].shift(link.p).rotate(link.R.T)
        J_v, J_w = list(carried.J_v), list(carried.J_w)
        for k, share in link.shares:
            own = Vector(times(share, e) for e in link.axis)
            if link.kind == "R":
                J_w[k - 1] = J_w[k - 1] + own
            elif link.kind == "T":
                J_v[k - 1] = J_v[k - 1] + own
        found[link.number] = Partial(tuple(J_v), tuple(J_w))
    return found


def tool_partial(chain: Chain[S]) -> Partial[S]:
    """Partial velocities of the tool's origin, in the tool's axes."""
    last = partial_velocities(chain)[len(chain.links)]
    return last.shift(chain.p_tool).rotate(chain.R_tool.T)


def work_of(partial: Partial[S], force: Vector[S], moment: Vector[S]) -> Vector[S]:
    """The generalised forces of a force and a moment: J_vᵀ f + J_wᵀ n."""
    return Vector(
        summed((v.dot(force), w.dot(moment))) for v, w in zip(partial.J_v, partial.J_w, strict=True)
    )


def mass_matrix_of(body: Body[S], at_centre: Partial[S]) -> list[list[S]]:
    """One body's share of M: m J_vᵀ J_v + J_wᵀ I J_w, upper triangle computed, lower copied."""
    n = len(at_centre.J_v)
    turned = [body.I_C @ w for w in at_centre.J_w]
    M: list[list[S]] = [[PLAIN_ZERO] * n for _ in range(n)]
    for i in range(n):
        for j in range(i, n):
            moving = times(body.m, at_centre.J_v[i].dot(at_centre.J_v[j]))
            M[i][j] = M[j][i] = summed((moving, at_centre.J_w[i].dot(turned[j])))
    return M
