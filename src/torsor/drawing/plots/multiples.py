"""Panels in a grid with one legend above them: small multiples."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from torsor.drawing.plots.plot import WIDTH, empty_figure

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEAD = 0.75
"""Inches for the legend above the panels and the label below them."""


def make_grid(
    count: int, columns: int, height: float, square: bool = False
) -> tuple[Figure, list[Axes]]:
    """Small multiples, row by row; ``height`` is that of a panel in inches."""
    columns = min(columns, count)
    rows = ceil(count / columns)
    wide = height * columns if square else WIDTH
    figure = empty_figure(min(WIDTH, wide), height * rows + HEAD)
    every = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for axes in every[count:]:
        axes.set_visible(False)
    return figure, every[:count]


def put_legend(figure: Figure, marks: Sequence[Artist], title: str = "", columns: int = 4) -> None:
    """One legend above all panels, and over it the figure's title, as it stands."""
    legend = figure.legend(
        handles=list(marks), loc="outside upper left", ncols=min(columns, len(marks)),
        title=title, title_fontsize=12, alignment="left",
    )  # fmt: skip
    legend.get_title().set_parse_math(False)


def line_mark(name: str, colour: str, **look: Any) -> Artist:
    """A line of the legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], color=colour, label=name, **look)


def patch_mark(name: str, colour: str, **look: Any) -> Artist:
    """A patch of the legend."""
    from matplotlib.patches import Patch

    return Patch(facecolor=colour, label=name, **look)
