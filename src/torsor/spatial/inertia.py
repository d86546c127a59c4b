"""Inertia of rigid bodies: tensors, Huygens-Steiner, second moments, in any axes.

A tensor has the sign of URDF, MuJoCo and Pinocchio: its entry xy is minus the integral of xy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from torsor.algebra.scalars.arithmetic import S, S_co, plus, raised, summed, times
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector

ENTRIES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""The places of xx yy zz xy xz yz in a symmetric tensor."""

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Body(Generic[S_co]):
    """Mass, mass centre and central inertia in the axes of the frame it is given in."""

    m: S_co
    r_C: Vector[S_co]
    I_C: Matrix[S_co]

    def placed(self, at: Transform[S_co]) -> Body[S_co]:
        """The body seen from the frame that its own frame is placed in."""
        return Body(self.m, at.place(self.r_C), rotate_inertia(at.R, self.I_C))


def tensor(six: Iterable[S]) -> Matrix[S]:
    """The symmetric tensor with the entries xx yy zz xy xz yz."""
    xx, yy, zz, xy, xz, yz = six
    return Matrix(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))


def entries(I: Matrix[S]) -> tuple[S, ...]:
    """The entries xx yy zz xy xz yz of a symmetric tensor."""
    return tuple(I[i][j] for i, j in ENTRIES)


def rotate_inertia(R: Matrix[S], I: Matrix[S]) -> Matrix[S]:
    """A tensor in other axes, R I Rᵀ; R takes the old ones to the new."""
    return R @ I @ R.T


def steiner(h: Vector[S], r: Vector[S]) -> Matrix[S]:
    """Huygens-Steiner: −[h]×[r]×, the inertia about the origin of a first moment h = m r at r.

    About the origin a body has I_C + steiner(m r_C, r_C). For an h of its own,
    steiner(h, r) + steiner(r, h) is what is linear in it as the body is moved by r.
    """
    return Matrix(
        [
            summed(times(h[k], r[k]) for k in range(3) if k != i)
            if i == j
            else times(-1, times(r[i], h[j]))
            for j in range(3)
        ]
        for i in range(3)
    )


def merge_bodies(bodies: Iterable[Body[S]]) -> Body[S]:
    """Bodies fixed to one another as one: the masses' centre, every inertia about it."""
    parts = list(bodies)
    m = summed(body.m for body in parts)
    r_C: Vector[S] = ZERO
    if m:
        whole: Any = Fraction(1) / m if isinstance(m, (int, Fraction)) else raised(m, -1)
        for body in parts:
            r_C = r_C + body.r_C * times(body.m, whole)
    I_C: Matrix[S] = Matrix([ZERO] * 3)
    for body in parts:
        d = body.r_C - r_C
        I_C = I_C + body.I_C + steiner(body.m * d, d)
    return Body(m, r_C, I_C)


def second_moments(I: Matrix[S]) -> Matrix[S]:
    """∫ r rᵀ dm = ½ tr(I) 1 − I, positive semi-definite for any inertia that a body can have."""
    xx, yy, zz, xy, xz, yz = entries(I)

    def moment(a: S, b: S, less: S) -> S:
        return times(plus(plus(a, b), times(-1, less)), HALF)

    diagonal = moment(yy, zz, xx), moment(xx, zz, yy), moment(xx, yy, zz)
    return tensor((*diagonal, *(times(-1, e) for e in (xy, xz, yz))))


def inertia_of(J: Matrix[S]) -> Matrix[S]:
    """The inertia of a body with the second moments J: tr(J) 1 − J."""
    trace = plus(plus(J[0][0], J[1][1]), J[2][2])
    whole: Matrix[S] = IDENTITY * trace
    return whole - J
