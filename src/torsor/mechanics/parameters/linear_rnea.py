"""RNEA in the parameters that the model is linear in.

For each link: mass m, first moment h = m r_C, and inertia L about the frame's origin,

    f = m a + U h,   n = L ε + ω × L ω + h × a,   U = [ε]× + [ω]×[ω]×,

so that no mass centre has to be visited. Regressor, base parameters and code come from here; it is
``==`` to the textbook recursion on every robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from torsor.algebra.scalars.arithmetic import S, S_co, times
from torsor.mechanics.chain import Chain
from torsor.mechanics.kinematics import FrameMotion, accelerated_base, motion
from torsor.mechanics.newton_euler import NO_LOAD, Wrench, carried_by, driving_forces
from torsor.spatial.inertia import Body, steiner
from torsor.spatial.vectors import Matrix, Vector, skew


@dataclass(frozen=True)
class LinearBody(Generic[S_co]):
    """Mass, first moment and inertia about the origin of the link's frame."""

    m: S_co
    h: Vector[S_co]
    L: Matrix[S_co]


def linear_body(body: Body[S]) -> LinearBody[S]:
    """From mass centre and central inertia: h = m r, L = I − m [r]×[r]× (Huygens-Steiner)."""
    r, m = body.r_C, body.m
    h = Vector(times(m, e) for e in r)
    return LinearBody(m, h, body.I_C + steiner(h, r))


def acceleration_matrix(frame: FrameMotion[S]) -> Matrix[S]:
    """U = [ε]× + [ω]×[ω]×, which takes a point of the body to its acceleration."""
    omega = skew(frame.omega)
    U: Matrix[S] = skew(frame.epsilon) + omega @ omega
    return U


def linear_wrench(body: LinearBody[S], frame: FrameMotion[S]) -> Wrench[S]:
    """Force and moment, about the frame's origin, that the link's motion takes."""
    f = body.m * frame.a + acceleration_matrix(frame) @ body.h
    n = body.L @ frame.epsilon + frame.omega.cross(body.L @ frame.omega) + body.h.cross(frame.a)
    return Wrench(f, n)


def joint_wrenches(chain: Chain[S], tool: Wrench[S] = NO_LOAD) -> dict[int, Wrench[S]]:
    """What passes through every joint: about its link's origin, in its link's axes."""
    frames = motion(chain, accelerated_base(chain))
    joint: dict[int, Wrench[S]] = {}
    for link in reversed(chain.links):
        here = linear_wrench(linear_body(link.body), frames[link.number])
        joint[link.number] = here + carried_by(chain, link.number, joint, tool)
    return joint


def linear_newton_euler(chain: Chain[S], tool: Wrench[S] = NO_LOAD) -> Vector[S]:
    """The driving forces by this recursion."""
    return driving_forces(chain, joint_wrenches(chain, tool))
