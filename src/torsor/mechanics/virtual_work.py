"""Virtual work, the third method that TRTRR's conclusion names: τ = Σ J_vᵀ F + J_wᵀ N.

Each body's inertial force m a_C and moment I ε + ω × I ω do work on its partial velocities; the
accelerations are the exact time derivatives of the velocities, ω × taken along with the axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import times
from torsor.algebra.scalars.ring import RingScalar
from torsor.mechanics.bodies import MovingBody
from torsor.mechanics.partial_velocities import work_of
from torsor.spatial.vectors import ZERO, Vector, zeros


def virtual_work(
    bodies: Sequence[MovingBody[RingScalar]], ring: Ring, q: Sequence[str], body_axes: bool = True
) -> Vector[Expression]:
    """The generalised forces of all bodies, weights included.

    With ``body_axes`` the partial velocities are in axes that turn with each body.
    """
    rates = [ring.symbol(f"d{name}") for name in q]
    total: Vector[RingScalar] = zeros(len(q))
    for moving in bodies:
        v: Vector[RingScalar] = ZERO
        omega: Vector[RingScalar] = ZERO
        for J_v, J_w, rate in zip(moving.at_centre.J_v, moving.at_centre.J_w, rates, strict=True):
            v, omega = v + J_v * rate, omega + J_w * rate
        m, I_C = moving.body.m, moving.body.I_C
        H = I_C @ omega
        a_C, H_rate = dt(v), dt(H)
        if body_axes:
            a_C, H_rate = a_C + omega.cross(v), H_rate + omega.cross(H)
        total = total + work_of(moving.at_centre, m * a_C, H_rate)
        # The weight's work is the slope of g·p_C along each coordinate.
        height = moving.weight_potential
        if isinstance(height, Expression):
            slopes = Vector(times(m, height.diff(name)) for name in q)
            total = total - slopes
    return Vector(e if isinstance(e, Expression) else ring.number(e) for e in total)


def dt(v: Vector[RingScalar]) -> Vector[RingScalar]:
    """The time derivative, entry by entry."""

    return Vector(e.dt() if isinstance(e, Expression) else 0 for e in v)
