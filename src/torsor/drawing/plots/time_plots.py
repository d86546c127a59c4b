"""Plots over time from plain arrays, ready to print, and what all plots share."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import cycle, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike, Indices
from torsor.arguments import given, validate_call
from torsor.drawing.drawing import SUFFIXES, Suffix, require_suffix
from torsor.drawing.picture_size import Resolution
from torsor.errors import ArgumentValueError, ArrayError, MissingExtraError
from torsor.files import write_file
from torsor.motion.results import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")
Panel = tuple[str, str, Mapping[str, ArrayLike]]
"""Quantity, unit, and rows of numbers by name."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours that all eyes tell apart (Okabe and Ito)."""

Dash = str | tuple[int, tuple[float, ...]]
DASHES: tuple[Dash, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)))
WIDTH = 6.3
STRETCHES = 1000
"""More points of a curve cannot be seen: of a longer one each stretch keeps its extremes."""

STYLE: dict[Any, object] = {
    "font.family": "serif",
    "font.serif": ["STIXGeneral"],
    "mathtext.fontset": "stix",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.3,
    "svg.hashsalt": "torsor",
    "svg.fonttype": "path",
}
DATELESS: dict[str, dict[str, None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
}


@dataclass(frozen=True)
class Plot:
    """A finished plot: shown in notebooks, saved as SVG, PNG or PDF."""

    figure: Figure

    @validate_call
    def content(self, suffix: Suffix, dots_per_inch: Resolution = 160) -> bytes:
        """The plot as the bytes of an .svg, .png or .pdf file."""
        require_suffix("a plot", suffix, SUFFIXES)
        from matplotlib import rc_context

        made = io.BytesIO()
        kind = suffix[1:]
        with rc_context(STYLE), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")  # a box is drawn in its place
            self.figure.savefig(
                made, format=kind, dpi=dots_per_inch, bbox_inches="tight", metadata=DATELESS[kind]
            )
        return made.getvalue()

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, whole or not at all; its name tells the format."""
        path = Path(path)
        write_file(path, self.content(path.suffix.lower()))

    def _repr_svg_(self) -> str:
        return self.content(".svg").decode()


def import_matplotlib() -> None:
    """Have Matplotlib, or the sentence that says how to get it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("plots need matplotlib: pip install 'torsor[motion]'") from None


def draw_in_style(plotted: Callable[P, Plot]) -> Callable[P, Plot]:
    """A plot made in our style; matplotlib is asked for only here."""

    @wraps(plotted)
    def make(*args: P.args, **options: P.kwargs) -> Plot:
        import_matplotlib()
        from matplotlib import rc_context

        with rc_context(STYLE):
            return plotted(*args, **options)

    return make


def panels(count: int, height: float, square: bool = False) -> tuple[Figure, list[Axes]]:
    """An empty figure with panels one above another."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    wide = WIDTH * (0.8 if square else 1.0)
    figure = Figure(figsize=(wide, height * count), layout="constrained")
    FigureCanvasAgg(figure)
    axes: list[Axes] = figure.subplots(count, 1, sharex=not square, squeeze=False)[:, 0].tolist()
    return figure, axes


def symbol(name: str) -> str:
    """``dq1`` as a mark with dot and index; any other text as it stands, never as TeX."""
    match = re.fullmatch(r"(dd|d|)(q|tau|[A-Za-z])_?([0-9]{1,3})", name)
    if not match:
        return name.replace("\\", "\\\\").replace("$", r"\$") if "$" in name else name
    dots, letter, index = match.groups()
    letter = r"\tau" if letter == "tau" else letter
    marked = {"": letter, "d": rf"\dot{{{letter}}}", "dd": rf"\ddot{{{letter}}}"}[dots]
    return f"${marked}_{{{index}}}$"


def array(values: ArrayLike, name: str) -> Array:
    """Whatever NumPy can read as numbers."""
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        raise ArrayError(f"{name}: expected numbers, got {given(values)}") from None


def column(values: ArrayLike, name: str, length: int | None = None) -> Array:
    """A row of finite numbers, as long as it must be."""
    row = array(values, name)
    if row.ndim != 1 or not len(row):
        raise ArrayError(f"{name}: expected a row of numbers, got the shape {row.shape}")
    if length is not None and len(row) != length:
        raise ArrayError(f"{name} has {len(row)} entries, expected {length}")
    if not np.all(np.isfinite(row)):
        raise ArrayError(f"{name}: entry {int(np.argmin(np.isfinite(row)))} is not finite")
    return row


def pick_extremes(row: Array, stretches: int = STRETCHES) -> Indices:
    """The places of a curve that can be seen: in each of many stretches the lowest and highest."""
    if len(row) <= 4 * stretches:
        return np.arange(len(row))
    edges: list[int] = np.linspace(0, len(row), stretches + 1).astype(int).tolist()
    found = {0, len(row) - 1}
    for a, b in pairwise(edges):
        found |= {a + int(row[a:b].argmin()), a + int(row[a:b].argmax())}
    return np.array(sorted(found))


def label(axes: Axes, x: str, y: str) -> None:
    """Names of the axes, as they stand."""
    axes.set_xlabel(x, parse_math=False)
    axes.set_ylabel(y, parse_math=False)


def with_unit(what: str, unit: str) -> str:
    """``torque [N·m]``."""
    return f"{what} [{unit}]" if what and unit else what or (f"[{unit}]" if unit else "")


def legend(axes: Axes, count: int) -> None:
    """The legend beside the axes, if there is anything to tell apart."""
    if count:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02), handlelength=1.8)


def quantity_panels(result: Result, stem: str, what: str) -> list[Panel]:
    """The panels of a quantity of a motion (q, dq, tau, P), one for each unit that it has."""
    found: dict[str, dict[str, ArrayLike]] = {}
    for k in range(1, result.n + 1):
        name = f"{stem}{k}"
        found.setdefault(result.units[name], {})[name] = result.columns[name]
    return [(what, unit, series) for unit, series in found.items()]


@validate_call
@draw_in_style
def time_plot(
    t: ArrayLike,
    series: Mapping[str, ArrayLike],
    unit: str = "",
    title: str = "",
    quantity: str = "",
) -> Plot:
    """Rows of numbers over time in one panel: ``{"q1": [...], "q2": [...]}``."""
    return time_panels(t, [(quantity, unit, series)], title)


@validate_call
@draw_in_style
def time_panels(t: ArrayLike, rows: Sequence[Panel], title: str = "") -> Plot:
    """Panels one above another over the same time, each (quantity, unit, rows by name)."""
    times = column(t, "t")
    if not rows:
        raise ArgumentValueError("rows is empty; expected a panel at least")
    figure, axes = panels(len(rows), 2.5 if len(rows) == 1 else 1.75)
    for panel, (quantity, unit, series) in zip(axes, rows, strict=True):
        looks = zip(cycle(COLOURS), (d for d in DASHES for _ in COLOURS), strict=False)
        for (name, values), (colour, dash) in zip(series.items(), cycle(looks), strict=False):
            row = column(values, name, len(times))
            drawn = pick_extremes(row)
            panel.plot(times[drawn], row[drawn], color=colour, linestyle=dash, label=symbol(name))
        panel.margins(x=0)
        label(panel, "", with_unit(quantity, unit))
        legend(panel, len(series))
    label(axes[-1], "t [s]", axes[-1].get_ylabel())
    if title:
        figure.suptitle(title, parse_math=False)
    return Plot(figure)
