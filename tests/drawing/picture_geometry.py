"""What a reader sees of a drawing: strokes, boxes, hulls, and where they meet."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np

from torsor.drawing.shapes import trace_outline

JOINED = 0.5
"""Pixels by which a box may touch a line: half of the thinnest."""


def strokes(shape):
    """The straight pieces that a shape is drawn with, (n, 2, 2)."""
    points = trace_outline(shape)
    return np.stack([points[:-1], points[1:]], axis=1) if len(points) > 1 else np.zeros((0, 2, 2))


def crossing(pieces, box):
    """Which straight pieces have a point inside a box (Liang and Barsky's clipping)."""
    low = np.array(box[:2]) + JOINED
    high = np.array(box[2:]) - JOINED
    a, way = pieces[:, 0], pieces[:, 1] - pieces[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        first, last = (low - a) / way, (high - a) / way
    still = np.abs(way) < 1e-12
    outside = still & ((a < low) | (a > high))
    enter = np.where(still, -np.inf, np.minimum(first, last)).max(axis=1)
    leave = np.where(still, np.inf, np.maximum(first, last)).min(axis=1)
    return (np.maximum(enter, 0) < np.minimum(leave, 1)) & ~outside.any(axis=1)


def hull(points):
    """The convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(way):
        found = []
        for p in way:
            while len(found) > 1 and turn(found[-2], found[-1], p) <= 0:
                found.pop()
            found.append(p)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def inside(point, corners):
    """Whether a point is in a convex polygon."""
    return all(
        turn(a, b, point) > 0 for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def way_points(way, step=1.0):
    """Points along a way, close together."""
    for a, b in pairwise(way):
        count = max(2, int(np.hypot(b[0] - a[0], b[1] - a[1]) / step))
        for t in np.linspace(0, 1, count):
            yield (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def overlapping_labels(drawing):
    """Pairs of labels whose boxes overlap."""
    return [
        (text(a), text(b))
        for a, b in combinations(drawing.labels, 2)
        if not (
            a.box[2] <= b.box[0] or b.box[2] <= a.box[0]
            or a.box[3] <= b.box[1] or b.box[3] <= a.box[1]
        )
    ]  # fmt: skip


def struck_labels(drawing):
    """Labels that a line runs through, or that stand on a joint."""
    pieces = [strokes(shape) for shape in drawing.shapes]
    kinds = np.repeat([shape.kind for shape in drawing.shapes], [len(p) for p in pieces])
    pieces = np.concatenate(pieces)
    hulls = [hull(points) for points in drawing.bodies.values()]
    found = []
    for label in drawing.labels:
        x0, y0, x1, y1 = label.box
        found += [(text(label), str(k)) for k in set(kinds[crossing(pieces, label.box)])]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        found += [(text(label), "joint") for corners in hulls if inside(middle, corners)]
    return found


def passed_joints(drawing, parents):
    """Links that meet, on the picture, a joint that they neither leave nor lead to."""
    found = []
    for number, points in drawing.bodies.items():
        corners = hull(points)
        for key, way in drawing.links.items():
            if number in (key, parents[key]):
                continue
            if any(inside(p, corners) for p in way_points(way)):
                found.append((number, key))
    return found


def covered_joints(drawing):
    """Pairs of joints of which one covers some of the other."""
    hulls = {n: hull(points) for n, points in drawing.bodies.items()}
    return [
        (a, b)
        for a, b in combinations(hulls, 2)
        if any(inside(p, hulls[b]) for p in hulls[a]) or any(inside(p, hulls[a]) for p in hulls[b])
    ]


def text(label):
    return "".join(span.text for span in label.spans)


def parents_of(robot):
    """Which joint each link's way begins at, by the joint that it leads to."""
    found = {n: (n - 1 if j.parent is None else j.parent) for n, j in enumerate(robot.joints, 1)}
    return {**found, "tool": len(robot.joints)}
