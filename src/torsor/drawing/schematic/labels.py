"""Labels where there is room: near what they name, clear of lines and of one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.drawing.lettering import extent, width
from torsor.drawing.palette import FAINT, INK
from torsor.drawing.schematic.ink import Ink
from torsor.drawing.shapes import Label, Shape, Span, arc, polyline

GAP = 3.0
"""Room between two labels, in pixels."""

ROOM = 2.5
"""Between a label and a line."""

WAYS = tuple((float(np.cos(a)), float(np.sin(a))) for a in (k * np.pi / 12 for k in range(24)))
DISTANCES = (3.0, 6.0, 9.5, 13.5, 19.0, 26.0, 36.0, 50.0, 70.0, 95.0, 130.0, 180.0, 250.0, 350.0)
LEADER, SHORTEST = 16.0, 7.0
"""A label farther from its place than this has a thin line to it; sooner where it is nearer to
another one's place."""

TRIED = 64
"""So many of the free places are compared with the other labels at once."""

RING = 3.0
"""How much wider than its number a ring is."""

RANKS = {"coordinate": 0, "link": 1, "length": 2, "mass": 3, "origin": 3, "number": 4, "axis": 5}


@dataclass(frozen=True)
class Wanted:
    """A label to be placed near any of its anchors, best along ``way``."""

    spans: tuple[Span, ...]
    size: float
    anchors: tuple[Array, ...]
    way: Array
    kind: str
    colour: str = INK
    body: Array | None = None
    """Points of what it names, its first anchor if not given: other labels keep from them."""
    ring: bool = False
    """Whether a ring is drawn around it."""

    def extent(self) -> tuple[float, float, float]:
        """How wide it is, and how far it reaches above and below its line."""
        wide, (up, down) = width(self.spans, self.size), extent(self.spans, self.size)
        if not self.ring:
            return wide, up, down
        side = max(wide, up + down) + RING
        return side, (side + up - down) / 2, (side - up + down) / 2


@dataclass(frozen=True)
class _Places:
    """Places that a label may take, the cheapest first: boxes, and anchors that they belong to."""

    boxes: Array
    anchors: Array
    leaders: Array
    """The line to each, (n, 2, 2)."""
    led: Mask
    """Whether the line is drawn."""


def place_labels(
    wanted: Sequence[Wanted], shapes: Sequence[Shape], covered: Array
) -> tuple[list[Label], list[Shape]]:
    """A place for every label, boxes never overlapping, and the lines that lead to far ones."""
    ink = Ink(shapes, covered)
    places = [_places(w, ink, _rivals(wanted, w)) for w in wanted]
    order = sorted(range(len(wanted)), key=lambda i: (RANKS.get(wanted[i].kind, 6), i))
    chosen: dict[int, int] = {}
    for _ in range(2):
        for i in order:
            chosen[i] = _best(i, places, chosen)
    labels, leaders = [], []
    bottoms = (places[i].boxes.item(n, 3) for i, n in chosen.items() if n >= 0)
    lowest = max(ink.lowest, *bottoms, ink.lowest)
    for i, w in enumerate(wanted):
        place, n = places[i], chosen[i]
        if n < 0:  # every place is taken: below everything else
            down = lowest + 2 * ROOM - place.boxes.item(0, 1)
            box = place.boxes[0] + np.array([0.0, down, 0.0, down])
            lowest = box.item(3) + GAP
            ends = [box[:2], place.anchors[0]]
        else:
            box, ends = place.boxes[n], [place.leaders[n, 0], place.leaders[n, 1]]
        wide, up, _ = w.extent()
        x0, y0, x1, y1 = (box.item(k) for k in range(4))
        x = x0 + (wide - width(w.spans, w.size)) / 2
        labels.append(Label(w.spans, x, y0 + up, w.size, (x0, y0, x1, y1), w.kind, w.colour))
        if w.ring:
            middle, radius = (box[:2] + box[2:]) / 2, wide / 2
            u, v = np.array([radius, 0.0]), np.array([0.0, radius])
            leaders.append(Shape((*arc(middle, u, v, 0, 2 * np.pi), ("Z", ())), 1.0, kind="ring"))
        if n < 0 or place.led.item(n):
            leaders.append(Shape(polyline(ends), 0.6, stroke=FAINT, kind="leader"))
    return labels, leaders


def _rivals(wanted: Sequence[Wanted], one: Wanted) -> Array:
    """What other labels of its kind belong to: a label should not seem to be theirs."""
    others = [w for w in wanted if w is not one and w.kind == one.kind]
    bodies = [np.array(w.anchors[:1]) if w.body is None else w.body for w in others]
    return np.concatenate([np.zeros((0, 2)), *bodies])


def _places(wanted: Wanted, ink: Ink, rivals: Array) -> _Places:
    """The places free of ink, the cheapest first."""
    wide, up, down = wanted.extent()
    half: Array = np.array([wide, up + down]) / 2
    ways, far = np.array(WAYS), np.array(DISTANCES)
    anchors = np.array(wanted.anchors)
    reach = far[None, :, None] + (np.abs(ways) @ half)[:, None, None]
    middles = (anchors[:, None, None] + ways[:, None] * reach).reshape(-1, 2)
    turn = 1 - ways @ wanted.way
    cost = (0.12 * far + 0.8 * turn[:, None])[None] + 0.4 * np.arange(len(anchors))[:, None, None]
    price = np.broadcast_to(cost, (len(anchors), *cost.shape[1:])).reshape(-1)
    owner = np.repeat(anchors, len(ways) * len(far), axis=0)
    own = np.linalg.norm(middles - owner, axis=-1)
    other = np.min(np.linalg.norm(middles[:, None] - rivals, axis=-1), axis=1, initial=1e6)
    price = price + 0.3 * np.clip(1.25 * own - other, 0, 15)
    boxes = np.concatenate([middles - half, middles + half], axis=-1)
    free = ink.free(boxes, ROOM)
    if not free.any():
        free = np.arange(len(boxes)) == 0  # told apart by what it then meets
        price = np.where(free, 1e6, price)
    order = np.flatnonzero(free)[np.argsort(price[free], kind="stable")]
    boxes, owner, doubtful = boxes[order], owner[order], (own > other)[order]
    near = np.clip(owner, boxes[:, :2], boxes[:, 2:])
    away = np.linalg.norm(near - owner, axis=-1)
    led: Mask = (away > LEADER) | (doubtful & (away > SHORTEST))
    return _Places(boxes, owner, np.stack([near, owner], axis=1), led)


def _best(i: int, places: Sequence[_Places], chosen: dict[int, int]) -> int:
    """The cheapest place that meets no other label and no line to one; −1 if there is none.

    Its own line crosses another only where every place about as near has that, too.
    """
    others = [(places[j], n) for j, n in chosen.items() if j != i and n >= 0]
    boxes = np.array([p.boxes[n] for p, n in others]).reshape(-1, 4)
    leaders = np.array([p.leaders[n] for p, n in others if p.led.item(n)]).reshape(-1, 2, 2)
    own = places[i]
    for begin in range(0, len(own.boxes), TRIED):
        part = slice(begin, begin + TRIED)
        crossed = np.any(_crossing(own.leaders[part], boxes), axis=1) & own.led[part]
        taken: Mask = np.any(_overlapping(own.boxes[part], boxes), axis=1) | crossed
        taken = taken | np.any(_crossing(leaders, own.boxes[part]), axis=0)
        free: Indices = np.flatnonzero(~taken)
        if len(free):
            tangled = np.any(_meeting(own.leaders[part], leaders), axis=1) & own.led[part]
            clear: Indices = free[~tangled[free]]
            return begin + (clear if len(clear) else free).item(0)
    return -1


def _overlapping(a: Array, b: Array) -> Mask:
    """Which boxes of two lists come too near to one another, (n, m)."""
    low, high = a[:, None, :2] - GAP, a[:, None, 2:] + GAP
    found: Mask = np.all((low < b[None, :, 2:]) & (high > b[None, :, :2]), axis=-1)
    return found


def _meeting(a: Array, b: Array) -> Mask:
    """Which straight lines of two lists, (n, 2, 2) and (m, 2, 2), cross: (n, m)."""
    one, other = a[:, None], b[None, :]
    first = _sides(one, other[..., 0, :]) * _sides(one, other[..., 1, :])
    second = _sides(other, one[..., 0, :]) * _sides(other, one[..., 1, :])
    found: Mask = (first < 0) & (second < 0)
    return found


def _sides(lines: Array, points: Array) -> Array:
    """On which side of lines points are."""
    way, off = lines[..., 1, :] - lines[..., 0, :], points - lines[..., 0, :]
    found: Array = way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0]
    return found


def _crossing(lines: Array, boxes: Array) -> Mask:
    """Which straight lines, (n, 2, 2), go through which boxes, with room around: (n, m)."""
    low, high = boxes[None, :, :2] - ROOM, boxes[None, :, 2:] + ROOM
    start, way = lines[:, None, 0], lines[:, None, 1] - lines[:, None, 0]
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    a, b = (low - start) / way, (high - start) / way
    enters: Array = np.max(np.minimum(a, b), axis=-1)
    leaves: Array = np.min(np.maximum(a, b), axis=-1)
    found: Mask = np.maximum(enters, 0) < np.minimum(leaves, 1)
    return found
