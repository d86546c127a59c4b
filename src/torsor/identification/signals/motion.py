"""Filtered motions and forces of logs: what the regression is made of.

Motions are filtered at four times the cut-off of the forces, so that what is made of them bends
nothing below it; then forces, and every column that is to explain them, at the cut-off itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.identification.logs.log import Log
from torsor.identification.signals.differences import differentiate
from torsor.identification.signals.lowpass import MOTIONS, lowpass
from torsor.identification.signals.rest import find_moving, find_speeds, find_still, spread
from torsor.identification.signals.stretches import Stretch, cut_stretches

WIDER = 4.0
"""The cut-off of motions over that of forces."""
END = 0.5
"""Periods of the cut-off at either end of a stretch, where a filter lacks one side: not judged …"""
UNSURE = 1.0
"""… and periods whose rows are not fitted either: there motions are less sure than they look."""
SPOILT = 0.1
"""The share of forces not to be used in a period of the cut-off that spoils what is filtered."""

SOURCES = ("measured", "differentiated")
"""Where velocities come from: the log's own columns, or its positions."""


@dataclass(frozen=True)
class Motion:
    """A stretch filtered: motions at four times the cut-off, forces at the cut-off."""

    log: int
    t: Array
    step: float
    cutoff: float
    q: Array
    dq: Array
    ddq: Array
    tau: Array
    raw_tau: Array
    moving: Mask
    """Where a joint moves, away from the ends."""
    usable: Mask
    """Where its force may be used for estimating besides."""


def filter_logs(logs: Sequence[Log], cutoff: float, source: str = "measured") -> list[Motion]:
    """All stretches of some logs, filtered; velocities from a source of ``SOURCES``."""
    stretches = [s for k, log in enumerate(logs) for s in cut_stretches(log, k, cutoff)]
    motions = [_filter(stretch, cutoff, source) for stretch in stretches]
    if not motions:
        return []
    still = find_still([s.q for s in stretches], [motion[0] for motion in motions])
    for q, dq, ddq in motions:
        q[:, still] = q[:, still].mean(axis=0)
        dq[:, still] = ddq[:, still] = 0.0
    speeds = find_speeds([motion[1] for motion in motions])
    speeds[still] = np.inf
    return [_judge(s, m, cutoff, speeds) for s, m in zip(stretches, motions, strict=True)]


def _filter(stretch: Stretch, cutoff: float, source: str) -> tuple[Array, Array, Array]:
    """q, q̇, q̈ without what is fast."""
    wide, step = WIDER * cutoff, stretch.step
    q = lowpass(stretch.q, wide, step, MOTIONS)
    if source == "measured" and stretch.dq is not None:
        dq = lowpass(stretch.dq, wide, step, MOTIONS)
        if stretch.ddq is not None:
            return q, dq, lowpass(stretch.ddq, wide, step, MOTIONS)
    else:
        dq = differentiate(q, step)
    return q, dq, differentiate(dq, step)


def _judge(
    stretch: Stretch, motion: tuple[Array, Array, Array], cutoff: float, speeds: Array
) -> Motion:
    q, dq, ddq = motion
    ends = round(END / (cutoff * stretch.step))
    moving = find_moving(dq, stretch.step, speeds)
    moving[:ends] = moving[len(moving) - ends :] = False
    usable = moving & (spread(~stretch.good, ends) <= SPOILT)
    unsure = round(UNSURE / (cutoff * stretch.step))
    usable[:unsure] = usable[len(usable) - unsure :] = False
    tau = lowpass(stretch.tau, cutoff, stretch.step)
    return Motion(
        stretch.log, stretch.t, stretch.step, cutoff, q, dq, ddq, tau, stretch.tau, moving, usable
    )
