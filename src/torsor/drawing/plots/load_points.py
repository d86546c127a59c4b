"""Torque against speed: the load points of a cycle under the curves of motors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import ArrayLike
from torsor.arguments import validate_call, validate_fields
from torsor.drawing.plots.plot import WIDTH, Plot, column, draw_in_style, empty_figure, head
from torsor.drawing.plots.style import COLOURS, PAPER, TEXT, TINTS
from torsor.errors import ArgumentValueError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curve = tuple[ArrayLike, ArrayLike]
"""Speeds and torques."""

IN_A_ROW = 3
NAMES = {
    False: (r"speed $|\,\omega\,|$", r"torque $|\,\tau\,|$"),
    True: (r"speed $|\,v\,|$", r"force $|\,F\,|$"),
}
"""What the axes of a motor are that turns, or slides."""


@dataclass(frozen=True)
class LoadPoints:
    """A cycle at one motor; ``peak`` and ``continuous`` are the motor's limits.

    ``rms`` is the cycle's mean speed and root-mean-square torque.
    """

    speed: ArrayLike
    torque: ArrayLike
    peak: Curve | None = None
    continuous: Curve | None = None
    rms: tuple[float, float] | None = None
    title: str = ""
    units: tuple[str, str] = ("rad/s", "N m")

    def __post_init__(self) -> None:
        validate_fields(self)


@validate_call
@draw_in_style
def torque_speed(
    speed: ArrayLike,
    torque: ArrayLike,
    peak: Curve | None = None,
    continuous: Curve | None = None,
    rms: tuple[float, float] | None = None,
    title: str = "",
    units: tuple[str, str] = ("rad/s", "N m"),
) -> Plot:
    """The load points of a cycle under a motor's curves; all are shown by their magnitudes.

    ``peak`` and ``continuous`` are (speeds, torques) of the motor's limits, ``rms`` the cycle's
    mean speed and root-mean-square torque.
    """
    return torque_speeds([LoadPoints(speed, torque, peak, continuous, rms, "", units)], title)


@validate_call
@draw_in_style
def torque_speeds(loads: Sequence[LoadPoints], title: str = "") -> Plot:
    """The same of several motors side by side, each with its own scale."""
    if not loads:
        raise ArgumentValueError("loads is empty; expected those of a motor at least")
    columns = min(len(loads), IN_A_ROW)
    lines = -(-len(loads) // columns)
    lettered = any(load.title for load in loads)
    wide = WIDTH if columns > 1 else 4.2
    figure = empty_figure(wide, lines * (2.1 if columns > 2 else 2.7) + 0.45 + 0.3 * lettered)
    every = figure.subplots(lines, columns, squeeze=False).ravel().tolist()
    for axes in every[len(loads) :]:
        axes.set_visible(False)
    for k, (axes, load) in enumerate(zip(every, loads, strict=False)):
        _draw(axes, load)
        speed, force = NAMES[load.units[1] == "N"]
        if k + columns >= len(loads):
            axes.set_xlabel(f"{speed} [{load.units[0]}]")
        if k % columns == 0:
            axes.set_ylabel(f"{force} [{load.units[1]}]")
    marks = dict(zip(*reversed(every[0].get_legend_handles_labels()), strict=True))
    figure.legend(
        marks.values(), marks.keys(), loc="outside lower left", ncols=len(marks), markerscale=1.4
    )
    head(figure, title)
    return Plot(figure)


def _draw(axes: Axes, load: LoadPoints) -> None:
    speeds = np.abs(column(load.speed, "speed"))
    torques = np.abs(column(load.torque, "torque", len(speeds)))
    looks = (
        (load.continuous, "continuous", (0, (5, 2)), TINTS[2]),
        (load.peak, "peak", "-", TINTS[1]),
    )
    for zorder, (curve, name, dash, tint) in zip((0.6, 0.5), looks, strict=True):
        if curve is not None:
            x = column(curve[0], f"speeds of the {name} curve")
            y = column(curve[1], f"torques of the {name} curve", len(x))
            axes.plot(x, y, color=TEXT, linestyle=dash, linewidth=1.1, label=name)
            axes.fill_between(x, y, color=tint, linewidth=0, zorder=zorder)
    axes.plot(speeds, torques, color=COLOURS[0], linewidth=0.5, alpha=0.5)
    axes.plot(speeds, torques, ".", color=COLOURS[0], markersize=2.2, label="load")
    if load.rms is not None:
        at = column(load.rms, "rms", 2)
        axes.plot(
            at[:1], at[1:], "D", color=COLOURS[1], markersize=5, markeredgecolor=PAPER,
            markeredgewidth=0.6, label="RMS at mean speed",
        )  # fmt: skip
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.locator_params(nbins=4)
    if load.title:
        axes.set_title(load.title, fontsize=9.5, linespacing=1.25, parse_math=False)
