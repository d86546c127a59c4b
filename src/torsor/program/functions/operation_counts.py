"""How much work a robot's functions are, by the usual convention.

Without payload, friction, rotors and springs; gravity and lengths are symbols; sign changes and
what depends on parameters alone are free; a square is one multiplication; the mass matrix counts
its upper triangle.
"""

from __future__ import annotations

from dataclasses import replace

from torsor.program.functions.programs import FUNCTIONS, program
from torsor.robot.robot import Drive, Robot, symbolic_payload

Counts = dict[str, dict[str, int]]


def operation_counts(robot: Robot, grouped: bool = True) -> Counts:
    """Multiplications, additions, sines and cosines (and divisions, where there are any)."""
    bare = robot
    if not robot.bodies:
        links = tuple(replace(link, drive=Drive()) for link in robot.links)
        bare = replace(robot, links=links, payload=symbolic_payload("none"))
    found: Counts = {}
    for name, function in FUNCTIONS.items():
        if not (function.chain and robot.bodies):
            count = program(bare, name, grouped=grouped).operations
            found[name] = {k: n for k, n in count.items() if n or k != "div"}
    return found
