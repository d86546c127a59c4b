"""The plots of an identification: forces, residuals, spectra, parameters, friction, errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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
from torsor.drawing.plots.plot import Plot
from torsor.identification.outcome.identification import Identification

MOST_LOGS = 6
"""Logs whose forces are drawn over time, those that were held out first."""


def identification_plots(found: Identification) -> dict[str, Plot]:
    """Every plot of an identification that there is something to show in, by name."""
    return {name: draw() for name, draw in list_plots(found).items()}


def list_plots(found: Identification) -> dict[str, Callable[[], Plot]]:
    """The same, none of them drawn yet."""
    logs = list_logs(found)[:MOST_LOGS]
    several = len(logs) > 1
    made: dict[str, Callable[[], Plot]] = {"errors": partial(draw_errors, found)}
    for k, shown in enumerate(logs, 1):
        made[f"forces-{k}" if several else "forces"] = partial(draw_forces, found, shown)
    made["residuals"] = partial(draw_residuals, found)
    made["scatter"] = partial(draw_scatter, found)
    made["spectrum"] = partial(draw_spectra, found)
    if found.base:
        made["parameters"] = partial(draw_parameters, found)
    if found.drive_estimates:
        made["drives"] = partial(draw_drive_parameters, found)
    if find_drives(found):
        made["friction"] = partial(draw_friction, found)
    if found.load:
        made["load"] = partial(draw_load, found.load)
    return made
