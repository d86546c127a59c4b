"""Newton-Euler in link frames: outwards for motion and external forces, inwards for joint forces.

After Luh, Walker and Paul as the Cluj papers write it; equation numbers are those of TRTRR (2013).
Vectors of link i are in the axes of frame {i}; R takes frame {i} to its parent, p is the origin of
{i} in its parent. Gravity enters as an acceleration of the base, so that a, a_C and F carry it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import reduce
from operator import add
from typing import Any, Generic

from torsor import hooks
from torsor.algebra.scalars.arithmetic import S, S_co, summed, times
from torsor.arguments import given
from torsor.errors import UnknownKeyError
from torsor.mechanics.chain import Chain, ChainLink
from torsor.mechanics.kinematics import (
    FrameMotion,
    Name,
    accelerated_base,
    at_point,
    motion,
    unnamed,
)
from torsor.spatial.inertia import Body
from torsor.spatial.symbolic import count_terms
from torsor.spatial.vectors import ZERO, Matrix, Vector


@dataclass(frozen=True)
class Wrench(Generic[S_co]):
    """A force, and a moment about the origin of the frame in whose axes both are written."""

    f: Vector[S_co]
    n: Vector[S_co]

    def __add__(self, other: Wrench[S_co]) -> Wrench[S_co]:
        return Wrench(self.f + other.f, self.n + other.n)

    def rotate(self, R: Matrix[S_co]) -> Wrench[S_co]:
        """The same wrench in other axes; R takes the old ones to the new."""
        return Wrench(R @ self.f, R @ self.n)

    def shift(self, p: Vector[S_co]) -> Wrench[S_co]:
        """The same wrench about an origin from which the present one is seen at p."""
        return Wrench(self.f, self.n + p.cross(self.f))


NO_LOAD: Wrench[Any] = Wrench(ZERO, ZERO)


@dataclass(frozen=True)
class LinkSteps(Generic[S_co]):
    """Every step of the two passes at one link, by the papers' names, in the link's own axes."""

    omega: Vector[S_co]
    epsilon: Vector[S_co]
    v: Vector[S_co]
    a: Vector[S_co]
    v_C: Vector[S_co]
    a_C: Vector[S_co]
    F: Vector[S_co]
    N: Vector[S_co]
    f: Vector[S_co]
    n: Vector[S_co]

    def __repr__(self) -> str:
        counts = ((name, sum(count_terms(getattr(self, name)))) for name in STEPS)
        return f"<LinkSteps: {', '.join(f'{name} {count}' for name, count in counts)} terms>"

    def _repr_latex_(self) -> str:
        return hooks.write("steps", self)

    def _repr_html_(self) -> str:
        return hooks.write("html", self)

    def map(self, change: Callable[[Vector[S_co]], Vector[S]]) -> LinkSteps[S]:
        """The steps with every vector changed."""
        return LinkSteps(*(change(getattr(self, f.name)) for f in fields(self)))


class Links(dict[int, LinkSteps[S]]):
    """The steps at each link, by its number: 0 the base, then 1 … n."""

    def __missing__(self, link: object) -> LinkSteps[S]:
        raise UnknownKeyError(f"no link {given(link)}; there are 0 to {len(self) - 1}")


STEPS = tuple(field.name for field in fields(LinkSteps))
"""The names of the steps, in the order in which they are found."""


@dataclass(frozen=True)
class NewtonEuler(Generic[S_co]):
    """Both passes: the steps of every link (0 the base) and the generalised driving forces."""

    links: dict[int, LinkSteps[S_co]]
    tau: Vector[S_co]


def external(
    number: int, body: Body[S], frame: FrameMotion[S], name: Name[S] = unnamed
) -> tuple[FrameMotion[S], Wrench[S]]:
    """Newton's and Euler's equations at the mass centre of one link."""
    omega, epsilon = frame.omega, frame.epsilon
    centre = at_point(frame, body.r_C)
    v_C = name("v_C", number, centre.v)
    a_C = name("a_C", number, centre.a)  # (3) … (9)
    F = name("F", number, body.m * a_C)  # (10) … (14)
    N = name("N", number, body.I_C @ epsilon + omega.cross(body.I_C @ omega))  # (15) … (19)
    return FrameMotion(omega, epsilon, v_C, a_C), Wrench(F, N)


def carried_by(
    chain: Chain[S], number: int, joint: dict[int, Wrench[S]], tool: Wrench[S]
) -> Wrench[S]:
    """What hangs on a link: its children's joint forces and, on the last link, the load."""
    beyond = [joint[link.number].rotate(link.R).shift(link.p) for link in chain.children(number)]
    if number == len(chain.links):
        beyond.append(tool.rotate(chain.R_tool).shift(chain.p_tool))
    return reduce(add, beyond) if beyond else NO_LOAD


def driving_force(link: ChainLink[S], joint: Wrench[S]) -> S:
    """The joint's moment or force along its axis, (31) … (35)."""
    return joint.n.dot(link.axis) if link.kind == "R" else joint.f.dot(link.axis)


def driving_forces(chain: Chain[S], joint: dict[int, Wrench[S]]) -> Vector[S]:
    """One for each coordinate: what it has to do at the joints that it moves."""
    return Vector(
        summed(
            times(share, driving_force(link, joint[link.number]))
            for link, share in chain.moved_by(k)
        )
        for k in range(1, chain.dof + 1)
    )


def newton_euler(
    chain: Chain[S], tool: Wrench[S] = NO_LOAD, name: Name[S] = unnamed
) -> NewtonEuler[S]:
    """Derive the driving forces; ``tool`` is what the last link exerts on its load."""
    frames = motion(chain, accelerated_base(chain), name)
    centres = {0: frames[0]}
    forces: dict[int, Wrench[S]] = {0: NO_LOAD}
    for link in chain.links:  # outwards
        i = link.number
        centres[i], forces[i] = external(i, link.body, frames[i], name)

    joint: dict[int, Wrench[S]] = {}
    for link in reversed(chain.links):  # inwards
        i = link.number
        passed = forces[i].shift(link.body.r_C) + carried_by(chain, i, joint, tool)  # (21) … (25)
        joint[i] = Wrench(name("f", i, passed.f), name("n", i, passed.n))
    joint[0] = carried_by(chain, 0, joint, tool)

    steps = {
        i: LinkSteps(
            frames[i].omega, frames[i].epsilon, frames[i].v, frames[i].a,
            centres[i].v, centres[i].a, forces[i].f, forces[i].n, joint[i].f, joint[i].n,
        )
        for i in sorted(frames)
    }  # fmt: skip
    return NewtonEuler(steps, driving_forces(chain, joint))
