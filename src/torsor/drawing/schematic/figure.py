"""The figure of a scheme at one posture: links, joints and coordinates, the nearest last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.drawing.palette import BODY, FAINT, INK, LOAD
from torsor.drawing.scene.joint_places import with_axes
from torsor.drawing.scene.scene import Scene
from torsor.drawing.scene.skeleton import TOOL, Place, square
from torsor.drawing.scene.view import View, upwards
from torsor.drawing.schematic.solids import (
    HALF,
    RADIUS,
    Eye,
    Solid,
    gripper,
    ground,
    lengths,
    sliding_arrow,
    turning_arrow,
)
from torsor.drawing.shapes import Shape, arc, polyline, trace_outline

UNIT = 138.0
"""The drawn length of a typical link, in pixels; joints are drawn in pixels as well."""

SPREAD = 60.0 / UNIT
"""How far apart joints at one point stand, as a part of a typical link."""

LINK, THIN = 2.4, 0.9
PIECE, PIECES = 2.5, 4000
"""Lines are hidden and shown in pieces of so many pixels, at most so many."""

TIPS = (0.0, *(float(t) for t in range(30, 160, 6)))
"""How far from a slide's end its frame may be drawn, back along the rod."""

CLEAR = 44.0
"""Of the middles of joints, for a frame on a rod."""

Names = tuple[float, ...]


class Figure:
    """Links and joints on the picture, with the places where labels may go."""

    def __init__(
        self, scene: Scene, q: Sequence[float] | None = None, view: View | None = None
    ) -> None:
        self.scene, self.skeleton = scene, scene.skeleton
        self.eye, self.scale = Eye(view or scene.view), UNIT / scene.unit
        places = self.skeleton.places(scene.posture if q is None else q)
        self.places: Mapping[int, Place] = with_axes(self.skeleton, places)
        self.up = upwards(self.skeleton.gravity)
        arrangement = scene.arrangement
        self.ways = {
            bone.number or TOOL: [c * self.scale for c in arrangement.corners(bone, self.places)]
            for bone in (*self.skeleton.bones, self.skeleton.tool)
        }
        """Every link from body to body, in pixels, by the joint that it leads to."""
        self.base = self.ways[self.skeleton.bones[0].number][0]
        self.hand = self.ways[TOOL][-1]
        self.solids = {
            b.number: Solid(b.kind, self.ways[b.number][-1], self.places[b.number].axis)
            for b in self.skeleton.bones
        }
        self.nearest = sorted(
            self.solids.values(), key=lambda s: self.eye.view.depth(s.centre).item()
        )
        """The joints from the farthest to the nearest."""
        legs = [leg for way in self.ways.values() for leg in pairwise(way)]
        self.legs = np.array([(self.eye.at(a), self.eye.at(b)) for a, b in legs])
        """The straight parts of all links on the picture."""
        solid = [s for s in self.nearest if s.kind != "F"]
        ends = np.array([[s.centre - s.half * s.axis, s.centre + s.half * s.axis] for s in solid])
        first, second = self.eye.at(ends.reshape(-1, 2, 3)).transpose(1, 0, 2)
        self.cores = first, second - first, solid
        """The axes of the joints' bodies on the picture: where each begins, its way, the body."""
        self.layers: list[list[Shape]] = [[] for _ in range(len(self.solids) + 1)]

    def px(self, point: Array) -> Array:
        """A point in pixels of space."""
        return point * self.scale

    def flat(self, points: Sequence[Array]) -> tuple[tuple[float, float], ...]:
        """Points of space on the picture."""
        found = self.eye.at(np.array(points))
        return tuple((x.item(), y.item()) for x, y in found)

    def outline(self, number: int) -> tuple[tuple[float, float], ...]:
        """Points along the outline of a joint's body on the picture."""
        found = np.concatenate([trace_outline(s) for s in self.solids[number].shapes(self.eye)])
        return tuple((x.item(), y.item()) for x, y in found)

    def shift(self, number: int) -> float:
        """How far a body stands from its frame's origin along its axis, in pixels."""
        return self.scene.arrangement.shifts[number] * self.scale

    def shapes(self) -> list[Shape]:
        """All shapes so far, in the order that they are drawn."""
        plate = ground(self.eye, self.base, self.up)
        return [*plate, *(shape for layer in self.layers for shape in layer)]

    def draw_links(self) -> None:
        """Joints, links, the gripper, and the ends of a tree's branches."""
        for n, solid in enumerate(self.nearest, 1):
            self.layers[n] += solid.shapes(self.eye)
        seen: set[Names] = set()
        for way in self.ways.values():
            for a, b in pairwise(way):
                key = tuple(np.round([*np.minimum(a, b), *np.maximum(a, b)], 3))
                if key not in seen:
                    seen.add(key)
                    self.line(a, b, LINK, "link")
        self._ends(self.layers[-1])

    def line(
        self, a: Array, b: Array, pen: float, kind: str, stroke: str = INK, dash: str = ""
    ) -> None:
        """A line, hidden inside solids and behind the nearer ones."""
        count = min(max(2, int(np.linalg.norm(b - a) / PIECE)), PIECES)
        points = a + np.linspace(0, 1, count + 1)[:, None] * (b - a)
        middles = (points[1:] + points[:-1]) / 2
        depths = self.eye.view.depth(middles)
        order: Indices = np.zeros(count, np.intp)
        for solid in self.nearest:
            order += depths > self.eye.view.depth(solid.centre)
        for solid in self.nearest:
            if _gap(solid.centre, a, b) < solid.radius + solid.half:
                order[solid.holds(middles)] = -1
        start = 0
        for i in range(1, count + 1):
            layer = order.item(start)
            if i == count or order.item(i) != layer:
                if layer >= 0:
                    ends = [self.eye.at(points[start, :]), self.eye.at(points[i, :])]
                    if np.linalg.norm(ends[1] - ends[0]) > 0.3:
                        shape = Shape(polyline(ends), pen, stroke=stroke, dash=dash, kind=kind)
                        self.layers[layer].append(shape)
                start = i

    def draw_common_points(self) -> None:
        """A thin line along the axis of a joint that stands aside from its frame's origin."""
        for number, solid in self.solids.items():
            origin = self.px(self.places[number].origin)
            if solid.kind != "R" or np.linalg.norm(origin - solid.centre) < HALF:
                continue
            nearby = (self.ways[k] for k in self.ways if k == number or self._parent(k) == number)
            legs = [leg for way in nearby for leg in pairwise(way)]
            if min(_gap(origin, a, b) for a, b in legs) < 1.0:
                continue
            way = (origin - solid.centre) / np.linalg.norm(origin - solid.centre)
            self.line(solid.centre, origin + 8 * way, 0.8, "axis-line", FAINT, "9 3 2 3")

    def _parent(self, key: int) -> int:
        tool = self.skeleton.tool
        return tool.parent if key == TOOL else self.skeleton.bones[key - 1].parent

    def draw_load(self) -> None:
        """A load in the gripper: that it is there, and not how large it is."""
        way, across = self._hand_axes()
        middle, half = self.hand + 11 * way, 7.0
        corners = [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
        outline = [self.eye.at(middle + a * way + b * across) for a, b in corners]
        self.layers[-1].append(Shape(polyline(outline), 1.2, LOAD, kind="load"))

    def _hand_axes(self) -> tuple[Array, Array]:
        """Where the gripper points, and along which line it opens."""
        last = self.skeleton.bones[-1].number
        came = [c for c in self.ways[TOOL] if np.linalg.norm(self.hand - c) > 1.0]
        way = self.hand - came[-1] if came else self.places[last].axis
        size = float(np.linalg.norm(way))
        way = way / size if size > 1e-9 else self.up
        across = np.cross(way, self.eye.view.towards)
        if np.linalg.norm(across) < 0.2:
            across = square(way)[0]
        return way, across / np.linalg.norm(across)

    def _ends(self, layer: list[Shape]) -> None:
        """The gripper, and a small ring where a branch of a tree ends."""
        last = self.skeleton.bones[-1].number
        way, across = self._hand_axes()
        layer += gripper(self.eye, self.hand + 15 * way, way, across)
        for bone in self.skeleton.bones:
            if bone.number != last and not self.skeleton.children(bone.number):
                end = self.eye.at(self.px(self.places[bone.number].origin))
                ring = (*arc(end, np.array([3.5, 0]), np.array([0, 3.5]), 0, 2 * np.pi), ("Z", ()))
                layer.append(Shape(ring, 1.2, BODY, kind="end"))

    def length_places(self) -> Iterator[tuple[tuple[int, int], tuple[Array, ...], Array]]:
        """Where the lengths may be written: of which segment, beside which part of a link."""
        for bone in (*self.skeleton.bones, self.skeleton.tool):
            key = bone.number or TOOL
            corners, before = list(self.ways[key]), self.places[bone.parent]
            if bone.parent and self.skeleton.bones[bone.parent - 1].kind == "T":
                corners[0] = self.px(before.origin)  # a slide's own length is not the link's
            lengths_in = self.scene.arrangement.ways[key].lengths
            for numbers, a, b in zip(lengths_in, corners, corners[1:], strict=False):
                for k, n in enumerate(numbers):
                    formula = bone.segments[n].length
                    p, q = self.eye.at(a), self.eye.at(b)
                    size = float(np.linalg.norm(q - p))
                    named = formula is not None and any(formula.names())
                    if formula is None or (size < 12 and not named):
                        continue
                    part = (k + 0.5) / len(numbers)
                    tried = (0.0, -0.08, 0.08, -0.16, 0.16, -0.24, 0.24)
                    anchors = tuple(p + min(max(part + t, 0.1), 0.9) * (q - p) for t in tried)
                    dx, dy = q.item(0) - p.item(0), q.item(1) - p.item(1)
                    across: Array = np.array([dy, -dx]) / max(size, 1e-9)
                    yield (bone.number, n), anchors, 0.3 * (-across if dx <= 0 else across)

    def draw_coordinates(self) -> dict[int, tuple[tuple[Array, ...], Array]]:
        """The arrow of every joint, on the side with more room; and where its label may go."""
        found: dict[int, tuple[tuple[Array, ...], Array]] = {}
        drawn: list[Array] = []
        for number, solid in self.solids.items():
            if solid.kind == "F":
                continue
            place = self.places[number]
            if solid.kind == "R":
                tried = [turning_arrow(self.eye, solid, end) for end in (1.0, -1.0)]
            else:
                ends = self.px(place.foot), self.px(place.origin)
                aside = RADIUS + 8
                tried = [sliding_arrow(self.eye, *ends, side) for side in (aside, -aside)]
            prices = [self._crowding(shapes, number, drawn) for shapes in tried]
            arrow = tried[prices.index(min(prices))]
            drawn += (trace_outline(shape) for shape in arrow)
            self.layers[-1] += arrow
            middle = self.eye.at(solid.centre)
            if not arrow:
                found[number] = ((middle,), np.zeros(2))
                continue
            points = trace_outline(arrow[0] if solid.kind == "R" else arrow[1])
            count = len(points)
            picked = [points[i, :] for i in (count // 2, count // 4, 3 * count // 4, 0, -1)]
            way = picked[0] - middle
            found[number] = (tuple(picked), way / max(float(np.linalg.norm(way)), 1e-9))
        return found

    def covered(self) -> Array:
        """Points of the picture inside the joints, where no label may be."""
        found = [np.zeros((0, 2))]
        for solid in self.solids.values():
            if solid.kind != "F":
                p, q = square(solid.axis)
                a, b, c = np.meshgrid(np.linspace(-1, 1, 9), *[np.linspace(-0.7, 0.7, 4)] * 2)
                grid = (
                    solid.centre + a.reshape(-1, 1) * solid.half * solid.axis
                    + solid.radius * (b.reshape(-1, 1) * p + c.reshape(-1, 1) * q)
                )  # fmt: skip
                found.append(self.eye.at(grid))
        return np.concatenate(found)

    def _crowding(self, shapes: Sequence[Shape], number: int, drawn: Sequence[Array]) -> float:
        """How much an arrow comes into the way of other joints, links and arrows."""
        if not shapes:
            return 0.0
        points = np.concatenate([trace_outline(s) for s in shapes])
        others = [self.eye.at(s.centre) for n, s in self.solids.items() if n != number]
        others += [self.eye.at(self.base)]
        gaps = lengths(points[:, None] - np.array(others))
        total = float(np.sum(np.clip(1 - gaps / 42, 0, None)))
        if drawn:
            gaps = lengths(points[:, None] - np.concatenate(drawn))
            total += float(np.sum(np.clip(1 - np.min(gaps, axis=1) / 12, 0, None)))
        return total + 0.3 * float(np.sum(np.clip(1 - self.link_gaps(points) / 10, 0, None)))

    def link_gaps(self, points: Array) -> Array:
        """How far points of the picture are from every straight part of a link."""
        a, way = self.legs[:, 0], self.legs[:, 1] - self.legs[:, 0]
        long = np.maximum((way * way).sum(axis=-1), 1e-9)
        off = points[:, None] - a
        t = np.clip((off * way).sum(axis=-1) / long, 0, 1)
        return lengths(off - t[..., None] * way)

    def tip_shift(self, number: int) -> float:
        """How far from a slide's end its frame is drawn, so that no joint covers it."""
        place = self.places[number]
        foot, origin = self.px(place.foot), self.px(place.origin)
        back = -1.0 if (origin - foot) @ place.axis >= 0 else 1.0
        middles = np.array([s.centre for s in self.solids.values()])
        rod = float(np.linalg.norm(origin - foot))
        tried = [t for t in TIPS if t <= rod] or [0.0]
        room = [float(np.min(lengths(origin + back * t * place.axis - middles))) for t in tried]
        free = next((t for t, gap in zip(tried, room, strict=True) if gap > CLEAR), None)
        return back * (tried[room.index(max(room))] if free is None else free)


def _gap(point: Array, a: Array, b: Array) -> float:
    """How far a point is from the line between two others."""
    way = b - a
    t = min(max(float((point - a) @ way) / max(float(way @ way), 1e-12), 0.0), 1.0)
    return float(np.linalg.norm(point - a - t * way))
