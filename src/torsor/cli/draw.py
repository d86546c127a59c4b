"""``torsor draw``: a robot's kinematic scheme, its workspace, or a motion of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.options import OutputOption, RobotArgument, ValuesOption, complete_notation
from torsor.errors import TextError, TorsorError, UnknownNameError, shown, suggestion

if TYPE_CHECKING:
    from torsor.robot.robot import Robot

MOTION_SUFFIXES = (".html", ".gif")


def draw(
    robot: RobotArgument,
    output: OutputOption = "",
    motion: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="A .csv or .parquet file with columns t, q1 …: an animation, .html or .gif.",
            show_default=False,
        ),
    ] = "",
    workspace: Annotated[
        bool, typer.Option("--workspace", help="The section of the tool's workspace.")
    ] = False,
    limits: Annotated[
        str,
        typer.Option(
            help="With --workspace, as q1=-90deg:90deg,q2=0:0.5; a full turn where not given.",
            show_default=False,
        ),
    ] = "",
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
    values: ValuesOption = "",
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
    """Draw a robot's kinematic scheme, the section of its workspace, or its motion.

    The scheme and the workspace go to a .svg, .png or .pdf file, or as SVG to standard output.
    Schemes are not to scale unless asked: short lengths are stretched, and joints at one point are
    drawn apart along their axes. A motion is to scale and plays in real time. The numbers that come
    with the robot are used where --values and --set give none.

    Examples:

      torsor draw rttrr -o rttrr.pdf

      torsor draw puma560 --view 30,25 --posture q2=-45deg,q3=60deg -o puma.png

      torsor draw puma560 --motion cycle.parquet -o cycle.html

      torsor draw puma560 --workspace -o reach.svg
    """
    from torsor.drawing.drawing import SUFFIXES
    from torsor.files import check_writable, suffix_of, write_file
    from torsor.formats.load import load

    mode = "--motion" if motion else "--workspace" if workspace else "the scheme"
    unused = {
        "--workspace": bool(motion) and workspace,
        "--limits": bool(limits) and not (workspace and not motion),
    }
    if motion or workspace:
        unused |= {
            "--view": workspace and view != "auto",
            "--posture": bool(posture), "--to-scale": to_scale, "--frames": bool(frames),
            "--no-labels": not labels, "--notation": bool(notation), "--transparent": transparent,
        }  # fmt: skip
    for option, given in unused.items():
        if given:
            raise TorsorError(f"{option} does not go with {mode}")
    suffixes = MOTION_SUFFIXES if motion else SUFFIXES
    suffix = suffix_of(output, suffixes[0]) if output else ""
    if (output or motion) and suffix not in suffixes:
        raise TorsorError(
            f"-o {shown(output, 200)}: expected a name that ends in {', '.join(suffixes)}"
        )
    if output:
        check_writable(output)
    loaded = load(robot)
    numbers = _given(loaded, values, set_)
    content: bytes
    if motion:
        content = _motion(loaded, motion, numbers, view, suffix)
    elif workspace:
        content = _workspace(loaded, numbers, limits, suffix or ".svg")
    else:
        from torsor.drawing.schematic.scheme import scheme

        content = scheme(
            loaded,
            view=view,
            posture=_numbers("--posture", posture.split(",") if posture.strip() else []),
            values=numbers,
            frames=frames,
            labels=labels,
            notation=notation,
            to_scale=to_scale,
            background="none" if transparent else "white",
        ).content(suffix or ".svg")
    if not output:
        sys.stdout.write(content.decode())
        return
    write_file(output, content)
    print(f"wrote {output}", file=sys.stderr)


def _motion(robot: Robot, file: str, values: dict[str, float], view: str, suffix: str) -> bytes:
    """The motion of a table, as a page or a GIF."""
    from torsor.cli.motion_table import read_motion
    from torsor.drawing.animation import animate

    t, q = read_motion(file, robot)
    moving = animate(robot, values, t, q, view)
    return moving.html.encode() if suffix == ".html" else moving.gif()


def _workspace(robot: Robot, values: dict[str, float], limits: str, suffix: str) -> bytes:
    """The r–z section within the limits."""
    from torsor.drawing.workspace_section import workspace

    return workspace(robot, values, _limits(robot, limits), title=robot.name).content(suffix)


def _limits(robot: Robot, text: str) -> list[tuple[float, float]] | None:
    """(lowest, highest) of every coordinate, or nothing if none is given."""
    from math import pi

    from torsor.motion.units import find_sliding

    names = [f"q{k}" for k in range(1, robot.dof + 1)]
    found: dict[str, tuple[float, float]] = {}
    for setting in (part for part in text.split(",") if part.strip()):
        name, equals, span = (part.strip() for part in setting.partition("="))
        low, colon, high = (part.strip() for part in span.partition(":"))
        if not (equals and colon and low and high):
            raise TextError(f"--limits {shown(setting)}: expected NAME=LOWEST:HIGHEST")
        _check_name("--limits", name, names, robot)
        found[name] = (_number("--limits", name, low), _number("--limits", name, high))
        if found[name][0] > found[name][1]:
            raise TextError(f"--limits {name}: expected the lowest first")
    slides = zip(names, find_sliding(robot), strict=True)
    lacking = [name for name, sliding in slides if sliding and name not in found]
    if lacking:
        raise TorsorError(
            f"{robot.name}: {lacking[0]} slides; expected --limits {lacking[0]}=LOWEST:HIGHEST"
        )
    return [found.get(n, (-pi, pi)) for n in names]


def _given(robot: Robot, file: str, settings: list[str]) -> dict[str, float]:
    """Numbers from a file, and from the command line in their place."""
    from torsor.cli.values import read_values
    from torsor.robot.symbols import parameters

    known = parameters(robot.declared)
    read = read_values(robot, file, []) if file else {}
    found = {n: _number(file, n, str(v)) for n, v in read.items() if n in known}
    for name, value in _numbers("--set", settings).items():
        _check_name("--set", name, known, robot)
        found[name] = value
    return found


def _check_name(option: str, name: str, known: Sequence[str], robot: Robot) -> None:
    if name not in known:
        raise UnknownNameError(
            f"{option}: {shown(name)} is no symbol of {robot.name}{suggestion(name, known)}"
        )


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
    from torsor.algebra.formula import read_formula
    from torsor.motion.quantities import quantity

    try:
        if any(read_formula(text).names()):
            raise TorsorError(f"{shown(text)} is not a number")
        return quantity(text)
    except TorsorError as error:
        raise TextError(f"{option} {name}: {error}") from None
