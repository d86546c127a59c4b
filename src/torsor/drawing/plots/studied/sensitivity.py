"""What each factor explains: Sobol' indices with their intervals, or shares estimated by bins."""

from __future__ import annotations

import numpy as np

from torsor.drawing.plots.multiples import line_mark, make_grid, patch_mark, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style
from torsor.drawing.plots.studied.looks import name_column, shorten
from torsor.drawing.plots.style import COLOURS, TEXT, TINTS
from torsor.studies.findings.sensitivity import Sensitivity
from torsor.studies.studying import StudyResult

MOST = 6
MOST_FACTORS = 20
BAR, ROOM = 0.3, 0.5
"""Inches of a factor's two bars, and of what else a panel has."""


@draw_in_style
def draw_sensitivity(found: StudyResult, known: Sensitivity) -> Plot:
    """A panel for each column: bars of the first-order and total index, factors by the latter."""
    goals = [goal.column for goal in found.look_over().goals if goal.column in known.columns]
    columns = [*goals, *(c for c in known.columns if c not in goals)][:MOST]
    count = min(len(known.factors), MOST_FACTORS)
    figure, panels = make_grid(len(columns), min(3, len(columns)), ROOM + BAR * count)
    for panel, column in zip(panels, columns, strict=True):
        indices = known.columns[column]
        order = np.argsort(indices.total)[-count:]
        places = np.arange(count)
        for shift, row, half, colour in (
            (0.19, indices.first, indices.first_confidence, COLOURS[0]),
            (-0.19, indices.total, indices.total_confidence, TINTS[0]),
        ):
            panel.barh(
                places + shift, np.array(row)[order], 0.34, xerr=np.array(half)[order],
                color=colour, linewidth=0,
                error_kw={"ecolor": TEXT, "elinewidth": 0.9, "capsize": 1.8},
            )  # fmt: skip
        panel.set_yticks(places, [shorten(known.factors[k]) for k in order.tolist()])
        panel.axvline(0.0, color=TEXT, linewidth=0.6)
        panel.grid(visible=False, axis="y")
        panel.locator_params(axis="x", nbins=5)
        panel.set_title(name_column(found, column))
    marks = [
        patch_mark("by itself", COLOURS[0]),
        patch_mark("with all others", TINTS[0]),
        line_mark(f"{100 * known.level:g} % interval", TEXT, linewidth=0.9),
    ]
    put_legend(figure, marks, "Sobol' indices: shares of the variance")
    return Plot(figure)


@draw_in_style
def draw_influence(found: StudyResult) -> Plot:
    """Where designs were not sampled for Sobol' indices: what factors explain alone, by bins."""
    overview = found.look_over()
    count = min(len(overview.axes), MOST_FACTORS)
    figure, panels = make_grid(
        len(overview.goals), min(2, len(overview.goals)), ROOM + 0.6 * BAR * count
    )
    for panel, goal in zip(panels, overview.goals, strict=True):
        shares = overview.influence(goal.column)[:count][::-1]
        panel.barh(range(count), [share for _, share in shares], 0.6, color=COLOURS[0], linewidth=0)
        panel.set_yticks(range(count), [shorten(name) for name, _ in shares])
        panel.set_xlim(0.0, 1.0)
        panel.grid(visible=False, axis="y")
        panel.set_title(name_column(found, goal.column))
    put_legend(figure, [patch_mark("by itself, estimated from means in bins", COLOURS[0])],
               "Shares of the variance")  # fmt: skip
    return Plot(figure)
