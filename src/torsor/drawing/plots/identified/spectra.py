"""Spectra of measured forces and of what is left, and where they were cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.plots.identified.looks import INK, count_joints, list_logs
from torsor.drawing.plots.multiples import line_mark, make_grid, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style, entitle, label, symbol
from torsor.drawing.plots.style import QUIET
from torsor.identification.outcome.identification import Identification
from torsor.motion.tables import require_scipy
from torsor.robot.meanings import unit_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WINDOW = 4.0
"""Seconds of a window of Welch's."""
BANDS = 160
"""Frequencies drawn; of more, means."""
DEEP = 1e-4
"""What is so much smaller than the largest is not shown."""


@draw_in_style
def draw_spectra(found: Identification) -> Plot:
    """A panel for each joint: all of the measured force, unfiltered, and what is left of it."""
    n = count_joints(found)
    columns = 1 if n == 1 else 2
    figure, panels = make_grid(n, columns, 1.15)
    f, measured, left = _spectra(found)
    cutoff = found.filtering.cutoff
    for k, axes in enumerate(panels):
        _draw_joint(axes, f, measured[:, k], left[:, k], cutoff)
        name = f"tau{k + 1}"
        entitle(axes, rf"{symbol(name)} [{unit_of(found.robot, name)}/√Hz]")
        if k + columns >= n:
            label(axes, "frequency [Hz]", "")
    marks = [
        line_mark("measured, unfiltered", INK["measured"]),
        line_mark("less the identified robot's", INK["identified"]),
        line_mark(f"cut-off, {cutoff:g} Hz", QUIET, linestyle=(0, (4, 2))),
    ]
    put_legend(figure, marks, "Spectra of the driving forces")
    return Plot(figure)


def _draw_joint(axes: Axes, f: Array, measured: Array, left: Array, cutoff: float) -> None:
    from matplotlib.ticker import LogLocator

    axes.loglog(f, measured, color=INK["measured"], linewidth=1.0)
    axes.loglog(f, left, color=INK["identified"], linewidth=0.9)
    axes.axvline(cutoff, color=QUIET, linestyle=(0, (4, 2)), linewidth=1.0)
    axes.set_xlim(f[0], f[-1])
    axes.yaxis.set_major_locator(LogLocator(numticks=5))
    largest = float(np.max(measured))
    smallest = float(min(np.min(measured), np.min(left)))
    axes.set_ylim(max(0.7 * smallest, DEEP * largest), 1.5 * largest)


def _spectra(found: Identification) -> tuple[Array, Array, Array]:
    """Frequencies and (frequencies, n) amplitude densities, over all logs; rows evenly apart."""
    with require_scipy():
        from scipy.signal import welch
    logs = [log.rows for log in list_logs(found) if len(log.rows.t) > 1]
    step = max(float(np.median(np.diff(rows.t))) for rows in logs)
    shortest = min(float(rows.t[-1] - rows.t[0]) for rows in logs)
    window = max(8, int(min(WINDOW, shortest) / step))
    measured: Array = np.zeros(())
    left: Array = np.zeros(())
    total = 0.0
    f = np.zeros(0)
    for rows in logs:
        t = np.arange(rows.t[0], rows.t[-1], step)
        whole = rows.tau + rows.noise if rows.noise.size else rows.tau
        e = whole - rows.predicted["identified"]
        powers = []
        for columns in (whole, e):
            even = np.stack([np.interp(t, rows.t, column) for column in columns.T], axis=1)
            f, power = welch(even, 1.0 / step, nperseg=min(window, len(t)), nfft=window, axis=0)
            powers.append(len(t) * power)
        measured, left = measured + powers[0], left + powers[1]
        total += len(t)
    return _thin(f[1:], measured[1:] / total, left[1:] / total)


def _thin(f: Array, measured: Array, left: Array) -> tuple[Array, Array, Array]:
    """Amplitudes from powers: means over bands that are equally wide for the eye."""
    edges = np.geomspace(f[0], f[-1], BANDS + 1)[1:-1]
    first = np.unique(np.searchsorted(f, [f[0], *edges]))
    count = np.diff([*first, len(f)])
    bands = [np.add.reduceat(rows, first, axis=0) for rows in (f, measured, left)]
    return bands[0] / count, np.sqrt(bands[1] / count[:, None]), np.sqrt(bands[2] / count[:, None])
