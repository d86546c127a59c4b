"""``torsor study``: many designs of a robot, measured and kept in a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.common import as_options, print_json
from torsor.cli.options import JsonOption
from torsor.cli.terminal import terminal

if TYPE_CHECKING:
    from torsor.studies.studying import StudyResult
    from torsor.studies.summary import Cell


def study(
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="A .toml file.", show_default=False)
    ] = "",
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="The study's folder, new or begun."),
    ] = "",
    processes: Annotated[
        int | None,
        typer.Option(
            help="At most so many processes; as many as cores unless given.", show_default=False
        ),
    ] = None,
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

      torsor study examples/studies/scara.toml -o scara-study --json
    """
    if metrics:
        _list_metrics(json)
        return
    from torsor.errors import TorsorError
    from torsor.studies.studying import study as run

    for given, told in ((study, "STUDY, a .toml file"), (output, "-o FOLDER")):
        if not given:
            raise TorsorError(f"expected {told}")
    with _show_progress() as progress, as_options("processes"):
        result = run(study, output, processes=processes, progress=progress)
    if json:
        print_json(result.data)
        return
    print("\n".join(describe_study(result)))
    print(f"wrote {len(result.files)} parts in {output}", file=sys.stderr)


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
def _show_progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar with the time left on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn("designs"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    with Progress(*columns, console=terminal(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def describe_study(result: StudyResult) -> list[str]:
    """The summary for a terminal."""
    summary = result.summary
    title = result.described.title or "study"
    lines = [f"{title}: {summary.designs:,} designs"]
    if result.described.data["constraints"]:
        lines[0] += f", {summary.feasible:,} keep the constraints"
    if summary.failed:
        lines[0] += f", {summary.failed:,} failed"
        lines += [f"  {count:,} × {reason}" for reason, count in summary.reasons.most_common(5)]
    lines += ["", f"  {'':<24}{'least':>12}{'mean':>12}{'greatest':>12}"]
    for name, column in summary.columns.items():
        numbers = "".join(_number(column.data[key]) for key in ("min", "mean", "max"))
        lines.append(f"  {name:<24}{numbers}  {column.unit}".rstrip())
    objectives = result.described.data["objectives"]
    assert isinstance(objectives, list)
    for objective in objectives:
        name = objective["column"]
        word = "greatest" if objective["goal"] == "max" else "least"
        best = summary.best.get(name)
        if best is None:
            lines += ["", f"{word} {name}: no design keeps the constraints"]
            continue
        told = ", ".join(f"{k} = {_number(v).strip()}" for k, v in best.items()
                         if k not in summary.columns and k != "design")  # fmt: skip
        unit = summary.columns[name].unit
        lines += ["", f"{word} {name}: {_number(best[name]).strip()} {unit}".rstrip()
                  + f", of design {best['design']}", f"  {told}"]  # fmt: skip
    return lines


def _number(value: Cell) -> str:
    if isinstance(value, float):
        return f"{value:>12.5g}"
    return f"{'–' if value is None else value:>12}"
