"""``torsor actuators``: what a cycle asks of each drive, and the motors that can give it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.columns import align_columns, figure
from torsor.cli.common import as_options, print_json
from torsor.cli.options import JsonOption, RobotArgument, SetOption, ValuesOption
from torsor.cli.plots import (
    PlotFormatOption,
    PlotsOption,
    check_plots,
    write_plots,
)
from torsor.cli.simulate import ScenarioArgument, prepare_run, show_progress

if TYPE_CHECKING:
    from torsor.motion.actuators.selection import Choice, Fit
    from torsor.motion.actuators.settling import Settled

SHOWN = 5
LONGEST = 30
"""Letters of a motor that are shown."""


def actuators(
    robot: RobotArgument,
    scenario: ScenarioArgument,
    motors: Annotated[
        str,
        typer.Option(
            help="CSV of candidates: name, rated_torque [N m], peak_torque [N m], "
            "rated_speed [rpm], max_speed [rpm], and if known rotor_inertia, ratio, efficiency, "
            "mass."
        ),
    ] = "",
    ratio: Annotated[
        str,
        typer.Option(
            help="Gear ratio of all, or as '1=100,2=80'; the best is found where none is given."
        ),
    ] = "",
    lead: Annotated[
        str,
        typer.Option(
            help="Lead of the screws of sliding coordinates [m], of all or as '3=0.016'.",
        ),
    ] = "",
    carry: Annotated[
        bool,
        typer.Option(
            "--carry",
            help="Put the mass of each chosen motor on the link that carries it (the one before "
            "its joint), and run the cycle again until the choice stands.",
        ),
    ] = False,
    carried_by: Annotated[
        str,
        typer.Option(metavar="LIST", help="Links that carry motors, as '3=1,4=2'; with --carry."),
    ] = "",
    margin: Annotated[float, typer.Option(help="The margin that a motor must leave.")] = 1.0,
    plots: PlotsOption = "",
    plot_format: PlotFormatOption = "svg",
    values: ValuesOption = "",
    set_: SetOption = [],  # noqa: B006
    json: JsonOption = False,
) -> None:
    """Choose actuators for a cycle: peak, RMS and speed of each drive, motors ranked by margins.

    The robot's own rotors are left out of the demand, and each candidate's rotor put in. Plots are
    the load points of the cycle on the curves of the best three motors, for each coordinate.

    Examples:

      torsor actuators puma560 examples/scenarios/puma_cycle.toml

      torsor actuators puma560 examples/scenarios/puma_cycle.toml
        --motors examples/scenarios/motors.csv --plots motors

      torsor actuators puma560 examples/scenarios/puma_cycle.toml
        --motors examples/scenarios/motors.csv --carry
    """
    from torsor.errors import TorsorError
    from torsor.motion.actuators.choosing import require_margin, select
    from torsor.motion.actuators.motors import read_motors

    with as_options("margin"):
        require_margin(margin)
    if plots and not motors:
        raise TorsorError("--plots: expected --motors FILE with it, the motors to be drawn")
    if plots or plot_format != "svg":
        check_plots(plots, plot_format)
    if (carry or lead) and not motors:
        raise TorsorError("--carry and --lead: expected --motors FILE with them")
    if carried_by and not carry:
        raise TorsorError("--carried-by: expected --carry with it")
    links = _read_links(carried_by)
    candidates = read_motors(motors) if motors else []
    run = prepare_run(robot, scenario, values, set_)
    with as_options("ratio"), show_progress(run):
        selection = select(run, candidates, ratio, margin, lead, carry, links)
    if plots:
        from torsor.drawing.plots.result_plots import motor_plots

        write_plots(plots, plot_format, motor_plots(selection))
    if json:
        print_json(selection.data)
        return
    print(f"{selection.robot}: what a cycle of {selection.seconds:g} s asks of each drive")
    for choice in selection.choices:
        print("\n".join(_told(choice, margin, bool(candidates))))
    if selection.settled:
        print("\n".join(_tell_carried(selection.settled)))


def _read_links(text: str) -> dict[int, int]:
    """Links by coordinate: ``3=1,4=2``."""
    from torsor.errors import TorsorError, shown

    found = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        coordinate, equals, link = part.partition("=")
        if not equals or not coordinate.isdecimal() or not link.isdecimal():
            raise TorsorError(f"--carried-by {shown(part)}: expected COORDINATE=LINK")
        found[int(coordinate)] = int(link)
    return found


def _tell_carried(settled: Settled) -> list[str]:
    """Which motors were on which links."""
    lines = ["", "in this cycle the links carry"]
    for k, (motor, link) in settled.carried.items():
        where = f"link {link}" if link else "the base"
        lines.append(f"  {where}: {motor.name} of coordinate {k}, {motor.mass:g} kg")
    if not settled.carried:
        lines[-1] = "no motor suffices, and none is carried"
    word = "stands" if settled.stands else "does not stand: rounds change it again and again"
    return [*lines, f"the choice {word}, after {settled.rounds} rounds"]


def _told(choice: Choice, margin: float, candidates: bool) -> list[str]:
    from torsor.robot.meanings import coordinate_meaning

    d = choice.demand
    force, speed = (coordinate_meaning(s, d.sliding).unit for s in ("tau", "dq"))
    lines = [
        "",
        f"coordinate {d.coordinate}: peak {d.peak_torque:.5g} {force}, RMS {d.rms_torque:.5g} "
        f"{force}, speed to {d.peak_speed:.5g} {speed}, power to {d.peak_power:.4g} W "
        f"(mean {figure(d.mean_power, 4, d.peak_power)} W)",
        f"  {d.peak_torque:.5g} {force} at "
        f"{figure(abs(d.speed_at_peak_torque), 4, d.peak_speed)} {speed}; "
        f"{figure(abs(d.torque_at_peak_speed), 5, d.peak_torque)} {force} at "
        f"{d.peak_speed:.4g} {speed}",
    ]
    if not candidates:
        return lines
    if not choice.ranking:
        return [*lines, "  no candidate is of a kind that fits"]
    rows = [["motor", "ratio", "peak", "RMS", "speed", "curve", "margins"]]
    rows += [_row(fit, margin) for fit in choice.ranking[:SHOWN]]
    lines += align_columns(rows, "<.....<", "  ")
    if len(choice.ranking) > SHOWN:
        lines.append(f"  … and {len(choice.ranking) - SHOWN} more")
    return lines


def _row(fit: Fit, margin: float) -> list[str]:
    verdict = "suffices" if fit.margin >= margin else f"too weak ({fit.margin:.2g})"
    name = fit.motor.name if len(fit.motor.name) <= LONGEST else f"{fit.motor.name[: LONGEST - 1]}…"
    margins = [figure(m, 3) for m in (fit.peak, fit.rms, fit.speed, fit.curve)]
    return [name, figure(fit.ratio, 4), *margins, verdict]
