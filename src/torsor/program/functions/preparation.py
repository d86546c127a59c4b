"""A robot made ready for programs: its payload chosen, hypotheses applied, numbers checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from torsor.algebra.formula import Formula, formula
from torsor.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    TorsorError,
    UnknownNameError,
    shown,
    suggestion,
)
from torsor.robot import hypotheses
from torsor.robot.robot import WRENCH, Payload, Robot, symbolic_payload
from torsor.robot.symbols import motion, parameters

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
        return hypotheses.apply(robot)
    kind, _, axes = payload.partition("-")
    if kind not in KINDS or (axes and (kind, axes) not in (("wrench", "tool"), ("wrench", "base"))):
        raise ArgumentValueError(f"the payload {shown(payload)} is unknown; expected {PAYLOADS}")
    return hypotheses.apply(replace(robot, payload=_payload(robot, kind, axes or "tool")))


def _payload(robot: Robot, kind: str, axes: str) -> Payload:
    if robot.payload.kind == kind and kind != "wrench":
        return robot.payload
    return symbolic_payload(kind, axes)


def wrench_names(robot: Robot) -> tuple[str, ...]:
    """The symbols of a wrench at the tool, which come in with the state."""
    return WRENCH if robot.payload.kind == "wrench" and not robot.bodies else ()


def settable(robot: Robot) -> list[str]:
    """The symbols that a number can be given for, of a robot that is ready."""
    return [n for n in parameters(robot) if n not in wrench_names(robot)]


def numbers(robot: Robot, made: Robot, values: Mapping[str, Any]) -> dict[str, Formula]:
    """The values of the symbols that ``made`` from the robot has; foreign names are refused."""
    if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
        raise ArgumentTypeError("the values are no mapping from symbols to numbers")
    wanted = settable(made)
    known = {*parameters(robot), *wanted}
    found = {}
    for name, value in values.items():
        if name in (*motion(made), *wrench_names(made)):
            raise TorsorError(f"{name} comes in with every call and cannot be built in")
        if name not in known:
            raise UnknownNameError(
                f"{shown(name)} is no symbol of {robot.name!r}{suggestion(name, known)}"
            )
        read = formula(value)
        if any(True for _ in read.names()):
            raise TorsorError(f"the value of {name} is {shown(str(read))}, not a number")
        found[name] = read
    return {name: read for name, read in found.items() if name in wanted}
