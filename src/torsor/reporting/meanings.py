"""What families of symbols mean, their units, and where they stand in the table of symbols."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from torsor.robot.meanings import FAMILIES, coordinate_meaning


def typeset_unit(unit: str) -> str:
    """A unit as it is printed: m², and a dash for a plain number."""
    return "–" if unit == "1" else unit.replace("^2", "²")


@dataclass(frozen=True)
class TableRow:
    """A meaning in words, a unit, and a place in the order of the table."""

    text: str
    unit: str
    place: float


Row = tuple[tuple[Any, ...], str, str]


def _coordinate(stem: str) -> Iterator[Row]:
    for kind in "RT":
        meaning = coordinate_meaning(stem, kind == "T")
        yield (stem, kind), meaning.phrase, meaning.unit


_TABLE: tuple[Row, ...] = (
    *_coordinate("q"),
    *_coordinate("dq"),
    *_coordinate("ddq"),
    (("rate", "dq"), "joint velocity of joint i, coordinate j", "rad/s, m/s"),
    (("rate", "ddq"), "joint acceleration of joint i, coordinate j", "rad/s^2, m/s^2"),
    (("trig", "glyph"), "cosines and sines of the angles with these indices; of their sum where "
     "there are several", "–"),
    (("trig", "prefix"), "cosine and sine of the angle that follows", "–"),
    (("trig", "call"), "sine and cosine", "–"),
    (("sign",), "sign of a velocity: −1, 0 or 1", "–"),
    *_coordinate("tau"),
    (("tau", "i"), "generalised driving force of coordinate i", "N m, N"),
    *((("parameter", family), common.phrase, common.unit) for family, common in FAMILIES.items()),
    (("step", "R"), "rotation matrix from frame i to the frame before it", "–"),
    (("step", "p"), "origin of frame i in the frame before it", "m"),
    (("step", "axis"), "unit vector of the axis of joint i", "–"),
    (("tool", "R"), "rotation matrix from the tool's axes to base axes", "–"),
    (("tool", "p"), "origin of the tool's frame in the base frame", "m"),
    (("tool", "J_v"), "velocity of the tool's origin per unit of a joint's velocity", "m, –"),
    (("tool", "J_w"), "angular velocity of the tool per unit of a joint's velocity", "–, rad/m"),
    (("step", "omega"), "angular velocity of link i, in its axes", "rad/s"),
    (("step", "epsilon"), "angular acceleration of link i, in its axes", "rad/s^2"),
    (("step", "v"), "velocity of the origin of frame i, in its axes", "m/s"),
    (("step", "v_C"), "velocity of the mass centre of link i, in its axes", "m/s"),
    (("step", "a"), "acceleration of the origin of frame i less gravity, in its axes", "m/s^2"),
    (("step", "a_C"), "acceleration of the mass centre of link i less gravity, in its axes",
     "m/s^2"),
    (("step", "r_C"), "mass centre of link i, in its frame", "m"),
    (("step", "I"), "inertia tensor of link i about its mass centre, in its axes", "kg m^2"),
    (("step", "F"), "force that moves and carries link i, at its mass centre", "N"),
    (("step", "N"), "moment that turns link i, about its mass centre", "N m"),
    (("step", "f"), "force that the link before exerts on link i, at joint i", "N"),
    (("step", "n"), "moment that the link before exerts on link i, about joint i", "N m"),
    (("body", "r"), "mass centre of body i, in base axes", "m"),
    (("body", "omega"), "angular velocity of body i, in base axes", "rad/s"),
    (("entry", "M"), "entry of the mass matrix", "kg m^2, kg m, kg"),
    (("entry", "C"), "entry of the Coriolis and centrifugal matrix", "by place"),
    (("entry", "g"), "entry of the gravity vector", "N m, N"),
    (("share", "payload"), "share of the load in a driving force", "N m, N"),
    (("share", "friction"), "share of friction in a driving force", "N m, N"),
    (("share", "spring"), "share of the springs in a driving force", "N m, N"),
    (("share", "drive"), "what drive i takes of its own: friction, and to turn its rotor",
     "N m, N"),
    (("drive", "s"), "displacement of drive i", "rad, m"),
    (("drive", "ss"), "velocity of drive i", "rad/s, m/s"),
    (("drive", "sss"), "acceleration of drive i", "rad/s^2, m/s^2"),
    (("drive", "x"), "speed of drive i over that at which its dry friction turns", "–"),
    (("drive", "y"), "speed of drive i over that below which its dry friction is larger", "–"),
    (("drive", "z"), "state of presliding friction at drive i, between −1 and 1, and its rate",
     "–, 1/s"),
    (("call", "tanh"), "hyperbolic tangent", "–"),
    (("call", "exp"), "exponential function", "–"),
    (("estimate", "L"), "inertia of link i about the origin of its frame, by axes", "kg m^2"),
    (("estimate", "h"), "first moment of link i: mass times mass centre, by axes", "kg m"),
    (("estimate", "fv"), "viscous friction of drive i", "N m s/rad, N s/m"),
    (("estimate", "fq"), "friction of drive i by the square of its speed",
     "N m s^2/rad^2, N s^2/m^2"),
    (("estimate", "fc"), "dry friction of drive i", "N m, N"),
    (("estimate", "fh"), "dry friction of drive i with presliding", "N m, N"),
    (("estimate", "fs"), "further dry friction of drive i at slow motion", "N m, N"),
    (("estimate", "fo"), "offset of drive i", "N m, N"),
    (("estimate", "Ia"), "rotor inertia of drive i, at the joint", "kg m^2, kg"),
    (("energy", "K"), "kinetic energy, of body i and in all", "J"),
    (("energy", "U"), "potential energy, of body i and in all", "J"),
    (("energy", "L"), "Lagrangian", "J"),
    (("beta",), "base parameter, as the section of that name defines it", "by place"),
    (("sigma",), "named intermediate, as the appendix defines it", "by place"),
)  # fmt: skip

LAST = [key for key, _, _ in _TABLE].index(("parameter", "n"))
"""After the families of parameters come the parameters that are of none."""

MEANINGS = {
    key: TableRow(text, typeset_unit(unit), k if k <= LAST else k + 1000)
    for k, (key, text, unit) in enumerate(_TABLE)
}
