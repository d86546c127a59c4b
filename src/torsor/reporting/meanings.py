"""What families of symbols mean, their units, and where they stand in the table of symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Meaning:
    """A meaning in words, a unit, and a place in the order of the table."""

    text: str
    unit: str
    place: float


_TABLE: tuple[tuple[tuple[Any, ...], str, str], ...] = (
    (("q", "R"), "joint coordinate: angle of a revolute joint", "rad"),
    (("q", "T"), "joint coordinate: displacement of a sliding joint", "m"),
    (("dq", "R"), "joint velocity", "rad/s"),
    (("dq", "T"), "joint velocity, sliding", "m/s"),
    (("ddq", "R"), "joint acceleration", "rad/s²"),
    (("ddq", "T"), "joint acceleration, sliding", "m/s²"),
    (("rate", "dq"), "joint velocity of joint i, coordinate j", "rad/s, m/s"),
    (("rate", "ddq"), "joint acceleration of joint i, coordinate j", "rad/s², m/s²"),
    (("trig", "glyph"), "cosines and sines of the angles with these indices; of their sum where "
     "there are several", "–"),
    (("trig", "prefix"), "cosine and sine of the angle that follows", "–"),
    (("trig", "call"), "sine and cosine", "–"),
    (("sign",), "sign of a velocity: −1, 0 or 1", "–"),
    (("tau", "R"), "generalised driving force of a revolute joint (a moment)", "N m"),
    (("tau", "T"), "generalised driving force of a sliding joint", "N"),
    (("tau", "i"), "generalised driving force of coordinate i", "N m, N"),
    (("mass",), "mass of link i", "kg"),
    (("parameter", "m"), "mass of link i", "kg"),
    (("parameter", "rx"), "x coordinate of the mass centre of link i, in its frame", "m"),
    (("parameter", "ry"), "y coordinate of the mass centre of link i, in its frame", "m"),
    (("parameter", "rz"), "z coordinate of the mass centre of link i, in its frame", "m"),
    (("parameter", "Ixx"), "moment of inertia of link i about the x axis at its mass centre",
     "kg m²"),
    (("parameter", "Iyy"), "moment of inertia of link i about the y axis at its mass centre",
     "kg m²"),
    (("parameter", "Izz"), "moment of inertia of link i about the z axis at its mass centre",
     "kg m²"),
    (("parameter", "Ixy"), "xy entry of the inertia tensor of link i at its mass centre",
     "kg m²"),
    (("parameter", "Ixz"), "xz entry of the inertia tensor of link i at its mass centre",
     "kg m²"),
    (("parameter", "Iyz"), "yz entry of the inertia tensor of link i at its mass centre",
     "kg m²"),
    (("parameter", "length"), "lengths in the places of the mass centres", "m"),
    (("parameter", "gravity"), "acceleration of gravity", "m/s²"),
    (("parameter", "payload f"), "force that the last link exerts on its load, by components",
     "N"),
    (("parameter", "payload n"), "moment that the last link exerts on its load, by components",
     "N m"),
    (("step", "R"), "rotation matrix from frame i to the frame before it", "–"),
    (("step", "p"), "origin of frame i in the frame before it", "m"),
    (("step", "axis"), "unit vector of the axis of joint i", "–"),
    (("tool", "R"), "rotation matrix from the tool's axes to base axes", "–"),
    (("tool", "p"), "origin of the tool's frame in the base frame", "m"),
    (("tool", "J_v"), "velocity of the tool's origin per unit of a joint's velocity", "m, –"),
    (("tool", "J_w"), "angular velocity of the tool per unit of a joint's velocity", "–, rad/m"),
    (("step", "omega"), "angular velocity of link i, in its axes", "rad/s"),
    (("step", "epsilon"), "angular acceleration of link i, in its axes", "rad/s²"),
    (("step", "v"), "velocity of the origin of frame i, in its axes", "m/s"),
    (("step", "v_C"), "velocity of the mass centre of link i, in its axes", "m/s"),
    (("step", "a"), "acceleration of the origin of frame i less gravity, in its axes", "m/s²"),
    (("step", "a_C"), "acceleration of the mass centre of link i less gravity, in its axes",
     "m/s²"),
    (("step", "r_C"), "mass centre of link i, in its frame", "m"),
    (("step", "I"), "inertia tensor of link i about its mass centre, in its axes", "kg m²"),
    (("step", "F"), "force that moves and carries link i, at its mass centre", "N"),
    (("step", "N"), "moment that turns link i, about its mass centre", "N m"),
    (("step", "f"), "force that the link before exerts on link i, at joint i", "N"),
    (("step", "n"), "moment that the link before exerts on link i, about joint i", "N m"),
    (("body", "r"), "mass centre of body i, in base axes", "m"),
    (("body", "omega"), "angular velocity of body i, in base axes", "rad/s"),
    (("entry", "M"), "entry of the mass matrix", "kg m², kg m, kg"),
    (("entry", "C"), "entry of the Coriolis and centrifugal matrix", "by place"),
    (("entry", "g"), "entry of the gravity vector", "N m, N"),
    (("share", "payload"), "share of the load in a driving force", "N m, N"),
    (("share", "friction"), "share of friction in a driving force", "N m, N"),
    (("share", "spring"), "share of the springs in a driving force", "N m, N"),
    (("energy", "K"), "kinetic energy, of body i and in all", "J"),
    (("energy", "U"), "potential energy, of body i and in all", "J"),
    (("energy", "L"), "Lagrangian", "J"),
    (("beta",), "base parameter, as the section of that name defines it", "by place"),
    (("sigma",), "named intermediate, as the appendix defines it", "by place"),
)  # fmt: skip

AFTER_LENGTHS = 200
"""Parameters of their own stand after masses and inertias."""


def _placed() -> dict[tuple[Any, ...], Meaning]:
    names = [key for key, _, _ in _TABLE]
    last = names.index(("parameter", "payload n"))
    return {
        key: Meaning(text, unit, k if k <= last else k + 1000)
        for k, (key, text, unit) in enumerate(_TABLE)
    }


FAMILIES = _placed()
