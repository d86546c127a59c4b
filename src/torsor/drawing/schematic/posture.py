"""The posture and the view of a scheme: few crossings, no folded links, near the zero posture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import pi

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.drawing.scene.skeleton import Place, Skeleton
from torsor.drawing.scene.view import AUTOMATIC, View, upwards, view_at
from torsor.drawing.schematic.solids import square

ANGLES = tuple(pi / 180 * a for a in (0, 30, -30, 45, -45, 60, -60, 90, -90, 120, -120))
NEAR = 34.0
"""Parts of different links nearer than this on the drawing stand in each other's way."""

UNIT = 126.0
"""The drawn length of a typical link, in pixels; joints are drawn in pixels as well."""

SPACING = 14.0


@dataclass(frozen=True)
class Posture:
    """The coordinates of a drawing, its view and its scale in pixels per unit of length."""

    q: tuple[float, ...]
    view: View
    scale: float


def typical_length(skeleton: Skeleton) -> float:
    """The length that a link has, small offsets left out; 1 for a robot of slides alone."""
    steps = [
        float(np.linalg.norm(s.step))
        for bone in (*skeleton.bones, skeleton.tool)
        for s in bone.segments
    ]
    if not steps:
        return 1.0
    return float(np.median([s for s in steps if s > 0.25 * max(steps)]))


def choose_posture(
    skeleton: Skeleton,
    given: Mapping[int, float],
    angles: tuple[float, float] | None,
) -> Posture:
    """The drawing's posture: what is given is kept, the rest unfolds until nothing overlaps."""
    unit = typical_length(skeleton)
    slides = {k for b in skeleton.bones if b.kind == "T" for k, _ in b.shares}
    q = [1.1 * unit if k in slides else 0.0 for k in range(1, skeleton.dof + 1)]
    for k, value in given.items():
        q[k - 1] = value
    free = [k for k in range(1, skeleton.dof + 1) if k not in given and k not in slides]
    wanted = (angles,) if angles else AUTOMATIC
    views = [view_at(*a, skeleton.gravity) for a in wanted]
    judge = Judge(skeleton, q, views, UNIT / unit)
    best = judge.cost(q)
    for _ in range(3 if skeleton.dof <= 24 else 0):
        before = best
        for k in free:
            for angle in ANGLES:
                tried = [*q]
                tried[k - 1] = angle
                found = judge.cost(tried)
                if found[0] < best[0] - 1e-9:
                    best, q = found, tried
        if best == before:
            break
    return Posture(tuple(q), views[best[1]], UNIT / unit)


class Judge:
    """What speaks against a posture: crossings, foreshortening, stretched elbows, odd angles."""

    def __init__(
        self, skeleton: Skeleton, q: Sequence[float], views: Sequence[View], scale: float
    ) -> None:
        self.skeleton, self.views, self.scale = skeleton, views, scale
        self.up = upwards(skeleton.gravity)
        self.turning = sorted({k for b in skeleton.bones if b.kind == "R" for k, _ in b.shares})
        self.parts: list[tuple[int, int, Array]] = []
        """Of each straight part: the joint that it leads to, its number there, its samples."""
        self.elbows = {
            k
            for bone in skeleton.bones
            if bone.parent and bone.kind == "R" and bone.segments
            for k, _ in bone.shares
            if abs(skeleton.bones[bone.parent - 1].axis @ (bone.R @ bone.axis)) > 0.99
        }
        """Coordinates of hinges parallel to the one before: any angle between them is usual."""
        self.meeting = [
            (bone.parent, bone.number)
            for bone in skeleton.bones
            if bone.parent
            and "F" not in (bone.kind, skeleton.bones[bone.parent - 1].kind)
            and _norm(bone.p) * scale < 44
            and abs(skeleton.bones[bone.parent - 1].axis @ (bone.R @ bone.axis)) < 0.9
        ]
        """Joints at the same point with different axes: they must be seen apart."""
        self._measure(skeleton.places(q))

    def _measure(self, places: Mapping[int, Place]) -> None:
        """How far apart any two parts of the links are along the links: the same at all angles."""
        reached = {0: 0.0}
        owner: list[int] = []
        along: list[float] = []
        for bone in (*self.skeleton.bones, self.skeleton.tool):
            key = bone.number or -1
            corners = (*places[key].corners, places[key].origin)
            s = reached[bone.parent]
            for n, (a, b) in enumerate(pairwise(corners)):
                length = float(np.linalg.norm(b - a)) * self.scale
                if length > 1e-6:
                    samples = np.linspace(0, 1, max(2, int(length / SPACING)))
                    self.parts.append((key, n, samples))
                    owner += [key] * len(samples)
                    along += list(s + samples * length)
                    s += length
            reached[key] = s
        parents = {b.number or -1: b.parent for b in (*self.skeleton.bones, self.skeleton.tool)}
        self.plate = _plate(self.skeleton, places, self.up) / self.scale
        owner += [0] * len(self.plate)
        along += [0.0] * len(self.plate)
        meets = _meeting(owner, parents, reached)
        a, b = np.array(along)[:, None], np.array(along)[None, :]
        path = a + b - 2 * np.minimum(np.minimum(a, b), meets)
        self.far = path > 2.2 * NEAR

    def cost(self, q: Sequence[float]) -> tuple[float, int]:
        """The cost in the best view, and which view that is."""
        places = self.skeleton.places(q)
        total = 0.0
        for k in self.turning:
            angle = abs(q[k - 1])
            odd = k not in self.elbows and abs(angle / (pi / 2) - round(angle / (pi / 2))) > 0.01
            total += 0.36 * angle / pi + (0.2 if angle > 0.01 else 0.0) + (0.25 if odd else 0.0)
        lowest = min(float(place.origin @ self.up) for place in places.values()) * self.scale
        total += max(0.0, -lowest - 10) / 100
        for bone in self.skeleton.bones:
            total += _stretched(self.skeleton, bone.number, places)
        axes = np.array([places[b.number].axis for b in self.skeleton.bones if b.kind == "R"])
        met = np.array([[places[i].axis, places[j].axis] for i, j in self.meeting])
        steps: list[Array] = []
        points: list[Array] = []
        for key, n, samples in self.parts:
            a, b = (*places[key].corners, places[key].origin)[n : n + 2]
            steps.append(b - a)
            points.append(a + samples[:, None] * (b - a))
        ink = np.concatenate([*points, self.plate])
        seen = [0.05 * i + self._seen(v, axes, met, steps, ink) for i, v in enumerate(self.views)]
        best = int(np.argmin(seen))
        return total + seen[best], best

    def _seen(
        self, view: View, axes: Array, met: Array, steps: Sequence[Array], ink: Array
    ) -> float:
        """What speaks against a posture in one view."""
        total = 0.0
        if len(axes):
            total += 0.5 * float(np.clip(0.35 - _norm(view.flat(axes)), 0, None).sum())
        if len(met):
            a, b = view.flat(met[:, 0]), view.flat(met[:, 1])
            sizes = _norm(a) * _norm(b)
            alike = np.abs((a * b).sum(axis=-1)) / np.maximum(sizes, 1e-9)
            total += 3.0 * float(np.clip(alike - 0.75, 0, None).sum())
            total += 1.2 * float(np.clip(0.62 - np.minimum(_norm(a), _norm(b)), 0, None).sum())
        if steps:
            short = _norm(view.flat(steps)) / _norm(np.array(steps))
            total += 0.6 * float(np.clip(0.45 - short, 0, None).sum())
            flat = view.flat(ink) * self.scale
            x, y = flat[:, 0], flat[:, 1]
            apart = np.hypot(x[:, None] - x[None, :], y[:, None] - y[None, :])
            total += float((np.clip(1 - apart / NEAR, 0, None) * self.far).sum()) / 10
        return total


def _plate(skeleton: Skeleton, places: Mapping[int, Place], up: Array) -> Array:
    """Points of the base's plate, in pixels: at the origin, or below joints that are there."""
    low = any(_norm(places[b.number].foot) < 1e-9 for b in skeleton.children(0))
    p, q = square(up)
    grid = [(a * p + b * q) * 28 for a in (-1, 0, 1) for b in (-1, 0, 1)]
    return np.array(grid) - up * (65.0 if low else 0.0)


def _norm(vectors: Array) -> Array:
    squares: Array = np.sum(vectors * vectors, axis=-1)
    return np.sqrt(squares)


def _stretched(skeleton: Skeleton, number: int, places: Mapping[int, Place]) -> float:
    """A hinge between two links in one line, with the axis of the hinge before it: unreadable."""
    bone = skeleton.bones[number - 1]
    if bone.kind != "R" or not bone.parent or not bone.segments:
        return 0.0
    place, before = places[number], places[bone.parent]
    if abs(place.axis @ before.axis) < 0.99:
        return 0.0
    came = place.origin - before.origin
    for child in skeleton.children(number):
        goes = places[child.number or -1].foot - place.origin
        sizes = _norm(came) * _norm(goes)
        if sizes > 1e-9 and came @ goes > 0.96 * sizes:
            return 0.9
    return 0.0


def _meeting(
    owner: Sequence[int], parents: Mapping[int, int], reached: Mapping[int, float]
) -> Array:
    """How far from the base the ways to two parts go together."""
    chains = {}
    for key in set(owner):
        up = [key]
        while up[-1] in parents:
            up.append(parents[up[-1]])
        chains[key] = up
    keys = sorted(chains)
    table = np.zeros((len(keys), len(keys)))
    for i, a in enumerate(keys):
        for j, b in enumerate(keys):
            shared = [k for k in chains[a] if k in chains[b]]
            table[i, j] = reached[shared[0]] if shared else 0.0
            if a in chains[b] or b in chains[a]:
                table[i, j] = 1e9  # one carries the other: the nearer one's own way counts
    index: Indices = np.array([keys.index(k) for k in owner])
    return table[index[:, None], index[None, :]]
