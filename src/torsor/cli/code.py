"""``torsor code``: a robot's functions as source files in a language, or as an object."""

from __future__ import annotations

from typing import Annotated

import typer

from torsor.cli.common import print_json, working
from torsor.cli.options import (
    AssumeOption,
    JsonOption,
    NoHypothesesOption,
    PublishedOption,
    RobotArgument,
    SetOption,
    Variant,
    WithOption,
)
from torsor.errors import ArgumentValueError
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.languages import LANGUAGES


def code(
    robot: RobotArgument,
    target: Annotated[
        str,
        typer.Option(help=f"The language: {', '.join(LANGUAGES)}; or object, with --triple."),
    ],
    output: Annotated[
        str,
        typer.Option("-o", "--output", help="The folder to write to; of an object also its file."),
    ],
    functions: Annotated[
        str,
        typer.Option(
            help=f"By commas, or all: {', '.join(FUNCTIONS)}.",
            show_default="the first three, gravity and forward_dynamics",
        ),
    ] = "",
    values: Annotated[
        str, typer.Option(help="JSON or TOML file of numbers by symbol, built in; - reads them.")
    ] = "",
    set_: SetOption = [],  # noqa: B006
    published: PublishedOption = False,
    payload: Annotated[
        str,
        typer.Option(
            help="The load: none, wrench or wrench-base (six more numbers to a call), body, weight."
        ),
    ] = "none",
    assume: AssumeOption = [],  # noqa: B006
    no_hypotheses: NoHypothesesOption = False,
    with_: WithOption = [],  # noqa: B006
    name: Annotated[
        str, typer.Option(help="How names begin.", show_default="the robot's name")
    ] = "",
    float32: Annotated[
        bool, typer.Option("--float32", help="C or an object in single precision.")
    ] = False,
    float_: Annotated[
        int,
        typer.Option(
            "--float", help="Bits of a number: 32 is --float32.", metavar="32|64", show_default="64"
        ),
    ] = 0,
    triple: Annotated[
        str,
        typer.Option(help="The machine of an object, as in thumbv7em-none-eabihf or aarch64."),
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Write even where other files are.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write a robot's functions as source files, with a build file and a self-test.

    Or as an object: machine code for the machine of a triple, with a header for C. It needs no
    library, no heap and no data that is written to.

    Symbols with a value are built in as numbers; the others are arguments of a set-up function.
    The self-test's numbers come from the exact closed form.

    Examples:

      torsor code puma560 --target c -o puma

      torsor code ur5e --target cpp --published --functions all -o ur5e

      torsor code scara --target rust --with friction --payload wrench -o scara

      torsor code ur5e --target object --triple thumbv7em-none-eabihf --float 32 --published -o arm
    """
    from torsor.cli.values import read_values
    from torsor.program.targets import code as write_code

    if float_ not in (0, 32, 64) or (float32 and float_ == 64):
        raise ArgumentValueError(f"--float is {float_}; expected {'32' if float32 else '32 or 64'}")
    wanted = Variant("", assume, no_hypotheses, with_).load(robot)
    loaded = wanted
    if payload not in ("none", wanted.payload.kind) and not wanted.bodies:
        loaded = Variant(payload).load(wanted)
    numbers = read_values(loaded, values, set_, published)
    with working(f"writing {target} for {wanted.name}"):
        files = write_code(
            wanted, target, numbers, functions or None, payload, name, float32 or float_ == 32,
            triple=triple,
        )  # fmt: skip
        written = files.save(output, force)
    if json:
        print_json([str(path) for path in written])
    else:
        for path in written:
            print(path)
        for function, size in files.stack.items():
            print(f"{function}: {size} bytes of stack")
