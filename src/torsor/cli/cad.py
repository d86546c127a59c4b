"""``torsor cad``: values for a robot's symbols from what a CAD program knows of its parts."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from torsor.cli.common import as_options, deliver
from torsor.cli.options import JsonOption, OutputOption, complete_robot


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
    from torsor.cli.values import standard_input
    from torsor.formats.cad.mass_properties import LARGEST
    from torsor.formats.cad.values import name_values, read_bodies

    with as_options("density", "offset"):
        text = standard_input(LARGEST) if file == "-" and link > 0 else None
        bodies = read_bodies(file, link, density, units, program, text)
        where = [part.strip() or "0" for part in (offset or "0,0,0").split(",")]
        values = name_values(bodies, file, robot or None, where, rotation)
    deliver(values.text(json or output.endswith(".json")), output)
    for note in values.notes:
        print(f"note: {note}", file=sys.stderr)
