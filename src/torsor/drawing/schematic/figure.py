"""The figure at one posture: links, joints, frames, arrows, from the farthest to the nearest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.drawing.drawing import Mark
from torsor.drawing.palette import BODY, INK
from torsor.drawing.scene.skeleton import Place, Segment, Skeleton
from torsor.drawing.scene.view import upwards
from torsor.drawing.schematic.coincident_joints import Shifts
from torsor.drawing.schematic.solids import (
    RADIUS,
    Eye,
    Solid,
    gripper,
    ground,
    lengths,
    sliding_arrow,
    square,
    turning_arrow,
)
from torsor.drawing.shapes import Shape, arc, arrow_head, polyline, trace_outline

AXES = (42.0, 36.0, 31.0, 52.0, 62.0, 74.0, 24.0)
"""The lengths that a frame's axis may have, in pixels from the middle of its joint."""

LINK, THIN = 2.4, 0.9
PIECE = 2.5


class Figure:
    """Everything of a scheme but its labels, with the places where labels may go."""

    def __init__(
        self,
        skeleton: Skeleton,
        places: Mapping[int, Place],
        eye: Eye,
        scale: float,
        shifts: Shifts,
    ) -> None:
        self.skeleton, self.places, self.eye = skeleton, places, eye
        self.scale, self.shifts = scale, shifts
        self.up = upwards(skeleton.gravity)
        self.base = -self.up * shifts["base", 0]
        self.solids = {b.number: self._solid(b.number, b.kind) for b in skeleton.bones}
        last = places[len(skeleton.bones)]
        away = last.axis * shifts["tool", 0] if shifts["tool", 0] else np.zeros(3)
        self.hand = self._px(places[-1].origin) + away
        self.marks: dict[int | str, Mark] = {}
        self.axis_tips: dict[int | str, list[tuple[Array, Array]]] = {}
        self.coordinate_anchors: dict[int, tuple[tuple[Array, ...], Array]] = {}
        self.length_anchors: list[tuple[Segment, tuple[Array, ...], Array]] = []

    def _px(self, point: Array) -> Array:
        return point * self.scale

    def _solid(self, number: int, kind: str) -> Solid:
        place = self.places[number]
        centre = self._px(place.foot) + place.axis * self.shifts["joint", number]
        return Solid(kind, centre, place.axis)

    def links(self) -> Iterator[tuple[Array, Array]]:
        """The straight parts of all links: from joint to joint, by way of the frames' origins."""
        for bone in (*self.skeleton.bones, self.skeleton.tool):
            place = self.places[bone.number or -1]
            start = self.solids[bone.parent].centre if bone.parent else self.base
            end = self.solids[bone.number].centre if bone.number else self.hand
            way = [start, *(self._px(c) for c in place.corners), end]
            yield from _parts(way)
            if bone.kind == "T" and bone.number:
                yield from _parts([end, self._px(place.origin)])

    def shapes(self, frames: bool = True, arrows: bool = True) -> list[Shape]:
        """All shapes in the order that they are drawn."""
        solids = sorted(self.solids.values(), key=lambda s: self.eye.view.depth(s.centre).item())
        layers: list[list[Shape]] = [[] for _ in range(len(solids) + 1)]
        for n, solid in enumerate(solids, 1):
            layers[n] += solid.shapes(self.eye)
        seen: set[tuple[float, ...]] = set()
        for a, b in self.links():
            key = tuple(np.round([*np.minimum(a, b), *np.maximum(a, b)], 3))
            if key not in seen:
                seen.add(key)
                self._line(layers, solids, a, b, LINK, "link")
        self._ends(layers[-1])
        self._lengths()
        for number in self.solids if arrows else ():
            self._coordinate(layers[-1], number)
        for name, number, point, shift in self._frames():
            kind = "" if name in (0, "tool") else self.skeleton.bones[number - 1].kind
            where = self.eye.at(point)
            self.marks[name] = Mark((where.item(0), where.item(1)), shift / self.scale, kind)
            if frames:
                self._axes(layers, solids, name, self.places[number].R, point)
        plate = ground(self.eye, self.base, self.up)
        return [*plate, *(shape for layer in layers for shape in layer)]

    def _line(
        self,
        layers: list[list[Shape]],
        solids: list[Solid],
        a: Array,
        b: Array,
        pen: float,
        kind: str,
    ) -> None:
        """A line, hidden inside solids and behind the nearer ones."""
        count = max(2, int(np.linalg.norm(b - a) / PIECE))
        points = a + np.linspace(0, 1, count + 1)[:, None] * (b - a)
        middles = (points[1:] + points[:-1]) / 2
        depths = self.eye.view.depth(middles)
        order: Indices = np.zeros(count, np.intp)
        for solid in solids:
            order += depths > self.eye.view.depth(solid.centre)
        for solid in solids:
            if _gap(solid.centre, a, b) < solid.radius + solid.half:
                order[solid.holds(middles)] = -1
        start = 0
        for i in range(1, count + 1):
            layer = order.item(start)
            if i == count or order.item(i) != layer:
                if layer >= 0:
                    ends = [self.eye.at(points[start, :]), self.eye.at(points[i, :])]
                    if np.linalg.norm(ends[1] - ends[0]) > 0.3:
                        layers[layer].append(Shape(polyline(ends), pen, kind=kind))
                start = i

    def _ends(self, layer: list[Shape]) -> None:
        """The gripper, and a small ring where a branch of a tree ends."""
        last = self.skeleton.bones[-1].number
        came = [self.solids[last].centre, *(self._px(c) for c in self.places[-1].corners)]
        came = [c for c in came if np.linalg.norm(self.hand - c) > 1.0]
        way = self.hand - came[-1] if came else self.places[last].axis
        size = float(np.linalg.norm(way))
        way = way / size if size > 1e-9 else self.up
        across = np.cross(way, self.eye.view.towards)
        if np.linalg.norm(across) < 0.2:
            across = square(way)[0]
        across = across / np.linalg.norm(across)
        layer += gripper(self.eye, self.hand + 15 * way, way, across)
        for bone in self.skeleton.bones:
            if bone.number != last and not self.skeleton.children(bone.number):
                end = self.eye.at(self._px(self.places[bone.number].origin))
                ring = (*arc(end, np.array([3.5, 0]), np.array([0, 3.5]), 0, 2 * np.pi), ("Z", ()))
                layer.append(Shape(ring, 1.2, BODY, kind="end"))

    def _lengths(self) -> None:
        """Where the lengths may be written: beside the parts of the links."""
        for bone in (*self.skeleton.bones, self.skeleton.tool):
            corners = self.places[bone.number or -1].corners
            for segment, a, b in zip(bone.segments, corners, corners[1:], strict=False):
                p, q = self.eye.at(self._px(a)), self.eye.at(self._px(b))
                size = float(np.linalg.norm(q - p))
                if size < 12 and not any(segment.length.names() if segment.length else ()):
                    continue
                anchors = tuple(p + t * (q - p) for t in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74))
                dx, dy = q.item(0) - p.item(0), q.item(1) - p.item(1)
                across: Array = np.array([dy, -dx]) / max(size, 1e-9)
                across = -across if dx <= 0 else across
                self.length_anchors.append((segment, anchors, 0.3 * across))

    def _coordinate(self, layer: list[Shape], number: int) -> None:
        """The arrow of a coordinate, on the side with more room."""
        solid, place = self.solids[number], self.places[number]
        if solid.kind == "F":
            return
        if solid.kind == "R":
            tried = [turning_arrow(self.eye, solid, end) for end in (1.0, -1.0)]
        else:
            ends = self._px(place.foot), self._px(place.origin)
            tried = [sliding_arrow(self.eye, *ends, aside) for aside in (RADIUS + 8, -RADIUS - 8)]
        arrow = min(tried, key=lambda shapes: self._crowding(shapes, number))
        layer += arrow
        middle = self.eye.at(solid.centre)
        if not arrow:
            self.coordinate_anchors[number] = ((middle,), np.zeros(2))
            return
        points = trace_outline(arrow[0] if solid.kind == "R" else arrow[1])
        count = len(points)
        picked = [points[i, :] for i in (count // 2, count // 4, 3 * count // 4, 0, -1)]
        way = picked[0] - middle
        way = way / max(float(np.linalg.norm(way)), 1e-9)
        self.coordinate_anchors[number] = (tuple(picked), way)

    def covered(self) -> Array:
        """Points of the picture inside the joints, where no label may be."""
        found = [np.zeros((0, 2))]
        for solid in self.solids.values():
            if solid.kind != "F":
                p, q = square(solid.axis)
                grid = np.array(
                    [
                        solid.centre + a * solid.axis + b * p + c * q
                        for a in np.linspace(-solid.half, solid.half, 7)
                        for b in (-8.0, 0.0, 8.0)
                        for c in (-8.0, 0.0, 8.0)
                    ]
                )
                found.append(self.eye.at(grid))
        return np.concatenate(found)

    def _crowding(self, shapes: list[Shape], number: int) -> float:
        """How much an arrow comes into the way of other joints and of links."""
        if not shapes:
            return 0.0
        points = np.concatenate([trace_outline(s) for s in shapes])
        total = 0.0
        for other, solid in self.solids.items():
            if other != number:
                gaps = lengths(points - self.eye.at(solid.centre))
                total += float(np.sum(np.clip(1 - gaps / 26, 0, None)))
        for a, b in self.links():
            p, q = self.eye.at(a), self.eye.at(b)
            way = q - p
            t = np.clip((points - p) @ way / max(float(way @ way), 1e-9), 0, 1)
            gaps = lengths(points - p - t[:, None] * way)
            total += 0.3 * float(np.sum(np.clip(1 - gaps / 10, 0, None)))
        foot = self.eye.at(self.base)
        gaps = lengths(points - foot)
        return total + float(np.sum(np.clip(1 - gaps / 30, 0, None)))

    def _frames(self) -> Iterator[tuple[int | str, int, Array, float]]:
        """The frames to draw: name, link with its axes, where, and how far from its origin."""
        yield 0, 0, self.base, self.shifts["base", 0]
        for bone in self.skeleton.bones:
            if bone.kind == "T":
                shift = self.shifts["tip", bone.number]
                place = self.places[bone.number]
                yield bone.number, bone.number, self._px(place.origin) + shift * place.axis, shift
            else:
                centre = self.solids[bone.number].centre
                yield bone.number, bone.number, centre, self.shifts["joint", bone.number]
        tool = self.skeleton.tool
        if np.any(tool.p) or not np.allclose(tool.R, np.eye(3)):
            yield "tool", -1, self.hand, self.shifts["tool", 0]

    def _axes(
        self,
        layers: list[list[Shape]],
        solids: list[Solid],
        name: int | str,
        R: Array,
        origin: Array,
    ) -> None:
        """The three axes of a frame; one that points at the eye is a dot, away from it a cross."""
        tips = []
        for i in range(3):
            axis = R[:, i]
            length = next((a for a in AXES if self._free(origin + a * axis)), AXES[0])
            tip, start = self.eye.at(origin + length * axis), self.eye.at(origin)
            way = tip - start
            size = float(np.linalg.norm(way))
            if size < 9:
                self._end_on(layers[-1], start, float(axis @ self.eye.view.towards) > 0)
                tips.append((start, np.array([-0.7, 0.7])))
                continue
            self._line(layers, solids, origin, origin + (length - 5) * axis, THIN, "frame")
            layers[-1].append(Shape(arrow_head(tip, way, 6.5), 0, INK, kind="frame"))
            tips.append((tip, way / size))
        self.axis_tips[name] = tips

    def _free(self, end: Array) -> bool:
        """Whether no joint covers the end of an axis on the picture."""
        tip = self.eye.at(end)
        for solid in self.solids.values():
            if solid.kind == "F":
                continue
            a, b = (self.eye.at(solid.centre + s * solid.half * solid.axis) for s in (-1, 1))
            t = np.clip((tip - a) @ (b - a) / max(float((b - a) @ (b - a)), 1e-9), 0, 1)
            if np.linalg.norm(tip - a - t * (b - a)) < solid.radius + 1.5:
                across = np.abs((end - solid.centre) @ solid.axis)
                if across < solid.half + 4 or solid.holds(end[None]).item(0):
                    return False
        return True

    def _end_on(self, layer: list[Shape], at: Array, towards: bool) -> None:
        u, v = np.array([1.0, 0]), np.array([0, 1.0])
        ring = (*arc(at, 5 * u, 5 * v, 0, 2 * np.pi), ("Z", ()))
        layer.append(Shape(ring, THIN, BODY, kind="frame"))
        if towards:
            dot = (*arc(at, 1.4 * u, 1.4 * v, 0, 2 * np.pi), ("Z", ()))
            layer.append(Shape(dot, 0, INK, kind="frame"))
            return
        for d in (u + v, u - v):
            cross = polyline([at - 3.5 * d, at + 3.5 * d])
            layer.append(Shape(cross, THIN, kind="frame"))


def _gap(point: Array, a: Array, b: Array) -> float:
    """How far a point is from the line between two others."""
    way = b - a
    t = min(max(float((point - a) @ way) / max(float(way @ way), 1e-12), 0.0), 1.0)
    return float(np.linalg.norm(point - a - t * way))


def _parts(way: list[Array]) -> Iterator[tuple[Array, Array]]:
    for a, b in pairwise(way):
        if np.linalg.norm(b - a) > 1e-6:
            yield a, b
