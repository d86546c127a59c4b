"""The Pareto front: designs that no other is better than, among those that were looked at."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.plots.multiples import line_mark, make_grid, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style
from torsor.drawing.plots.studied.looks import BEST, mark_best, name_column
from torsor.drawing.plots.style import COLOURS, GREYS, TINTS
from torsor.studies.findings.front import Front
from torsor.studies.studying import StudyResult

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

PANELS = 3
MARKED = 600
"""Designs of a front that have a mark of their own."""


@draw_in_style
def draw_front(found: StudyResult, front: Front) -> Plot:
    """Every two objectives against each other, up to three panels."""
    shown = [goal for goal in found.look_over().goals if goal.column in front.goals]
    pairs = list(combinations([goal.column for goal in shown], 2))[:PANELS]
    figure, panels = make_grid(len(pairs), len(pairs), 3.2 if len(pairs) == 1 else 2.3)
    for panel, (one, other) in zip(panels, pairs, strict=True):
        _draw_pair(panel, found, front, one, other)
        panel.set_xlabel(name_column(found, one))
        panel.set_ylabel(name_column(found, other))
    dot = {"linestyle": "", "marker": ".", "markersize": 6}
    marks: list[Artist] = [
        line_mark("breaks a constraint", GREYS[1], **dot),
        line_mark("feasible", TINTS[0], **dot),
        line_mark(f"front, {len(front):,} designs", COLOURS[0], **dot),
        line_mark("best by an objective", BEST, linestyle="", marker="D", markersize=5),
    ]
    if found.look_over().points("feasible").all():
        marks = marks[1:]
    put_legend(figure, marks, "Pareto front")
    return Plot(figure)


def _draw_pair(panel: Axes, found: StudyResult, front: Front, one: str, other: str) -> None:
    overview = found.look_over()
    x, y = overview.points(one), overview.points(other)
    feasible = overview.points("feasible") > 0
    for colour, held in ((GREYS[1], ~feasible), (TINTS[0], feasible)):
        _draw_dots(panel, x[held], y[held], colour)
    a, b = np.asarray(front[one], float), np.asarray(front[other], float)
    two = len(front.goals) == 2
    panel.plot(a, b, color=COLOURS[0], linewidth=0.9 if two else 0.0, drawstyle=_steps(front, one),
               marker=".", markersize=3.5 if len(a) <= MARKED else 1.5)  # fmt: skip
    for column in (one, other):
        mark_best(panel, found.summary.best.get(column, {}), one, other)
    _look_at(panel, found, x[feasible], y[feasible], a, b)


def _draw_dots(panel: Axes, x: Array, y: Array, colour: str) -> None:
    """A crowd as one path: lines of no length with round ends."""
    gap = np.full(len(x), np.nan)
    (line,) = panel.plot(
        np.stack((x, x, gap), 1).ravel(), np.stack((y, y, gap), 1).ravel(), color=colour,
        linewidth=1.8, solid_capstyle="round",
    )  # fmt: skip
    line.get_path().should_simplify = False


def _steps(front: Front, one: str) -> str:
    """Between two designs of a front there is none that is better than their worst."""
    return "steps-post" if front.goals[one] == "min" else "steps-pre"


def _look_at(panel: Axes, found: StudyResult, x: Array, y: Array, a: Array, b: Array) -> None:
    """Leave out the farthest twentieth of the crowd, so that the front can be seen."""
    for row, ends, limit in ((x, a, panel.set_xlim), (y, b, panel.set_ylim)):
        if len(row) and len(ends):
            low = min(float(np.quantile(row, 0.025)), float(ends.min()))
            high = max(float(np.quantile(row, 0.975)), float(ends.max()))
            if high > low:
                limit(low - 0.05 * (high - low), high + 0.05 * (high - low))
    panel.locator_params(nbins=5)
