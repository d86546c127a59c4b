"""``--plots DIR``: the plots of a simulation and of chosen motors, a file for each quantity."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.errors import TorsorError, shown

if TYPE_CHECKING:
    from torsor.drawing.plots.load_points import LoadPoints
    from torsor.drawing.plots.time_plots import Plot
    from torsor.motion.actuators.selection import Choice, Cycle, Fit
    from torsor.motion.results import Result
    from torsor.motion.simulation import Run

FORMATS = ("svg", "png", "pdf")
BEST = 3
"""Motors drawn for each coordinate, the first of the ranking."""

MOST_POINTS = 2000
"""Load points drawn; of more, evenly apart, and always the extreme ones."""

QUANTITIES = (("q", "position"), ("dq", "velocity"), ("tau", "driving force"), ("P", "power"))

PlotsOption = Annotated[
    str,
    typer.Option(
        "--plots", metavar="DIR", help="Write plots into a directory.", show_default=False
    ),
]
PlotFormatOption = Annotated[str, typer.Option("--plot-format", help="svg, png or pdf.")]


def check_plots(folder: str, format: str) -> None:
    """Refuse plots that could not be written before the work begins."""
    import os

    from torsor.drawing.plots.time_plots import import_matplotlib

    if format not in FORMATS:
        raise TorsorError(f"--plot-format {shown(format)}: expected {', '.join(FORMATS)}")
    if not folder:
        return
    import_matplotlib()
    target = Path(folder)
    place = target if target.exists() else target.absolute().parent
    if not place.is_dir():
        raise TorsorError(
            f"--plots {shown(folder, 200)}: {shown(str(place), 200)} is not a directory"
        )
    if not os.access(place, os.W_OK | os.X_OK):
        raise TorsorError(f"--plots {shown(folder, 200)} cannot be written: Permission denied")


def write_plots(folder: str, format: str, plots: dict[str, Plot]) -> None:
    """Every plot as a file of its name: all of them or none."""
    from torsor.files import write_folder

    made = {f"{name}.{format}": plot.content(f".{format}") for name, plot in plots.items()}
    write_folder(Path(folder), made)
    print(f"wrote {', '.join(made)} in {folder}", file=sys.stderr)


def motion_plots(result: Result, run: Run) -> dict[str, Plot]:
    """Positions, velocities, driving forces and powers over time, and the energy balance."""
    from torsor.drawing.plots.energy import energy_balance
    from torsor.drawing.plots.time_plots import quantity_panels, time_panels
    from torsor.motion.dynamics.energy_balance import balance_energy

    found = {}
    for stem, what in QUANTITIES:
        panels = quantity_panels(result, stem, what)
        found["power" if stem == "P" else stem] = time_panels(result.t, panels, result.robot)
    if "K" in result.columns:
        did = balance_energy(result, run.scenario, run.plant)
        found["energy"] = energy_balance(
            result.t, result.columns["K"], result.columns["U"], did.drives, did.friction,
            result.robot, did.tool, did.loads,
        )  # fmt: skip
    return found


def motor_plots(cycle: Cycle, choices: list[Choice]) -> dict[str, Plot]:
    """For each coordinate the load points of the cycle on the curves of the best motors."""
    from torsor.drawing.plots.load_points import torque_speeds

    return {
        f"motors-q{choice.demand.coordinate}": torque_speeds(
            [_load_points(cycle, fit) for fit in choice.ranking[:BEST]],
            f"{cycle.result.robot}, coordinate {choice.demand.coordinate}",
        )
        for choice in choices
        if choice.ranking
    }


def _load_points(cycle: Cycle, fit: Fit) -> LoadPoints:
    import numpy as np

    from torsor.drawing.plots.load_points import LoadPoints
    from torsor.motion.actuators.cycle import mean

    motor = fit.motor
    speed, torque = cycle.at_motor(motor, fit.coordinate - 1, fit.ratio)
    speed, torque = np.abs(speed), np.abs(torque)
    nearest = np.argmin(motor.limit(speed) / np.maximum(torque, 1e-9 * motor.peak_torque))
    extreme = [np.argmax(speed), np.argmax(torque), nearest]
    even = np.linspace(0, len(speed) - 1, min(len(speed), MOST_POINTS)).astype(int)
    drawn = np.unique(np.concatenate((even, extreme)))
    peak, continuous = (tuple(np.array(motor.curve[which]).T) for which in ("peak", "continuous"))
    name = motor.name if len(motor.name) <= 40 else motor.name[:39] + "…"
    return LoadPoints(
        speed[drawn],
        torque[drawn],
        peak,
        continuous,
        (mean(cycle.result.t, speed), fit.rms_torque),
        f"{name}, ratio {fit.ratio:.4g}, margin {fit.margin:.3g}",
        ("m/s", "N") if motor.linear else ("rad/s", "N·m"),
    )
