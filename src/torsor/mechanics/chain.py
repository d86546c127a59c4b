"""A robot over a scalar: each joint's placement, motion and link as vectors and matrices.

The textbook derivations start from here, over ring elements, floats or balls; the recursions for
code go through ``fast/aligned_frames.py``, which states a joint once more, along the z of its link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from torsor.algebra.formula import Formula, name, number
from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, S_co, summed, times
from torsor.algebra.scalars.scalars import Scalars
from torsor.algebra.surds import simple
from torsor.robot.robot import Frame, Link, Quaternion, Robot
from torsor.spatial.inertia import Body, tensor
from torsor.spatial.rotations import quaternion_matrix, rotation
from torsor.spatial.vectors import IDENTITY, Matrix, Vector


@dataclass(frozen=True)
class ChainLink(Generic[S_co]):
    """Link i over a scalar: R and p place frame {i} in its parent's; ``axis`` is in both.

    ``shares`` are the joint's displacement by coordinate: (k, ∂displacement/∂q_k).
    """

    number: int
    parent: int
    kind: str
    shares: tuple[tuple[int, S_co], ...]
    axis: Vector[S_co]
    R: Matrix[S_co]
    p: Vector[S_co]
    dq: S_co
    ddq: S_co
    body: Body[S_co]


@dataclass(frozen=True)
class Chain(Generic[S_co]):
    """The whole robot over a scalar; ``links[i - 1]`` is link i."""

    links: tuple[ChainLink[S_co], ...]
    dof: int
    R_tool: Matrix[S_co]
    p_tool: Vector[S_co]
    gravity: Vector[S_co]

    def children(self, number: int) -> list[ChainLink[S_co]]:
        """The links that hang on link ``number``."""
        return [link for link in self.links if link.parent == number]

    def moved_by(self, coordinate: int) -> list[tuple[ChainLink[S_co], S_co]]:
        """The joints that a coordinate (counted from 1) moves, each with its share."""
        return [(link, s) for link in self.links for k, s in link.shares if k == coordinate]


def chain_of(robot: Robot, scalars: Scalars[S]) -> Chain[S]:
    """The robot over the given scalars."""
    links = []
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        R, p = placement(joint.placement, scalars)
        axis = vector(joint.axis, scalars)
        dq: S = PLAIN_ZERO
        ddq: S = PLAIN_ZERO
        shares: tuple[tuple[int, S], ...] = ()
        if i in robot.displacement:
            q = robot.displacement[i]
            shares = shares_of(robot, i, scalars)
            dq = summed(times(s, scalars.value(name(f"dq{k}"))) for k, s in shares)
            ddq = summed(times(s, scalars.value(name(f"ddq{k}"))) for k, s in shares)
            if joint.kind == "R":
                s, c = scalars.sin_cos(q)
                R = R @ rotation(axis, s, c)
            else:
                p = p + R @ (scalars.value(q) * axis)
        links.append(
            ChainLink(
                i, joint.parent, joint.kind, shares, axis, R, p, dq, ddq, body_of(link, scalars)
            )
        )
    R_tool, p_tool = placement(robot.tool, scalars)
    return Chain(tuple(links), robot.dof, R_tool, p_tool, vector(robot.gravity, scalars))


def shares_of(robot: Robot, joint: int, scalars: Scalars[S]) -> tuple[tuple[int, S], ...]:
    """∂displacement/∂q_k of a joint as (k, scalar)."""
    return tuple((k, scalars.value(number(share))) for k, share in robot.shares(joint).items())


def vector(entries: Sequence[Formula], scalars: Scalars[S]) -> Vector[S]:
    """Formulas as a vector of scalars."""
    return Vector(scalars.value(e) for e in entries)


def placement(frame: Frame, scalars: Scalars[S]) -> tuple[Matrix[S], Vector[S]]:
    """Rotation matrix and offset of a constant placement."""
    R: Matrix[S] = IDENTITY
    for turn in frame.rotation:
        if isinstance(turn, Quaternion):
            exact = quaternion_matrix((turn.w, turn.x, turn.y, turn.z))
            R = R @ Matrix([scalars.number(simple(e)) for e in row] for row in exact)
        else:
            s, c = scalars.sin_cos(turn.angle)
            R = R @ rotation(vector(turn.axis, scalars), s, c)
    return R, vector(frame.offset, scalars)


def body_of(link: Link, scalars: Scalars[S]) -> Body[S]:
    """A link's mass, mass centre and inertia tensor as scalars."""
    inertia = tensor(scalars.value(e) for e in link.inertia)
    return Body(scalars.value(link.mass), vector(link.com, scalars), inertia)
