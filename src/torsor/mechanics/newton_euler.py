"""Newton-Euler in link frames: outwards for motion and external forces, inwards for joint forces.

After Luh, Walker and Paul as the Cluj papers write it; equation numbers are those of TRTRR (2013).
Vectors of link i are in the axes of frame {i}; R takes frame {i} to its parent, p is the origin of
{i} in its parent. Gravity enters as an acceleration of the base, so that a, a_C and F carry it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from torsor.algebra.scalars.arithmetic import Scalar, summed, times
from torsor.arguments import given
from torsor.errors import UnknownKeyError
from torsor.mechanics.chain import Chain, ChainLink
from torsor.mechanics.kinematics import FrameMotion, at_point, motion
from torsor.spatial.vectors import ZERO, Vector


@dataclass(frozen=True)
class Wrench:
    """A force, and a moment about the origin of the frame in whose axes both are written."""

    f: Vector
    n: Vector


NO_LOAD = Wrench(ZERO, ZERO)


@dataclass(frozen=True)
class LinkSteps:
    """Every step of the two passes at one link, by the papers' names, in the link's own axes."""

    omega: Vector
    epsilon: Vector
    v: Vector
    a: Vector
    v_C: Vector
    a_C: Vector
    F: Vector
    N: Vector
    f: Vector
    n: Vector

    def map(self, change: Callable[[Vector], Vector]) -> LinkSteps:
        """The steps with every vector changed."""
        return LinkSteps(*(change(getattr(self, f.name)) for f in fields(self)))


class Links(dict[int, LinkSteps]):
    """The steps at each link, by its number: 0 the base, then 1 … n."""

    def __missing__(self, link: object) -> LinkSteps:
        raise UnknownKeyError(f"no link {given(link)}; there are 0 to {len(self) - 1}")


@dataclass(frozen=True)
class NewtonEuler:
    """Both passes: the steps of every link (0 the base) and the generalised driving forces."""

    links: dict[int, LinkSteps]
    tau: Vector


def external(link: ChainLink, frame: FrameMotion) -> tuple[FrameMotion, Wrench]:
    """Newton's and Euler's equations at the mass centre of one link."""
    m, I_C = link.body.m, link.body.I_C
    centre = at_point(frame, link.body.r_C)  # a_C, (3) … (9)
    F = m * centre.a  # (10) … (14)
    N = I_C @ frame.epsilon + frame.omega.cross(I_C @ frame.omega)  # (15) … (19)
    return centre, Wrench(F, N)


def carried_by(chain: Chain, number: int, joint: dict[int, Wrench], tool: Wrench) -> Wrench:
    """What hangs on a link: its children's joint forces and, on the last link, the load."""
    f, n = ZERO, ZERO
    for child in chain.children(number):
        f_child = child.R @ joint[child.number].f  # (21) … (25)
        f = f + f_child
        n = n + child.R @ joint[child.number].n + child.p.cross(f_child)
    if number == len(chain.links):
        f_tool = chain.R_tool @ tool.f
        f = f + f_tool
        n = n + chain.R_tool @ tool.n + chain.p_tool.cross(f_tool)
    return Wrench(f, n)


def driving_force(link: ChainLink, joint: Wrench) -> Scalar:
    """The joint's moment or force along its axis, (31) … (35)."""
    return joint.n.dot(link.axis) if link.kind == "R" else joint.f.dot(link.axis)


def driving_forces(chain: Chain, joint: dict[int, Wrench]) -> Vector:
    """One for each coordinate: what it has to do at the joints that it moves."""
    return Vector(
        summed(
            times(share, driving_force(link, joint[link.number]))
            for link, share in chain.moved_by(k)
        )
        for k in range(1, chain.dof + 1)
    )


def newton_euler(chain: Chain, tool: Wrench = NO_LOAD) -> NewtonEuler:
    """Derive the driving forces; ``tool`` is what the last link exerts on its load."""
    accelerated_base = FrameMotion(ZERO, ZERO, ZERO, -chain.gravity)
    frames = motion(chain, accelerated_base)
    centres = {0: accelerated_base}
    forces = {0: NO_LOAD}
    for link in chain.links:  # outwards
        centres[link.number], forces[link.number] = external(link, frames[link.number])

    joint: dict[int, Wrench] = {}
    for link in reversed(chain.links):  # inwards
        here, beyond = forces[link.number], carried_by(chain, link.number, joint, tool)
        joint[link.number] = Wrench(
            here.f + beyond.f, here.n + link.body.r_C.cross(here.f) + beyond.n
        )
    joint[0] = carried_by(chain, 0, joint, tool)

    steps = {
        i: LinkSteps(
            frames[i].omega, frames[i].epsilon, frames[i].v, frames[i].a,
            centres[i].v, centres[i].a, forces[i].f, forces[i].n, joint[i].f, joint[i].n,
        )
        for i in sorted(frames)
    }  # fmt: skip
    return NewtonEuler(steps, driving_forces(chain, joint))
