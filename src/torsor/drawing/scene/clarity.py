"""What speaks against a posture and a view: crossings, foreshortening, folded and odd elbows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.drawing.scene.joint_places import Arrangement, with_axes
from torsor.drawing.scene.skeleton import TOOL, Bone, Place, Skeleton, square
from torsor.drawing.scene.view import View, upwards

SPACING = 0.27
"""Between the points of links that are looked at; lengths here are in sizes of a joint."""

POINTS = 40
"""The most points of a straight part."""

LINES, LINE_BODY, BODIES = 0.7, 0.95, 1.2
"""Links, links and bodies, bodies nearer than this on the picture stand in each other's way."""

HALF = 0.29
"""Points along a body, this far from its middle."""

END_ON = 0.62
"""An axis that looks shorter than this part of itself is seen from its end."""

PLATE = 0.55
TALLEST, WIDEST = 1.4, 1.5
"""A picture is neither a tower nor a ribbon, if it can be helped."""


class Judge:
    """The price of postures of one arrangement, the lowest of some views."""

    def __init__(
        self,
        skeleton: Skeleton,
        arrangement: Arrangement,
        q: Sequence[float],
        views: Sequence[View],
        size: float,
    ) -> None:
        self.skeleton, self.arrangement, self.size = skeleton, arrangement, size
        self.bones = (*skeleton.bones, skeleton.tool)
        self.up = upwards(skeleton.gravity)
        self.views = np.array([[v.right, v.up] for v in views])
        self.towards = np.array([v.towards for v in views])
        self.turning = sorted({k for b in skeleton.bones if b.kind == "R" for k, _ in b.shares})
        self.elbows = {
            k
            for bone in skeleton.bones
            if bone.parent and bone.kind == "R" and bone.segments
            for k, _ in bone.shares
            if abs(skeleton.bones[bone.parent - 1].axis @ (bone.R @ bone.axis)) > 0.99
        }
        """Coordinates of hinges parallel to the one before: any angle between them is usual."""
        self.hinges = [b.number for b in skeleton.bones if b.kind == "R"]
        self.seen = [b.number for b in skeleton.bones if b.kind in "RT"]
        self.parts: dict[int, list[Array]] = {}
        """Of each link, where the points of its straight parts are."""
        self._measure(with_axes(skeleton, skeleton.places(q)))

    def _measure(self, places: Mapping[int, Place]) -> None:
        """Which points of the picture are to keep how far apart: the same at all postures."""
        reached, owner, along, body = {0: 0.0}, [0] * 5, [0.0] * 5, [True] * 5
        for bone in self.bones:
            key = bone.number or TOOL
            corners = np.array(self.arrangement.corners(bone, places)) / self.size
            s, self.parts[key] = reached[bone.parent], []
            for leg in np.diff(corners, axis=0):
                length = float(np.linalg.norm(leg))
                count = min(int(length / SPACING), POINTS)
                at = (np.arange(count) + 0.5) / max(count, 1)
                self.parts[key].append(at)
                owner += [key] * len(at)
                along += (s + at * length).tolist()
                body += [False] * len(at)
                s += length
            reached[key] = s
        for number in (*self.seen, TOOL):
            owner += [number] * 3
            along += [reached[number]] * 3
            body += [True] * 3
        parents = {b.number or TOOL: b.parent for b in self.bones}
        meets = _meeting(owner, parents, reached)
        a, b = np.array(along)[:, None], np.array(along)[None, :]
        path = a + b - 2 * np.minimum(np.minimum(a, b), meets)
        solid = np.array(body).astype(int)
        kinds = solid[:, None] + solid[None, :]
        need = np.array([LINES, LINE_BODY, BODIES])[kinds]
        spared = np.array([1.4, LINE_BODY + 0.45, BODIES + 0.7])[kinds]
        i, j = np.nonzero(np.triu(path > spared, 1))
        self.i, self.j, self.need = i, j, need[i, j]
        self.weight: Array = np.array([0.35, 0.6, 0.8])[kinds[i, j]]

    def cost(self, q: Sequence[float]) -> tuple[float, int]:
        """The cost in the best view, and which view that is."""
        total, seen = self.costs(q)
        best = int(np.argmin(seen))
        return total + seen.item(best), best

    def costs(self, q: Sequence[float]) -> tuple[float, Array]:
        """What speaks against a posture, and what against each view of it."""
        places = with_axes(self.skeleton, self.skeleton.places(q))
        total = 0.0
        for k in self.turning:
            angle = abs(q[k - 1])
            odd = k not in self.elbows and abs(angle / (pi / 2) - round(angle / (pi / 2))) > 0.01
            total += 0.36 * angle / pi + (0.2 if angle > 0.01 else 0.0) + (0.25 if odd else 0.0)
        for bone in self.skeleton.bones:
            total += _stretched(self.skeleton, bone, places)
        ways = {b.number or TOOL: self.arrangement.corners(b, places) for b in self.bones}
        bodies = {key: corners[-1] for key, corners in ways.items()}
        base = ways[self.bones[0].number or TOOL][0]
        p, r = square(self.up)
        points = [base[None] + PLATE * self.size * np.array([0 * p, p, -p, r, -r])]
        legs = []
        for key, corners in ways.items():
            for at, a, b in zip(self.parts[key], corners, corners[1:], strict=False):
                legs.append(b - a)
                points.append(a + at[:, None] * (b - a))
        for key in (*self.seen, TOOL):
            reach = HALF * self.size * places[key].axis
            points.append(np.stack([bodies[key] - reach, bodies[key], bodies[key] + reach]))
        ink = np.concatenate(points) / self.size
        low = float(np.min(ink @ self.up) - base @ self.up / self.size)
        total += 1.5 * max(0.0, -low - 0.2)
        flat = np.einsum("vci,ni->vnc", self.views, ink)
        seen = self._crowding(flat) + self._foreshortening(places, bodies, legs) + _shape(flat)
        seen += 0.25 * np.clip(flat[:, 0, 1] - np.min(flat[..., 1], axis=1) - 1.0, 0, None)
        seen += 0.04 * np.arange(len(self.views))
        return total, seen

    def ends_on(self, q: Sequence[float]) -> Array:
        """How far turning joints are seen along their axes, in each view."""
        places = with_axes(self.skeleton, self.skeleton.places(q))
        if not self.hinges:
            return np.zeros(len(self.views))
        seen = self._flat_sizes([places[n].axis for n in self.hinges])
        found: Array = 2.0 * np.clip(END_ON - seen, 0, None).sum(axis=1)
        return found

    def _crowding(self, flat: Array) -> Array:
        """Points of the picture too near to one another, in each view."""
        gaps = flat[:, self.i] - flat[:, self.j]
        apart = np.sqrt(np.einsum("vnc,vnc->vn", gaps, gaps))
        found: Array = (np.clip(1 - apart / self.need, 0, None) * self.weight).sum(axis=1)
        return found

    def _foreshortening(
        self, places: Mapping[int, Place], bodies: Mapping[int, Array], legs: Sequence[Array]
    ) -> Array:
        """Axes and links seen from the end, and neighbours that fall together, in each view."""
        found = np.zeros(len(self.views))
        if self.hinges:
            axes = np.array([places[n].axis for n in self.hinges])
            ahead = np.abs(axes @ self.towards.T)  # 0: a cylinder that looks like a box
            found += 0.5 * np.clip(0.35 - self._flat_sizes(axes), 0, None).sum(axis=1)
            found += 1.5 * np.clip(0.25 - ahead, 0, None).sum(axis=0)
        if legs:
            short = self._flat_sizes(legs) / np.maximum(np.linalg.norm(legs, axis=-1), 1e-12)
            found += 0.6 * np.clip(0.45 - short, 0, None).sum(axis=1)
        near = [
            bodies[b.number or TOOL] - bodies[b.parent]
            for b in self.bones
            if b.parent and b.kind != "F"
        ]
        if near:
            apart = self._flat_sizes(near) / self.size
            found += 6.0 * np.clip(0.9 - apart, 0, None).sum(axis=1)
        return found

    def _flat_sizes(self, vectors: Sequence[Array] | Array) -> Array:
        flat = np.einsum("vci,ni->vnc", self.views, np.array(vectors))
        sizes: Array = np.sqrt(np.einsum("vnc,vnc->vn", flat, flat))
        return sizes


def _shape(flat: Array) -> Array:
    """A tower or a ribbon, in each view."""
    size = np.ptp(flat, axis=1) + 1.2
    wide, high = size[:, 0], size[:, 1]
    tower: Array = np.clip(high / wide - TALLEST, 0, None)
    ribbon: Array = np.clip(wide / high - WIDEST, 0, None)
    return 0.8 * (tower + ribbon)


def _stretched(skeleton: Skeleton, bone: Bone, places: Mapping[int, Place]) -> float:
    """A hinge between two links in one line, with the axis of the hinge before it: unreadable."""
    if bone.kind != "R" or not bone.parent or not bone.segments:
        return 0.0
    place, before = places[bone.number], places[bone.parent]
    if abs(place.axis @ before.axis) < 0.99:
        return 0.0
    came = place.origin - before.origin
    for child in skeleton.children(bone.number):
        goes = places[child.number or TOOL].foot - place.origin
        sizes = float(np.linalg.norm(came) * np.linalg.norm(goes))
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
    members = {key: set(up) for key, up in chains.items()}
    table = np.zeros((len(keys), len(keys)))
    for i, a in enumerate(keys):
        for j, b in enumerate(keys):
            if a in members[b] or b in members[a]:
                table[i, j] = 1e9  # one carries the other: the nearer one's own way counts
                continue
            shared = next((k for k in chains[a] if k in members[b]), None)
            table[i, j] = 0.0 if shared is None else reached[shared]
    index: Indices = np.array([keys.index(k) for k in owner])
    return table[index[:, None], index[None, :]]
