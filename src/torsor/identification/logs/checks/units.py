"""Units that are suspected: degrees given as radians, N mm as N m."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.errors import TextError
from torsor.identification.logs.draft import Draft
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles

TURNS = 3.0
"""No arm turns most of its joints further than so many times."""
FAST = 60.0
"""rad/s; one or two joints that turn so far and so fast are in degrees as well."""
BEYOND = 3.0
"""A range of so many times what the limits allow is no slip of the limits."""
STRONG = 30.0
"""A force of so many times the limit is one in other units."""
STRONGEST = 2e4
"""N m or N; where no limit is known, few robots have more."""
TURN = 2 * np.pi


@dataclass(frozen=True)
class Bounds:
    """What a robot's description says of a coordinate; None where it says nothing."""

    turns: bool
    lower: float | None = None
    upper: float | None = None
    effort: float | None = None


def bounds_of(robot: Robot) -> list[Bounds]:
    """The limits of the joint that a coordinate moves by itself."""
    turning = set(angles(robot))
    found = [Bounds(f"q{k}" in turning) for k in range(1, robot.dof + 1)]
    for link, k in robot.coordinate.items() if robot.joints else ():
        lower, upper, _, effort = robot.joints[link - 1].limits.numbers
        told = [None if e is None else float(e) for e in (lower, upper, effort)]
        found[k - 1] = Bounds(f"q{k}" in turning, *told)
    return found


def check_degrees(draft: Draft, bounds: Sequence[Bounds], stated: bool) -> Draft:
    """Refuse angles that must be degrees; a unit that is written is believed, the doubt told."""
    spans = np.ptp(draft.q, axis=0)
    turning = [k for k, b in enumerate(bounds) if b.turns and spans[k] > 0]
    if not turning:
        return draft
    reason = _beyond_limits(draft, bounds, turning) or _beyond_turns(draft, turning)
    if not reason:
        return draft
    if stated:
        return draft.note(f"{reason}, as if they were degrees; they are written as they are")
    raise TextError(
        f"{draft.file}: {reason}: degrees given as radians? A heading tells the unit, "
        "q1 [deg], and q1 [rad] says that it is meant so"
    )


def _beyond_limits(draft: Draft, bounds: Sequence[Bounds], turning: list[int]) -> str:
    """A range that is far beyond the robot's limits and within them as degrees."""
    far = []
    known = 0
    for k in turning:
        lower, upper = bounds[k].lower, bounds[k].upper
        if lower is None or upper is None or upper <= lower:
            continue
        known += 1
        low, high = draft.q[:, k].min().item(), draft.q[:, k].max().item()
        room = upper - lower
        if max(high - upper, lower - low) > (BEYOND - 1) * room:
            far.append((k, low, high, lower, upper))
    if not far or 2 * len(far) < known:
        return ""
    k, low, high, lower, upper = far[0]
    return (
        f"q{k + 1} goes from {low:.4g} to {high:.4g} rad, and the robot's limits are "
        f"{lower:.4g} and {upper:.4g}{_others(far)}"
    )


def _beyond_turns(draft: Draft, turning: list[int]) -> str:
    """Joints that turn further than arms do."""
    reach = np.maximum(np.ptp(draft.q, axis=0), np.abs(draft.q).max(axis=0))
    far = [k for k in turning if reach[k] > TURNS * TURN]
    if not far or 2 * len(far) < len(turning):
        return ""
    if len(turning) < 3:
        window = max(1, round(0.05 / draft.step))
        moved = np.abs(draft.q[window:] - draft.q[:-window])
        speed = moved / (draft.t[window:] - draft.t[:-window])[:, None]
        if np.quantile(speed[:, far], 0.99, axis=0).max() < FAST:
            return ""
    k = far[0]
    low, high = draft.q[:, k].min().item(), draft.q[:, k].max().item()
    turns = reach.item(k) / TURN
    return f"q{k + 1} goes from {low:.4g} to {high:.4g} rad, {turns:.3g} turns{_others(far)}"


def _others(far: Sequence[object]) -> str:
    more = len(far) - 1
    return f" (and {more} other{'s' if more > 1 else ''} as far)" if more else ""


def tell_forces(draft: Draft, bounds: Sequence[Bounds]) -> Draft:
    """Forces far beyond the robot's limits, and positions beyond them, are told."""
    largest = np.quantile(np.abs(draft.tau), 0.99, axis=0)
    huge = [k for k, b in enumerate(bounds) if not b.effort and largest[k] > STRONGEST]
    strong = [k for k, b in enumerate(bounds) if b.effort and largest[k] > STRONG * b.effort]
    outside = [
        f"q{k + 1}"
        for k, b in enumerate(bounds)
        if b.lower is not None and b.upper is not None and b.lower < b.upper
        and (draft.q[:, k].min() < b.lower - 0.05 or draft.q[:, k].max() > b.upper + 0.05)
    ]  # fmt: skip
    return draft.note(
        *(
            f"tau{k + 1} reaches {largest.item(k):.4g}, and the robot's limit is "
            f"{bounds[k].effort:.4g}: in N mm, or a current?"
            for k in strong[:1]
        ),
        *(f"tau{k + 1} reaches {largest.item(k):.4g}: in N mm, or a current?" for k in huge[:1]),
        f"{', '.join(outside)}: positions beyond the robot's limits" if outside else "",
    )
