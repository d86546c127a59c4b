"""Joints whose frames coincide, moved apart along their own axes, so that each can be seen.

A hinge may be drawn anywhere on its axis and a slide anywhere on its way: the mechanism stays the
same. A spherical wrist is drawn as in print, its three axes still meeting in one point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.scene.skeleton import Place, Skeleton
from torsor.drawing.scene.view import upwards
from torsor.drawing.schematic.solids import HALF, RADIUS, Eye, lengths

ROOM = 7.0
BASE_RADIUS = 27.0
"""Room above the base for its upright axis."""

STEPS = (52.0, 62.0, 72.0, 84.0, 104.0, 124.0)
FARTHER = (*STEPS, 146.0, 170.0, 195.0)
Shifts = Mapping[tuple[str, int], float]
"""How far things are moved along their axes: ("joint", 3), ("tip", 2), ("base", 0), ("tool", 0)."""

Conflict = Callable[[int, int], Array]
"""What speaks against each pair of shifts of two items."""

LARGEST = 5000
"""Groups with more combinations than this are settled one item after another."""


@dataclass(frozen=True)
class Item:
    """Something to be seen at ``point + s · axis`` for one of the shifts s, each with its price."""

    key: tuple[str, int]
    point: Array
    axis: Array
    radius: float
    half: float
    shifts: tuple[float, ...]
    prices: tuple[float, ...]

    def samples(self, eye: Eye) -> Array:
        """Points along its middle on the picture, for every shift: (shifts, 3, 2)."""
        reach = max(self.half - 0.5 * self.radius, 0.0)
        centres = self.point + np.multiply.outer(np.array(self.shifts), self.axis)
        along = np.multiply.outer(np.array([-reach, 0.0, reach]), self.axis)
        return eye.at(centres[:, None, :] + along[None, :, :])


def shifts_apart(
    skeleton: Skeleton, places: Mapping[int, Place], eye: Eye, scale: float
) -> dict[tuple[str, int], float]:
    """How far each joint, slide's end, the base and the tool are moved along their axes."""
    items = _items(skeleton, places, scale)
    samples = [item.samples(eye) for item in items]
    chosen = [0] * len(items)
    pairs: dict[tuple[int, int], Array] = {}

    def conflict(i: int, j: int) -> Array:
        if (i, j) not in pairs:
            gaps = samples[i][:, None, :, None, :] - samples[j][None, :, None, :, :]
            nearest: Array = np.min(lengths(gaps), axis=(2, 3))
            need = items[i].radius + items[j].radius + ROOM
            pairs[i, j] = 12.0 * np.clip(1 - nearest / need, 0, None) + _order(items[i], items[j])
            pairs[j, i] = pairs[i, j].T
        return pairs[i, j]

    for _ in range(2):
        for group in _groups(items):
            _settle(group, items, chosen, conflict)
    return {item.key: item.shifts[c] for item, c in zip(items, chosen, strict=True)}


def _order(item: Item, other: Item) -> Array | float:
    """The tool comes after a last joint on the same axis, the base before a first one."""
    ends = {"tool", "base"} & {item.key[0], other.key[0]}
    if len(ends) != 1 or "joint" not in (item.key[0], other.key[0]):
        return 0.0
    if item.key[0] != "joint":
        turned = _order(other, item)
        return turned if isinstance(turned, float) else turned.T
    along = float(item.axis @ other.axis)
    near = np.linalg.norm(item.point - other.point) < 1.0
    if abs(along) < 0.99 or not near or len(other.shifts) < 2:
        return 0.0
    beyond = np.subtract.outer(-along * np.array(item.shifts), -np.array(other.shifts))
    return np.where(beyond > 0, 0.0, 6.0)


def _settle(
    group: Sequence[int], items: Sequence[Item], chosen: list[int], conflict: Conflict
) -> None:
    """The cheapest combination of the group's shifts, the other items staying where they are."""
    rest = [j for j in range(len(items)) if j not in group]
    alone: list[Array] = []
    for i in group:
        price: Array = np.array(items[i].prices)
        for j in rest:
            price = price + conflict(i, j)[:, chosen[j]]
        alone.append(price)
    if np.prod([len(p) for p in alone]) > LARGEST * 40:
        for i, price in zip(group, alone, strict=True):
            for j in group:
                price = price if j == i else price + conflict(i, j)[:, chosen[j]]
            chosen[i] = int(np.argmin(price))
        return
    total = np.zeros(tuple(len(p) for p in alone))
    for n, price in enumerate(alone):
        total = total + price.reshape([-1 if m == n else 1 for m in range(len(group))])
    for n, m in product(range(len(group)), repeat=2):
        if n < m:
            table = conflict(group[n], group[m])
            shape = [1] * len(group)
            shape[n], shape[m] = table.shape
            total = total + table.reshape(shape)
    best = np.unravel_index(int(np.argmin(total)), total.shape)
    for i, c in zip(group, best, strict=True):
        chosen[i] = int(c)


def _groups(items: Sequence[Item]) -> list[list[int]]:
    """Items with nearly the same point, in the order of the chain."""
    groups: list[list[int]] = []
    for i, item in enumerate(items):
        for group in groups:
            if len(group) < 5 and np.linalg.norm(items[group[0]].point - item.point) < 44:
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def _items(skeleton: Skeleton, places: Mapping[int, Place], scale: float) -> list[Item]:
    up = upwards(skeleton.gravity)
    down = (0.0, *FARTHER)
    worth = tuple(0.004 * s for s in down)
    items = [Item(("base", 0), np.zeros(3), -up, BASE_RADIUS, 0.0, down, worth)]
    for bone in skeleton.bones:
        place = places[bone.number]
        foot, origin = place.foot * scale, place.origin * scale
        ways = _ways(skeleton, bone.number, places, scale)
        role = _role(skeleton, bone.number, places, scale)
        if bone.kind == "F":
            items.append(Item(("joint", bone.number), foot, place.axis, 5.0, 0.0, (0.0,), (0.0,)))
            continue
        shifts = (0.0, *(s * sign for s in STEPS for sign in (1, -1)))
        prices = tuple(_price(s, place.axis, ways, role) for s in shifts)
        if bone.kind == "T":
            length = float((origin - foot) @ place.axis)
            onwards = -1.0 if length < 0 else 1.0
            prices = tuple(
                p if 0 <= s * onwards <= max(abs(length) - HALF, 0) else p + 1.2
                for s, p in zip(shifts, prices, strict=True)
            )
            tips = tuple(-onwards * s for s in (0.0, 28.0, 40.0, 52.0, 64.0))
            worth = tuple(0.035 * abs(s) for s in tips)
            items.append(Item(("tip", bone.number), origin, place.axis, 5.0, 0.0, tips, worth))
        solid = Item(("joint", bone.number), foot, place.axis, RADIUS, HALF, shifts, prices)
        items.append(solid)
    last = places[len(skeleton.bones)]
    tool = places[-1].origin * scale
    away = np.linalg.norm(tool - last.origin * scale)
    shifts = (0.0,) if away > 30 else (0.0, *(s * sign for s in FARTHER for sign in (1, -1)))
    axis = last.axis if np.any(last.axis) else np.array([0.0, 0.0, 1.0])
    slid = skeleton.bones[-1].kind == "T"
    prices = tuple(0.004 * abs(s) + (0.4 if s < 0 else 0.0) + (0.5 if slid and s else 0.0)
                   for s in shifts)  # fmt: skip
    items.append(Item(("tool", 0), tool, axis, 10.0, 8.0, shifts, prices))
    return items


def _ways(
    skeleton: Skeleton, number: int, places: Mapping[int, Place], scale: float
) -> tuple[list[Array], list[Array]]:
    """The links that come to a joint's foot and leave it, as vectors away from it."""
    place = places[number]
    came = [(place.corners[-2] - place.foot) * scale] if len(place.corners) > 1 else []
    if not came and np.linalg.norm(place.foot) * scale < 1e-6:
        came = [-1e3 * upwards(skeleton.gravity)]  # the base stands as low as it must
    goes = []
    if skeleton.bones[number - 1].kind == "T":
        goes.append((place.origin - place.foot) * scale)
    for child in skeleton.children(number):
        if not child.number and np.linalg.norm(child.p) * scale < 44:
            goes.append(1e3 * place.axis)  # the tool is drawn beyond its joint
        there = places[child.number or -1]
        corners = (*there.corners, there.origin)
        leaves = [c for c in corners if np.linalg.norm(c - place.foot) * scale > 1e-6]
        if leaves:
            goes.append((leaves[0] - place.foot) * scale)
    return came, goes


def _role(skeleton: Skeleton, number: int, places: Mapping[int, Place], scale: float) -> str:
    """Whether a joint is the first, a middle or the last one of those at the same point."""

    def here(point: Array) -> bool:
        return bool(np.linalg.norm(point - places[number].foot) * scale < 44)

    parent = skeleton.bones[number - 1].parent
    slides = bool(parent) and skeleton.bones[parent - 1].kind == "T"
    before = bool(parent) and not slides and here(places[parent].origin)
    after = any(b.number and here(places[b.number].foot) for b in skeleton.children(number))
    return "middle" if before and after else "first" if after else "last" if before else "alone"


def _price(shift: float, axis: Array, ways: tuple[list[Array], list[Array]], role: str) -> float:
    """Moving along a link that is there anyway is cheap: back for a first joint, on for a last."""
    if not shift:
        return 0.0
    side = axis if shift > 0 else -axis
    price = 0.022 * abs(shift) + (0.15 if shift < 0 else 0.0) + (0.6 if role == "middle" else 0)
    for links, dear in zip(ways, (("last", "middle"), ("first", "middle")), strict=True):
        for way in links:
            length = float(np.linalg.norm(way))
            if length > 1e-6 and way @ side > 0.98 * length and abs(shift) + 12 < length:
                price = min(price, 0.008 * abs(shift) + (0.5 if role in dear else 0.0))
    return price
