"""``torsor export``: a robot as TOML, URDF or MJCF."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from torsor.robot.robot import Robot

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
    from torsor.errors import UnknownNameError, shown
    from torsor.robot.symbols import motion

    if format not in FORMATS:
        raise UnknownNameError(f"no format {shown(format)}; expected {', '.join(FORMATS)}")
    wanted = Variant(payload, assume, no_hypotheses).load(robot)
    numbers = read_values(wanted, values, set_)
    given = {name: value for name, value in numbers.items() if name not in motion(wanted)}
    text, notes = write_robot(wanted, format, given)
    deliver(text, output)
    for note in notes:
        print(f"not in the {format.upper()}: {note}", file=sys.stderr)


def write_robot(robot: Robot, format: str, values: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The text, and what it does not say."""
    if format == "toml":
        from torsor.formats.toml.writer import write_toml

        return write_toml(_put_in(robot, values)), ()
    if format == "urdf":
        from torsor.formats.urdf.writer import urdf_and_notes

        return urdf_and_notes(robot, values)
    from torsor.formats.mjcf.writer import mjcf_and_notes

    return mjcf_and_notes(robot, values)


def _put_in(robot: Robot, values: dict[str, Any]) -> Robot:
    """The robot described with these numbers in the place of its parameters."""
    from torsor.robot.hypotheses import substitute
    from torsor.robot.symbols import parameters

    given = {name: value for name, value in values.items() if name in parameters(robot)}
    left = tuple(known for known in robot.values if known.name not in given)
    described = replace(substitute(robot.declared, given), values=left)
    return described.redescribe(hypotheses=robot.hypotheses)
