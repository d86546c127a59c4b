"""``torsor eval``: numbers from the closed form."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from torsor.cli.common import as_options, print_json, working
from torsor.cli.options import (
    AS_DESCRIBED,
    JsonOption,
    PublishedOption,
    RobotArgument,
    SetOption,
    ValuesOption,
    Variant,
)
from torsor.mechanics.quantities import QUANTITIES


def evaluate(
    robot: RobotArgument,
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    what: Annotated[
        str, typer.Option(help=f"What to evaluate, by commas: {', '.join(QUANTITIES)}.")
    ] = "tau",
    published: PublishedOption = False,
    digits: Annotated[
        int, typer.Option(help="Correct digits; 0 gives floating-point numbers.")
    ] = 0,
    variant: Variant = AS_DESCRIBED,
    json: JsonOption = False,
) -> None:
    """Evaluate the closed form at a state.

    A value is needed for each symbol that occurs in what was asked. Angles are in radians, or a
    text such as "30deg". Lists q, dq and ddq are laid out by coordinate.

    Examples:

      torsor eval planar2r --values state.json

      torsor eval rttrr --values state.json --what tau,M,g --json

      torsor eval cartesian --set m1=1 --set m2=1 --set m3=2 --what M --digits 30
    """
    from torsor.cli.values import read_values
    from torsor.derivation import derive, evaluate_model, known_quantities

    wanted = variant.load(robot)
    with as_options("what", "digits"):
        names = known_quantities([what])
        numbers = read_values(wanted, values, set_, published)
        with working(f"evaluating {wanted.name}"):
            results = evaluate_model(derive(wanted), numbers, names, digits)
    if json:
        print_json(results)
        return
    for name, value in results.items():
        _print(name, value)


def _print(name: str, value: Any) -> None:
    if not isinstance(value, list):
        print(f"{name} = {_number(value)}")
    elif value and isinstance(value[0], list):
        print(f"{name} =")
        rows = [[_number(e) for e in row] for row in value]
        widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
        for row in rows:
            print("  " + "  ".join(e.rjust(w) for e, w in zip(row, widths, strict=True)))
    else:
        print(f"{name} = " + "  ".join(_number(e) for e in value))


def _number(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
