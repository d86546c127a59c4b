"""``torsor simulate``: a scenario carried out, its results in a table with units."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import print_json
from torsor.cli.options import JsonOption, RobotArgument, SetOption, ValuesOption
from torsor.cli.plots import PlotFormatOption, PlotsOption, check_plots, write_plots
from torsor.cli.run_summary import describe_run, summarise_run
from torsor.cli.terminal import terminal
from torsor.errors import TorsorError

if TYPE_CHECKING:
    from torsor.motion.simulation import Run

ScenarioArgument = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A .toml file.", show_default=False)
]


def simulate(
    robot: RobotArgument,
    scenario: ScenarioArgument,
    output: Annotated[
        str,
        typer.Option("-o", "--output", help="Write the results to a .parquet or .csv file, whole."),
    ] = "",
    plots: PlotsOption = "",
    plot_format: PlotFormatOption = "svg",
    engine: Annotated[
        str,
        typer.Option(
            "--engine", help="What carries DOP853 out: machine-code, or scipy to compare."
        ),
    ] = "machine-code",
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    json: JsonOption = False,
) -> int:
    """Simulate a robot, or compute the driving forces along a motion.

    A scenario with a [motion] alone gives the forces, powers and joint reactions along it; one
    with a [drive] gives the motion under it. The numbers that come with the robot are used where
    the scenario and the options give none. An interrupted run keeps what was done. Plots are q, dq,
    tau, power and energy over time.

    Examples:

      torsor simulate puma560 examples/scenarios/puma_cycle.toml -o cycle.parquet

      torsor simulate rttrr examples/scenarios/rttrr_springs.toml -o springs.csv --plots springs

      torsor simulate rttrr examples/scenarios/rttrr_springs.toml --engine scipy
    """
    from torsor.motion.dynamics.integrators import check_engine
    from torsor.motion.result_files import check_result_file

    check_engine(engine)
    if output:
        check_result_file(output)
    if plots or plot_format != "svg":
        check_plots(plots, plot_format)
    run = prepare_run(robot, scenario, values, set_, engine)
    status = 0
    try:
        with show_progress(run):
            result = run.go()
    except KeyboardInterrupt:
        partial = run.partial
        if partial is None:
            raise
        result, status = partial, 130
    except TorsorError as error:
        raise type(error)(f"{error}{_kept(run, output)}") from None
    if output:
        result.write(output)
    if plots:
        from torsor.drawing.plots.result_plots import motion_plots, silent_plots

        write_plots(plots, plot_format, motion_plots(result, run))
        if silent := silent_plots(result):
            told = f"{' and '.join(silent)} are zero throughout: no plot of them"
            print(told, file=sys.stderr)
    if json:
        print_json(summarise_run(result, run) | {"file": output or None})
    else:
        print(describe_run(result, run))
    if status:
        print(f"torsor: interrupted at t = {result.t[-1]:g} s", file=sys.stderr)
    if output:
        print(f"wrote {output}, {len(result)} rows", file=sys.stderr)
    return status


def prepare_run(
    robot: Any, scenario: str, values: str, settings: list[str], engine: str = "machine-code"
) -> Run:
    """The scenario read, the numbers joined and the arm compiled."""
    from torsor.cli.common import working
    from torsor.cli.values import read_values
    from torsor.formats.load import load
    from torsor.motion.scenario.scenario import read_scenario
    from torsor.motion.simulation import Run

    loaded = load(robot)
    read = read_scenario(scenario, loaded)
    given = read_values(read.robot, values, settings)
    with working(f"compiling {loaded.name}"):
        try:
            return Run(loaded, read, given, engine=engine)
        except TorsorError as error:
            raise type(error)(f"{scenario}: {error}") from None


def _kept(run: Run, output: str) -> str:
    """What was done before something went wrong is not lost."""
    partial = run.partial
    if not output or partial is None or len(partial) < 2:
        return ""
    partial.write(output)
    return f"; {output} has the {len(partial)} rows up to there"


@contextmanager
def show_progress(run: Run) -> Iterator[None]:
    """A bar with the time left on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("simulating"),
        BarColumn(),
        TextColumn("{task.completed:.2f} of {task.total:g} s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=terminal(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=run.duration)
        update: Callable[..., None] = bar.update
        run.progress = lambda t: update(task, completed=t)
        yield
