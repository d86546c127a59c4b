"""Simplifying hypotheses as data: each names a function from robot to robot.

``com_at_origin``, ``principal_axes``, ``point_masses`` and ``masses_at_link_ends`` speak of every
link; ``"Ixy3 = 0"`` or ``"l2 = 0.35"`` puts a number in the place of a symbol.
``"without constraint weld1"`` states what the reader of a file has left out: nothing is to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from torsor.algebra.formula import Formula, Values, formula
from torsor.arguments import validate_call
from torsor.errors import RobotError, TorsorError, UnknownNameError, shown, suggestion
from torsor.robot.entries import ORIGIN, ZERO
from torsor.robot.frame import Frame, Turn
from torsor.robot.joint import Joint
from torsor.robot.link import Drive, FreeBody, Link
from torsor.robot.payload import Payload
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters


def com_at_origin(robot: Robot) -> Robot:
    """Every mass centre lies in the origin of its link's frame."""
    return replace(robot, links=tuple(replace(link, com=ORIGIN) for link in robot.links))


def principal_axes(robot: Robot) -> Robot:
    """The axes of every frame are principal axes of inertia: no products of inertia."""
    return replace(
        robot,
        links=tuple(
            replace(link, inertia=(*link.inertia[:3], ZERO, ZERO, ZERO)) for link in robot.links
        ),
    )


def point_masses(robot: Robot) -> Robot:
    """Every link is a point mass: no inertia about the mass centre."""
    return replace(
        robot,
        links=tuple(replace(link, inertia=(ZERO,) * 6) for link in robot.links),
    )


def masses_at_link_ends(robot: Robot) -> Robot:
    """Every mass centre lies where the next joint, or the tool, is placed in the link's frame."""
    links = []
    for i, link in enumerate(robot.links, 1):
        ends = [joint.placement.offset for joint in robot.joints if joint.parent == i]
        if i == len(robot.links):
            ends.append(robot.tool.offset)
        if len(ends) != 1:
            raise RobotError(
                f"masses_at_link_ends: link {i} of {robot.name!r} has {len(ends)} ends"
            )
        links.append(replace(link, com=ends[0]))
    return replace(robot, links=tuple(links))


NAMED: dict[str, Callable[[Robot], Robot]] = {
    "com_at_origin": com_at_origin,
    "principal_axes": principal_axes,
    "point_masses": point_masses,
    "masses_at_link_ends": masses_at_link_ends,
}

PHRASES = {
    "com_at_origin": "every mass centre lies in the origin of its link's frame",
    "principal_axes": "the axes of every frame are principal axes of inertia of its link",
    "point_masses": "every link is a point mass, without inertia about its mass centre",
    "masses_at_link_ends": "every mass centre lies where the next joint, or the tool, is placed",
}
"""What each assumes."""

STATED = "without constraint "
"""How a hypothesis begins that states what was left out when the robot's file was read."""


def impose(declared: Robot, hypotheses: Sequence[str]) -> Robot:
    """The robot that hypotheses make of a description; ``Robot`` itself asks for it."""
    values: dict[str, Formula] = {}
    known = parameters(declared)
    robot = declared
    for hypothesis in hypotheses:
        if hypothesis.startswith(STATED):
            continue
        if hypothesis in NAMED:
            if robot.bodies:
                raise RobotError(
                    f"{robot.name!r} is given by bodies, and {hypothesis} speaks of a chain's links"
                )
            robot = NAMED[hypothesis](robot)
        else:
            symbol, value = assignment(hypothesis)
            if symbol not in known:
                raise UnknownNameError(
                    f"the hypothesis {shown(hypothesis)} names no symbol of {robot.name!r}"
                    f"{suggestion(symbol, known)}"
                )
            values[symbol] = value
    return substitute(robot, values) if values else robot


@validate_call
def assume(robot: Robot, *hypotheses: str) -> Robot:
    """The robot under further hypotheses."""
    for hypothesis in hypotheses:
        if hypothesis.startswith(STATED):
            raise RobotError(
                f"the hypothesis {shown(hypothesis)} is for the reader of a file to make; "
                "expected --without-constraint, or without_constraints in torsor.load"
            )
    return robot.redescribe(hypotheses=(*robot.hypotheses, *hypotheses))


def assignment(hypothesis: str) -> tuple[str, Formula]:
    """``"Ixy3 = 0"`` as a symbol and its value."""
    left, equals, right = hypothesis.partition("=")
    symbol = left.strip()
    if not equals or not symbol.isidentifier() or not symbol.isascii():
        raise RobotError(
            f"the hypothesis {shown(hypothesis)} is unknown; expected one of "
            f"{', '.join(NAMED)}, or a symbol = number{suggestion(hypothesis.strip(), NAMED)}"
        )
    try:
        value = formula(right.strip())
    except TorsorError as error:
        raise RobotError(f"the hypothesis {shown(hypothesis)}: {error}") from None
    if any(value.names()):
        raise RobotError(f"the hypothesis {shown(hypothesis)} needs a number on its right")
    return symbol, value


def substitute(robot: Robot, values: Values) -> Robot:
    """The robot with numbers, texts or formulas in the place of its symbols."""

    def new(f: Formula) -> Formula:
        return f.replace(values)

    def many(fs: tuple[Formula, ...]) -> Any:
        return tuple(new(f) for f in fs)

    def frame(old: Frame) -> Frame:
        turns = tuple(
            Turn(many(t.axis), new(t.angle)) if isinstance(t, Turn) else t for t in old.rotation
        )
        return Frame(many(old.offset), turns)

    def joint(old: Joint) -> Joint:
        moves = None if old.moves is None else new(old.moves)
        return replace(old, placement=frame(old.placement), moves=moves)

    def link(old: Link) -> Link:
        drive = Drive(*many(old.drive.entries))
        return Link(new(old.mass), many(old.com), many(old.inertia), drive, old.name)

    def body(old: FreeBody) -> FreeBody:
        turned, moved = many(old.omega), many(old.position)
        return FreeBody(new(old.mass), moved, turned, many(old.inertia))

    def payload(old: Payload) -> Payload:
        carried = None if old.body is None else link(old.body)
        return Payload(old.kind, old.axes, many(old.wrench), carried)

    return replace(
        robot,
        joints=tuple(joint(j) for j in robot.joints),
        links=tuple(link(e) for e in robot.links),
        tool=frame(robot.tool),
        payload=payload(robot.payload),
        gravity=many(robot.gravity),
        bodies=tuple(body(b) for b in robot.bodies),
    )
