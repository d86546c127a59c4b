"""What the plots of a study share: names of columns, factors' axes, the best design's mark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.plots.plot import symbol, with_unit
from torsor.drawing.plots.style import COLOURS, PAPER
from torsor.studies.overview.binning import Axis
from torsor.studies.studying import StudyResult
from torsor.studies.summary import Cell
from torsor.studies.words import factor_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST = 28
"""Letters of a name that are shown."""
SHORT = 12
"""Of a level."""
BEST = COLOURS[1]
"""The colour of what is best."""


def shorten(text: str, longest: int = LONGEST) -> str:
    """A name as long as there is room, never as TeX."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return symbol(shown)


def name_factor(found: StudyResult, name: str) -> str:
    """``a₁ [m]``; the unit where it is a symbol of the robot."""
    return with_unit(shorten(name), factor_unit(found.described, name))


def mark_best(axes: Axes, row: Mapping[str, Cell], one: str, other: str) -> None:
    """A diamond at a design, where it has both numbers."""
    x, y = row.get(one), row.get(other)
    if isinstance(x, (int, float)) and isinstance(y, (int, float)):
        axes.plot([x], [y], "D", color=BEST, markersize=5, markeredgecolor=PAPER,
                  markeredgewidth=0.6)  # fmt: skip


def name_column(found: StudyResult, name: str) -> str:
    """``energy [J]``."""
    return with_unit(shorten(name), found.described.columns.get(name, ""))


def scale_axis(axes: Axes, axis: Axis, across: bool = True, ticks: int = 4) -> None:
    """A factor's axis: its levels, or its range; logarithmic where the factor is."""
    if axis.texts:
        places = list(range(len(axis.texts)))
        labels = [shorten(text, SHORT) for text in axis.texts]
        if across:
            axes.set_xticks(places, labels, rotation=30, ha="right")
        else:
            axes.set_yticks(places, labels)
    elif axis.log:
        (axes.set_xscale if across else axes.set_yscale)("log")
    else:
        axes.locator_params(axis="x" if across else "y", nbins=ticks)


def edges_of(axis: Axis, count: int) -> Array:
    """Where a factor's bins begin and end; levels lie in the middle of theirs."""
    if not axis.levels:
        units = np.linspace(0.0, 1.0, count + 1)
        if axis.log:
            grown: Array = axis.low * (axis.high / axis.low) ** units
            return grown
        return axis.low + units * (axis.high - axis.low)
    centres = axis.centres(count)
    middles = (centres[1:] + centres[:-1]) / 2
    first, last = centres[0] - (middles[0] - centres[0]), 2 * centres[-1] - middles[-1]
    return np.concatenate(([first], middles, [last]))
