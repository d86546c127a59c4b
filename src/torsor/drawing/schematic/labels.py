"""Labels where there is room: near what they name, clear of lines and of one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.drawing.lettering import extent, width
from torsor.drawing.palette import FAINT
from torsor.drawing.shapes import Label, Shape, Span, polyline, trace_outline

GAP = 2.5
"""Room between two labels, in pixels."""

WAYS = tuple((float(np.cos(a)), float(np.sin(a))) for a in (k * np.pi / 8 for k in range(16)))
DISTANCES = (4.0, 8.0, 13.0, 19.0, 27.0, 38.0, 52.0, 70.0, 95.0, 130.0, 180.0, 250.0, 350.0)
LEADER = 34.0
"""A label farther from its place than this has a thin line to it."""


@dataclass(frozen=True)
class Wanted:
    """A label to be placed near any of its anchors, best along ``way``."""

    spans: tuple[Span, ...]
    size: float
    anchors: tuple[Array, ...]
    way: Array
    kind: str


def place_labels(
    wanted: Sequence[Wanted], shapes: Sequence[Shape], covered: Array
) -> tuple[list[Label], list[Shape]]:
    """A place for every label, boxes never overlapping, and the lines that lead to far ones."""
    ink = np.concatenate([covered, *(trace_outline(s) for s in shapes)])
    candidates = [_candidates(w, ink) for w in wanted]
    order = sorted(range(len(wanted)), key=lambda i: (_rank(wanted[i]), -len(wanted[i].spans)))
    chosen: dict[int, tuple[Array, Array]] = {}
    for _ in range(3):
        for i in order:
            others = np.array([box for j, (box, _) in chosen.items() if j != i])
            chosen[i] = _best(candidates[i], others.reshape(-1, 4))
    labels, leaders = [], []
    for i, w in enumerate(wanted):
        box, anchor = chosen[i]
        up, _ = extent(w.spans, w.size)
        x0, y0, x1, y1 = (box.item(i) for i in range(4))
        labels.append(Label(w.spans, x0, y0 + up, w.size, (x0, y0, x1, y1), w.kind))
        near = np.clip(anchor, box[:2], box[2:])
        if np.linalg.norm(near - anchor) > LEADER:
            leaders.append(Shape(polyline([near, anchor]), 0.5, stroke=FAINT, kind="leader"))
    return labels, leaders


def _rank(wanted: Wanted) -> int:
    return {"coordinate": 0, "length": 1, "number": 2, "axis": 3}.get(wanted.kind, 4)


def _candidates(wanted: Wanted, ink: Array) -> tuple[Array, Array]:
    """Boxes and anchors of the places that a label may take, the cheapest first."""
    wide = width(wanted.spans, wanted.size)
    up, down = extent(wanted.spans, wanted.size)
    high = up + down
    far, ink_price = (0.25, 1.0) if wanted.kind == "axis" else (0.12, 1.6)
    boxes: list[tuple[float, float, float, float]] = []
    costs: list[float] = []
    anchors: list[Array] = []
    for n, anchor in enumerate(wanted.anchors):
        for way in WAYS:
            turn = 1 - float(np.dot(way, wanted.way))
            for distance in DISTANCES:
                reach = distance + abs(way[0]) * wide / 2 + abs(way[1]) * high / 2
                x, y = anchor.item(0) + way[0] * reach, anchor.item(1) + way[1] * reach
                boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
                costs.append(distance * far + turn * 0.8 + n * 0.4)
                anchors.append(anchor)
    box: Array = np.array(boxes)
    cost: Array = np.array(costs) + ink_price * _touching(box, ink)
    order = np.argsort(cost, kind="stable")
    return box[order], np.array(anchors)[order]


def _touching(boxes: Array, ink: Array) -> Indices:
    """How many points of ink lie in each box, with a little room around it."""
    room = 1.5
    low: Array = np.min(boxes[:, :2], axis=0) - room
    high: Array = np.max(boxes[:, 2:], axis=0) + room
    ink = ink[((ink > low) & (ink < high)).all(axis=1)]
    inside = (
        (ink[None, :, 0] > boxes[:, 0, None] - room)
        & (ink[None, :, 0] < boxes[:, 2, None] + room)
        & (ink[None, :, 1] > boxes[:, 1, None] - room)
        & (ink[None, :, 1] < boxes[:, 3, None] + room)
    )
    count: Indices = np.sum(inside, axis=1)
    return count


def _best(candidates: tuple[Array, Array], others: Array) -> tuple[Array, Array]:
    """Box and anchor of the cheapest place that no other label has taken."""
    box, anchors = candidates
    if len(others):
        overlaps = (
            (box[:, None, 0] < others[None, :, 2] + GAP)
            & (box[:, None, 2] > others[None, :, 0] - GAP)
            & (box[:, None, 1] < others[None, :, 3] + GAP)
            & (box[:, None, 3] > others[None, :, 1] - GAP)
        )
        taken: Mask = np.any(overlaps, axis=1)
    else:
        taken = np.zeros(len(box), bool)
    free = int(np.argmin(taken))
    if taken.item(free):  # every place is taken: below everything else
        low = float(np.max(others[:, 3])) + 2 * GAP
        x0, y0, x1, y1 = (box.item(0, i) for i in range(4))
        return np.array([x0, low, x1, low + y1 - y0]), anchors[0, :]
    return box[free, :], anchors[free, :]
