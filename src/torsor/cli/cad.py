"""``torsor cad``: values for a robot's symbols from what a CAD program knows of its parts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import deliver
from torsor.cli.options import JsonOption, OutputOption, complete_robot
from torsor.errors import TorsorError, shown

if TYPE_CHECKING:
    from fractions import Fraction

    from torsor.formats.cad.mass_properties import MassProperties


def cad(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="The text of SolidWorks, Fusion 360 or FreeCAD; a .csv or .toml table; an .stl or "
            ".obj mesh.",
            show_default=False,
        ),
    ],
    link: Annotated[
        int, typer.Option(help="The number of the link; a table has its own.", show_default=False)
    ] = 0,
    robot: Annotated[
        str,
        typer.Option(
            help="Give the symbols that this robot's link has, instead of m1, rx1, Ixx1 …",
            autocompletion=complete_robot,
        ),
    ] = "",
    density: Annotated[
        str, typer.Option(help="kg/m³: for a mesh, or a FreeCAD shape without a mass.")
    ] = "",
    units: Annotated[str, typer.Option(help="A mesh's unit of length; mm if not given.")] = "",
    program: Annotated[
        str, typer.Option(help="solidworks, fusion or freecad; told from the text if not given.")
    ] = "",
    offset: Annotated[
        str, typer.Option(help="Where the CAD frame is in the link's frame, in metres: '0,0,0.1'.")
    ] = "",
    rotation: Annotated[
        str, typer.Option(help="How the CAD frame is turned in the link's frame: 'Rz(90deg)'.")
    ] = "",
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Turn mass properties from CAD into values: for torsor eval and derive --values.

    Inertia is about the mass centre and in kg m², products of inertia are entries of the tensor.
    What was assumed or left out is told on standard error.

    Examples:

      torsor cad forearm.txt --link 2 -o forearm.json

      torsor cad arm.stl --link 1 --density 2700 --units mm

      torsor cad parts.csv --robot scara -o values.toml
    """
    from torsor.formats.cad.frame import placed

    bodies = _read(file, link, density, units, program)
    where = _offset(offset)
    values: dict[str, Fraction] = {}
    notes: list[str] = []
    for label, body in bodies.items():
        found, more = _named(placed(body, where, rotation), label, robot)
        twice = sorted(set(found) & set(values))
        if twice:
            raise TorsorError(f"{file}: {', '.join(twice)} would get two values")
        values |= found
        notes += [f"link {label}: {note}" for note in (*body.notes, *more)]
    if not values:
        raise TorsorError(f"{file}: no symbol of {robot} gets a value from it")
    as_json = json or output.endswith(".json")
    deliver(_json(values) if as_json else _toml(values, file, bodies, notes), output)
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


def _read(
    file: str, link: int, density: str, units: str, program: str
) -> dict[str, MassProperties]:
    """The bodies by link number."""
    from torsor.cli.values import standard_input
    from torsor.formats.cad.mass_properties import LARGEST, read_mass_properties
    from torsor.formats.cad.mesh import FORMATS, read_mesh
    from torsor.formats.cad.table import read_csv, read_toml_table
    from torsor.formats.load import read_text

    path = Path(file)
    suffix = path.suffix.lower()
    weight = _density(density)
    try:
        if suffix in (".csv", ".toml"):
            text = read_text(path, LARGEST).lstrip("\ufeff")
            bodies = read_csv(text) if suffix == ".csv" else read_toml_table(text)
            return _numbered(bodies, link)
        if link < 1:
            raise TorsorError("which link is it? give its number with --link")
        if suffix in FORMATS:
            return {str(link): read_mesh(path, weight, units)}
        text = standard_input(LARGEST) if file == "-" else read_text(path, LARGEST)
        return {str(link): read_mass_properties(text, program or None, weight)}
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


def _density(text: str) -> Fraction | None:
    from torsor.algebra.formula import formula

    if not text:
        return None
    value = formula(text).constant
    if value is None or value <= 0:
        raise TorsorError(f"--density {shown(text)}: expected kg/m³, a number above zero")
    return value


def _offset(text: str) -> list[Fraction]:
    from torsor.algebra.formula import formula

    parts = [formula(part.strip() or "0").constant for part in (text or "0,0,0").split(",")]
    if len(parts) != 3 or None in parts:
        raise TorsorError(f"--offset {shown(text)}: expected three numbers in metres, as 0,0,0.1")
    return [part for part in parts if part is not None]


def _named(body: MassProperties, label: str, robot: str) -> tuple[dict[str, Any], list[str]]:
    from torsor.formats.cad.mass_properties import link_values, values_for
    from torsor.formats.load import load

    if not robot:
        return link_values(body, label), []
    wanted = load(robot)
    if not 1 <= int(label) <= len(wanted.links):
        raise TorsorError(f"{wanted.name} has links 1 to {len(wanted.links)}, and no link {label}")
    return values_for(body, wanted.links[int(label) - 1], label)


def _number(value: Fraction) -> str:
    """Every digit: a values file is read exactly; what is no decimal is a quoted fraction."""
    from torsor.formats.spelling import decimal_text

    return decimal_text(value) or f'"{value}"'


def _json(values: dict[str, Fraction]) -> str:
    rows = [f'  "{name}": {_number(value)}' for name, value in values.items()]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _toml(
    values: dict[str, Fraction], file: str, bodies: dict[str, MassProperties], notes: list[str]
) -> str:
    label = "".join(ch for ch in Path(file).name if ch.isprintable())[:80]
    lines = [f"# from {label}: kg, m, kg m²; inertia about the mass centre, tensor entries"]
    units = {body.units for body in bodies.values() if body.units}
    lines += [f"# printed in {unit}" for unit in sorted(units)]
    lines += [f"# {note}" for note in notes]
    lines += [f"{name} = {_number(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"
