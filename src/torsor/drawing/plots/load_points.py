"""Torque against speed: the load points of a cycle under the curves of motors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import ArrayLike
from torsor.arguments import validate_call, validate_fields
from torsor.drawing.plots.time_plots import (
    COLOURS,
    Plot,
    column,
    draw_in_style,
    label,
    legend,
    panels,
    with_unit,
)
from torsor.errors import ArgumentValueError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curve = tuple[ArrayLike, ArrayLike]
"""Speeds and torques."""


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
    units: tuple[str, str] = ("rad/s", "N·m")

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
    units: tuple[str, str] = ("rad/s", "N·m"),
) -> Plot:
    """The load points of a cycle under a motor's curves; all are shown by their magnitudes.

    ``peak`` and ``continuous`` are (speeds, torques) of the motor's limits, ``rms`` the cycle's
    mean speed and root-mean-square torque.
    """
    return torque_speeds([LoadPoints(speed, torque, peak, continuous, rms, "", units)], title)


@validate_call
@draw_in_style
def torque_speeds(loads: Sequence[LoadPoints], title: str = "") -> Plot:
    """The same of several motors, one above another, each with its own scale."""
    if not loads:
        raise ArgumentValueError("loads is empty; expected those of a motor at least")
    figure, axes = panels(len(loads), 3.4 if len(loads) == 1 else 2.6, square=True)
    for panel, load in zip(axes, loads, strict=True):
        _draw(panel, load)
    if title:
        figure.suptitle(title, parse_math=False)
    return Plot(figure)


def _draw(axes: Axes, load: LoadPoints) -> None:
    speeds = np.abs(column(load.speed, "speed"))
    torques = np.abs(column(load.torque, "torque", len(speeds)))
    axes.plot(speeds, torques, color=COLOURS[0], linewidth=0.8, alpha=0.6)
    axes.plot(speeds, torques, ".", color=COLOURS[0], markersize=3, label="load")
    limits = ((load.peak, "peak", "-"), (load.continuous, "continuous", (0, (5, 2))))
    for curve, name, dash in limits:
        if curve is not None:
            x = column(curve[0], f"speeds of the {name} curve")
            y = column(curve[1], f"torques of the {name} curve", len(x))
            axes.plot(x, y, color="black", linestyle=dash, label=name)
    if load.rms is not None:
        at = column(load.rms, "rms", 2)
        axes.plot(at[:1], at[1:], "D", color=COLOURS[1], markersize=6, label="RMS")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    force = "|force|" if load.units[1] == "N" else "|torque|"
    label(axes, with_unit("|speed|", load.units[0]), with_unit(force, load.units[1]))
    if load.title:
        axes.set_title(load.title, fontsize=10, loc="left", parse_math=False)
    legend(axes, 1)
