"""The posture and the view of a picture: few crossings, no folded links, near the zero posture."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

from torsor.drawing.scene.clarity import Judge
from torsor.drawing.scene.joint_places import Arrangement
from torsor.drawing.scene.skeleton import TOOL, Skeleton
from torsor.drawing.scene.view import AROUND, AUTOMATIC, View, view_at

ANGLES = tuple(pi / 180 * a for a in (0, 30, -30, 45, -45, 60, -60, 90, -90, 120, -120))
FEWER = tuple(pi / 180 * a for a in (0, 45, -45, 90, -90))
"""Angles that a joint may have, of a robot with few joints and of one with many."""

UNFOLDED = 16
"""Robots with more coordinates than this are shown as they are at zero."""

ROUNDS, FEW = 3, 9
"""So often every angle is changed, where there are few; of more, once."""

CLEAR = 2.6
"""A posture that costs more is looked for from these as well."""

PATH = 2.0
"""What speaks against a view in which the tool's path cannot be seen."""

BENT = ((0.0, pi / 4, -pi / 2), (0.0, -pi / 4, pi / 2), (pi / 2, -pi / 3, pi / 3))
"""Angles that the joints have in turn."""


@dataclass(frozen=True)
class Posture:
    """The coordinates of a picture and its view."""

    q: tuple[float, ...]
    view: View


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
    arrangement: Arrangement,
    size: float,
    q: Sequence[float],
    free: Collection[int],
    ranges: Mapping[int, tuple[float, float]],
    angles: tuple[float, float] | None = None,
) -> Posture:
    """The posture from q on: angles that are free unfold within their ranges until all is clear.

    ``size`` is that of a joint's body; ``angles`` are of the view, where one is asked for.
    """
    wanted = (angles,) if angles else AUTOMATIC
    views = [view_at(*a, skeleton.gravity) for a in wanted]
    judge = Judge(skeleton, arrangement, q, views, size)
    moved = sorted(free) if skeleton.dof <= UNFOLDED else []
    best, at = _unfold(judge, q, moved, ranges)
    for start in BENT:
        if best[0] < CLEAR or not 0 < len(moved) <= FEW:
            break
        bent = list(q)
        for n, k in enumerate(moved):
            low, high = ranges.get(k, (-pi, pi))
            bent[k - 1] = min(max(start[n % len(start)], low), high)
        found, there = _unfold(judge, bent, moved, ranges)
        if found[0] < best[0] - 1e-9:
            best, at = found, there
    return Posture(tuple(at), views[best[1]])


def choose_view(
    skeleton: Skeleton,
    arrangement: Arrangement,
    size: float,
    postures: Sequence[Sequence[float]],
) -> View:
    """The view in which all postures of a motion are clear: none of them is much worse there."""
    views = [view_at(*a, skeleton.gravity) for a in (*AUTOMATIC, *AROUND)]
    judge = Judge(skeleton, arrangement, postures[0], views, size)
    seen = np.array([judge.costs(q)[1] + judge.ends_on(q) for q in postures])
    tool = np.array([skeleton.places(q)[TOOL].origin for q in postures])
    spans = np.array([np.linalg.norm(np.ptp(view.flat(tool), axis=0)) for view in views])
    hidden = PATH * (1 - spans / (spans.max() or 1.0))
    return views[int(np.argmin(seen.mean(axis=0) + seen.max(axis=0) + hidden))]


def _unfold(
    judge: Judge,
    q: Sequence[float],
    moved: Sequence[int],
    ranges: Mapping[int, tuple[float, float]],
) -> tuple[tuple[float, int], list[float]]:
    """The lowest price and its posture, one angle changed after another."""
    at = list(q)
    best = judge.cost(at)
    for _ in range(ROUNDS if len(moved) <= FEW else 1):
        before = best
        for k in moved:
            low, high = ranges.get(k, (-pi, pi))
            for angle in ANGLES if len(moved) <= FEW else FEWER:
                if not low <= angle <= high or angle == at[k - 1]:
                    continue
                tried = [*at]
                tried[k - 1] = angle
                found = judge.cost(tried)
                if found[0] < best[0] - 1e-9:
                    best, at = found, tried
        if best == before:
            break
    return best, at


def usual_slides(skeleton: Skeleton, usual: float) -> dict[int, float]:
    """How far each slide is pulled out, by coordinate: less where it goes back along its link."""
    found: dict[int, float] = {}
    for bone in skeleton.bones:
        if bone.kind == "T":
            back = -float(bone.p @ (bone.R @ bone.axis))
            for k, share in bone.shares:
                reach = 0.5 * back if back > 1e-6 * usual else usual
                found[k] = max(found.get(k, 0.0), reach / max(abs(share), 1e-9))
    return found


def rod_lengths(
    skeleton: Skeleton, arrangement: Arrangement, size: float, usual: Mapping[int, float]
) -> dict[int, float]:
    """How far each slide is pulled out, by coordinate: so far that its rod is seen."""
    found: dict[int, float] = {}
    for bone in skeleton.bones:
        if bone.kind != "T" or len(bone.shares) != 1:
            continue
        ((k, share),) = bone.shares
        shift = arrangement.shifts[bone.number]
        reach = max(usual[k] * abs(share), shift + 1.2 * size)
        for child in skeleton.children(bone.number):
            way = arrangement.ways[child.number or TOOL]
            if not way.corners:  # the rod goes to the next body
                axis = child.R @ child.axis if child.number else bone.axis
                end = child.p + arrangement.shifts[child.number or TOOL] * axis
                ahead = float(end @ bone.axis)
                reach = max(reach, shift - ahead + (2.1 if child.number else 1.3) * size)
        found[k] = max(found.get(k, 0.0), reach / abs(share) if share else reach)
    return found
