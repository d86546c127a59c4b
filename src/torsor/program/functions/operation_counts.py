"""How much work a robot's functions are, by the usual convention.

Without payload, friction, rotors and springs; gravity and lengths are symbols; sign changes and
what depends on parameters alone are free; a square is one multiplication; the mass matrix counts
its upper triangle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Unpack

from torsor.algebra.dependence import DependenceError
from torsor.arguments import validate_call
from torsor.errors import TooLargeError, UnknownNameError, shown
from torsor.formats.load import Description, RobotLike, load
from torsor.program.functions.catalogue import FUNCTIONS, list_functions
from torsor.program.functions.programs import build_program
from torsor.robot.robot import Drive, Robot, symbolic_payload

Counts = dict[str, dict[str, int]]


def count_robot_operations(robot: Robot, grouped: bool = True) -> Counts:
    """Multiplications, additions, sines and cosines (and divisions, where there are any).

    What is of a geometry, and cannot be grouped or is too long, is left out.
    """
    bare = robot
    if not robot.bodies:
        links = tuple(replace(link, drive=Drive()) for link in robot.links)
        bare = replace(robot, links=links, payload=symbolic_payload("none"))
    found: Counts = {}
    names = list_functions(robot)
    # What may be left out comes last: a command's budget is one for all.
    for name in sorted(names, key=lambda n: FUNCTIONS[n].of_geometry):
        try:
            count = build_program(bare, name, grouped=grouped).operations
        except (DependenceError, TooLargeError):
            if not FUNCTIONS[name].of_geometry:
                raise
            continue
        found[name] = {k: n for k, n in count.items() if n or k != "div"}
    return {name: found[name] for name in names if name in found}


@validate_call
def ops(
    robot: RobotLike,
    parameters: Annotated[str, "base or all"] = "base",
    **options: Unpack[Description],
) -> Counts:
    """The operations of each function's program: ``mul``, ``add``, ``trig`` (and ``div``).

    ``parameters`` are ``"base"`` (regrouped into base parameters) or ``"all"`` (as described).
    The options are those of ``load``.
    """
    if parameters not in ("base", "all"):
        raise UnknownNameError(f"parameters {shown(parameters)}: expected base or all")
    return count_robot_operations(load(robot, **options), parameters == "base")
