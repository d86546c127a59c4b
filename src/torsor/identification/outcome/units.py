"""Units of what is estimated, by name: ``Lzz1``, ``hx2``, ``fv3`` …"""

from __future__ import annotations

import re

from torsor.identification.regression.drives import SYMBOLS
from torsor.robot.meanings import DRIVES, unit_of
from torsor.robot.robot import Robot

LINKS = {"L": "kg m^2", "h": "kg m", "m": "kg"}
"""Of inertias about the frame's origin, first moments and masses."""
QUADRATIC = ("N m s^2/rad^2", "N s^2/m^2")
"""Of friction that grows with the square of the speed: where the joint turns, and slides."""


def slides(robot: Robot, coordinate: int) -> bool:
    """Whether a coordinate, counted from 1, is a displacement."""
    return unit_of(robot, f"tau{coordinate}") == "N"


def unit_of_estimate(robot: Robot, name: str) -> str:
    """The unit of a base parameter or of a drive's coefficient."""
    match = re.fullmatch(r"([A-Za-z]+)([0-9]+)", name)
    letters, number = (match[1], int(match[2])) if match else (name, 0)
    if letters not in SYMBOLS.values():
        return LINKS[letters[0]]
    sliding = slides(robot, number)
    if letters == SYMBOLS["quadratic"]:
        return QUADRATIC[sliding]
    kinds = {SYMBOLS["viscous"]: "viscous", SYMBOLS["rotor"]: "rotor"}
    return DRIVES[kinds.get(letters, "coulomb")][1 + sliding]
