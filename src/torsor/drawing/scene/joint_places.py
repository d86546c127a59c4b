"""Where on its axis the body of each joint stands, and which way the links go between bodies.

A hinge may stand anywhere on its axis, a slide anywhere on its way, and a link may have any shape:
the mechanism stays the same. Joints that share a point stand apart in the order of the chain; no
link runs back over itself or through a body on its way. All of it is fixed to the links, and so
holds at every posture: what is near is judged at a few of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.scene.link_ways import Way, ways_between
from torsor.drawing.scene.skeleton import TOOL, Bone, Place, Skeleton
from torsor.drawing.scene.view import upwards

SHIFTS = (0.0, 1.0, -1.0, 1.45, -1.45, 2.1, -2.1, 3.0, -3.0)
BELOW = (0.0, 1.4, 1.8, 2.4, 3.0)
"""How far the body may move along its axis, the base down, in sizes of a joint."""

TWISTS = (0.0, 0.5, -0.9)
BREADTH, NARROW, LONG = 8, 2, 24
"""So many arrangements are kept from one joint to the next, few of a long chain."""

ALIKE = 2
"""So many of these have the last body at the same place."""

ORDERS = 3
"""So many ways of a link are looked at, the shortest first."""

LOOK_BACK = 6
"""A joint is kept clear of so many joints and links before it."""

SAMPLES = 16


@dataclass(frozen=True)
class Arrangement:
    """The shift of every body and the way of every link, by link number; 0 base, −1 the tool."""

    shifts: Mapping[int, float]
    ways: Mapping[int, Way]
    """By the number of the joint that the way leads to."""

    def body(self, number: int, place: Place) -> Array:
        """The middle of a body, in base axes."""
        return place.foot + self.shifts[number] * place.axis

    def corners(self, bone: Bone, places: Mapping[int, Place]) -> tuple[Array, ...]:
        """The way of the link that carries a bone, from body to body, in base axes."""
        key = bone.number or TOOL
        before, place = places[bone.parent], places[key]
        between = (before.origin + before.R @ c for c in self.ways[key].corners)
        return (self.body(bone.parent, before), *between, self.body(key, place))


@dataclass(frozen=True)
class _Body:
    """A body so far: its middle and how a link came to it, in each of the postures."""

    middle: Array
    came: Array


@dataclass(frozen=True)
class _State:
    price: float
    arrangement: Arrangement
    bodies: Mapping[int, _Body]
    lines: Mapping[int, Array]
    """Points of the links so far: (postures, points, 3)."""


def arrange(skeleton: Skeleton, size: float, q: Sequence[float]) -> Arrangement:
    """Bodies and links for joints whose bodies are as far apart as ``size``."""
    turning = {k for b in skeleton.bones if b.kind == "R" for k, _ in b.shares}
    postures = [
        with_axes(skeleton, skeleton.places([v + t * (k in turning) for k, v in enumerate(q, 1)]))
        for t in TWISTS
    ]
    up = upwards(skeleton.gravity)
    came = np.broadcast_to(up, (len(TWISTS), 3))
    states = [
        _State(
            0.02 * s,
            Arrangement({0: s * size}, {}),
            {0: _Body(-s * size * up + 0 * came, came)},
            {},
        )
        for s in BELOW
    ]
    kept = BREADTH if len(skeleton.bones) <= LONG else NARROW
    for bone in (*skeleton.bones, skeleton.tool):
        known: dict[tuple[float, ...], list[Way]] = {}
        tried = [
            found
            for state in states
            for found in _extended(state, skeleton, bone, size, postures, known)
        ]
        states = _best(tried, bone.number or TOOL, kept)
    return states[0].arrangement


def _best(states: list[_State], last: int, kept: int) -> list[_State]:
    """The cheapest arrangements, not all of them with the last body at the same place."""
    found: list[_State] = []
    alike: Counter[float] = Counter()
    for state in sorted(states, key=lambda s: s.price):
        shift = state.arrangement.shifts[last]
        if alike[shift] < ALIKE:
            alike[shift] += 1
            found.append(state)
    return found[:kept]


def with_axes(skeleton: Skeleton, places: Mapping[int, Place]) -> dict[int, Place]:
    """The places with an axis for the base, down, and for the tool, the last joint's."""
    last = places[len(skeleton.bones)].axis
    if not np.any(last):
        last = upwards(skeleton.gravity)
    return {
        **places,
        0: replace(places[0], axis=-upwards(skeleton.gravity)),
        TOOL: replace(places[TOOL], axis=last),
    }


def _shifts(bone: Bone, size: float) -> tuple[float, ...]:
    if bone.kind == "F":
        return (0.0,)
    if bone.kind == "tool":
        away = float(np.linalg.norm(bone.p)) > 1.7 * size
        return (0.0,) if away else (0.0, 0.9, 1.3, -0.9, -1.3, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0)
    return SHIFTS


def _extended(
    state: _State,
    skeleton: Skeleton,
    bone: Bone,
    size: float,
    postures: Sequence[Mapping[int, Place]],
    known: dict[tuple[float, ...], list[Way]],
) -> list[_State]:
    """One joint more with its link, at the price of what they come too near to."""
    key = bone.number or TOOL
    before = skeleton.bones[bone.parent - 1] if bone.parent else None
    seat = _tool_axis(skeleton) if bone.kind == "tool" else bone
    start = state.bodies[bone.parent]
    origins = np.array([places[bone.parent].origin for places in postures])
    R = np.array([places[bone.parent].R for places in postures])
    feet = np.array([places[key].foot for places in postures])
    axes = np.array([places[key].axis for places in postures])
    local = R[0].T @ (start.middle[0] - origins[0])
    drawn: list[tuple[float, float, Way, Array]] = []
    for step in _shifts(bone, size):
        shift = step * size
        own = abs(step) * (0.15 if bone.kind == "T" else 0.1)
        own += 0.3 * (bone.kind == "tool" and step < 0)
        place = (*np.round(local / size, 6).tolist(), step)
        if place not in known:
            known[place] = list(ways_between(before, local, seat, shift, size))
        tried = []
        for way in known[place]:
            between = [origins + R @ corner for corner in way.corners]
            corners = np.stack([start.middle, *between, feet + shift * axes], axis=1)
            tried.append((own + _own_price(corners, start, way, size), shift, way, corners))
        drawn += sorted(tried, key=lambda t: t[0])[:ORDERS]
    near = [k for k in state.bodies if k != bone.parent][-LOOK_BACK:]
    points = np.concatenate(
        [*(state.bodies[k].middle[:, None] for k in near), *list(state.lines.values())[-LOOK_BACK:],
         np.zeros((len(TWISTS), 0, 3))], axis=1
    )  # fmt: skip
    lines = np.array([_sampled(corners) for *_, corners in drawn])
    middles = np.array([corners[:, -1] for *_, corners in drawn])
    crowded = _crowded(middles, lines, start.middle, points, len(near), size)
    found = []
    for (price, shift, way, corners), line, worse in zip(drawn, lines, crowded, strict=True):
        arrangement = state.arrangement
        shifts, ways = {**arrangement.shifts, key: shift}, {**arrangement.ways, key: way}
        body = _Body(corners[:, -1], corners[:, -1] - corners[:, -2])
        found.append(
            _State(
                state.price + price + worse.item(),
                Arrangement(shifts, ways),
                {**state.bodies, key: body},
                {**state.lines, key: line},
            )
        )
    return found


def _tool_axis(skeleton: Skeleton) -> Bone:
    """The tool as a bone that moves along the last joint's axis."""
    axis = skeleton.bones[-1].axis
    tool = skeleton.tool
    return replace(tool, axis=tool.R.T @ axis) if np.any(axis) else tool


def _own_price(corners: Array, start: _Body, way: Way, size: float) -> float:
    """What a link costs by itself: its length, its corners, running back over what came before."""
    legs = np.diff(corners, axis=1)
    long = np.sqrt(np.einsum("pij,pij->pi", legs, legs))
    price = 0.06 * float(long[0].sum()) / size + 0.12 * len(way.corners) + 0.3 * way.reordered
    if long.min() < 1e-9 * size:
        return price + 2.0
    ways = legs / long[:, :, None]
    came = start.came / np.maximum(np.linalg.norm(start.came, axis=-1, keepdims=True), 1e-12)
    turns = np.concatenate([came[:, None], ways[:, :-1]], axis=1)
    price += 3.0 * float(_usually((np.einsum("pij,pij->pi", turns, ways) < -0.94).sum(axis=1)))
    if not way.corners:
        price += 1.5 * max(0.85 - long.item(0) / size, 0.0)
    return price


def _sampled(corners: Array) -> Array:
    """Points along a way, without its ends."""
    legs = np.diff(corners, axis=1)
    long: Array = np.linalg.norm(legs[0], axis=-1)
    ends = np.concatenate([[0.0], np.cumsum(long)])
    at = np.linspace(0, ends.item(-1), SAMPLES + 2)[1:-1]
    leg = np.clip(np.searchsorted(ends, at, side="right") - 1, 0, len(long) - 1)
    part = (at - ends[leg]) / np.maximum(long[leg], 1e-12)
    found: Array = corners[:, leg] + part[None, :, None] * legs[:, leg]
    return found


def _crowded(
    middle: Array, line: Array, start: Array, points: Array, bodies: int, size: float
) -> Array:
    """How much new bodies and their links come too near to bodies (the first points) and links."""
    gaps = _distances(middle[:, :, None], points) / size
    apart = _distances(line, points) / size
    here = _distances(line, start[:, None])[..., 0] / size < 0.5
    there = _distances(points, start[:, None])[..., 0] / size < 0.5
    aside = ~(here[..., None] & there[None, :, None])
    price: Array = 4.0 * np.clip(1 - gaps[..., :bodies], 0, None).sum(axis=(2, 3))
    for weight, near in (
        (4.0, 1 - gaps[..., bodies:] / 0.6),
        (4.0, 1 - apart[..., :bodies] / 0.6),
        (1.0, (1 - apart[..., bodies:] / 0.3) * aside[..., bodies:]),
    ):
        price = price + weight * np.max(near, axis=(2, 3), initial=0.0)
    return _usually(price)


def _usually(prices: Array) -> Array:
    """The mean without the worst posture, which need not be the one that is shown."""
    found: Array = np.mean(np.sort(prices, axis=-1)[..., :-1], axis=-1)
    return found


def _distances(a: Array, b: Array) -> Array:
    """How far points are apart: of (…, postures, n, 3) from (postures, m, 3)."""
    gaps = a[..., :, None, :] - b[..., None, :, :]
    found: Array = np.sqrt(np.einsum("...i,...i->...", gaps, gaps))
    return found
