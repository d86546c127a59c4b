"""Errors of each joint's driving force by each model, where it was held out and where fitted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.drawing.plots.identified.looks import INK, count_joints
from torsor.drawing.plots.multiples import patch_mark, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style, entitle, panels, symbol
from torsor.drawing.plots.style import EDGE
from torsor.identification.outcome.errors import Errors
from torsor.identification.outcome.identification import MODELS, Identification

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR = 0.06
"""How much wider bars may be with each group more."""
SPREAD = 25.0
"""Errors whose largest is so many times the least are shown by their logarithm."""


@draw_in_style
def draw_errors(found: Identification) -> Plot:
    """Groups of bars for each joint and for all of them, in per cent."""
    models = [name for name in reversed(MODELS) if name in found.train]
    parts = [("held out", found.validation)] if found.validation else []
    parts.append(("fitted", found.train))
    figure, axes = panels(len(parts), 1.7)
    every = [_numbers(errors[m]) for _, errors in parts for m in models]
    low, high = np.nanmin(every), np.nanmax(every)
    for panel, (what, errors) in zip(axes, parts, strict=True):
        _draw_part(panel, [(m, _numbers(errors[m])) for m in models], bool(high > SPREAD * low))
        entitle(panel, f"{what}: error over force, where joints move [%]")
    names = [symbol(f"q{k + 1}") for k in range(count_joints(found))]
    axes[-1].set_xticks(range(len(names) + 1), [*names, "all"])
    marks = [patch_mark(name, INK[name]) for name in models]
    put_legend(figure, marks, "Errors of the driving forces")
    return Plot(figure)


def _numbers(errors: Errors) -> list[float]:
    """Per cent of each joint and of all; NaN for a joint that does not move."""
    each = [np.nan if e is None else 100.0 * e for e in errors.per_joint]
    return [*each, 100.0 * errors.relative_error]


def _draw_part(axes: Axes, rows: list[tuple[str, list[float]]], logarithmic: bool) -> None:
    count = len(rows[0][1])
    width = min(0.8 / len(rows), BAR * count)
    if logarithmic:
        axes.set_yscale("log")
    for j, (name, numbers) in enumerate(rows):
        x = np.arange(count) + (j - (len(rows) - 1) / 2) * width
        axes.bar(x, numbers, width, color=INK[name], linewidth=0)
        for at, number in zip(x, numbers, strict=True):
            if np.isfinite(number):
                axes.annotate(
                    f"{number:.3g}" if number < 1000 else f"{number:.1e}", (at, number), (0, 2),
                    textcoords="offset points", ha="center", va="bottom", fontsize=6.5,
                    rotation=0 if count * len(rows) <= 14 else 90,
                )  # fmt: skip
    axes.axvline(count - 1.5, color=EDGE, linewidth=0.6)
    axes.set_xlim(-0.6, count - 0.4)
    axes.margins(y=0.25)
    axes.grid(visible=False, axis="x")
