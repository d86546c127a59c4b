"""What varies from call to call: symbols of a robot, and numbers that become symbols for it."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.errors import ArgumentValueError, UnknownNameError, shown, suggestion
from torsor.formats.symbolic import symbolise_entries
from torsor.program.functions.preparation import settable, wrench_names
from torsor.robot.robot import Robot

TOOL, PAYLOAD = "tool", "payload"
"""What stands for several symbols: the tool's offsets, and the body or weight that is carried."""


def vary_symbols(robot: Robot, names: Sequence[str]) -> tuple[Robot, tuple[str, ...]]:
    """The robot with a symbol for all that varies, and their names in order.

    What a file gives as a number varies by the name that the number would have as a symbol.
    """
    if not names:
        return robot, ()
    wanted = tuple(one for name in names for one in _expand(robot, name))
    twice = [name for k, name in enumerate(wanted) if name in wanted[:k]]
    if twice:
        raise ArgumentValueError(f"vary: {twice[0]} is named twice")
    known = settable(robot)
    made = robot
    if not robot.bodies and any(name not in known for name in wanted):
        made = symbolise_entries(robot, [name for name in wanted if name not in known])
        known = settable(made)
    for name in wanted:
        if name not in known:
            raise UnknownNameError(
                f"vary: {robot.name!r} has no symbol {shown(name)}{suggestion(name, known)}"
            )
    return made, wanted


def _expand(robot: Robot, name: str) -> tuple[str, ...]:
    if name == TOOL and not robot.bodies:
        return tuple(
            str(entry) if len(list(entry.names())) == 1 else f"p{axis}t"
            for axis, entry in zip("xyz", robot.tool.offset, strict=True)
        )
    if name == PAYLOAD:
        if wrench_names(robot):
            raise ArgumentValueError("vary: a wrench comes in with every call already")
        names = tuple(str(n) for entry in robot.payload.entries for n in entry.names())
        if robot.bodies or not names:
            raise ArgumentValueError(
                "vary: no payload to vary; compile with payload='body' or 'weight'"
            )
        return tuple(dict.fromkeys(names))
    return (name,)
