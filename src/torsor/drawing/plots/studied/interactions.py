"""Interactions: a metric's mean over every two factors, as heat maps, the strongest pairs first."""

from __future__ import annotations

import numpy as np

from torsor.drawing.plots.multiples import make_grid
from torsor.drawing.plots.plot import Plot, draw_in_style, head
from torsor.drawing.plots.studied.looks import (
    edges_of,
    mark_best,
    name_column,
    name_factor,
    scale_axis,
)
from torsor.studies.overview.overview import Goal
from torsor.studies.studying import StudyResult

MOST = 6
COLOURS = "cividis"
"""From dark to bright, which all eyes order alike."""


@draw_in_style
def draw_interactions(found: StudyResult, goal: Goal) -> Plot:
    """Heat maps with one scale of colours; what two factors explain only together is told."""
    overview = found.look_over()
    axes_of = {axis.name: axis for axis in overview.axes}
    pairs = [key for key in overview.pairs if key[0] == goal.column]
    strength = {key: overview.interaction(*key) for key in pairs}
    chosen = sorted(pairs, key=lambda key: -strength[key])[:MOST]
    means = [overview.pairs[key].mean for key in chosen]
    known = np.concatenate([m[np.isfinite(m)] for m in means])
    low, high = float(known.min()), float(known.max())
    figure, panels = make_grid(len(chosen), 3 if len(chosen) > 2 else 2, 2.1)
    best = found.summary.best.get(goal.column, {}) if goal.objective else {}
    shown = None
    for panel, key, mean in zip(panels, chosen, means, strict=True):
        one, other = axes_of[key[1]], axes_of[key[2]]
        shown = panel.pcolormesh(
            edges_of(one, mean.shape[0]), edges_of(other, mean.shape[1]), mean.T,
            cmap=COLOURS, vmin=low, vmax=high, rasterized=True,
        )  # fmt: skip
        mark_best(panel, best, one.name, other.name)
        panel.grid(visible=False)
        scale_axis(panel, one, ticks=3)
        scale_axis(panel, other, across=False)
        panel.set_xlabel(name_factor(found, one.name))
        panel.set_ylabel(name_factor(found, other.name))
        panel.set_title(f"together: {100 * strength[key]:.1f} %")
    if shown is not None:
        bar = figure.colorbar(shown, ax=panels, shrink=0.9, aspect=30, pad=0.02)
        bar.outline.set_visible(False)
    head(figure, f"Mean {name_column(found, goal.column)} over two factors")
    return Plot(figure)
