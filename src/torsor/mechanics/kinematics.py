"""Kinematics: where every frame is and how it moves, over any scalar.

Frames are named by link number, 0 the base, and ``"tool"``. ``motion`` is the outward recursion of
velocities and accelerations in link axes; with the base at rest its accelerations are true ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from torsor.algebra.scalars.arithmetic import S, S_co
from torsor.errors import UnknownNameError
from torsor.mechanics.chain import Chain, ChainLink
from torsor.robot.frame_names import FrameName
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import ZERO, Matrix, Vector


@dataclass(frozen=True)
class FrameMotion(Generic[S_co]):
    """Angular velocity and acceleration, and those of a point, in the axes of the frame."""

    omega: Vector[S_co]
    epsilon: Vector[S_co]
    v: Vector[S_co]
    a: Vector[S_co]


AT_REST: FrameMotion[Any] = FrameMotion(ZERO, ZERO, ZERO, ZERO)

Name = Callable[[str, int, Vector[S]], Vector[S]]
"""``name(quantity, link, step)`` hears of every step as it is made and gives what the recursion
goes on with: the step itself for closed forms, a symbol for each step in terms of those before."""


def unnamed(quantity: str, link: int, step: Vector[S]) -> Vector[S]:
    """The step itself."""
    return step


def accelerated_base(chain: Chain[S]) -> FrameMotion[S]:
    """Gravity as an acceleration of the base, so that all accelerations carry it."""
    return FrameMotion(ZERO, ZERO, ZERO, -chain.gravity)


def at_point(frame: FrameMotion[S], r: Vector[S]) -> FrameMotion[S]:
    """The motion of the point r of a rigid body, from that of its frame's origin."""
    return FrameMotion(
        frame.omega,
        frame.epsilon,
        frame.v + frame.omega.cross(r),
        frame.a + frame.epsilon.cross(r) + frame.omega.cross(frame.omega.cross(r)),
    )


def in_axes(R: Matrix[S], frame: FrameMotion[S]) -> FrameMotion[S]:
    """The same motion in other axes; R takes the old ones to the new."""
    return FrameMotion(R @ frame.omega, R @ frame.epsilon, R @ frame.v, R @ frame.a)


def joint_motion(
    link: ChainLink[S], carried: FrameMotion[S], name: Name[S] = unnamed
) -> FrameMotion[S]:
    """What the joint adds to the motion that its parent carries."""
    i, turns, slides = link.number, link.kind == "R", link.kind == "T"
    dq, ddq = link.dq * link.axis, link.ddq * link.axis
    omega, epsilon, v, a = carried.omega, carried.epsilon, carried.v, carried.a
    omega = name("omega", i, omega + dq if turns else omega)
    epsilon = name("epsilon", i, epsilon + omega.cross(dq) + ddq if turns else epsilon)
    v = name("v", i, v + dq if slides else v)
    a = name("a", i, a + 2 * omega.cross(dq) + ddq if slides else a)
    return FrameMotion(omega, epsilon, v, a)


def motion(
    chain: Chain[S], base: FrameMotion[S] = AT_REST, name: Name[S] = unnamed
) -> dict[int, FrameMotion[S]]:
    """The motion of every frame's origin, outwards from the base, each in its own axes."""
    frames = {0: FrameMotion(**{q: name(q, 0, step) for q, step in vars(base).items()})}
    for link in chain.links:
        carried = in_axes(link.R.T, at_point(frames[link.parent], link.p))
        frames[link.number] = joint_motion(link, carried, name)
    return frames


def mass_centre_motion(chain: Chain[S]) -> dict[int, FrameMotion[S]]:
    """The true motion of every link's mass centre, in the link's axes."""
    frames = motion(chain)
    return {link.number: at_point(frames[link.number], link.body.r_C) for link in chain.links}


def tool_motion(chain: Chain[S], base: FrameMotion[S] = AT_REST) -> FrameMotion[S]:
    """The motion of the tool's origin, in the tool's axes."""
    return frame_motion(chain, "tool", base)


def frame_motion(
    chain: Chain[S], frame: FrameName, base: FrameMotion[S] = AT_REST
) -> FrameMotion[S]:
    """The motion of a frame's origin, in its own axes."""
    _known(chain, frame)
    frames = motion(chain, base)
    if frame != "tool":
        return frames[int(frame)]
    return in_axes(chain.R_tool.T, at_point(frames[len(chain.links)], chain.p_tool))


def poses(chain: Chain[S]) -> dict[FrameName, Transform[S]]:
    """Every frame seen from the base."""
    found: dict[FrameName, Transform[S]] = {0: Transform()}
    for link in chain.links:
        found[link.number] = found[link.parent] @ Transform(link.R, link.p)
    found["tool"] = found[len(chain.links)] @ Transform(chain.R_tool, chain.p_tool)
    return found


def transform(chain: Chain[S], seen: FrameName, from_frame: FrameName = 0) -> Transform[S]:
    """The frame ``seen``, as it lies in ``from_frame``."""
    _known(chain, seen, from_frame)
    known = poses(chain)
    if from_frame == 0:
        return known[seen]
    # Along the chain itself where one frame carries the other: no product of both ways to the base.
    path: Transform[S] = Transform()
    at: FrameName = seen
    while at not in (from_frame, 0):
        at, step = _step(chain, at)
        path = step @ path
    if at == from_frame:
        return path
    return known[from_frame].inverse @ known[seen]


def _known(chain: Chain[S], *frames: FrameName) -> None:
    last = len(chain.links)
    for frame in frames:
        if frame != "tool" and frame not in range(last + 1):
            raise UnknownNameError(f"no frame {frame!r}; expected 0 to {last} or 'tool'")


def _step(chain: Chain[S], frame: FrameName) -> tuple[int, Transform[S]]:
    if frame == "tool":
        return len(chain.links), Transform(chain.R_tool, chain.p_tool)
    link = chain.links[int(frame) - 1]
    return link.parent, Transform(link.R, link.p)


@dataclass(frozen=True)
class Jacobian(Generic[S_co]):
    """v = J_v q̇ and ω = J_w q̇ in base axes; a column for each coordinate."""

    J_v: Matrix[S_co]
    J_w: Matrix[S_co]


def jacobian(chain: Chain[S], frame: FrameName = "tool", point: Vector[S] = ZERO) -> Jacobian[S]:
    """The geometric Jacobian of a point fixed in a frame, in base axes."""
    _known(chain, frame)
    known = poses(chain)
    here = known[frame].place(point)
    carriers = ancestors(chain, len(chain.links) if frame == "tool" else int(frame))
    columns_v: list[Vector[S]] = []
    columns_w: list[Vector[S]] = []
    for k in range(1, chain.dof + 1):
        v: Vector[S] = ZERO
        w: Vector[S] = ZERO
        for link, share in chain.moved_by(k):
            if link.number not in carriers:
                continue
            axis = (known[link.number].R @ link.axis) * share
            turns = link.kind == "R"
            w = w + axis if turns else w
            v = v + (axis.cross(here - known[link.number].p) if turns else axis)
        columns_v.append(v)
        columns_w.append(w)
    return Jacobian(Matrix(columns_v).T, Matrix(columns_w).T)


def ancestors(chain: Chain[S], number: int) -> set[int]:
    """The link and all those that carry it."""
    found = set()
    while number:
        found.add(number)
        number = chain.links[number - 1].parent
    return found


def mass_centre_jacobian(chain: Chain[S], number: int) -> Jacobian[S]:
    """The geometric Jacobian of a link's mass centre, in base axes."""
    return jacobian(chain, number, chain.links[number - 1].body.r_C)
