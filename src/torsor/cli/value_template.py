"""``torsor values``: the numbers that a robot needs, as a file to fill in."""

from __future__ import annotations

from typing import Annotated

import typer

from torsor.cli.common import deliver, print_json, working
from torsor.cli.options import AS_DESCRIBED, JsonOption, OutputOption, RobotArgument, Variant


def values(
    robot: RobotArgument,
    state: Annotated[
        bool, typer.Option("--state", help="Also q, dq and ddq, for torsor eval.")
    ] = False,
    variant: Variant = AS_DESCRIBED,
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Write a file of the values a robot needs, each with its meaning and unit, to fill in.

    Numbers that come with the robot stand in it already. The file is TOML, or JSON by its name;
    torsor eval, derive, code, export and simulate read it with --values.

    Examples:

      torsor values rttrr -o values.toml

      torsor values scara --state -o state.toml

      torsor values ur5e --json
    """
    from torsor.program.needed_values import value_table, write_value_template

    wanted = variant.load(robot)
    with working(f"listing the values of {wanted.name}"):
        if json:
            print_json(value_table(wanted, state), output)
            return
        format = "json" if output.endswith(".json") else "toml"
        text = write_value_template(wanted, state, format)
    deliver(text, output)
