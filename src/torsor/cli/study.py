"""``torsor study``: many designs of a robot, measured and kept in a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.common import as_options, print_json, working
from torsor.cli.options import JsonOption
from torsor.cli.plots import PlotFormatOption, PlotsOption, check_plots, write_plots
from torsor.cli.terminal import terminal

if TYPE_CHECKING:
    from torsor.studies.studying import StudyResult


def study(
    study: Annotated[
        str,
        typer.Argument(
            metavar="STUDY", help="A .toml file, or the folder of a study.", show_default=False
        ),
    ] = "",
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="The study's folder, new or begun."),
    ] = "",
    on: Annotated[
        str,
        typer.Option(
            metavar="PLACE",
            help="local, or a Dask cluster that runs: tcp://HOST:PORT or its scheduler file.",
        ),
    ] = "local",
    processes: Annotated[
        int | None,
        typer.Option(
            help="At most so many processes; as many as cores unless given.", show_default=False
        ),
    ] = None,
    best: Annotated[
        bool,
        typer.Option(
            "--best",
            help="Search between the designs, too: differential evolution and descent along "
            "gradients, for each objective, under the constraints.",
        ),
    ] = False,
    page: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="Write what was found: .html (a table to sort and filter), .pdf, .docx, .tex, "
            ".typ or .md.",
            show_default=False,
        ),
    ] = "",
    plots: PlotsOption = "",
    plot_format: PlotFormatOption = "svg",
    run_code: Annotated[
        bool,
        typer.Option(
            "--run-code",
            help="Run the Python file that the study names for metrics of its own: code that can "
            "do anything you can. Without this nothing of it is run.",
        ),
    ] = False,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="List what can be measured, and end.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Study many designs of a robot: what varies, how it is sampled, what is measured of each.

    The study's file names factors (symbols of the robot, robots, scenarios, hypotheses, loads),
    a sampling, metrics, constraints and objectives. The folder has a manifest and Parquet files,
    one row a design; one that fails has its reason. A study that was interrupted or killed goes on
    where it was when the same command is given again.

    Examples:

      torsor study --metrics

      torsor study examples/studies/scara.toml -o scara-study

      torsor study examples/studies/scara.toml -o scara-study --page scara.html

      torsor study examples/studies/scara.toml -o scara-study --best --json

      torsor study scara.toml -o scara-study --on tcp://HOST:8786
    """
    if metrics:
        _list_metrics(json)
        return
    from pathlib import Path

    from torsor.errors import TorsorError
    from torsor.studies.study_file import is_folder
    from torsor.studies.studying import study as run

    if not output and study and is_folder(Path(study)):
        output = study
    for given, told in ((study, "STUDY, a .toml file"), (output, "-o FOLDER")):
        if not given:
            raise TorsorError(f"expected {told}")
    if page:
        from torsor.reporting.report_files import ready

        ready(page)
    if plots or plot_format != "svg":
        check_plots(plots, plot_format)
    if run_code:
        print("--run-code: Python that the study names may run, as you", file=sys.stderr)
    with show_progress("designs") as progress, as_options("processes", "on"):
        result = run(study, output, on, processes, progress, best, _tell, run_code)
    if json:
        print_json(result.data)
    else:
        from torsor.studies.words import describe

        print(describe(result))
    print(f"wrote {len(result.files)} parts in {output}", file=sys.stderr)
    if page or plots:
        _show_result(result, page, plots, plot_format)
    elif not json:
        print("next: --page FILE.html for plots and a table to sort and filter", file=sys.stderr)


def _show_result(result: StudyResult, page: str, plots: str, plot_format: str) -> None:
    """Write the page and the plots that were asked for."""
    if page:
        from torsor.reporting.study_report import compose_study

        with working("drawing what was found"):
            files = compose_study(result).save(page)
        for file in files:
            print(f"wrote {page if file == files[-1] else file.name}", file=sys.stderr)
    if plots:
        from torsor.drawing.plots.study_plots import study_plots

        write_plots(plots, plot_format, study_plots(result))


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _list_metrics(json: bool) -> None:
    from torsor.studies.measures.metrics import METRICS

    if json:
        print_json({"metrics": [
            {"name": m.name, "meaning": m.meaning, "unit": m.unit[0], "of": m.of or "design"}
            for m in METRICS.values()
        ]})  # fmt: skip
        return
    for metric in METRICS.values():
        unit = " or ".join(dict.fromkeys(u for u in metric.unit if u))
        each = f", of each {metric.of}" if metric.of else ""
        print(f"{metric.name:<38} {metric.meaning}{each}{f' [{unit}]' if unit else ''}")


@contextmanager
def show_progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar with the time left on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeLeft())
    with Progress(*columns, console=terminal(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
