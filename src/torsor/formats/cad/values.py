"""``torsor.cad``: values for a robot's symbols from what a CAD program knows of its parts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from torsor.algebra.formula import formula
from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TorsorError, shown
from torsor.files import suffix_of, write_file
from torsor.formats.cad.frame import placed
from torsor.formats.cad.mass_properties import (
    LARGEST,
    MassProperties,
    link_values,
    read_mass_properties,
    values_for,
)
from torsor.formats.cad.mesh import FORMATS, read_mesh
from torsor.formats.cad.table import read_csv, read_toml_table
from torsor.formats.load import RobotLike, load, read_text
from torsor.formats.spelling import decimal_text


class CadValues(dict[str, Fraction]):
    """Exact numbers by symbol; ``notes`` tell what was assumed or left out."""

    notes: tuple[str, ...] = ()
    file: str = ""
    """Where they were read."""
    units: tuple[str, ...] = ()
    """The units that the file printed its numbers in."""

    @validate_call
    def text(self, json: bool = False) -> str:
        """The values as a TOML file, or as JSON: every digit."""
        if json:
            rows = [f'  "{name}": {_number(value)}' for name, value in self.items()]
            return "{\n" + ",\n".join(rows) + "\n}\n"
        label = "".join(ch for ch in Path(self.file).name if ch.isprintable())[:80]
        lines = [f"# from {label}: kg, m, kg m²; inertia about the mass centre, tensor entries"]
        lines += [f"# printed in {unit}" for unit in self.units]
        lines += [f"# {note}" for note in self.notes]
        lines += [f"{name} = {_number(value)}" for name, value in self.items()]
        return "\n".join(lines) + "\n"

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a values file, .toml or .json, whole or not at all."""
        name = os.fspath(path)
        write_file(name, self.text(suffix_of(name, ".toml") == ".json"))


@validate_call
def cad(
    file: str | os.PathLike[str],
    link: int = 0,
    robot: RobotLike | None = None,
    density: float | str | None = None,
    units: str = "",
    program: str = "",
    offset: Sequence[float | str] = (0, 0, 0),
    rotation: str = "",
) -> CadValues:
    """Values from the text of SolidWorks, Fusion 360 or FreeCAD, a .csv or .toml table, a mesh.

    ``link`` is the number of the link; a table has its own. With a ``robot``, its link's symbols
    instead of m1, rx1, Ixx1 …. ``density`` in kg/m³ is for a mesh or a shape without a mass,
    ``units`` a mesh's unit of length, ``program`` the one that wrote the text. The CAD frame is at
    ``offset`` in the link's frame, in metres, turned by ``rotation`` (``"Rz(90deg)"``).
    """
    name = os.fspath(file)
    bodies = read_bodies(name, link, density, units, program)
    return name_values(bodies, name, robot, offset, rotation)


def name_values(
    bodies: Mapping[str, MassProperties],
    file: str,
    robot: RobotLike | None,
    offset: Sequence[float | str],
    rotation: str,
) -> CadValues:
    """The bodies, by link number, as values of symbols."""
    where = _offset(offset)
    values = CadValues()
    notes: list[str] = []
    for label, body in bodies.items():
        found, more = _named(placed(body, where, rotation), label, robot)
        twice = sorted(set(found) & set(values))
        if twice:
            raise TorsorError(f"{file}: {', '.join(twice)} would get two values")
        values |= found
        notes += [f"link {label}: {note}" for note in (*body.notes, *more)]
    if not values and robot is not None:
        raise TorsorError(f"{file}: no symbol of {load(robot).name} gets a value from it")
    values.notes, values.file = tuple(notes), file
    values.units = tuple(sorted({body.units for body in bodies.values() if body.units}))
    return values


def read_bodies(
    file: str,
    link: int,
    density: float | str | None,
    units: str,
    program: str,
    text: str | None = None,
) -> dict[str, MassProperties]:
    """The bodies of a file, or of its text, by link number."""
    path = Path(file)
    suffix = path.suffix.lower()
    weight = _density(density)
    try:
        if suffix in (".csv", ".toml"):
            table = read_text(path, LARGEST).lstrip("\ufeff")
            bodies = read_csv(table) if suffix == ".csv" else read_toml_table(table)
            return _numbered(bodies, link)
        if link < 1:
            raise TorsorError("which link is it? give its number with --link")
        if suffix in FORMATS:
            return {str(link): read_mesh(path, weight, units)}
        printed = read_text(path, LARGEST) if text is None else text
        return {str(link): read_mass_properties(printed, program or None, weight)}
    except TorsorError as error:
        place = "" if str(error).startswith(file) else f"{shown(file, 200)[1:-1]}: "
        raise type(error)(f"{place}{error}") from None


def _numbered(bodies: dict[str, MassProperties], link: int) -> dict[str, MassProperties]:
    """The links of a table: all, or the one asked for; they must be numbers."""
    for name in bodies:
        if not (name.isascii() and name.isdigit() and len(name) <= 4 and int(name) > 0):
            raise TorsorError(f"the link {shown(name)} is no number; expected 1, 2, …")
    if link and str(link) not in bodies:
        raise TorsorError(f"the table has no link {link}; it has {', '.join(bodies)}")
    return {str(link): bodies[str(link)]} if link else bodies


def _density(given: float | str | None) -> Fraction | None:
    if given is None or given == "":
        return None
    value = formula(given).constant
    if value is None or value <= 0:
        raise ArgumentValueError(
            f"density {shown(str(given))}: expected kg/m³, a number above zero"
        )
    return value


def _offset(entries: Sequence[float | str]) -> list[Fraction]:
    parts = [formula(entry).constant for entry in entries]
    if len(parts) != 3 or None in parts:
        told = ",".join(map(str, entries))
        raise ArgumentValueError(
            f"offset {shown(told)}: expected three numbers in metres, as 0,0,0.1"
        )
    return [part for part in parts if part is not None]


def _named(
    body: MassProperties, label: str, robot: RobotLike | None
) -> tuple[dict[str, Any], list[str]]:
    if robot is None:
        return link_values(body, label), []
    wanted = load(robot)
    if not 1 <= int(label) <= len(wanted.links):
        raise TorsorError(f"{wanted.name} has links 1 to {len(wanted.links)}, and no link {label}")
    return values_for(body, wanted.links[int(label) - 1], label)


def _number(value: Fraction) -> str:
    """Every digit: a values file is read exactly; what is no decimal is a quoted fraction."""
    return decimal_text(value) or f'"{value}"'
