"""What is asked for, made ready: the robot's columns, its bounds, and a family of motions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from torsor.algebra.formula import Values, formula
from torsor.arguments import validate_fields
from torsor.errors import ArgumentValueError, MissingValueError, RobotError, TorsorError
from torsor.identification.excitation.columns import FRICTION, Kind
from torsor.identification.excitation.fourier import make_family
from torsor.identification.excitation.limits.bounds import Bounds, name_coordinates, read_bounds
from torsor.identification.excitation.limits.constraints import Constraint, Effort, list_linear
from torsor.identification.excitation.limits.options import BoundsLike, read_posture
from torsor.identification.excitation.limits.postures import Postures, check_start, find_postures
from torsor.identification.excitation.limits.workspace import Floor, Sphere, list_room
from torsor.identification.excitation.search.random_motions import Room
from torsor.identification.excitation.timing import Timing, choose_timing
from torsor.identification.regression.geometry import USUAL_GRAVITY, read_geometry
from torsor.motion.dynamics.plant import Plant
from torsor.program.arm import Arm
from torsor.robot.robot import Robot

Harmonics = Annotated[int, range(2, 101)]
Count = Annotated[int, range(1, 1001)]
Seed = Annotated[int, range(2**32)]


@dataclass(frozen=True)
class Request:
    """What is asked of an excitation; what is None follows from the robot."""

    seconds: float = 20.0
    harmonics: Harmonics | None = None
    repeats: Count | None = None
    positions: BoundsLike | None = None
    velocity: BoundsLike | None = None
    acceleration: BoundsLike | None = None
    effort: BoundsLike | None = None
    floor: float | None = None
    keep_out: Sequence[Sequence[float]] = ()
    start: BoundsLike | None = None
    friction: Sequence[Kind] = FRICTION
    rotors: bool = False
    noise: BoundsLike | None = None
    sampling: float = 100.0
    rate: float = 500.0
    starts: Count = 4
    seed: Seed = 0
    time_limit: float = 60.0

    def __post_init__(self) -> None:
        validate_fields(self)
        for name in ("seconds", "sampling", "rate", "time_limit"):
            object.__setattr__(self, name, float(getattr(self, name)))
        if not self.time_limit > 0:
            raise ArgumentValueError(
                f"time_limit is {self.time_limit:g} s; expected more than none"
            )


@dataclass(frozen=True, eq=False)
class Problem:
    """A robot and what a motion of it has to keep within."""

    robot: Robot
    request: Request
    arm: Arm
    """With general links: the columns."""
    model: Arm | None
    """With the robot's numbers, if it has them."""
    bounds: Bounds
    timing: Timing
    room: Room
    workspace: tuple[Floor | Sphere, ...]
    values: Mapping[str, str]
    """The numbers that were given or assumed over the robot's own."""
    notes: tuple[str, ...]
    random: np.random.Generator


def pose_problem(robot: Robot, request: Request, values: Values | None) -> Problem:
    """Everything that a search needs, or the sentence that says why there can be none."""
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no joints to excite")
    geometry = read_geometry(robot, values)
    given: dict[str, str] = {name: str(formula(v)) for name, v in (values or {}).items()}
    if geometry.assumed:
        given["g"] = USUAL_GRAVITY
    arm = geometry.arm
    bounds = read_bounds(
        robot, geometry.values, request.positions, request.velocity, request.acceleration,
        request.effort,
    )  # fmt: skip
    if not (bounds.half > 0).any():
        raise TorsorError(
            "the limits of position leave no coordinate any way to go (--positions gives others)"
        )
    model, lacking = _find_model(robot, given)
    timing = choose_timing(
        bounds, request.seconds, request.harmonics, request.repeats, request.rate,
        request.sampling,
    )  # fmt: skip
    random = np.random.default_rng(request.seed)
    constraints: list[Constraint] = [*list_linear(bounds)]
    notes = [*geometry.assumed, *bounds.notes]
    limited = np.flatnonzero(np.isfinite(bounds.effort))
    if limited.size and model is not None:
        constraints.append(Effort(model, bounds.effort))
    elif limited.size:
        notes.append(f"limits of effort are not checked: no value for {lacking}")
    unknown = np.flatnonzero(~np.isfinite(bounds.effort))
    if unknown.size:
        notes.append(f"effort of {name_coordinates(unknown)}: no limit is known, none is checked")
    spread = bounds.ranges.middle() + bounds.half * random.uniform(-1, 1, (200, bounds.n))
    workspace = list_room(arm, spread, request.floor, request.keep_out)
    constraints += workspace
    start = None
    if request.start is None:
        postures = find_postures(bounds, constraints, random)
    else:
        start = np.array(read_posture("start", request.start, bounds.sliding))
        check_start(constraints, start)
        postures = Postures(start[None], bounds.half)
    family = make_family(bounds, timing.period, timing.harmonics, start)
    room = Room(family, bounds, constraints, postures)
    return Problem(
        robot, request, arm, model, bounds, timing, room, tuple(workspace), given, tuple(notes),
        random,
    )  # fmt: skip


def _find_model(robot: Robot, given: Mapping[str, str]) -> tuple[Arm | None, str]:
    """The robot with its numbers; or which of them are lacking."""
    plant = Plant(robot, dict(given))
    try:
        return plant.arm(), ""
    except MissingValueError as error:
        names = str(error).removeprefix("no value for ").split(", ")
        more = f" and {len(names) - 4} more" if len(names) > 5 else ""
        return None, ", ".join(names[: 4 if more else 5]) + more
