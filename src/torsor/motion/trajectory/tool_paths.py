"""Segments in space: a straight line or a circle of the tool, from a scenario's table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from torsor.formats.fields import at
from torsor.motion.quantities import ScenarioError, choice, positive, quantity, switch, vector
from torsor.motion.trajectory import cartesian, profiles
from torsor.motion.trajectory.piecewise import Piecewise
from torsor.motion.trajectory.segments import Arm, Context, goal_of, needed, trapezoid


def cartesian_segment(kind: str, table: Mapping[str, Any], context: Context) -> Any:
    """What makes the joint motion along a line or circle from a position."""
    default = "pose" if context.n >= 6 else "position"
    follow = at("follow", lambda v: choice(v, ("pose", "position")), table.get("follow", default))
    if follow == "pose" and context.n < 6:
        raise ScenarioError(f"follow: {context.n} coordinates cannot follow a whole pose")
    shape = at(
        "profile",
        lambda v: choice(v, ("quintic", "trapezoidal")),
        table.get("profile", "trapezoidal" if "speed" in table else "quintic"),
    )
    path = _line(table) if kind == "line" else _circle(table)
    if shape == "quintic":
        duration = needed("duration", positive, table)
        wrong = [key for key in ("ramp", "speed", "acceleration") if key in table]
        if wrong:
            raise ScenarioError(f"{wrong[0]}: goes with profile = 'trapezoidal'")
        timing: Any = None
    else:
        timing = trapezoid(table, 1)

    def make(q: Any, arm: Arm) -> Piecewise:
        compiled = arm()
        way = path(compiled.forward_kinematics(q))
        if timing is None:
            profile = profiles.quintic([0.0], [1.0], duration)
        else:
            if not way.length:
                raise ScenarioError("the path has no length; give it a duration")
            total, ramp = timing(np.array([way.length]))
            profile = profiles.trapezoidal([0.0], [1.0], total, ramp)
        return cartesian.follow(compiled, q, way, profile, follow == "pose")

    return make


def _line(table: Mapping[str, Any]) -> Callable[[Any], cartesian.Path]:
    goal = goal_of(table, 3, ": x, y and z")
    turned = (
        at("orientation", _orientation, table["orientation"]) if "orientation" in table else None
    )
    return lambda pose: cartesian.line(pose, goal(pose[:3, 3]), turned)


def _circle(table: Mapping[str, Any]) -> Callable[[Any], cartesian.Path]:
    centre = needed("centre", lambda v: vector(v, 3, ": x, y and z"), table)
    normal = at("normal", lambda v: vector(v, 3, ": x, y and z"), table.get("normal", [0, 0, 1]))
    angle = at("angle", quantity, table.get("angle", "360deg"))
    turning = at("turning", switch, table.get("turning", False))
    if not angle:
        raise ScenarioError("angle: expected one that is not zero")
    return lambda pose: cartesian.circle(pose, centre, normal, angle, turning)


def _orientation(value: Any) -> Any:
    """A rotation such as ``"Rz(90deg) Rx(pi/4)"`` as a matrix, in base axes."""
    from torsor.formats.fields import rotation_field
    from torsor.mechanics.chain import placement
    from torsor.motion.arrays import scalars_of
    from torsor.robot.robot import Frame

    R, _ = placement(Frame(rotation=rotation_field(value)), scalars_of({}, {}))
    return np.array([[float(e) for e in row] for row in R])
