"""A robot's geometry in numbers: where joints, links and tool are at a posture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula, name
from torsor.algebra.scalars.floats import FloatScalars
from torsor.errors import RobotError
from torsor.mechanics.chain import chain_of
from torsor.robot.robot import Robot
from torsor.spatial.vectors import Matrix, Vector

TINY = 1e-9
TOOL = -1
"""The number by which the tool's place goes."""


@dataclass(frozen=True)
class Segment:
    """A straight part of a link's offset, in the axes of the link, and the length written on it."""

    step: Array
    length: Formula | None


@dataclass(frozen=True)
class Bone:
    """A joint (or the tool, number 0) in its parent's frame, all coordinates zero."""

    number: int
    parent: int
    kind: str
    axis: Array
    R: Array
    p: Array
    shares: tuple[tuple[int, float], ...]
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Place:
    """Where a joint is at a posture, in base axes: its foot is where a slide begins."""

    foot: Array
    origin: Array
    R: Array
    axis: Array
    corners: tuple[Array, ...]
    """The way from the parent's origin to the foot, both included."""


@dataclass(frozen=True)
class Skeleton:
    """All bones of a robot, then its tool on the last link."""

    bones: tuple[Bone, ...]
    tool: Bone
    dof: int
    gravity: Array

    def places(self, q: Sequence[float]) -> dict[int, Place]:
        """Every joint's place at the coordinates, by link number; 0 is the base, −1 the tool."""
        still = np.zeros(3)
        found = {0: Place(still, still, np.eye(3), still, ())}
        for bone in (*self.bones, self.tool):
            before = found[bone.parent]
            corners = [before.origin]
            for segment in bone.segments:
                corners.append(corners[-1] + before.R @ segment.step)
            foot = before.origin + before.R @ bone.p
            R = before.R @ bone.R
            axis = R @ bone.axis
            moved = sum(share * q[k - 1] for k, share in bone.shares)
            if bone.kind == "R":
                R = R @ turned(bone.axis, moved)
            origin = foot + axis * moved if bone.kind == "T" else foot
            key = bone.number or TOOL
            found[key] = Place(foot, origin, R, axis, (*corners[:-1], foot))
        return found

    def children(self, number: int) -> list[Bone]:
        """The bones that a link carries, the tool among them."""
        return [b for b in (*self.bones, self.tool) if b.parent == number]


def turned(axis: Array, angle: float) -> Array:
    """The rotation about a unit axis (Rodrigues)."""
    x, y, z = (axis.item(i) for i in range(3))
    K: Array = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + float(np.sin(angle)) * K + (1 - float(np.cos(angle))) * (K @ K)


def square(axis: Array) -> tuple[Array, Array]:
    """Two unit vectors across an axis, along base axes where it is along one."""
    first: Array = np.zeros(3)
    first[(int(np.argmax(np.abs(axis))) + 1) % 3] = 1.0
    first = first - axis * (first @ axis)
    first /= float(np.linalg.norm(first))
    return first, np.cross(axis, first)


def skeleton_of(robot: Robot, values: Mapping[str, float]) -> Skeleton:
    """The robot's geometry with a number for each of its symbols."""
    if robot.bodies:
        raise RobotError(
            f"there is nothing to draw of {robot.name!r}: it is given by bodies, not by joints"
        )
    rest = {f"{d}q{k}": 0.0 for k in range(1, robot.dof + 1) for d in ("", "d", "dd")}
    chain = chain_of(robot, FloatScalars({**values, **rest}))
    bones: list[Bone] = []
    for link, joint in zip(chain.links, robot.joints, strict=True):
        p, R, axis = _array(link.p), _array(link.R), _array(link.axis)
        before = bones[link.parent - 1].axis if link.parent else np.zeros(3)
        shares = tuple((k, float(s)) for k, s in link.shares)
        offset = joint.placement.offset
        parts = tuple(_segments(p, offset, before, R @ axis, values))
        bones.append(Bone(link.number, link.parent, link.kind, axis, R, p, shares, parts))
    R, p = _array(chain.R_tool), _array(chain.p_tool)
    last = bones[-1].axis
    parts = tuple(_segments(p, robot.tool.offset, last, np.zeros(3), values))
    tool = Bone(0, len(bones), "tool", np.zeros(3), R, p, (), parts)
    return Skeleton(tuple(bones), tool, robot.dof, _array(chain.gravity))


def _array(entries: Vector[float | Fraction] | Matrix[float | Fraction]) -> Array:
    return np.array(entries, np.float64)


def _segments(
    p: Array,
    offset: Sequence[Formula],
    before: Array,
    axis: Array,
    values: Mapping[str, float],
) -> Iterator[Segment]:
    """An offset as steps along axes: first along the parent's joint axis, last along its own."""
    size = max(float(np.max(np.abs(p))), TINY)
    rest, along = p, np.zeros(3)
    if np.any(axis) and float(np.max(np.abs(axis))) < 1 - TINY:
        share = axis * (p @ axis)
        if _count(p - share, size) + 1 < _count(p, size):
            rest, along = p - share, share
    steps: list[tuple[Array, Formula | None]] = []
    for i in range(3):
        if abs(rest.item(i)) > 1e-6 * size:
            step = np.zeros(3)
            step[i] = rest.item(i)
            alone = abs(along.item(i)) < TINY * size
            steps.append((step, _positive(offset[i]) if alone else None))
    steps.sort(key=lambda s: _rank(s[0], before, axis))
    for step, length in steps:
        yield Segment(step, length)
    if np.any(along):
        parts = [e for e, a in zip(offset, along, strict=True) if abs(a) > TINY * size]
        yield Segment(along, _named(parts, float(np.linalg.norm(along)), values))


def _count(p: Array, size: float) -> int:
    return int(np.sum(np.abs(p) > 1e-6 * size))


def _rank(step: Array, before: Array, axis: Array) -> int:
    def parallel(other: Array) -> bool:
        return bool(np.linalg.norm(np.cross(step, other)) < 1e-6 and np.any(other))

    return 2 if parallel(axis) else 0 if parallel(before) else 1


def _positive(length: Formula) -> Formula:
    """A length without its leading minus: a drawing shows the way by itself."""
    front: Formula = length.parts[0] if length.head == "product" else length
    negative = front.constant is not None and front.constant < 0
    return -length if negative else length


def _named(parts: Sequence[Formula], size: float, values: Mapping[str, float]) -> Formula | None:
    """The one symbol that an oblique step is made of, if its length is the step's."""
    names = {n for entry in parts for n in entry.names() if n in values}
    near = [n for n in names if abs(abs(values[n]) - size) < 1e-9 * size]
    return name(near[0]) if len(near) == 1 else None
