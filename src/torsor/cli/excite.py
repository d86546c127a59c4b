"""``torsor excite``: a motion within limits that shows a robot's parameters best."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import as_options, print_json
from torsor.cli.options import JsonOption, RobotArgument, SetOption, ValuesOption, split_commas
from torsor.cli.terminal import terminal
from torsor.errors import TorsorError, shown

if TYPE_CHECKING:
    from torsor.identification.excitation.excitation import Excitation
    from torsor.identification.excitation.exciting import Run
    from torsor.identification.excitation.problem import Request

NAMES = (
    "seconds", "harmonics", "repeats", "positions", "velocity", "acceleration", "effort", "floor",
    "keep_out", "start", "friction", "noise", "sampling", "rate", "starts", "seed", "time_limit",
)  # fmt: skip
"""Options that sentences speak of."""


def excite(
    robot: RobotArgument,
    output: Annotated[
        str,
        typer.Option("-o", "--output", help="Write t, q1 …, dq1 …, ddq1 … to a .csv or .parquet."),
    ] = "",
    scenario: Annotated[
        str, typer.Option(help="Write a scenario (.toml) that torsor simulate carries out.")
    ] = "",
    seconds: Annotated[float, typer.Option(help="How long the motion takes.")] = 20.0,
    repeats: Annotated[
        int | None,
        typer.Option(help="Periods in this time.", show_default="from the limits"),
    ] = None,
    harmonics: Annotated[
        int | None,
        typer.Option(
            help="Harmonics of a period; the highest frequency is harmonics · repeats / seconds.",
            show_default="from the limits",
        ),
    ] = None,
    positions: Annotated[
        str,
        typer.Option(
            help="Limits of position: one for all, one for each by commas, or some by number: "
            "90deg, -90deg:30deg, 2=60deg,3=-0.1:0.2, 80% of the robot's own.",
            show_default="the robot's",
        ),
    ] = "",
    velocity: Annotated[
        str,
        typer.Option(
            help="Limits of speed, likewise: 100deg, 2=1.5, 50%.", show_default="the robot's"
        ),
    ] = "",
    acceleration: Annotated[
        str,
        typer.Option(
            help="Limits of acceleration, likewise: 10.", show_default="full speed in 0.25 s"
        ),
    ] = "",
    effort: Annotated[
        str,
        typer.Option(
            help="Limits of driving force, likewise: 87,87,87,87,12,12,12, 80%.",
            show_default="the robot's",
        ),
    ] = "",
    floor: Annotated[
        float | None,
        typer.Option(help="Height z that joints and tool stay above, m.", show_default=False),
    ] = None,
    keep_out: Annotated[
        list[str],
        typer.Option(
            metavar="X,Y,Z,R",
            help="A sphere, m, that no line from joint to joint to tool enters; may be repeated.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    start: Annotated[
        str,
        typer.Option(help="The posture to begin and end in, by commas.", show_default="the best"),
    ] = "",
    friction: Annotated[
        str, typer.Option(help="What is to be found of each drive's friction, by commas; or none.")
    ] = "viscous,Coulomb,offset",
    rotors: Annotated[
        bool, typer.Option("--rotors", help="Rotor inertias are to be found, too.")
    ] = False,
    noise: Annotated[
        str,
        typer.Option(
            help="Standard deviation of a sample of each driving force, N m or N: one for all, one "
            "for each, or by number; 2% of the largest effort, or of the RMS where none is known.",
            show_default="1% of effort, 2% of RMS",
        ),
    ] = "",
    sampling: Annotated[
        float, typer.Option(help="Samples a second that the estimation will have.")
    ] = 100.0,
    rate: Annotated[float, typer.Option(help="Rows a second of the motion's file.")] = 500.0,
    starts: Annotated[
        int, typer.Option(help="How many of the best random motions are improved.")
    ] = 4,
    seed: Annotated[int, typer.Option(help="The same seed gives the same motion.")] = 0,
    time_limit: Annotated[float, typer.Option(help="Seconds that the search may take.")] = 60.0,
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    json: JsonOption = False,
) -> int:
    """Find a motion within limits that shows a robot's parameters best, for torsor identify.

    Finite Fourier series from rest to rest, D-optimal: the ellipsoid of uncertainty of base
    parameters and friction is made smallest. Limits of position, speed and driving force are the
    robot's own where nothing else is said; what nobody says is assumed, and told. The standard
    deviations are predicted before anything moves. Distances between the robot's own links are not
    looked at. An interrupted search keeps the best motion so far.

    Examples:

      torsor excite examples/arm.urdf --floor -0.2 -o motion.csv

      torsor excite puma560 --positions 100deg --velocity 2 --scenario motion.toml
    """
    from torsor.files import check_writable
    from torsor.identification.excitation.problem import Request
    from torsor.motion.result_files import check_result_file

    if output:
        check_result_file(output)
    if scenario:
        if not scenario.endswith(".toml"):
            raise TorsorError(f"--scenario {shown(scenario, 200)}: expected a name ending in .toml")
        check_writable(scenario)
    with as_options(*NAMES):
        request = Request(
            seconds, harmonics, repeats, positions or None, velocity or None, acceleration or None,
            effort or None, floor, [_read_sphere(text) for text in keep_out], start or None,
            _read_friction(friction), rotors, noise or None, sampling, rate, starts, seed,
            time_limit,
        )  # fmt: skip
        run = _prepare(robot, request, values, set_)
        status = 0
        try:
            with _show_progress(run):
                found = run.go()
        except KeyboardInterrupt:
            partial = run.partial
            if partial is None:
                raise
            found, status = partial, 130
    if output:
        found.write(output)
    if scenario:
        from torsor.files import write_file

        write_file(scenario, found.scenario_text)
    if json:
        print_json(found.data | {"file": output or None, "scenario": scenario or None})
    else:
        print(describe(found))
    if status:
        print("torsor: interrupted; this is the best motion so far", file=sys.stderr)
    if output:
        print(f"wrote {output}, {len(found.t)} rows", file=sys.stderr)
    if scenario:
        print(f"wrote {scenario}", file=sys.stderr)
    return status


def _read_sphere(text: str) -> list[float]:
    from torsor.motion.quantities import quantity

    try:
        return [quantity(part) for part in split_commas(text)]
    except TorsorError as error:
        raise type(error)(f"keep_out: {error}") from None


def _read_friction(text: str) -> tuple[str, ...]:
    from torsor.arguments import one_of
    from torsor.identification.excitation.columns import FRICTION

    known = {kind.lower(): kind for kind in FRICTION}
    words = [known.get(word.lower(), word) for word in split_commas(text)]
    return () if words == ["none"] else tuple(one_of("friction", w, FRICTION) for w in words)


def _prepare(robot: Any, request: Request, values: str, settings: list[str]) -> Run:
    from torsor.cli.common import working
    from torsor.cli.values import read_values
    from torsor.formats.load import load
    from torsor.identification.excitation.exciting import Run

    loaded = load(robot)
    given = read_values(loaded, values, settings)
    with working(f"compiling {loaded.name}"):
        return Run(loaded, request, given)


@contextmanager
def _show_progress(run: Run) -> Iterator[None]:
    """A bar with the time left on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("searching"), BarColumn(), TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=terminal(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def update(done: float, information: float) -> None:
            bar.update(task, completed=done, description=f"log det F / p = {information:.3f}")

        run.progress = update
        yield


def describe(found: Excitation) -> str:
    """The motion and what it will show, for a person."""
    timing = found.timing
    periods = "one period" if timing.repeats == 1 else f"{timing.repeats} periods"
    posture = ", ".join(f"{q:.4f}" for q in found.start)
    lines = [
        f"{found.robot}: {timing.seconds:g} s from rest to rest, {periods}, {timing.harmonics} "
        f"harmonics up to {timing.highest:.3g} Hz",
        f"begins and ends at q = ({posture})",
        "",
        *_describe_uses(found),
        *(f"stays {far:.4g} m from {what}" for what, far in found.clearances),
        "",
        f"{'parameter':>10}{'deviation':>12} {'':<10}{'value':>12}",
    ]
    for p in found.parameters:
        value = "" if p.value is None else f"{p.value:.5g}"
        if p.seen:
            lines.append(f"{p.name:>10}{p.deviation:>12.4g} {p.unit:<10}{value:>12}")
    lines += _describe_unseen(found)
    ratio = found.median / found.random.median
    lines += [
        "",
        f"median deviation {found.median:.4g}, {ratio:.2f} of the best of {found.random.motions} "
        f"random motions within the same limits; mean axis of the ellipsoid "
        f"{found.random.axis_ratio:.2f} of theirs",
        f"condition number {found.condition:.4g} (columns weighed by noise, scaled to length one)",
        *(f"note: {note}" for note in found.notes),
    ]
    return "\n".join(lines)


def _describe_unseen(found: Excitation) -> list[str]:
    """What no motion shows, in words."""
    alone = [group[0] for group in found.unseen if len(group) == 1]
    lines = [f"no motion within the limits shows {', '.join(alone)}"] if alone else []
    return lines + [
        f"no motion within the limits tells these apart: {', '.join(group)}"
        for group in found.unseen
        if len(group) > 1
    ]


def _describe_uses(found: Excitation) -> list[str]:
    """A row for each coordinate: how far, how fast and how hard it goes, and how it may."""
    by_name = {use.quantity: use for use in found.uses}
    force = any(name.startswith("tau") for name in by_name)
    heads = (("speed", "of"), ("acceleration", "of"), *((("force", "of"),) if force else ()))
    lines = [f"{'':>6}{'position':>20}{'within':>20}" + "".join(f"{a:>14}{b:>9}" for a, b in heads)]
    for k in range(1, len(found.start) + 1):
        q = by_name[f"q{k}"]
        line = f"{q.quantity:>6}{_span(q.least, q.most):>20}{_span(q.lower, q.upper):>20}"
        for stem in ("dq", "ddq", "tau") if force else ("dq", "ddq"):
            use = by_name[f"{stem}{k}"]
            bound = f"{use.upper:.5g}" if use.upper < float("inf") else "–"
            line += f"{max(-use.least, use.most) + 0.0:>14.5g}{bound:>9}"
        lines.append(line)
    least = min((use for use in found.uses if use.spare > 0), key=lambda use: use.spare)
    return [*lines, f"least margin: {least.spare:.2%} of the limit, of {least.quantity}"]


def _span(least: float, most: float) -> str:
    return f"{least + 0.0:.4g} … {most + 0.0:.4g}"
