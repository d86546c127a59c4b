"""``torsor draw``: the kinematic scheme of a robot as SVG, PNG or PDF."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.common import OutputOption, RobotArgument, complete_notation
from torsor.errors import TextError, TorsorError, shown

if TYPE_CHECKING:
    from torsor.algebra.formula import Formula


def draw(
    robot: RobotArgument,
    output: OutputOption = "",
    view: Annotated[
        str, typer.Option(help="auto, iso, front, side, top, or AZ,EL in degrees.")
    ] = "auto",
    posture: Annotated[
        str,
        typer.Option(
            help="Coordinates by commas, as q1=30deg,q3=0.2; the others are chosen.",
            show_default=False,
        ),
    ] = "",
    set_: Annotated[
        list[str], typer.Option("--set", help="A length, as l2=0.3; may be repeated.")
    ] = [],  # noqa: B006 - typer wants a list
    to_scale: Annotated[
        bool, typer.Option("--to-scale", help="Draw lengths as they are, short ones short.")
    ] = False,
    frames: Annotated[
        str,
        typer.Option(help="axes, numbers or none; axes for up to 9 frames.", show_default=False),
    ] = "",
    labels: Annotated[bool, typer.Option(help="Write names and lengths.")] = True,
    notation: Annotated[
        str,
        typer.Option(
            help="How symbols look; the robot's own if not given.",
            autocompletion=complete_notation,
            show_default=False,
        ),
    ] = "",
    transparent: Annotated[
        bool, typer.Option("--transparent", help="No white background.")
    ] = False,
) -> None:
    """Draw a robot's kinematic scheme: to a .svg, .png or .pdf file, or SVG to standard output.

    Schemes are not to scale unless asked: short lengths are stretched, and joints at one point
    are drawn apart along their axes.

    Examples:

      torsor draw rttrr -o rttrr.pdf

      torsor draw puma560 --view 30,25 --posture q2=-45deg,q3=60deg -o puma.png
    """
    from torsor.draw.drawing import SUFFIXES, write_whole
    from torsor.draw.scheme import scheme

    suffix = Path(output).suffix.lower()
    if output and suffix not in SUFFIXES:
        raise TorsorError(
            f"-o {shown(output, 200)}: expected a name that ends in {', '.join(SUFFIXES)}"
        )
    drawing = scheme(
        robot,
        view=view,
        posture=_numbers("--posture", posture.split(",") if posture.strip() else []),
        values=_numbers("--set", set_),
        frames=frames,
        labels=labels,
        notation=notation,
        to_scale=to_scale,
        background="none" if transparent else "white",
    )
    if not output:
        sys.stdout.write(drawing.svg)
        return
    write_whole(Path(output), drawing.content(suffix))
    print(f"wrote {output}", file=sys.stderr)


def _numbers(option: str, settings: list[str]) -> dict[str, float]:
    """``NAME=VALUE`` texts as numbers by name, angles in radians."""
    found: dict[str, float] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise TextError(f"{option} {shown(setting)}: expected NAME=VALUE")
        found[name] = _number(option, name, value)
    return found


def _number(option: str, name: str, text: str) -> float:
    from torsor.algebra.angles import FloatScalars
    from torsor.algebra.formula import read_formula
    from torsor.robot.coupling import in_radians

    try:
        read: Formula = in_radians(read_formula(text))
        if any(read.names()):
            raise TorsorError(f"{shown(text)} is not a number")
        return float(FloatScalars({}).value(read))
    except TorsorError as error:
        raise TextError(f"{option} {name}: {error}") from None
    except (OverflowError, ZeroDivisionError):
        raise TextError(f"{option} {name}: {shown(text)} is not a finite number") from None
