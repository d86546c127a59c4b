"""``torsor report``: a robot's model as a document to hand on."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from torsor.cli.common import working
from torsor.cli.options import (
    AS_DESCRIBED,
    MethodOption,
    NotationOption,
    PublishedOption,
    RobotArgument,
    SetOption,
    ShorterOption,
    ValuesOption,
    Variant,
)
from torsor.errors import TorsorError


def report(
    robot: RobotArgument,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            help="The file to write, by its suffix: .pdf, .docx, .typ, .tex, .html or .md.",
            show_default=False,
        ),
    ],
    notation: NotationOption = "",
    sections: Annotated[
        str,
        typer.Option(
            help="Only these, by commas: robot, hypotheses, identification, kinematics, outward, "
            "inward, forces, matrices, energies, base, certificate, operations, simulation, "
            "study, symbols.",
            show_default=False,
        ),
    ] = "",
    pages: Annotated[
        int, typer.Option(help="Pages that one form may take before it is shortened.")
    ] = 2,
    shorter: ShorterOption = "",
    method: MethodOption = "",
    title: Annotated[str, typer.Option(help="Another title.", show_default=False)] = "",
    author: Annotated[str, typer.Option(help="Who hands it on.", show_default=False)] = "",
    simulate: Annotated[
        str,
        typer.Option(help="A scenario (.toml) to simulate and plot.", show_default=False),
    ] = "",
    study: Annotated[
        str,
        typer.Option(
            metavar="FOLDER",
            help="A study of the robot that is done, to be told of.",
            show_default=False,
        ),
    ] = "",
    logs: Annotated[
        list[str],
        typer.Option(
            "--logs",
            help="A measured log to identify the robot from; may be repeated. The report is then "
            "of the identified robot.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    validate: Annotated[
        list[str],
        typer.Option(
            "--validate", help="A log that is held out; may be repeated.", show_default=False
        ),
    ] = [],  # noqa: B006
    load: Annotated[
        list[str],
        typer.Option(
            "--load", help="A log with a load at the tool; may be repeated.", show_default=False
        ),
    ] = [],  # noqa: B006
    mapping: Annotated[
        str,
        typer.Option(
            help="With --logs: TOML file of columns, units, gears, couplings.", show_default=False
        ),
    ] = "",
    cutoff: Annotated[
        float | None, typer.Option(help="With --logs: hertz.", show_default="from the spectrum")
    ] = None,
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    published: PublishedOption = False,
    variant: Variant = AS_DESCRIBED,
) -> None:
    """Write a robot's report: scheme, frames, equations, proofs, counts and symbols.

    Equations are numbered and broken over lines and pages. A form too long for its pages is given
    with named intermediates, from the steps before it, or by the command that writes it. With
    --values, --set and --published numbers are put into every equation. With --logs the robot is
    identified first, as by torsor identify, and the report tells how well; --values and --set
    then give numbers of its geometry.

    Examples:

      torsor report rttrr -o rttrr.pdf

      torsor report scara --sections robot,forces,matrices,symbols -o scara.html

      torsor report puma560 --author "A. Name" --pages 1 -o puma.pdf

      torsor report ur5e --published --payload none -o ur5e.pdf

      torsor report scara --values cad.json --sections robot,forces,matrices -o scara.html

      torsor report scara --study scara-study --sections robot,forces,study -o scara.pdf

      torsor report kr300.toml --logs runA.csv.gz --logs runB.csv.gz --validate runC.csv.gz -o k.pdf
    """
    from torsor.reporting.report import report as compose
    from torsor.reporting.report_files import ready

    ready(output)
    chosen = variant.load(robot)
    found = studied = None
    numbers: dict[str, Any] = {}
    if logs or load:
        if published:
            raise TorsorError("--published is not for --logs: the numbers are identified from them")
        from torsor.cli.identify import run_identification

        found = run_identification(
            chosen, logs, validate, load, mapping, cutoff, None, "robot", "", True, values, set_
        )
    elif validate or mapping or cutoff is not None:
        raise TorsorError("--validate, --mapping and --cutoff are for --logs")
    else:
        from torsor.cli.values import read_values

        numbers = read_values(chosen, values, set_)
    if study:
        from torsor.studies.studying import read_result

        studied = read_result(study)
    with working(f"writing the report of {chosen.name}"):
        made = compose(
            robot,
            notation=notation,
            sections=sections,
            pages=pages,
            shorter=shorter,
            method=method,
            title=title,
            author=author,
            simulate=simulate,
            identification=found,
            study=studied,
            values=numbers,
            published=published,
            **variant.options,
        )
        files = made.save(output)
    for file in files:
        shown = output if file == files[-1] else file.name
        print(f"wrote {shown}", file=sys.stderr)
