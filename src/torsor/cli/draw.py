"""``torsor draw``: a robot's kinematic scheme, its workspace, or a motion of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import as_options
from torsor.cli.options import OutputOption, RobotArgument, ValuesOption, complete_notation
from torsor.errors import TextError, TorsorError, UnknownNameError, shown

if TYPE_CHECKING:
    from torsor.robot.robot import Robot

MOTION_SUFFIXES = (".html", ".gif", ".mp4")
VIEWER_SUFFIX = ".html"


def draw(
    robot: RobotArgument,
    output: OutputOption = "",
    motion: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="A .csv or .parquet file with columns t, q1 …: a page or a film, "
            ".html, .gif or .mp4.",
            show_default=False,
        ),
    ] = "",
    workspace: Annotated[
        bool, typer.Option("--workspace", help="What the tool reaches: section and top view.")
    ] = False,
    limits: Annotated[
        str,
        typer.Option(
            help="With --workspace, as q1=-90deg:90deg,q2=0:0.5; the robot's own if not given.",
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
        typer.Option(
            help="axes, xz, numbers or none; axes for up to 9 frames, xz for up to 12.",
            show_default=False,
        ),
    ] = "",
    show: Annotated[
        str,
        typer.Option(
            help="By commas: origins, masses (mass centres), ellipsoids, links, gravity, or all.",
            show_default=False,
        ),
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
    dark: Annotated[bool, typer.Option("--dark", help="Light lines on a dark page.")] = False,
    transparent: Annotated[
        bool,
        typer.Option(
            "--transparent",
            help="No page; an SVG's lines are light where the reader's pages are dark.",
        ),
    ] = False,
    thumbnail: Annotated[
        bool,
        typer.Option("--thumbnail", help="A small picture for a list, 160 x 120, without labels."),
    ] = False,
    width: Annotated[
        str,
        typer.Option(
            help="The picture's, in pixels or as 120mm, 5in; its own if not given.",
            show_default=False,
        ),
    ] = "",
    dpi: Annotated[
        int | None,
        typer.Option(help="Dots to the inch of a PNG; 192 if not given.", show_default=False),
    ] = None,
) -> None:
    """Draw a robot's kinematic scheme, the section of its workspace, or its motion.

    The scheme and the workspace go to a .svg, .png or .pdf file, or as SVG to standard output.
    Schemes are not to scale unless asked: short lengths are stretched, and joints at one point are
    drawn apart along their axes. A motion is to scale and plays in real time. The numbers that come
    with the robot are used where --values and --set give none.

    Examples:

      torsor draw rttrr -o rttrr.pdf

      torsor draw puma560 --view 30,25 --posture q2=-45deg,q3=60deg -o puma.png

      torsor draw stanford --show origins,links -o stanford.pdf

      torsor draw scara --dark --width 90mm --dpi 300 -o scara.png

      torsor draw puma560 -o puma.html

      torsor draw puma560 --motion cycle.parquet -o cycle.html

      torsor draw puma560 --motion cycle.parquet -o cycle.mp4

      torsor draw puma560 --workspace -o reach.svg
    """
    from torsor.drawing.animation import Animation
    from torsor.drawing.drawing import SUFFIXES, Drawing
    from torsor.drawing.moving.film import require_ffmpeg
    from torsor.drawing.robot_drawing import draw as draw_robot
    from torsor.drawing.viewer.page import Viewer
    from torsor.files import check_writable, suffix_of, write_file
    from torsor.formats.load import load

    suffixes: tuple[str, ...] = MOTION_SUFFIXES if motion else SUFFIXES
    if not (motion or workspace):
        suffixes += (VIEWER_SUFFIX,)
    suffix = suffix_of(output, suffixes[0]) if output else ""
    if (output or motion) and suffix not in suffixes:
        raise TorsorError(
            f"-o {shown(output, 200)}: expected a name that ends in {', '.join(suffixes)}"
        )
    if output:
        check_writable(output)
    if suffix == ".mp4":
        require_ffmpeg()
    for name, given in (("--width", bool(width)), ("--dpi", dpi is not None)):
        if given and (motion or workspace):
            raise TorsorError(f"{name} goes with the scheme alone")
    loaded = load(robot)
    asked: dict[str, Any] = {
        "motion": motion or None,
        "workspace": workspace,
        "viewer": suffix == VIEWER_SUFFIX and not (motion or workspace),
        "limits": _limits(limits) if limits.strip() else None,
        "view": view,
        "posture": _numbers("--posture", posture.split(",")) if posture.strip() else None,
        "values": _given(loaded, values, set_, notation),
        "to_scale": to_scale,
        "frames": frames,
        "labels": labels,
        "show": show,
        "notation": notation,
        "dark": dark,
        "transparent": transparent,
        "thumbnail": thumbnail,
    }
    with as_options(*asked):
        drawing = draw_robot(loaded, **asked)
    content: bytes
    if isinstance(drawing, Viewer):
        content = drawing.html.encode()
    elif isinstance(drawing, Animation):
        content = drawing.content(suffix)
    elif isinstance(drawing, Drawing):
        with as_options("width", "dpi"):
            content = drawing.content(suffix or ".svg", width or None, dpi)
    else:
        content = drawing.content(suffix or ".svg")
    if not output:
        sys.stdout.write(content.decode())
        return
    write_file(output, content)
    print(f"wrote {output}", file=sys.stderr)


def _limits(text: str) -> dict[str, tuple[float, float]]:
    """``q1=-90deg:90deg,q2=0:0.5`` as pairs by name."""
    found: dict[str, tuple[float, float]] = {}
    for setting in (part for part in text.split(",") if part.strip()):
        name, equals, span = (part.strip() for part in setting.partition("="))
        low, colon, high = (part.strip() for part in span.partition(":"))
        if not (equals and colon and low and high):
            raise TextError(f"--limits {shown(setting)}: expected NAME=LOWEST:HIGHEST")
        found[name] = (_number("--limits", name, low), _number("--limits", name, high))
    return found


def _given(robot: Robot, file: str, settings: list[str], notation: str) -> dict[str, float]:
    """Numbers from a file, and from the command line in their place."""
    from torsor.cli.values import read_values
    from torsor.drawing.scene.printed_names import by_symbol
    from torsor.robot.symbols import parameters

    known = parameters(robot.declared)
    read = read_values(robot, file, []) if file else {}
    found = {n: _number(file, n, str(v)) for n, v in read.items() if n in known}
    try:
        return found | by_symbol(robot, _numbers("--set", settings), known, notation)
    except UnknownNameError as error:
        raise UnknownNameError(f"--set: {error}") from None


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
