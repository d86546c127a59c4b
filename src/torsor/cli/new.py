"""``torsor new``: a description to begin with, from a structure word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torsor.cli.common import deliver
from torsor.cli.options import OutputOption
from torsor.errors import TorsorError, shown


def new(
    structure: Annotated[
        str,
        typer.Argument(
            metavar="STRUCTURE",
            help="A letter for each joint: R revolute, T translational (P is read as T).",
            show_default=False,
        ),
    ],
    axes: Annotated[
        str,
        typer.Option(help="The joints' axes, as in zzyzy or z-xy; all z if not given."),
    ] = "",
    output: OutputOption = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
) -> None:
    """Write a commented description to begin with, from a structure word.

    Examples:

      torsor new RTTRR --axes zzyzy -o robot.toml

      torsor new RRR
    """
    from torsor.formats.structure import structure_toml

    text = structure_toml(structure, axes)
    if output and not force and _exists(output):
        raise TorsorError(f"{shown(output, 200)} exists; --force writes over it")
    deliver(text, output)


def _exists(output: str) -> bool:
    from torsor.files import is_stream

    try:
        return Path(output).exists() and not is_stream(output)
    except (OSError, ValueError):
        return False  # deliver says what is wrong with it
