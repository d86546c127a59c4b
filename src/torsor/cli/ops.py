"""``torsor ops``: operation counts of the generated programs."""

from __future__ import annotations

from typing import Annotated

import typer

from torsor.cli.common import as_options, print_json, working
from torsor.cli.options import AssumeOption, JsonOption, NoHypothesesOption, RobotArgument, Variant


def ops(
    robot: RobotArgument,
    parameters: Annotated[
        str,
        typer.Option(help="base (regrouped into base parameters) or all (as described)."),
    ] = "base",
    assume: AssumeOption = [],  # noqa: B006
    no_hypotheses: NoHypothesesOption = False,
    json: JsonOption = False,
) -> None:
    """Count the operations of each function's program.

    Without payload, friction, rotors and springs; sign changes and what depends on parameters
    alone are free; sines and cosines are counted apart.

    Examples:

      torsor ops puma560

      torsor ops panda --parameters all --json
    """
    from torsor.program.functions.operation_counts import ops as count_operations

    wanted = Variant("", assume, no_hypotheses).load(robot)
    with as_options("parameters"), working(f"counting the operations of {wanted.name}"):
        counts = count_operations(wanted, parameters)
    if json:
        print_json(counts)
        return
    print(f"{wanted.name}, {parameters} parameters")
    print(f"{'':30}{'mul':>7}{'add':>7}{'total':>7}{'trig':>7}{'div':>7}")
    for name, count in counts.items():
        total = count["mul"] + count["add"]
        row = (count["mul"], count["add"], total, count["trig"], count.get("div", 0))
        print(f"{name:30}" + "".join(f"{n or '-':>7}" for n in row))
