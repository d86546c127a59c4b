"""Measured driving forces and the identified robot's over time, beneath them what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.drawing.plots.identified.looks import (
    INK,
    REST,
    Shown,
    count_joints,
    draw_over_time,
    name_force,
    shade_rest,
)
from torsor.drawing.plots.multiples import HEAD, line_mark, patch_mark, put_legend
from torsor.drawing.plots.plot import WIDTH, Plot, draw_in_style, empty_figure, entitle, label
from torsor.identification.outcome.identification import Identification

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SINGLE = 3
"""Up to so many joints stand one below another; more stand in two columns."""


@draw_in_style
def draw_forces(found: Identification, shown: Shown) -> Plot:
    """One log: a pair of panels for each joint."""
    n = count_joints(found)
    columns = 1 if n <= SINGLE else 2
    rows = -(-n // columns)
    height = 1.8 if columns == 1 else 1.4
    figure = empty_figure(WIDTH, height * rows + HEAD)
    outer = figure.add_gridspec(rows, columns)
    for k in range(n):
        inner = outer[k // columns, k % columns].subgridspec(2, 1, height_ratios=(2.3, 1), hspace=0)
        _draw_joint(
            found, shown, k, figure.add_subplot(inner[0]), figure.add_subplot(inner[1]),
            last=k + columns >= n,
        )  # fmt: skip
    marks = [
        line_mark("measured", INK["measured"], linewidth=1.7),
        line_mark("identified", INK["identified"], linewidth=0.9),
        line_mark("what is left (below)", INK["identified"], linewidth=0.7),
    ]
    if not shown.rows.moving.all():
        marks.append(patch_mark("at rest or an end, not judged", REST))
    put_legend(figure, marks, shown.title)
    return Plot(figure)


def _draw_joint(
    found: Identification, shown: Shown, k: int, upper: Axes, lower: Axes, last: bool
) -> None:
    rows = shown.rows
    t, measured, predicted = rows.t, rows.tau[:, k], rows.predicted["identified"][:, k]
    draw_over_time(upper, t, measured, INK["measured"], linewidth=1.7)
    draw_over_time(upper, t, predicted, INK["identified"], linewidth=0.8)
    draw_over_time(lower, t, measured - predicted, INK["identified"], linewidth=0.7)
    e = (measured - predicted)[rows.moving[:, k]]
    if len(e) and (largest := float(np.abs(e).max())):
        lower.set_ylim(-1.15 * largest, 1.15 * largest)
    for axes, ticks in ((upper, 4), (lower, 2)):
        shade_rest(axes, t, rows.moving[:, k])
        axes.set_xlim(t[0], t[-1])
        axes.locator_params(axis="y", nbins=ticks)
    entitle(upper, name_force(found, k))
    upper.tick_params(axis="x", labelbottom=False, length=0)
    lower.tick_params(axis="y", labelsize=8)
    if last:
        label(lower, "t [s]", "")
