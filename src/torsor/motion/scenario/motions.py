"""The ``[[motion]]`` of a scenario: segments, each from where the one before it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from torsor.errors import TorsorError
from torsor.formats.fields import at, known_keys
from torsor.motion.quantities import ScenarioError, choice, each, entries, positive, vector
from torsor.motion.scenario.signals import signal
from torsor.motion.trajectory import profiles, splines
from torsor.motion.trajectory.piecewise import Functions, Motion, Piecewise, joined
from torsor.motion.trajectory.segments import Arm, Context, Segment, goal_of, needed, trapezoid
from torsor.motion.trajectory.tabulated import table_segment
from torsor.motion.trajectory.tool_paths import cartesian_segment

KEYS = {
    "trapezoidal": ("from", "to", "by", "duration", "ramp", "speed", "acceleration"),
    "quintic": ("from", "to", "by", "duration", "speeds", "accelerations"),
    "minimum-jerk": ("from", "to", "by", "duration"),
    "cubic-spline": ("from", "points", "times", "speeds"),
    "quintic-spline": ("from", "points", "times", "speeds", "accelerations"),
    "line": ("from", "to", "by", "orientation", "follow", "profile", "duration", "ramp", "speed",
             "acceleration"),
    "circle": ("from", "centre", "normal", "angle", "turning", "follow", "profile", "duration",
               "ramp", "speed", "acceleration"),
    "hold": ("from", "duration"),
    "table": ("file", "gaps"),
    "functions": ("q", "duration"),
}  # fmt: skip


def read_motions(value: Any, context: Context) -> list[Segment]:
    """The segments of ``[motion]`` or ``[[motion]]``."""
    rows = value if isinstance(value, list) else [value]
    if not rows:
        raise ScenarioError("motion: expected a table or a list of them")
    found = []
    for k, row in enumerate(rows, 1):
        place = f"motion {k}" if len(rows) > 1 else "motion"
        if not isinstance(row, Mapping) or "kind" not in row:
            raise ScenarioError(f"{place}: expected a table with a kind, one of {', '.join(KEYS)}")
        kind = at(f"{place}, kind", lambda v: choice(v, tuple(KEYS)), row["kind"])
        table = known_keys(place, row, ("kind", *KEYS[kind]))
        made = at(place, lambda t, kind=kind: _segment(kind, t, context), table)  # type: ignore[misc]
        first = made.first
        if "from" in table:
            first = at(f"{place}, from", lambda v: vector(v, context.n, context.whose), row["from"])
        found.append(Segment(place, made.make, first))
    if len(found) > 1 and any(isinstance(r, Mapping) and r["kind"] == "functions" for r in rows):
        raise ScenarioError("motion: functions of time are a whole motion and join no others")
    return found


def assembled(segments: Sequence[Segment], start: Any, arm: Arm) -> Motion:
    """The whole motion, from a position."""
    pieces: list[Piecewise] = []
    q = start if segments[0].first is None else segments[0].first
    for segment in segments:
        if pieces and segment.first is not None and np.abs(segment.first - q).max() > 1e-6:
            raise ScenarioError(
                f"{segment.place}: begins {np.abs(segment.first - q).max():.3g} rad or m away "
                "from where the motion before it ends"
            )
        try:
            made = segment.make(q, arm)
        except TorsorError as error:
            raise ScenarioError(f"{segment.place}: {error}") from None
        if isinstance(made, Functions):
            return made
        pieces.append(made)
        q = made.end[0]
    return joined(pieces)


def _segment(kind: str, table: Mapping[str, Any], context: Context) -> Segment:
    if kind == "table":
        return table_segment(table, context)
    if kind == "functions":
        return _from_functions(table, context)
    if kind in ("line", "circle"):
        return Segment("", cartesian_segment(kind, table, context))
    if kind == "hold":
        duration = needed("duration", positive, table)
        return Segment("", lambda q, arm: profiles.quintic(q, q, duration))
    if kind.endswith("spline"):
        return Segment("", _spline(kind, table, context))
    return Segment("", _point_to_point(kind, table, context))


def _ends(key: str, table: Mapping[str, Any], context: Context) -> Any:
    if key not in table:
        return None

    def read(value: Any) -> Any:
        pair = entries(value, 2, ": at the start and at the end")
        return np.stack([each(v, context.n, context.whose) for v in pair])

    return at(key, read, table[key])


def _point_to_point(kind: str, table: Mapping[str, Any], context: Context) -> Any:
    goal = goal_of(table, context.n, context.whose)
    if kind == "trapezoidal":
        timing = trapezoid(table, context.n)
        return lambda q, arm: profiles.trapezoidal(q, goal(q), *timing(goal(q) - q))
    duration = needed("duration", positive, table)
    if kind == "minimum-jerk":
        return lambda q, arm: profiles.minimum_jerk(q, goal(q), duration)
    speeds = _ends("speeds", table, context)
    accelerations = _ends("accelerations", table, context)
    return lambda q, arm: profiles.quintic(q, goal(q), duration, speeds, accelerations)


def _spline(kind: str, table: Mapping[str, Any], context: Context) -> Any:
    def read(value: Any) -> Any:
        if not isinstance(value, list) or not value:
            raise ScenarioError("expected a list of points")
        rows = [
            at(f"point {k}", lambda v: vector(v, context.n, context.whose), v)
            for k, v in enumerate(value, 1)
        ]
        return np.stack(rows)

    points = needed("points", read, table)
    what = ": one for each point (the motion begins at time 0)"
    times = needed("times", lambda v: vector(v, len(points), what), table)
    knots = np.concatenate(([0.0], times))
    if (np.diff(knots) <= 0).any():
        raise ScenarioError("times: expected times after 0 that advance")
    speeds = _ends("speeds", table, context)
    accelerations = _ends("accelerations", table, context)

    def make(q: Any, arm: Arm) -> Piecewise:
        through = np.vstack((q, points))
        if kind == "cubic-spline":
            return splines.cubic_spline(knots, through, speeds)
        return splines.quintic_spline(knots, through, speeds, accelerations)

    return make


def _from_functions(table: Mapping[str, Any], context: Context) -> Segment:
    duration = needed("duration", positive, table)
    rows = needed("q", lambda v: entries(v, context.n, context.whose), table)
    signals = [at(f"q, entry {k}", signal, row) for k, row in enumerate(rows, 1)]
    motion = Functions(signals, duration)
    return Segment("", lambda q, arm: motion, motion(0.0)[0])
