"""The plots of an identification: forces, residuals, spectra, parameters, friction, errors."""

from __future__ import annotations

from torsor.drawing.plots.identified.errors import draw_errors
from torsor.drawing.plots.identified.forces import draw_forces
from torsor.drawing.plots.identified.friction import draw_friction, find_drives
from torsor.drawing.plots.identified.looks import list_logs
from torsor.drawing.plots.identified.parameters import (
    draw_drive_parameters,
    draw_load,
    draw_parameters,
)
from torsor.drawing.plots.identified.residuals import draw_residuals
from torsor.drawing.plots.identified.scatter import draw_scatter
from torsor.drawing.plots.identified.spectra import draw_spectra
from torsor.drawing.plots.time_plots import Plot
from torsor.identification.outcome.identification import Identification

MOST_LOGS = 6
"""Logs whose forces are drawn over time, those that were held out first."""


def identification_plots(found: Identification) -> dict[str, Plot]:
    """Every plot of an identification that there is something to show in, by name."""
    logs = list_logs(found)[:MOST_LOGS]
    made = {"errors": draw_errors(found)}
    for k, shown in enumerate(logs, 1):
        made[f"forces-{k}" if len(logs) > 1 else "forces"] = draw_forces(found, shown)
    made["residuals"] = draw_residuals(found)
    made["scatter"] = draw_scatter(found)
    made["spectrum"] = draw_spectra(found)
    if found.base:
        made["parameters"] = draw_parameters(found)
    if found.drive_estimates:
        made["drives"] = draw_drive_parameters(found)
    if found.load:
        made["load"] = draw_load(found.load)
    if find_drives(found):
        made["friction"] = draw_friction(found)
    return made
