"""A robot made ready for programs: its payload chosen, its numbers checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite

from torsor.algebra import formula as fm
from torsor.algebra.formula import Formula, Values
from torsor.errors import ArgumentTypeError, ArgumentValueError, TorsorError, shown
from torsor.robot.hypotheses import substitute
from torsor.robot.payload import WRENCH, symbolic_payload
from torsor.robot.robot import Robot
from torsor.robot.symbols import motion, parameters, robot_ring, turns
from torsor.robot.values import merge_values, read_values

KINDS = ("none", "wrench", "body", "weight")
PAYLOADS = "none, wrench (in tool axes), wrench-base, body or weight"


def prepare_robot(robot: Robot, payload: str = "none") -> Robot:
    """The robot with the payload asked for (its own load where that is of this kind)."""
    if not isinstance(payload, str):
        raise ArgumentTypeError(f"the payload is {type(payload).__name__}; expected {PAYLOADS}")
    if robot.bodies:
        if payload != "none":
            raise ArgumentValueError(
                f"{robot.name!r} is given by bodies and has no tool to carry a load"
            )
        return robot
    kind, _, axes = payload.partition("-")
    if kind not in KINDS or (axes and (kind, axes) not in (("wrench", "tool"), ("wrench", "base"))):
        raise ArgumentValueError(f"the payload {shown(payload)} is unknown; expected {PAYLOADS}")
    if robot.payload.kind == kind and kind != "wrench":
        return robot
    load = symbolic_payload(kind, axes or "tool")
    # What a hypothesis says of a load that is taken away says nothing any more.
    return replace(robot, payload=load) if kind == "none" else robot.redescribe(payload=load)


def wrench_names(robot: Robot) -> tuple[str, ...]:
    """The symbols of a wrench at the tool, which come in with the state."""
    return WRENCH if robot.payload.kind == "wrench" and not robot.bodies else ()


def settable(robot: Robot) -> list[str]:
    """The symbols that a number can be given for, of a robot that is ready."""
    return [n for n in parameters(robot) if n not in wrench_names(robot)]


def numbers(
    robot: Robot, made: Robot, values: Values | None, own: bool = True
) -> dict[str, Formula]:
    """The numbers of the symbols that ``made`` from the robot has: its own unless told otherwise,
    and over them the values given.
    """
    for name in values if isinstance(values, Mapping) else ():  # reading refuses what is none
        if name in (*motion(made), *wrench_names(made)):
            raise TorsorError(f"{name} comes in with every call and cannot be built in")
    read = merge_values if own else read_values
    wanted = settable(made)
    known = read(robot, values or {}, made=made)
    return {name: value for name, value in known.items() if name in wanted}


def as_doubles(robot: Robot, values: Values | None) -> Values:
    """Floats as the very numbers that they are, not the decimals that they are printed as.

    So machine code with a number built in computes what it would if the number came in with the
    call. Angles stay as they are: a float may stand for 30° there.
    """
    if not isinstance(values, Mapping):
        return values or {}
    angles = robot_ring(robot).angles
    return {
        name: Fraction(value)
        if isinstance(value, float) and isfinite(value) and name not in angles
        else value
        for name, value in values.items()
    }


def read_names(what: str, given: object) -> tuple[str, ...]:
    """Names as they are given: a text alone is one."""
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Collection) or isinstance(given, (bytes, Mapping)):
        raise ArgumentTypeError(f"{what} is {type(given).__name__}; expected names")
    for name in given:
        if not isinstance(name, str):
            raise ArgumentTypeError(f"{what}: expected names, got {type(name).__name__}")
    return tuple(given)


def put_numbers(robot: Robot, values: Mapping[str, Formula]) -> Robot:
    """The robot with numbers in the place of symbols; a bare number of an angle is in radians."""
    if not values:
        return robot
    turning = [d for i, d in robot.displacement.items() if robot.joints[i - 1].kind == "R"]
    angled = {n for f in (*(turn.angle for turn in turns(robot)), *turning) for n in f.names()}
    given = {
        n: v * fm.name("rad") if n in angled and v.constant is not None else v
        for n, v in values.items()
    }
    return substitute(robot, given)
