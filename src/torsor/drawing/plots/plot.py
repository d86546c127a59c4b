"""A finished plot, and what making one takes: our style, an empty figure, names on its axes."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.arguments import given, validate_call
from torsor.drawing.drawing import SUFFIXES, Suffix, require_suffix
from torsor.drawing.picture_size import Resolution
from torsor.drawing.plots.style import QUIET, STYLE, follow_reader
from torsor.errors import ArrayError, MissingExtraError
from torsor.files import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")
WIDTH = 6.3
"""Inches: as wide as the text of a page, so that a plot's letters are as large as they say."""
LONGEST = 72
"""Letters of a title that are shown."""
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
        """The plot as the bytes of an .svg, .png or .pdf file; an SVG has dark colours too."""
        require_suffix("a plot", suffix, SUFFIXES)
        from matplotlib import rc_context

        made = io.BytesIO()
        kind = suffix[1:]
        with rc_context(STYLE), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")  # a box is drawn in its place
            self.figure.savefig(made, format=kind, dpi=dots_per_inch, metadata=DATELESS[kind])
        return (
            made.getvalue() if kind != "svg" else follow_reader(made.getvalue().decode()).encode()
        )

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


def empty_figure(width: float, height: float) -> Figure:
    """A figure without a window, in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def panels(count: int, height: float) -> tuple[Figure, list[Axes]]:
    """An empty figure with panels one above another."""
    figure = empty_figure(WIDTH, height * count)
    axes: list[Axes] = figure.subplots(count, 1, sharex=True, squeeze=False)[:, 0].tolist()
    return figure, axes


def entitle(axes: Axes, text: str) -> None:
    """A small title at the left, above the panel: its quantity and unit."""
    axes.set_title(text)


def head(figure: Figure, title: str, note: str = "") -> None:
    """The figure's title as it stands, at the left, and a remark below everything."""
    if title:
        shown = title if len(title) <= LONGEST else f"{title[: LONGEST - 1]}…"
        figure.suptitle(shown, x=0.012, ha="left", fontsize=12, parse_math=False)
    if note:
        figure.supxlabel(note, x=0.012, ha="left", fontsize=9, color=QUIET)


def symbol(name: str) -> str:
    """``dq1`` as a mark with dot and index; any other text as it stands, never as TeX."""
    match = re.fullmatch(r"(dd|d|)(q|tau|[A-Za-z])_?([0-9]{1,3})", name)
    if not match:
        return name.replace("\\", "\\\\").replace("$", r"\$") if "$" in name else name
    dots, letter, index = match.groups()
    letter = r"\tau" if letter == "tau" else letter
    marked = {"": letter, "d": rf"\dot{{{letter}}}", "dd": rf"\ddot{{{letter}}}"}[dots]
    return f"${marked}_{{{index}}}$"


def label(axes: Axes, x: str, y: str) -> None:
    """Names of the axes, as they stand."""
    axes.set_xlabel(x, parse_math=False)
    axes.set_ylabel(y, parse_math=False)


def with_unit(what: str, unit: str) -> str:
    """``torque [N m]``."""
    return f"{what} [{unit}]" if what and unit else what or (f"[{unit}]" if unit else "")


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
