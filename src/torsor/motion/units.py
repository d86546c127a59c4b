"""Units of columns: what is written in a header's brackets, and its factor to SI."""

from __future__ import annotations

from math import pi

from torsor.algebra.scalars.floats import ANGLE_UNITS
from torsor.errors import shown, suggestion
from torsor.motion.quantities import ScenarioError
from torsor.robot.meanings import COORDINATES, coordinate_meaning
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles

DEGREE = ANGLE_UNITS["deg"]

UNITS: dict[str, tuple[str, float]] = {
    "s": ("time", 1.0), "ms": ("time", 1e-3), "min": ("time", 60.0),
    "us": ("time", 1e-6), "ns": ("time", 1e-9),
    "rad": ("angle", 1.0), "deg": ("angle", DEGREE), "mrad": ("angle", 1e-3),
    "rev": ("angle", 2 * pi),
    "m": ("length", 1.0), "mm": ("length", 1e-3), "cm": ("length", 1e-2),
    "rad/s": ("turning speed", 1.0), "deg/s": ("turning speed", DEGREE),
    "rpm": ("turning speed", pi / 30), "1/min": ("turning speed", pi / 30),
    "mrad/s": ("turning speed", 1e-3), "rev/s": ("turning speed", 2 * pi),
    "m/s": ("speed", 1.0), "mm/s": ("speed", 1e-3), "m/min": ("speed", 1 / 60),
    "rad/s^2": ("turning acceleration", 1.0), "deg/s^2": ("turning acceleration", DEGREE),
    "m/s^2": ("acceleration", 1.0), "mm/s^2": ("acceleration", 1e-3),
    "N": ("force", 1.0), "kN": ("force", 1e3), "mN": ("force", 1e-3),
    "N m": ("moment", 1.0), "Nm": ("moment", 1.0), "kN m": ("moment", 1e3),
    "kNm": ("moment", 1e3), "mN m": ("moment", 1e-3), "mNm": ("moment", 1e-3),
    "N mm": ("moment", 1e-3), "Nmm": ("moment", 1e-3), "N cm": ("moment", 1e-2),
    "A": ("current", 1.0), "mA": ("current", 1e-3),
    "kg": ("mass", 1.0), "g": ("mass", 1e-3),
    "kg m^2": ("inertia", 1.0), "kg cm^2": ("inertia", 1e-4), "g cm^2": ("inertia", 1e-7),
    "kg mm^2": ("inertia", 1e-6),
    "W": ("power", 1.0), "kW": ("power", 1e3), "J": ("energy", 1.0), "kJ": ("energy", 1e3),
    "1": ("number", 1.0), "%": ("number", 1e-2), "rad/m": ("ratio", 1.0),
}  # fmt: skip

SPELLINGS = str.maketrans({"·": " ", "*": " ", "²": "^2", "µ": "u"})


def factor(unit: str, kinds: tuple[str, ...]) -> float:
    """What a number in this unit is multiplied by to be SI; no unit is SI already."""
    text = " ".join(unit.translate(SPELLINGS).split())
    if not text:
        return 1.0
    wanted = [u for u, (kind, _) in UNITS.items() if kind in kinds]
    if text not in wanted:
        hint = suggestion(text, wanted) or f"; expected {', '.join(wanted)}"
        raise ScenarioError(f"the unit {shown(unit)} does not fit{hint}")
    return UNITS[text][1]


def coordinate_kinds(sliding: bool) -> dict[str, str]:
    """The kinds of q, dq, ddq, tau and P of a coordinate that turns or slides."""
    return {stem: UNITS[coordinate_meaning(stem, sliding).unit][0] for stem in COORDINATES}


def find_sliding(robot: Robot) -> list[bool]:
    """Of each coordinate whether it slides: it stands in no sine or cosine."""
    turning = set(angles(robot))
    return [f"q{k}" not in turning for k in range(1, robot.dof + 1)]
