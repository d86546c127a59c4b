"""A segment of a motion, and what the readers of segments share: goals and timing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torsor.formats.fields import at
from torsor.motion.quantities import ScenarioError, each, positive, vector
from torsor.motion.trajectory import profiles
from torsor.motion.trajectory.piecewise import Motion

Arm = Callable[[], Any]
"""The compiled arm, made only if it is needed."""


@dataclass(frozen=True)
class Context:
    """What a segment is read against: the robot's coordinates and the scenario's folder."""

    n: int
    sliding: Sequence[bool]
    folder: Path
    robot: str

    @property
    def whose(self) -> str:
        """For messages about lists of the wrong length."""
        return f" (one for each coordinate of {self.robot!r})"


@dataclass(frozen=True)
class Segment:
    """One segment: from a position to a motion; ``first`` is where a table begins, if it does."""

    place: str
    make: Callable[[Any, Arm], Motion]
    first: Any = None


def needed(key: str, read: Callable[[Any], Any], table: Mapping[str, Any]) -> Any:
    """A key's value, which must be there."""
    if key not in table:
        raise ScenarioError(f"expected {key!r}")
    return at(key, read, table[key])


def goal_of(table: Mapping[str, Any], count: int, what: str) -> Callable[[Any], Any]:
    """Where ``to`` or ``by`` leads from a position."""
    if ("to" in table) == ("by" in table):
        raise ScenarioError("expected either 'to' or 'by'")
    key = "to" if "to" in table else "by"
    goal = at(key, lambda v: vector(v, count, what), table[key])
    return lambda q: goal if key == "to" else q + goal


def trapezoid(table: Mapping[str, Any], count: int) -> Callable[[Any], tuple[float, float]]:
    """Duration and ramp, given or from the limits of speed and acceleration."""
    if "duration" in table:
        if "speed" in table or "acceleration" in table:
            raise ScenarioError("expected a duration, or else speed and acceleration")
        duration = needed("duration", positive, table)
        ramp = at("ramp", positive, table.get("ramp", duration / 3))
        return lambda way: (duration, ramp)
    if "ramp" in table:
        raise ScenarioError("a ramp goes with a duration")

    def limits(value: Any) -> Any:
        found = each(value, count)
        if (found <= 0).any():
            raise ScenarioError("expected numbers above zero")
        return found

    speed = needed("speed", limits, table)
    acceleration = needed("acceleration", limits, table)
    return lambda way: profiles.trapezoidal_limits(way, speed, acceleration)
