"""Predicted over measured driving forces: a perfect model lies on the diagonal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.drawing.plots.identified.looks import (
    INK,
    count_joints,
    list_logs,
    name_force,
    pick_evenly,
)
from torsor.drawing.plots.multiples import line_mark, make_grid, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style, entitle, label
from torsor.drawing.plots.style import TEXT, TINTS
from torsor.identification.outcome.identification import Identification

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 400
"""Points of a kind in a panel; of more, evenly apart."""
FITTED = TINTS[0]
"""The identified robot's colour on what it was fitted to."""


@draw_in_style
def draw_scatter(found: Identification) -> Plot:
    """A square panel for each joint with the rows in which it moves."""
    n = count_joints(found)
    columns = {1: 1, 2: 2, 4: 2}.get(n, 3)
    figure, panels = make_grid(n, columns, 1.7 if columns == 3 else 2.4, square=True)
    for k, axes in enumerate(panels):
        _draw_joint(axes, found, k)
        entitle(axes, name_force(found, k))
        if k + columns >= n:
            label(axes, "measured", axes.get_ylabel())
        if k % columns == 0:
            label(axes, axes.get_xlabel(), "predicted")
    look = {"linestyle": "", "marker": ".", "markersize": 6}
    marks = [line_mark("held out", INK["identified"], **look)] if found.held_out else []
    marks.append(line_mark("fitted", FITTED if found.held_out else INK["identified"], **look))
    put_legend(figure, marks, "Driving forces of the identified robot")
    return Plot(figure)


def _draw_joint(axes: Axes, found: Identification, k: int) -> None:
    logs = list_logs(found)
    for held, colour in ((False, FITTED if found.held_out else INK["identified"]),
                         (True, INK["identified"])):  # fmt: skip
        rows = [log.rows for log in logs if log.held_out == held]
        if rows:
            x = np.concatenate([p.tau[p.moving[:, k], k] for p in rows])
            y = np.concatenate([p.predicted["identified"][p.moving[:, k], k] for p in rows])
            if len(x):
                drawn = pick_evenly(len(x), MOST)
                axes.plot(x[drawn], y[drawn], ".", color=colour, markersize=1.8)
    ends = [*axes.get_xlim(), *axes.get_ylim()]
    low, high = min(ends), max(ends)
    axes.plot([low, high], [low, high], color=TEXT, linewidth=0.6, zorder=1.5)
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_aspect("equal")
    axes.locator_params(nbins=3)
