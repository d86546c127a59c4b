"""``torsor export``: a robot as TOML, URDF or MJCF."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from torsor.cli.common import deliver
from torsor.cli.options import (
    AssumeOption,
    NoHypothesesOption,
    OutputOption,
    PayloadOption,
    RobotArgument,
    SetOption,
    ValuesOption,
    Variant,
)

FORMATS = ("toml", "urdf", "mjcf")


def export(
    robot: RobotArgument,
    format: Annotated[str, typer.Option(help=f"{', '.join(FORMATS)}.")] = "toml",
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    payload: PayloadOption = "",
    assume: AssumeOption = [],  # noqa: B006
    no_hypotheses: NoHypothesesOption = False,
    output: OutputOption = "",
) -> None:
    """Write a robot as TOML, or with a number for each symbol as URDF or MJCF.

    The numbers that come with the robot are used where none is given. TOML keeps symbols that
    were given no value; what a format cannot say is told, and listed in the file.

    Examples:

      torsor export arm.urdf --format toml -o arm.toml

      torsor export ur5e --format urdf -o ur5e.urdf

      torsor export scara --format mjcf --values cad.json -o scara.xml
    """
    from torsor.cli.values import read_values
    from torsor.formats.export import export as export_robot
    from torsor.referee.paths import is_notation_file, path_from
    from torsor.robot.symbols import motion

    wanted = Variant(payload, assume, no_hypotheses).load(robot)
    if is_notation_file(wanted.notation):
        wanted = wanted.redescribe(notation=path_from(output, wanted.notation))
    numbers = read_values(wanted, values, set_)
    given = {name: value for name, value in numbers.items() if name not in motion(wanted)}
    text = export_robot(wanted, format, given)
    deliver(text, output)
    for note in text.notes:
        print(f"not in the {format.upper()}: {note}", file=sys.stderr)
