"""What is left of the driving forces over time: all logs, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.drawing.plots.identified.looks import (
    INK,
    Shown,
    count_joints,
    draw_over_time,
    find_runs,
    list_logs,
    name_force,
)
from torsor.drawing.plots.multiples import line_mark, make_grid, patch_mark, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style, entitle, label
from torsor.drawing.plots.style import EDGE, TEXT, TINTS
from torsor.identification.outcome.identification import Identification

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HELD_OUT = TINTS[1]
"""Behind logs that were held out."""
DRAWN = ("least squares", "identified")
WIDE = 2.0
"""The band that is marked, in deviations of the residuals that were fitted."""


@draw_in_style
def draw_residuals(found: Identification) -> Plot:
    """A panel for each joint: the rows in which it moves, of every log."""
    n = count_joints(found)
    logs = list_logs(found)
    logs = [log for log in logs if not log.held_out] + [log for log in logs if log.held_out]
    models = [name for name in DRAWN if name in found.train]
    columns = 1 if n <= 3 else 2
    figure, panels = make_grid(n, columns, 1.2 if columns == 1 else 0.9)
    for k, axes in enumerate(panels):
        _draw_joint(axes, found, logs, models, k)
        entitle(axes, name_force(found, k))
        if k + columns >= n:
            label(axes, "t [s]" if len(logs) == 1 else "t [s], one log after another", "")
    marks = [line_mark(name, INK[name], linewidth=0.9) for name in reversed(models)]
    if found.noise:
        marks.append(line_mark(f"± {WIDE:g} deviations", TEXT, linestyle=":", linewidth=0.9))
    if found.held_out:
        marks.append(patch_mark("held out", HELD_OUT))
    put_legend(figure, marks, "Measured less predicted driving forces")
    return Plot(figure)


def _draw_joint(
    axes: Axes, found: Identification, logs: list[Shown], models: list[str], k: int
) -> None:
    begin, largest = 0.0, 0.0
    for log in logs:
        rows = log.rows
        t = rows.t - rows.t[0] + begin
        end = float(t[-1])
        if log.held_out:
            axes.axvspan(begin, end, color=HELD_OUT, linewidth=0, zorder=0.4)
        if begin:
            axes.axvline(begin, color=EDGE, linewidth=0.6)
        for name in models:
            e = rows.tau[:, k] - rows.predicted[name][:, k]
            for first, last in find_runs(rows.moving[:, k]):
                draw_over_time(axes, t[first:last], e[first:last], INK[name], linewidth=0.7)
            largest = max(largest, float(np.max(np.abs(e[rows.moving[:, k]]), initial=0.0)))
        begin = end
    if found.noise:
        for side in (-WIDE, WIDE):
            axes.axhline(side * found.noise[k], color=TEXT, linestyle=":", linewidth=0.9)
        largest = max(largest, WIDE * found.noise[k])
    axes.set_xlim(0.0, begin)
    axes.set_ylim(-1.08 * largest, 1.08 * largest)
    axes.locator_params(axis="y", nbins=4)
