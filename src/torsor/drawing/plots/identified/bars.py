"""Numbers with their 95 % intervals as bars: panels that share a letter and a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.plots.identified.looks import INK, write_symbol
from torsor.drawing.plots.multiples import HEAD, line_mark, patch_mark, put_legend
from torsor.drawing.plots.plot import WIDTH, Plot, empty_figure, entitle
from torsor.drawing.plots.style import TEXT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SPREAD = 10.0
"""Where the largest bar is so many times a small one, the scale is logarithmic."""
SMALL = 0.25
"""The share of the bars of a panel that are shorter than a small one."""
DECADES = 3.0
"""How many there are on a logarithmic scale at most, before it becomes linear around zero."""
HEIGHT = 1.5
"""Inches of a panel."""
BAR, WIDEST, NAME, LETTER, AXIS = 0.155, 0.5, 0.3, 0.07, 0.5
"""Inches from bar to bar, at least and at most; of a name that lies, of a title's letter, of the
numbers beside an axis."""


@dataclass(frozen=True)
class Bar:
    """An estimate by least squares, its interval, and what the possible robot has."""

    name: str
    value: float
    low: float
    high: float
    possible: float


@dataclass(frozen=True)
class Group:
    """The bars of one panel."""

    what: str
    unit: str
    bars: tuple[Bar, ...]

    @property
    def title(self) -> str:
        """``rotors [kg m²]``."""
        return f"{self.what} [{self.unit.replace('^2', '²')}]"

    @property
    def width(self) -> float:
        """Inches that it needs: for its bars, and for its title."""
        return AXIS + max(BAR * len(self.bars), LETTER * len(self.title))


def draw_groups(groups: Sequence[Group], title: str, possible: str = "identified robot") -> Plot:
    """Panels of bars, small ones side by side."""
    rows = _arrange(groups)
    figure = empty_figure(WIDTH, HEIGHT * len(rows) + HEAD)
    grid = figure.add_gridspec(len(rows), 1)
    for k, row in enumerate(rows):
        widths = [group.width for group in row]
        inner = grid[k].subgridspec(1, len(row), width_ratios=widths)
        for j, group in enumerate(row):
            room = (WIDTH / sum(widths)) * (widths[j] - AXIS)
            _draw_group(figure.add_subplot(inner[j]), group, room)
    marks = [
        patch_mark("least squares, 95 % interval", INK["least squares"], alpha=0.45),
        line_mark(possible, INK["identified"], linestyle="", marker="D", markersize=4),
    ]
    put_legend(figure, marks, title)
    return Plot(figure)


def _arrange(groups: Sequence[Group]) -> list[list[Group]]:
    """Small groups side by side."""
    rows: list[list[Group]] = []
    for group in groups:
        if rows and sum(g.width for g in [*rows[-1], group]) <= WIDTH:
            rows[-1].append(group)
        else:
            rows.append([group])
    return rows


def _draw_group(axes: Axes, group: Group, room: float) -> None:
    bars = group.bars
    x = np.arange(len(bars))
    value, low, high, possible = np.array([(b.value, b.low, b.high, b.possible) for b in bars]).T
    linear = _linear_up_to(np.abs([value, low, high]).max(axis=0), high - low, possible)
    if linear:
        axes.set_yscale("symlog", linthresh=linear, linscale=0.7)
    axes.bar(x, value, 0.7, color=INK["least squares"], alpha=0.45, linewidth=0)
    ends = np.maximum([value - low, high - value], 0.0)
    axes.errorbar(
        x, value, ends, fmt="none", ecolor=INK["least squares"], elinewidth=1.2, capsize=2
    )
    axes.plot(x, possible, "D", color=INK["identified"], markersize=3.2)
    axes.axhline(0.0, color=TEXT, linewidth=0.6)
    names = [write_symbol(b.name) for b in bars]
    axes.set_xticks(x, names, rotation=0 if room > NAME * len(bars) else 90, fontsize=9)
    spare = max(0.0, room / WIDEST - len(bars)) / 2
    axes.set_xlim(-0.6 - spare, len(bars) - 0.4 + spare)
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.1)
    entitle(axes, group.title)


def _linear_up_to(sizes: Array, spans: Array, possible: Array) -> float:
    """The number from which on a logarithmic scale is of use; 0 where a plain one shows all."""
    largest = float(max(sizes.max(), np.abs(possible).max()))
    if largest <= SPREAD * float(np.quantile(sizes, SMALL)):
        return 0.0
    usual = max(float(np.median(spans)) / 4, largest / 10.0**DECADES)
    return float(10.0 ** np.ceil(np.log10(usual)))
