"""``torsor identify``: measured logs in, the robot that stands there out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import as_options, print_json
from torsor.cli.options import JsonOption, RobotArgument, SetOption, ValuesOption, split_commas
from torsor.cli.plots import PlotFormatOption, PlotsOption, check_plots, write_plots
from torsor.cli.terminal import terminal

if TYPE_CHECKING:
    from torsor.identification.outcome.identification import Identification


def identify(
    robot: RobotArgument,
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="LOG",
            help="Logs: .csv (also .gz), .parquet, .npz, .npy or a ROS 2 bag; none where only a "
            "load is to be found on top of the robot's own numbers.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    validate: Annotated[
        list[str],
        typer.Option(
            "--validate",
            help="A log that is held out; may be repeated. Without one it is the last fifth of "
            "each log.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    load: Annotated[
        list[str],
        typer.Option(
            "--load",
            help="A log with a load at the tool; may be repeated. The robot is written with it.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    mapping: Annotated[
        str,
        typer.Option(
            help="TOML file: columns, units, gears and couplings of the logs.", show_default=False
        ),
    ] = "",
    cutoff: Annotated[
        float | None,
        typer.Option(
            help="Hertz, for forces and all that explains them; from the spectrum unless given.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str,
        typer.Option("-o", "--output", help="Write the robot: .toml, .urdf or .xml (MJCF), whole."),
    ] = "",
    predict: Annotated[
        str,
        typer.Option(help="Write measured and predicted forces to a .csv or .parquet file, whole."),
    ] = "",
    hold_out: Annotated[
        float | None,
        typer.Option(
            help="Without --validate: the last share of each log that is held out; 0 for none.",
            show_default="0.2",
        ),
    ] = None,
    prior: Annotated[
        str,
        typer.Option(
            help="robot: its own masses and inertias share what the forces do not tell; or none."
        ),
    ] = "robot",
    friction: Annotated[
        str,
        typer.Option(
            help="Kinds that may be chosen, by commas: viscous, quadratic, Coulomb, smoothed, "
            "hysteresis, Stribeck, offset; or none.",
            show_default="all",
        ),
    ] = "",
    rotors: Annotated[
        bool, typer.Option("--rotors/--no-rotors", help="Whether sensors may see the rotors.")
    ] = True,
    plots: PlotsOption = "",
    plot_format: PlotFormatOption = "svg",
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    json: JsonOption = False,
) -> int:
    """Identify a robot from measured logs: its parameters, friction, load; links that can exist.

    A log has columns t, q1 …, tau1 … (dq1 …, ddq1 … where measured) in SI; other names, units,
    currents, gears and couplings are told by a --mapping. The robot gives the geometry, and what
    its numbers say of the links is the prior. The robot that is written has every link proven
    possible, and all other commands take it.

    Examples:

      torsor identify kr300.toml runA.csv.gz runB.csv.gz --validate runC.csv.gz -o identified.toml

      torsor identify ur10e.urdf free.csv --load gripper.csv --cutoff 5

      torsor identify panda log.parquet --plots residuals --predict forces.csv --json
    """
    from torsor.identification.outcome.robot_file import check_robot_file
    from torsor.motion.result_files import check_result_file

    if output:
        check_robot_file(output)
    if predict:
        check_result_file(predict)
    for written in (output, predict):
        refuse_input(written, [robot, *logs, *validate, *load, mapping, values])
    if plots or plot_format != "svg":
        check_plots(plots, plot_format)
    found = run_identification(
        robot, logs, validate, load, mapping, cutoff, hold_out, prior, friction, rotors,
        values, set_,
    )  # fmt: skip
    if output:
        found.save(output)
    if predict:
        found.write_predictions(predict)
    if json:
        print_json(found.data | {"file": output or None})
    else:
        from torsor.identification.outcome.words import describe

        print(describe(found))
    for warning in found.warnings:
        print(f"torsor: beware: {warning}", file=sys.stderr)
    for path in (output, predict):
        if path:
            print(f"wrote {path}", file=sys.stderr)
    if plots:
        from torsor.drawing.plots.identification_plots import identification_plots

        write_plots(plots, plot_format, identification_plots(found))
    return 0


def refuse_input(path: str, inputs: list[Any]) -> None:
    """A result may not take the place of what it is made from."""
    from pathlib import Path

    from torsor.errors import TextError, shown

    files = [Path(given) for given in inputs if isinstance(given, str) and given]
    place = Path(path)
    if path and any(os.path.lexists(f) and place.resolve() == f.resolve() for f in files):
        raise TextError(f"{shown(path, 200)} is read here; expected another name for the result")


def run_identification(
    robot: Any, logs: list[str], validate: list[str], load: list[str], mapping: str,
    cutoff: float | None, hold_out: float | None, prior: str, friction: str, rotors: bool,
    values: str, settings: list[str],
) -> Identification:  # fmt: skip
    """The options of the command as arguments of the function."""
    from torsor.cli.values import read_values
    from torsor.errors import ArgumentValueError, shown
    from torsor.formats.load import load as load_robot
    from torsor.identification.pipeline import identify as run
    from torsor.identification.regression.drives import KINDS

    if prior not in ("robot", "none"):
        raise ArgumentValueError(f"--prior {shown(prior)}: expected robot or none")
    kinds = () if friction == "none" else split_commas(friction) or KINDS
    loaded = load_robot(robot)
    given = read_values(loaded, values, settings)
    with show_steps() as progress, as_options("cutoff", "hold_out", "mapping"):
        return run(
            loaded, logs, validate, load=load, mapping=mapping or None, cutoff=cutoff,
            values=given, prior=prior == "robot", friction=kinds, rotors=rotors,
            hold_out=hold_out, progress=progress,
        )  # fmt: skip


@contextmanager
def show_steps() -> Iterator[Callable[[str], None] | None]:
    """The step that is being worked on, on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=terminal(sys.stderr), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def say(what: str) -> None:
            bar.update(task, description=what)

        yield say
