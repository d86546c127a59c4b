"""Room to move in: a floor and spheres to keep out of, for lines from joint to joint to the tool.

The lines have no thickness: whoever gives a floor or a sphere adds the links' own. Distances
between the links themselves are not looked at. What cannot move is not checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.errors import ArgumentValueError, MissingValueError, TorsorError
from torsor.identification.excitation.fourier import State
from torsor.program.arm import Arm

STILL = 1e-9
"""Metres: what moves less than this does not move."""


@dataclass(frozen=True, eq=False)
class Skeleton:
    """The lines of a robot: ends by their frames (0 the base, then the links, last the tool)."""

    arm: Arm
    begins: Indices
    ends: Indices
    moving: Indices
    """The frames whose origins move."""
    reach: float
    """The size of the room it moves in, m."""

    def name(self, frame: int) -> str:
        """What stands at a frame's origin."""
        links = len(self.arm.robot.joints)
        return f"the joint of link {frame}" if frame <= links else "the tool"

    def points(self, q: Array) -> Array:
        """The origins of all frames, (M, frames, 3)."""
        found: Array = self.arm.frames(q)[..., :3, 3]
        return found

    def pull(self, q: Array, by_points: Array) -> Array:
        """A gradient by the origins as one by the coordinates."""
        weights = np.zeros((*by_points.shape[:2], 4, 4))
        weights[..., :3, 3] = by_points
        found: Array = self.arm.vjp("frames", by="q")(q, weights)
        return found


def trace_skeleton(arm: Arm, postures: Array) -> Skeleton:
    """The lines that move when a robot goes through postures."""
    lacking = arm.missing("frames")
    if lacking:
        raise MissingValueError(
            f"a floor or a sphere asks where the links are: no value for {', '.join(lacking)}"
        )
    joints = arm.robot.joints
    begins = np.array([*(joint.parent for joint in joints), len(joints)])
    ends = np.arange(1, len(joints) + 2)
    points = arm.frames(postures)[..., :3, 3]
    moves = np.ptp(points, axis=0).max(axis=1) > STILL
    kept = moves[begins] | moves[ends]
    size = float(np.ptp(points.reshape(-1, 3), axis=0).max())
    return Skeleton(arm, begins[kept], ends[kept], np.flatnonzero(moves), size)


@dataclass(frozen=True, eq=False)
class Floor:
    """Every origin that moves stays at z or above: so does what is between."""

    skeleton: Skeleton
    z: float

    linear = False

    def excess(self, state: State) -> Array:
        """How far below, in proportion to the room."""
        heights = self.skeleton.points(state[0])[:, self.skeleton.moving, 2]
        found: Array = (self.z - heights) / self.skeleton.reach
        return found

    def pull(self, state: State, weights: Array) -> State:
        """By the frames' exact derivatives."""
        by_points = np.zeros_like(self.skeleton.points(state[0]))
        by_points[:, self.skeleton.moving, 2] = -weights / self.skeleton.reach
        rest = np.zeros_like(state[1])
        return self.skeleton.pull(state[0], by_points), rest, rest

    def clearance(self, state: State) -> float:
        """How far the lowest point stays above, m."""
        return -float(self.excess(state).max()) * self.skeleton.reach

    @property
    def title(self) -> str:
        """What it is called."""
        return f"the floor at z = {self.z:g}"

    def tell(self, state: State) -> str:
        """What is lowest, and where."""
        heights = self.skeleton.points(state[0])[:, self.skeleton.moving, 2].min(axis=0)
        k = int(np.argmin(heights))
        name = self.skeleton.name(self.skeleton.moving.item(k))
        return f"{name} is to stay above {self.title}, and comes to z = {heights[k]:.4g}"


@dataclass(frozen=True, eq=False)
class Sphere:
    """No line comes into a sphere; the nearest point of each line counts."""

    skeleton: Skeleton
    centre: Array
    radius: float

    linear = False

    def _nearest(self, state: State) -> tuple[Array, Array, Array]:
        """Of each line: where it is nearest, the direction to there, the distance."""
        points = self.skeleton.points(state[0])
        begin, end = points[:, self.skeleton.begins], points[:, self.skeleton.ends]
        along = end - begin
        length = np.einsum("mkx,mkx->mk", along, along)
        way = np.einsum("mkx,mkx->mk", self.centre - begin, along)
        share = np.clip(np.divide(way, length, out=np.ones_like(way), where=length > 0), 0, 1)
        away = begin + share[..., None] * along - self.centre
        distance = np.linalg.norm(away, axis=2)
        direction = np.divide(away, distance[..., None], out=np.zeros_like(away),
                              where=distance[..., None] > 0)  # fmt: skip
        return share, direction, distance

    def excess(self, state: State) -> Array:
        """How deep, in proportion to the room."""
        found: Array = (self.radius - self._nearest(state)[2]) / self.skeleton.reach
        return found

    def pull(self, state: State, weights: Array) -> State:
        """The nearest point stays where it is on its line, to first order."""
        share, direction, _ = self._nearest(state)
        by_nearest = -(weights / self.skeleton.reach)[..., None] * direction
        by_points = np.zeros_like(self.skeleton.points(state[0]))
        for k, (a, b) in enumerate(zip(self.skeleton.begins, self.skeleton.ends, strict=True)):
            by_points[:, a] += (1 - share[:, k, None]) * by_nearest[:, k]
            by_points[:, b] += share[:, k, None] * by_nearest[:, k]
        rest = np.zeros_like(state[1])
        return self.skeleton.pull(state[0], by_points), rest, rest

    def clearance(self, state: State) -> float:
        """How far the nearest point stays away from its surface, m."""
        return -float(self.excess(state).max()) * self.skeleton.reach

    @property
    def title(self) -> str:
        """What it is called."""
        x, y, z = self.centre.tolist()
        return f"the sphere of {self.radius:g} m about ({x:g}, {y:g}, {z:g})"

    def tell(self, state: State) -> str:
        """Which line comes nearest, and how near."""
        distance = self._nearest(state)[2].min(axis=0)
        k = int(np.argmin(distance))
        name = self.skeleton.name(self.skeleton.ends.item(k))
        return (
            f"the line to {name} is to stay out of {self.title}, and comes to {distance[k]:.4g} m "
            "from its centre"
        )


def read_sphere(given: Sequence[float]) -> tuple[Array, float]:
    """Centre and radius from x, y, z, r."""
    if len(given) != 4:
        raise ArgumentValueError(
            f"keep_out has {len(given)} numbers; expected x, y, z, r in metres"
        )
    *centre, radius = map(float, given)
    if radius <= 0:
        raise ArgumentValueError(f"keep_out: a radius of {radius:g} m; expected one above zero")
    return np.array(centre), radius


def list_room(
    arm: Arm, postures: Array, floor: float | None, keep_out: Sequence[Sequence[float]]
) -> list[Floor | Sphere]:
    """The floor and the spheres, for the lines that move."""
    if floor is None and not keep_out:
        return []
    spheres = [read_sphere(given) for given in keep_out]
    skeleton = trace_skeleton(arm, postures)
    if not len(skeleton.moving):
        raise TorsorError(
            "no point of the robot moves: a floor or a sphere has nothing to keep off"
        )
    found: list[Floor | Sphere] = [] if floor is None else [Floor(skeleton, float(floor))]
    return [*found, *(Sphere(skeleton, *sphere) for sphere in spheres)]
