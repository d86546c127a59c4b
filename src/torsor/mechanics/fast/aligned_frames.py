"""The frames of the fast recursions: every joint along the z of its link, offsets few.

Frames are free to choose: a link's frame may be turned so that its joint's axis is z, and its
origin may slide along that axis (R), or anywhere (T). What an offset costs depends on the link it
lies in, so offsets slide towards the base, where links turn least. A link then is its mass m,
first moment h and second moments J = ∫ r rᵀ dm about its frame's origin (the pseudo-inertia).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from torsor.algebra.expression import Expression
from torsor.algebra.formula import name
from torsor.algebra.scalars.arithmetic import (
    PLAIN_ONE,
    PLAIN_ZERO,
    Plain,
    S,
    S_co,
    minus,
    plus,
    summed,
    times,
)
from torsor.algebra.scalars.scalars import Scalars
from torsor.errors import RobotError
from torsor.mechanics.chain import body_of, placement, shares_of, vector
from torsor.mechanics.newton_euler import Wrench
from torsor.robot.robot import Robot
from torsor.spatial.inertia import Body, rotate_inertia, second_moments
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import IDENTITY, ZERO, Matrix, Vector, outer

Z: Vector[Any] = Vector((0, 0, 1))
"""The axis of every joint, over every scalar."""


@dataclass(frozen=True)
class PointMasses(Generic[S_co]):
    """Mass, first moment and second moments about the origin of the link's frame."""

    m: S_co
    h: Vector[S_co]
    J: Matrix[S_co]

    def __add__(self, other: PointMasses[S_co]) -> PointMasses[S_co]:
        return PointMasses(plus(self.m, other.m), self.h + other.h, self.J + other.J)

    def shift(self, p: Vector[S_co]) -> PointMasses[S_co]:
        """The same masses about an origin from which the present one is seen at p."""
        h = self.h + Vector(times(self.m, e) for e in p)
        J = self.J + outer(p, self.h) + outer(h, p)
        return PointMasses(self.m, h, J)

    def rotate(self, Q: Matrix[S_co]) -> PointMasses[S_co]:
        """The same masses in other axes: Q takes the present ones to the new."""
        return PointMasses(self.m, Q @ self.h, rotate_inertia(Q, self.J))

    def rotate_about_z(self, s: S_co | Plain, c: S_co | Plain) -> PointMasses[S_co]:
        """The moments after a turn about z: with k = s (J_xx − J_yy) + 2 c J_xy,

        J_xx − s k, J_yy + s k, c k − J_xy.
        """
        if type(c) is int and c == 1:
            return self
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self.J
        x, y, z = self.h
        k = plus(times(s, minus(xx, yy)), times(c, times(2, xy)))
        xx, yy, xy = minus(xx, times(s, k)), plus(yy, times(s, k)), minus(times(c, k), xy)
        xz, yz = minus(times(c, xz), times(s, yz)), plus(times(s, xz), times(c, yz))
        x, y = minus(times(c, x), times(s, y)), plus(times(s, x), times(c, y))
        J = Matrix(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
        return PointMasses(self.m, Vector((x, y, z)), J)


NOTHING: PointMasses[Any] = PointMasses(0, ZERO, Matrix((ZERO, ZERO, ZERO)))


@dataclass(frozen=True)
class AlignedLink(Generic[S_co]):
    """Link i: the joint's axis is z; Q and p, constant, place it in its parent before it moves.

    For R, s and c are the sine and cosine of the displacement; for T, ``q`` is the displacement.
    """

    number: int
    parent: int
    kind: str
    shares: tuple[tuple[int, S_co], ...]
    Q: Matrix[S_co]
    p: Vector[S_co]
    s: S_co
    c: S_co
    q: S_co
    dq: S_co
    ddq: S_co
    masses: PointMasses[S_co]

    def turn(self, v: Vector[S_co]) -> Vector[S_co]:
        """A vector of the link in its parent's axes."""
        return self.Q @ self._about_z(v, self.s)

    def carry(self, wrench: Wrench[S_co]) -> Wrench[S_co]:
        """A wrench of the link in its parent's axes."""
        return Wrench(self.turn(wrench.f), self.turn(wrench.n))

    def back(self, v: Vector[S_co]) -> Vector[S_co]:
        """A vector of the parent in the link's axes."""
        return self._about_z(self.Q.T @ v, times(-1, self.s))

    def _about_z(self, v: Vector[S_co], s: S_co | Plain) -> Vector[S_co]:
        x, y, z = v
        c = self.c
        return Vector(
            (
                minus(times(c, x), times(s, y)),
                plus(times(s, x), times(c, y)),
                z,
            )
        )

    @property
    def offset(self) -> Vector[S_co]:
        """The link's origin in its parent, a slide's displacement included."""
        return (
            self.p + self.Q @ Vector((PLAIN_ZERO, PLAIN_ZERO, self.q))
            if self.kind == "T"
            else self.p
        )


@dataclass(frozen=True)
class AlignedChain(Generic[S_co]):
    """The links that move, the tool seen from the one that carries it, gravity in base axes."""

    links: tuple[AlignedLink[S_co], ...]
    dof: int
    carrier: int
    R_tool: Matrix[S_co]
    p_tool: Vector[S_co]
    gravity: Vector[S_co]

    def moved_by(self, coordinate: int) -> list[tuple[AlignedLink[S_co], S_co]]:
        """The joints that a coordinate (counted from 1) moves, each with its share."""
        return [(link, s) for link in self.links for k, s in link.shares if k == coordinate]


def aligned_chain(
    robot: Robot, scalars: Scalars[S], given: Mapping[int, PointMasses[S]] | None = None
) -> AlignedChain[S]:
    """The robot over the given scalars: fixed joints gone, axes along z, offsets slid.

    The links are as described, or those that are ``given``, by number.
    """
    links: list[AlignedLink[S]] = []
    carried: dict[int, PointMasses[S]] = {}
    # Each frame of the description as it lies in the aligned frame of the link that carries it.
    placed: dict[int, tuple[int, Transform[S]]] = {0: (0, Transform())}
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        carrier, before = placed[joint.parent]
        place = before @ Transform(*placement(joint.placement, scalars))
        masses = given[i] if given else pseudo_inertia(body_of(link, scalars))
        if joint.kind == "F":
            placed[i] = (carrier, place)
            carried[carrier] = carried.get(carrier, NOTHING) + masses.rotate(place.R).shift(place.p)
            continue
        to_axis = onto_z(vector(joint.axis, scalars))
        placed[i] = (i, Transform(to_axis.T))
        carried[i] = masses.rotate(to_axis.T)
        shares = shares_of(robot, i, scalars)
        turns = joint.kind == "R"
        s, c = scalars.sin_cos(robot.displacement[i]) if turns else (PLAIN_ZERO, PLAIN_ONE)
        q = PLAIN_ZERO if turns else scalars.value(robot.displacement[i])
        dq = summed(times(k, scalars.value(name(f"dq{n}"))) for n, k in shares)
        ddq = summed(times(k, scalars.value(name(f"ddq{n}"))) for n, k in shares)
        Q, p = place.R @ to_axis, place.p
        links.append(AlignedLink(i, carrier, joint.kind, shares, Q, p, s, c, q, dq, ddq, NOTHING))
    links = [replace(link, masses=carried[link.number]) for link in links]
    carrier, last = placed[len(robot.joints)]
    tool = last @ Transform(*placement(robot.tool, scalars))
    gravity = vector(robot.gravity, scalars)
    load = robot.payload
    if load.kind == "body" and load.body is not None and carrier:
        # A carried body is part of the link that carries it.
        masses = pseudo_inertia(body_of(load.body, scalars)).rotate(tool.R).shift(tool.p)
        at = next(i for i, link in enumerate(links) if link.number == carrier)
        links[at] = replace(links[at], masses=links[at].masses + masses)
    return slide_origins(AlignedChain(tuple(links), robot.dof, carrier, tool.R, tool.p, gravity))


def onto_z(axis: Vector[S]) -> Matrix[S]:
    """A constant rotation that takes z to the axis."""
    numbers: Vector[Any] = axis
    x, y, z = numbers
    x_last: Matrix[Any] = Matrix(((0, 0, 1), (1, 0, 0), (0, 1, 0)))
    y_last: Matrix[Any] = Matrix(((0, 1, 0), (0, 0, 1), (1, 0, 0)))
    for entry, matrix in ((z, IDENTITY), (x, x_last), (y, y_last)):
        if _is(entry, 1):
            return matrix
        if _is(entry, -1):
            return turn_over(matrix)
    # The shortest turn from z, or from −z where that is nearer; division by constants only.
    if not all(_constant(e) for e in axis):
        raise RobotError("a joint's axis must be given in numbers for a program to be made")
    if float(z) < 0:
        return turn_over(onto_z(-axis))
    k = (1 + z) ** -1 if not isinstance(z, int) else 1
    a = Matrix(
        (
            (1 - x * x * k, -(x * y * k), x),
            (-(x * y * k), 1 - y * y * k, y),
            (-x, -y, z),
        )
    )
    return Matrix([_plain_whole(e) for e in row] for row in a)


def turn_over(R: Matrix[S]) -> Matrix[S]:
    """After half a turn about x."""
    half_turn: Matrix[Any] = Matrix(((1, 0, 0), (0, -1, 0), (0, 0, -1)))
    return R @ half_turn


def pseudo_inertia(body: Body[S]) -> PointMasses[S]:
    """From mass centre and central inertia: J = ½ tr(I) 1 − I, then moved to the origin."""
    return PointMasses(body.m, ZERO, second_moments(body.I_C)).shift(body.r_C)


def slide_origins(chain: AlignedChain[S]) -> AlignedChain[S]:
    """The chain with origins slid so that offsets lie where they cost least, from the tip on."""
    links = {link.number: link for link in chain.links}
    p_tool = chain.p_tool
    for link in reversed(chain.links):
        d, p = _slide(link, links)
        if all(_is(e, 0) for e in d):
            continue
        links[link.number] = replace(links[link.number], p=p, masses=link.masses.shift(-d))
        for child in links.values():
            if child.parent == link.number:
                links[child.number] = replace(child, p=child.p - d)
        if link.number == chain.carrier:
            p_tool = p_tool - d
    return replace(chain, links=tuple(links.values()), p_tool=p_tool)


def _slide(link: AlignedLink[S], links: dict[int, AlignedLink[S]]) -> tuple[Vector[S], Vector[S]]:
    """How far a link's origin moves, in its axes, and where it is then in its parent."""
    ahead = [child.p for child in links.values() if child.parent == link.number]
    if link.kind == "T" and link.parent:
        # A slide's offset costs the same before and after it: there is one place for both.
        return -(link.Q.T @ link.p), ZERO
    if not ahead:
        return ZERO, link.p
    d = ahead[0] if link.kind == "T" else Vector((PLAIN_ZERO, PLAIN_ZERO, ahead[0][2]))
    p = link.p + link.Q @ d
    saved = sum(not _is(e, 0) for e in d)
    worth = _cost(links, link.parent, p) < _cost(links, link.parent, link.p) + saved
    return (d, p) if worth else (ZERO, link.p)


def _cost(links: dict[int, AlignedLink[S]], parent: int, p: Vector[S]) -> float:
    """What an offset costs: nothing on the base, little on a link that turns about one axis."""
    if parent == 0:
        return 0
    return sum(not _is(e, 0) for e in p) * (1 / 3 if links[parent].parent == 0 else 1)


def _is(value: object, number: int) -> bool:
    return type(value) is int and value == number


def _constant(value: Any) -> bool:
    """Whether it is a number by itself, which an element of a ring is not."""
    if isinstance(value, Expression):
        return False
    try:
        float(value)
    except TypeError:
        return False
    return True


def _plain_whole(value: Any) -> Any:
    return round(float(value)) if _constant(value) and value == round(float(value)) else value
