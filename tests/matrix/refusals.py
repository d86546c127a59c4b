"""The cells that are refused, and why: a part of the sentence."""

from __future__ import annotations

LOADS = ("body", "wrench in base axes", "weight", "unloaded")
DRIVES = ("friction", "rotors and springs")

CELLS = {
    ("bodies", "derive base"): "has no frames",
    ("bodies", "eval of a chain"): "has no frames",
    ("bodies", "export urdf"): "a URDF is made of joints and links",
    ("bodies", "export mjcf"): "MJCF is made of joints and links",
    ("bodies", "draw"): "nothing to draw",
    ("bodies", "draw workspace"): "q2 of .* slides|has no frames|nothing to draw",
    ("bodies", "draw motion"): "nothing to draw",
    ("paper", "export mjcf"): "has an inertia that no body can have",
    ("coupled", "export urdf"): "a URDF's mimic follows one joint",
    ("coupled", "export mjcf"): "MuJoCo couples a joint to one other",
}


def refusal(kind: str, verb: str, options: str) -> str:
    """A part of the sentence that a cell gives, or nothing where it must give an answer."""
    if kind == "bodies":
        if options in DRIVES:
            return "has no joints to drive"
        if options in LOADS and options != "unloaded":
            return "has no tool to carry a load"
        if verb.startswith("derive") and verb.endswith("newton-euler"):
            return "Newton-Euler goes from joint to joint"
        if verb.startswith("derive steps"):
            return "has no frames"
    if kind == "coupled" and options == "friction":
        return "has Coulomb friction and is moved by several coordinates"
    return CELLS.get((kind, verb), "")
