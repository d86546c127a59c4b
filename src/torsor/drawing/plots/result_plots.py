"""The plots of a simulation and of chosen motors, a plot for each quantity."""

from __future__ import annotations

import numpy as np

from torsor.drawing.plots.energy import energy_balance
from torsor.drawing.plots.load_points import LoadPoints, torque_speeds
from torsor.drawing.plots.time_plots import Plot, quantity_panels, time_panels
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

QUANTITIES = (("q", "position"), ("dq", "velocity"), ("tau", "driving force"), ("P", "power"))


def motion_plots(result: Result, run: Run) -> dict[str, Plot]:
    """Positions, velocities, driving forces and powers over time, and the energy balance."""
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


def motor_plots(selection: Selection) -> dict[str, Plot]:
    """For each coordinate the load points of the cycle on the curves of the best motors."""
    return {
        f"motors-q{choice.demand.coordinate}": torque_speeds(
            [_load_points(selection.cycle, fit) for fit in choice.ranking[:BEST]],
            f"{selection.robot}, coordinate {choice.demand.coordinate}",
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
