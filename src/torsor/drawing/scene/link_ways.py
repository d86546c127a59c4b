"""The ways that a link may take from its joint's body to the next one's.

A link is rigid, so it may have any shape: its straight parts are the steps of the offset and of
the two bodies along their axes, parallel ones made one, in whatever order is easiest to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.scene.skeleton import Bone

TINY = 1e-9
MOST = 4
"""Links of more straight parts than this keep their order."""


@dataclass(frozen=True)
class Way:
    """The corners of a link, from its frame's origin and in its axes, and what each part shows."""

    corners: tuple[Array, ...]
    """Between the two bodies."""
    lengths: tuple[tuple[int, ...], ...]
    """Of each straight part, the offset's segments that lie in it."""
    reordered: bool = False
    """Whether its parts are in another order than the offset's and the bodies' own."""


@dataclass(frozen=True, eq=False)
class _Step:
    vector: Array
    segments: tuple[int, ...]


def ways_between(
    before: Bone | None, start: Array, bone: Bone, shift: float, size: float
) -> Iterator[Way]:
    """The ways of the link that carries ``bone``, whose body stands ``shift`` along its axis.

    ``start`` is where the link leaves the body before, from the link's origin; on a slide the link
    begins with the rod, which goes through the body along its axis.
    """
    steps = [_Step(s.step, (n,)) for n, s in enumerate(bone.segments)]
    along = bone.R @ bone.axis
    rod = before is not None and before.kind == "T"
    if not rod:
        steps = _joined([_Step(-start, ()), *steps, _Step(shift * along, ())], size)
        yield from _orders(start, steps, size)
        return
    assert before is not None
    steps = _joined([*steps, _Step(shift * along, ())], size)
    parallel = [s for s in steps if _parallel(s.vector, before.axis)]
    others = [s for s in steps if not _parallel(s.vector, before.axis)]
    reach = sum((s.vector for s in parallel), np.zeros(3))
    ends = tuple(n for s in parallel for n in s.segments)
    if not others:
        yield Way((), (ends,))
    for way in _orders(reach, others, size) if others else ():
        yield Way((reach, *way.corners), (ends, *way.lengths), way.reordered)


def _orders(start: Array, steps: Sequence[_Step], size: float) -> Iterator[Way]:
    tried = permutations(steps) if len(steps) <= MOST else [tuple(steps)]
    for order in tried:
        corners, at = [], start
        for step in order[:-1]:
            at = at + step.vector
            corners.append(at)
        yield Way(tuple(corners), tuple(step.segments for step in order), order != tuple(steps))


def _joined(steps: Sequence[_Step], size: float) -> list[_Step]:
    """The steps with parallel ones made one, and those of no length left out."""
    found: list[_Step] = []
    for step in steps:
        if float(np.linalg.norm(step.vector)) < TINY * size:
            continue
        for n, other in enumerate(found):
            if _parallel(other.vector, step.vector) and not (other.segments and step.segments):
                together = other.vector + step.vector
                found[n] = _Step(together, (*other.segments, *step.segments))
                break
        else:
            found.append(step)
    return [s for s in found if float(np.linalg.norm(s.vector)) > 1e-6 * size]


def _parallel(a: Array, b: Array) -> bool:
    sizes = float(np.linalg.norm(a) * np.linalg.norm(b))
    return sizes > 0 and abs(float(a @ b)) > (1 - TINY) * sizes
