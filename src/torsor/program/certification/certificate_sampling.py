"""A program beside its definition at random states, over balls.

Sixty digits, and more where the balls grow too wide to decide: a long chain's divisions cost forty
of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from random import Random

from flint import arb, ctx

from torsor.algebra.scalars.balls import Ball, ball
from torsor.errors import SingularError
from torsor.program.certification.ball_definitions import BallDefinitions, Point
from torsor.program.certification.derived_definitions import list_derived_outputs
from torsor.program.certification.evaluation import run_over_balls
from torsor.program.functions.derived_names import split_name
from torsor.program.graph.program import Program
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters

STATES, LONG_CHAIN, FEWER = 5, 12, 2
"""Random states; of a chain longer than so many joints, and of derivatives, fewer do: each has as
many entries more."""

DIGITS = 60
MOST_DIGITS = 960
CLOSE = "1e-20"


@contextmanager
def precision(digits: int) -> Iterator[None]:
    """Balls of so many digits."""
    before, ctx.dps = ctx.dps, digits
    try:
        yield
    finally:
        ctx.dps = before


def count_states(robot: Robot, program: Program) -> int:
    """At how many random states a program is looked at."""
    long = robot.dof > LONG_CHAIN or split_name(program.name)[1]
    return FEWER if long else STATES


def sample_agreement(robot: Robot, program: Program) -> int | None:
    """With how many digits program and recursion agree at random states; None where they differ.

    ``robot`` has its numbers. A state at which M is singular is drawn again.
    """
    random, most, singular = Random(7), 0, 0
    states = 0
    while states < count_states(robot, program):
        digits = _decide(robot, program, _draw_inputs(robot, program, random))
        if digits == 0:
            return None
        if digits is not None:
            most, states = max(most, digits), states + 1
            continue
        singular += 1
        if singular == STATES:
            raise SingularError(
                f"{program.name} of {robot.name!r} could not be certified: its mass matrix is "
                f"singular at {STATES} random states"
            )
    return most


def _decide(robot: Robot, program: Program, point: Mapping[str, Fraction]) -> int | None:
    """The digits with which both agree at a state, 0 where they differ, None where M is singular.

    A difference counts when twice the digits show it too, so that it is no end of a series.
    """
    levels = len(split_name(program.name)[1])
    digits, differed = DIGITS << max(0, levels - 1), False
    while digits <= MOST_DIGITS:
        with precision(digits):
            agree = _compare(robot, program, to_balls(point))
        if agree:
            return digits
        if agree is False and differed:
            return 0
        differed = agree is False
        digits *= 2
    return None


def to_balls(point: Mapping[str, Fraction]) -> Point:
    """A ball for each number."""
    return {name: ball(value) for name, value in point.items()}


def draw_state(robot: Robot, random: Random) -> dict[str, Fraction]:
    """A random state, no velocity zero: friction jumps there."""
    point = {n: Fraction(random.randint(100, 900), 500) for n in parameters(robot)}
    for stem in ("q", "dq", "ddq"):
        for k in range(1, robot.dof + 1):
            point[f"{stem}{k}"] = Fraction(random.randint(-999, 999) or 1, 500)
    return point


def _draw_inputs(robot: Robot, program: Program, random: Random) -> dict[str, Fraction]:
    """A random state, with directions and weights where the program has such inputs."""
    point = draw_state(robot, random)
    for array in program.inputs:
        for name in array.names:
            if name not in point:
                point[name] = Fraction(random.randint(-999, 999) or 1, 500)
    return point


def _compare(robot: Robot, program: Program, point: Point) -> bool | None:
    """Whether every output is close; None where a ball is too wide to tell."""
    truth = BallDefinitions(robot, point)
    point = point | dict(zip(truth.names("tau"), truth.forces(), strict=True))
    for array in program.inputs:
        if array.name == "beta":
            point |= dict(zip(array.names, truth.base_parameters(), strict=True))
    outputs = run_over_balls(program, point)
    if split_name(program.name)[1]:
        wanted = list_derived_outputs(robot, program, point)
    else:
        outputs, wanted = truth.pair_outputs(program.name, outputs)
    close = [_close(a, b) for a, b in zip(outputs, wanted, strict=True)]
    return False if False in close else None if None in close else True


def _close(a: Ball, b: Ball) -> bool | None:
    difference = abs(ball(0) + a - b)
    if difference < arb(CLOSE):
        return True
    return False if difference > arb(CLOSE) else None
