"""Mass properties from CAD: mass, mass centre and inertia of a body, exactly as printed, in SI.

The text that SolidWorks, Fusion 360 and FreeCAD print is read here; tables and meshes in
``cad_table`` and ``cad_mesh``. Inertia is about the mass centre, in the printed axes, as entries of
the tensor; what was assumed, computed or converted is noted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from torsor.algebra.formula import exact
from torsor.errors import TextError, UnknownNameError, shown, suggestion
from torsor.formats.cad.freecad import is_freecad, read_freecad
from torsor.formats.cad.fusion import is_fusion, read_fusion
from torsor.formats.cad.inertia_blocks import ENTRIES, Vector, settled
from torsor.formats.cad.solidworks import is_solidworks, read_solidworks
from torsor.robot.robot import Link

Three = tuple[Fraction, Fraction, Fraction]
LARGEST = 100_000
"""A text longer than this is no body's mass properties."""

PROGRAMS = {"solidworks": is_solidworks, "fusion": is_fusion, "freecad": is_freecad}


@dataclass(frozen=True)
class MassProperties:
    """A body in kg, m and kg m²: ``inertia`` about the mass centre, xx yy zz xy xz yz."""

    mass: Fraction
    com: Three
    inertia: tuple[Fraction, ...]
    units: str = ""
    notes: tuple[str, ...] = ()
    program: str = ""


def read_mass_properties(
    text: str, program: str | None = None, density: Any = None
) -> MassProperties:
    """A body from the text that a CAD program prints; its blocks must agree with each other."""
    if len(text) > LARGEST:
        raise TextError(f"larger than {LARGEST // 1000} kB, refused")
    name = _program(text, program)
    notes: list[str] = []
    if name == "solidworks":
        blocks, sign, stated, units = read_solidworks(text)
    elif name == "fusion":
        blocks, sign, stated, units, notes = read_fusion(text)
    else:
        weight = None if density is None else exact(density)
        blocks, sign, stated, units = read_freecad(text, weight)
    inertia, more = settled(blocks, sign, stated)
    if density is not None and name != "freecad":
        notes.append("the density is not used: the text has the mass")
    return MassProperties(
        blocks.mass.value,
        _values(blocks.com),
        tuple(inertia[k] for k in ENTRIES),
        units,
        (*notes, *more),
        name,
    )


def _program(text: str, program: str | None) -> str:
    if program:
        wanted = program.lower().replace(" ", "").removesuffix("360")
        if wanted not in PROGRAMS:
            raise UnknownNameError(
                f"no program {shown(program)}; expected {', '.join(PROGRAMS)}"
                f"{suggestion(wanted, PROGRAMS)}"
            )
        return wanted
    for name, looks_like in PROGRAMS.items():
        if looks_like(text):
            return name
    raise TextError(
        "not the mass properties of SolidWorks, Fusion 360 or FreeCAD; expected their text, whole "
        "and in English"
    )


def _values(vector: Vector) -> Three:
    x, y, z = (e.value for e in vector)
    return (x, y, z)


def link_values(body: MassProperties, label: str) -> dict[str, Fraction]:
    """The body as the symbols of a general link: m2, rx2 …, Ixx2 …"""
    names = (f"m{label}", *(f"r{e}{label}" for e in "xyz"), *(f"I{e}{label}" for e in ENTRIES))
    return dict(zip(names, (body.mass, *body.com, *body.inertia), strict=True))


def values_for(
    body: MassProperties, link: Link, label: str
) -> tuple[dict[str, Fraction], list[str]]:
    """The body as the symbols that this link of a robot has, and what finds no place in it."""
    found: dict[str, Fraction] = {}
    notes: list[str] = []
    entries = (link.mass, *link.com, *link.inertia)
    for entry, (usual, value) in zip(entries, link_values(body, label).items(), strict=True):
        if entry.head == "name":
            found[entry.word] = value
        elif entry.constant is None:
            notes.append(f"{usual} = {float(value):.6g}: the robot has {entry} there, left out")
        elif value != entry.constant:
            notes.append(
                f"{usual} = {float(value):.6g}: the robot has {entry.constant} there, left out"
            )
    return found, notes
