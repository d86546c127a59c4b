"""Main effects: how a metric's mean, its spread and the best design change along each factor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torsor.drawing.plots.multiples import line_mark, make_grid, patch_mark, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style
from torsor.drawing.plots.studied.looks import BEST, name_column, name_factor, scale_axis
from torsor.drawing.plots.style import COLOURS, TINTS
from torsor.studies.overview.binning import Axis, Bins
from torsor.studies.overview.overview import Goal
from torsor.studies.studying import StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 12
"""Factors that have a panel, those that explain most first."""


@draw_in_style
def draw_effects(found: StudyResult, goal: Goal) -> Plot:
    """A panel for each factor, those that explain most first, all with the same scale."""
    overview = found.look_over()
    axes_of = {axis.name: axis for axis in overview.axes}
    influence = overview.influence(goal.column)[:MOST]
    figure, panels = make_grid(len(influence), 3 if len(influence) > 2 else 2, 1.75)
    bins = [overview.effects[goal.column, name] for name, _ in influence]
    for k, (panel, (name, share)) in enumerate(zip(panels, influence, strict=True)):
        _draw_factor(panel, axes_of[name], bins[k], goal)
        panel.set_title(f"{name_factor(found, name)}: {100 * share:.0f} %", parse_math=True)
    low = min(panel.get_ylim()[0] for panel in panels)
    high = max(panel.get_ylim()[1] for panel in panels)
    for panel in panels:
        panel.set_ylim(low, high)
    marks = [line_mark("mean", COLOURS[0]), patch_mark("± one deviation", TINTS[1])]
    if goal.objective:
        marks.append(line_mark("best feasible", BEST, linestyle="", marker=".", markersize=6))
    put_legend(figure, marks, f"Effects on {name_column(found, goal.column)}")
    return Plot(figure)


def _draw_factor(panel: Axes, axis: Axis, bins: Bins, goal: Goal) -> None:
    x = axis.centres(len(bins.count))
    held = bins.count > 0
    mean, spread = bins.mean, bins.deviation
    low, high = mean - spread, mean + spread
    if axis.texts:
        panel.errorbar(x[held], mean[held], spread[held], fmt="o", color=COLOURS[0],
                       ecolor=TINTS[0], elinewidth=5, markersize=4)  # fmt: skip
        panel.set_xlim(-0.6, len(x) - 0.4)
    else:
        panel.fill_between(x[held], low[held], high[held], color=TINTS[1], linewidth=0)
        panel.plot(x[held], mean[held], color=COLOURS[0])
    if goal.objective:
        panel.plot(x, bins.best, color=BEST, linestyle="", marker=".", markersize=4)
    scale_axis(panel, axis)
    panel.locator_params(axis="y", nbins=5)
