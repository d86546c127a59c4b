"""Where on its axis the body of each joint is shown: joints that share a point stand apart.

A hinge may stand anywhere on its axis, and a slide anywhere on its way, and the mechanism stays
the same. The places hold at every posture: what is near is judged at a few of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.scene.skeleton import Bone, Skeleton
from torsor.drawing.scene.view import upwards

STRIDE = 0.21
"""How far a joint's body moves to make room for another, as a part of the typical length."""

NEED = 0.205
"""Middles of two joints nearer than this are in each other's way."""

STEPS = (0.0, 1.0, -1.0, 1.5, -1.5, 2.2, -2.2, 3.0, -3.0)
BREADTH = 16
"""So many ways to place the joints are kept in mind from one joint to the next."""

LOOK_BACK = 5
"""A joint is kept apart from so many before it."""

TWISTS = (0.0, 0.5, -0.9)

Point = tuple[float, float, float]


@dataclass(frozen=True)
class _Way:
    price: float
    shifts: tuple[float, ...]
    middles: tuple[tuple[Point, ...], ...]
    """Of each joint so far, where its body is in each of the postures."""


def joint_places(skeleton: Skeleton, unit: float, q: Sequence[float]) -> tuple[float, ...]:
    """How far along its axis each joint's body stands from its foot, bone by bone."""
    postures = [skeleton.places([e + twist for e in q]) for twist in TWISTS]
    ways = [_Way(0.0, (), ())]
    for bone in skeleton.bones:
        feet = [places[bone.number].foot for places in postures]
        axes = [places[bone.number].axis for places in postures]
        leaning = _leaning(skeleton, bone)
        tried = []
        for step in STEPS if bone.kind != "F" else (0.0,):
            shift = step * STRIDE * unit
            middles = tuple(_point(p + shift * a) for p, a in zip(feet, axes, strict=True))
            own = abs(step) * (0.1 if bone.kind == "T" else 0.05)
            own -= 0.04 * leaning * float(np.sign(step))
            tried += [_extended(way, shift, middles, own, NEED * unit) for way in ways]
        ways = sorted(tried, key=lambda w: w.price)[:BREADTH]
    return ways[0].shifts


def _extended(way: _Way, shift: float, middles: tuple[Point, ...], own: float, need: float) -> _Way:
    """One joint more, at the price of its way along the axis and of what it comes too near to."""
    crowded = sum(
        max(0.0, 1.0 - dist(a, b) / need)
        for other in way.middles[-LOOK_BACK:]
        for a, b in zip(middles, other, strict=True)
    )
    price = way.price + own + 4.0 * crowded / len(TWISTS)
    return _Way(price, (*way.shifts, shift), (*way.middles, middles))


def _leaning(skeleton: Skeleton, bone: Bone) -> float:
    """The side of its axis on which a joint has room: where it comes from, or where it goes."""
    axis = bone.R @ bone.axis
    steps = [segment.step for segment in bone.segments]
    if not steps and not bone.parent:
        steps = [upwards(skeleton.gravity)]
    came = sum(float(_direction(step) @ axis) for step in steps)
    if abs(came) > 0.5:
        return -came
    goes = [s.step for child in skeleton.children(bone.number) for s in child.segments]
    towards = sum(float(_direction(step) @ bone.axis) for step in goes)
    if abs(towards) > 0.5:
        return towards
    carries = [child.number for child in skeleton.children(bone.number)]
    return 0.5 if carries == [0] and bone.parent else 0.0  # a last joint gives way to the others


def _direction(step: Array) -> Array:
    size = float(np.linalg.norm(step))
    return step / size if size else step


def _point(p: Array) -> Point:
    return p.item(0), p.item(1), p.item(2)
