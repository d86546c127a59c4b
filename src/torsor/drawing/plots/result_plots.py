"""The plots of a simulation and of chosen motors, a plot for each quantity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.drawing.plots.energy import draw_balance
from torsor.drawing.plots.load_points import LoadPoints, torque_speeds
from torsor.drawing.plots.plot import Plot, symbol
from torsor.drawing.plots.time_plots import find_zeros, quantity_panels, time_panels
from torsor.motion.actuators.choosing import Selection
from torsor.motion.actuators.cycle import mean
from torsor.motion.actuators.selection import Cycle, Fit
from torsor.motion.dynamics.energy_balance import balance_energy
from torsor.motion.results import Result
from torsor.motion.simulation import Run

BEST = 3
"""Motors drawn for each coordinate, the first of the ranking."""

MOST_POINTS = 2000
"""Load points drawn; of more, evenly apart, and always the extreme ones."""

QUANTITIES = (
    ("q", "q", "position", "positions"),
    ("dq", "dq", "velocity", "velocities"),
    ("tau", "tau", "driving force", "driving forces"),
    ("P", "power", "power", "powers"),
)
"""Columns, the plot's name, and what it shows."""
MARKED = {"pick-up": "a load is picked up", "release": "a load is released", "stop": "a stop"}
"""Events that are marked in plots."""
MOST_MARKS = 6


def motion_plots(result: Result, run: Run) -> dict[str, Plot]:
    """Positions, velocities, driving forces and powers over time, and the energy balance."""
    found = {}
    for stem, name, _, _ in QUANTITIES:
        if plot := quantity_plot(result, stem):
            found[name] = plot
    if "K" in result.columns:
        found["energy"] = balance_plot(result, run)
    return found


def quantity_plot(result: Result, stem: str, titled: bool = True) -> Plot | None:
    """A quantity of a motion over time (q, dq, tau or P); none where it is zero throughout."""
    zeros = find_zeros(result, stem)
    if len(zeros) == result.n:
        return None
    what, plural = next(names for column, _, *names in QUANTITIES if column == stem)
    moments, marks = _moments(result)
    notes = [marks, _silent(zeros)]
    title = f"{result.robot}: {plural}" if titled else ""
    return time_panels(
        result.t, quantity_panels(result, stem, what), title, " ".join(filter(None, notes)), moments
    )


def balance_plot(result: Result, run: Run, titled: bool = True) -> Plot:
    """Kinetic and potential energy over time, and where they came from and went."""
    did = balance_energy(result, run.scenario, run.plant)
    title = f"{result.robot}: energy" if titled else ""
    return draw_balance(
        result.t, result.columns["K"], result.columns["U"], did.drives, did.friction, title,
        did.tool, did.loads, did.impacts, *_moments(result),
    )  # fmt: skip


def silent_plots(result: Result) -> list[str]:
    """Quantities without a plot, since they are zero throughout."""
    return [
        plural for stem, _, _, plural in QUANTITIES if len(find_zeros(result, stem)) == result.n
    ]


def _moments(result: Result) -> tuple[list[float], str]:
    """When something happens that bends the curves, and what it is."""
    marked = [event for event in result.events if event["event"] in MARKED]
    if not 0 < len(marked) <= MOST_MARKS:
        return [], ""
    told = [f"{MARKED[event['event']]} at {event['t']:.4g} s" for event in marked]
    return [event["t"] for event in marked], f"Dotted: {', '.join(told)}."


def _silent(zeros: Sequence[str]) -> str:
    if not zeros:
        return ""
    names = ", ".join(symbol(name) for name in zeros)
    return f"{names} {'is' if len(zeros) == 1 else 'are'} zero throughout."


def motor_plots(selection: Selection) -> dict[str, Plot]:
    """For each coordinate the load points of the cycle on the curves of the best motors."""
    return {
        f"motors-q{choice.demand.coordinate}": torque_speeds(
            [_load_points(selection.cycle, fit) for fit in choice.ranking[:BEST]],
            f"{selection.robot}: motors for coordinate {choice.demand.coordinate}",
        )
        for choice in selection.choices
        if choice.ranking
    }


def _load_points(cycle: Cycle, fit: Fit) -> LoadPoints:
    motor = fit.motor
    speed, torque = cycle.at_motor(motor, fit.coordinate - 1, fit.ratio)
    speed, torque = np.abs(speed), np.abs(torque)
    nearest = np.argmin(motor.limit(speed) / np.maximum(torque, 1e-9 * motor.peak_torque))
    extreme = [np.argmax(speed), np.argmax(torque), nearest]
    even = np.linspace(0, len(speed) - 1, min(len(speed), MOST_POINTS)).astype(int)
    drawn = np.unique(np.concatenate((even, extreme)))
    peak, continuous = (tuple(np.array(motor.curve[which]).T) for which in ("peak", "continuous"))
    name = motor.name if len(motor.name) <= 28 else motor.name[:27] + "…"
    return LoadPoints(
        speed[drawn],
        torque[drawn],
        peak,
        continuous,
        (mean(cycle.result.t, speed), fit.rms_torque),
        f"{name}\nratio {fit.ratio:.4g}, margin {fit.margin:.3g}",
        ("m/s", "N") if motor.linear else ("rad/s", "N m"),
    )
