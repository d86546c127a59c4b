"""Plots over time from plain arrays, ready to print."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike, Indices
from torsor.arguments import validate_call
from torsor.drawing.plots.plot import (
    WIDTH,
    Plot,
    column,
    draw_in_style,
    empty_figure,
    head,
    label,
    symbol,
    with_unit,
)
from torsor.drawing.plots.style import COLOURS, QUIET
from torsor.errors import ArgumentValueError
from torsor.motion.results import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Panel = tuple[str, str, Mapping[str, ArrayLike]]
"""Quantity, unit, and rows of numbers by name."""

COORDINATE = re.compile(r"(?:d|dd)?(?:q|tau|P)_?([0-9]{1,3})")

Dash = str | tuple[int, tuple[float, ...]]
DASHES: tuple[Dash, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)))
STRETCHES = 1000
"""More points of a curve cannot be seen: of a longer one each stretch keeps its extremes."""
SINGLE = 3
"""Up to so many panels stand one above another; more stand in two columns."""
FLAT = 0.12
"""A curve that takes less of its panel's height than this is flattened by the others."""
LEAP, STEEP = 0.02, 6.0
"""A jump: a step of this part of a curve's height, and so many times as large as those beside."""
NOTHING = 1e-9
"""Numbers so small beside others of their kind are rounding."""
LETTER, HANDLE, LINE = 0.061, 0.4, 14.0
"""Inches of a legend's letter and of the rest of an entry; points of a row of them."""


def pick_extremes(row: Array, stretches: int = STRETCHES) -> Indices:
    """The places of a curve that can be seen: in each of many stretches the lowest and highest."""
    if len(row) <= 4 * stretches:
        return np.arange(len(row))
    edges: list[int] = np.linspace(0, len(row), stretches + 1).astype(int).tolist()
    found = {0, len(row) - 1}
    for a, b in pairwise(edges):
        found |= {a + int(row[a:b].argmin()), a + int(row[a:b].argmax())}
    return np.array(sorted(found))


def find_jumps(row: Array) -> Indices:
    """The places after which a curve leaps, while it hardly moves on both sides of the leap."""
    steps = np.abs(np.diff(row))
    if len(steps) < 3:
        return np.array([], int)
    beside = np.maximum(np.r_[0.0, steps[:-1]], np.r_[steps[1:], 0.0])
    far = steps > LEAP * float(np.ptp(row))
    found: Indices = np.flatnonzero(far & (steps > STEEP * beside))
    return found[(found > 0) & (found < len(steps) - 1)]


def with_gaps(times: Array, row: Array) -> tuple[Array, Array]:
    """What can be seen of a curve, with a gap in place of a stroke wherever it jumps."""
    jumps = find_jumps(row)
    drawn = np.union1d(pick_extremes(row), np.r_[jumps, jumps + 1]).astype(int)
    at = np.searchsorted(drawn, jumps) + 1
    return np.insert(times[drawn], at, times[jumps]), np.insert(row[drawn], at, np.nan)


def _span(times: Array) -> tuple[float, float]:
    """The times from edge to edge, with room for the end of a line."""
    first, last = times.min().item(), times.max().item()
    wide = last - first or 1.0
    return first, last + 0.008 * wide


def quantity_panels(result: Result, stem: str, what: str) -> list[Panel]:
    """The panels of a quantity of a motion (q, dq, tau, P): coordinates of a unit together.

    Where one would flatten the others each has its own; those that are zero throughout have none,
    unless all are.
    """
    names = [f"{stem}{k}" for k in range(1, result.n + 1)]
    still = set(find_zeros(result, stem))
    found: dict[str, dict[str, ArrayLike]] = {}
    for name in names:
        if name not in still or len(still) == len(names):
            found.setdefault(result.units[name], {})[name] = result.columns[name]
    if any(is_flattened(series) for series in found.values()):
        alone = [n for n in names if any(n in series for series in found.values())]
        return [("", result.units[n], {n: result.columns[n]}) for n in alone]
    return [(what, unit, series) for unit, series in found.items()]


def find_zeros(result: Result, stem: str) -> list[str]:
    """The columns of a quantity that are zero throughout, but for rounding."""
    sizes: dict[str, float] = {}
    for k in range(1, result.n + 1):
        name = f"{stem}{k}"
        sizes[name] = float(np.max(np.abs(result.columns[name]), initial=0.0))
    largest = max(sizes.values(), default=0.0)
    return [name for name, size in sizes.items() if size <= NOTHING * largest]


def is_flattened(series: Mapping[str, ArrayLike]) -> bool:
    """Whether a curve that moves hardly does so to the eye, beside the others."""
    rows = [np.asarray(row, float) for row in series.values()]
    if len(rows) < 2:
        return False
    height = max(float(row.max()) for row in rows) - min(float(row.min()) for row in rows)
    spans = [float(np.ptp(row)) for row in rows]
    return any(NOTHING * height < span < FLAT * height for span in spans)


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
def time_panels(
    t: ArrayLike,
    rows: Sequence[Panel],
    title: str = "",
    note: str = "",
    moments: Sequence[float] = (),
) -> Plot:
    """Panels over the same time, each (quantity, unit, rows by name); more than three in columns.

    ``note`` stands below them; ``moments`` are marked in all of them by dotted lines.
    """
    times = column(t, "t")
    if not rows:
        raise ArgumentValueError("rows is empty; expected a panel at least")
    figure, axes = _grid(len(rows), bool(title), bool(note))
    wide = WIDTH / (1 if len(rows) <= SINGLE else 2) - 0.6
    looks = _looks(rows)
    for panel, (quantity, unit, series) in zip(axes, rows, strict=True):
        for moment in moments:
            panel.axvline(moment, color=QUIET, linestyle=":", linewidth=0.8)
        for name, values in series.items():
            row = column(values, name, len(times))
            colour, dash = looks[name]
            shown = with_gaps(times, row)
            panel.plot(*shown, color=colour, linestyle=dash, label=symbol(name))
        _show_constants(panel, series)
        panel.set_xlim(*_span(times))
        panel.locator_params(axis="y", nbins=5)
        alone = symbol(next(iter(series))) if len(series) == 1 and not quantity else quantity
        _name(panel, with_unit(alone, unit), list(series), wide)
    head(figure, title, note)
    return Plot(figure)


def _looks(rows: Sequence[Panel]) -> dict[str, tuple[str, Dash]]:
    """A colour and a dash for each name: of a coordinate the same in every plot.

    Curves that have a panel each need nothing to be told apart by.
    """
    if len(rows) > 1 and all(len(series) == 1 for _, _, series in rows):
        return {name: (COLOURS[0], DASHES[0]) for _, _, series in rows for name in series}
    names = dict.fromkeys(name for _, _, series in rows for name in series)
    looks = [(colour, dash) for dash in DASHES for colour in COLOURS]
    found = {}
    for place, name in enumerate(names):
        numbered = COORDINATE.fullmatch(name)
        found[name] = looks[(int(numbered[1]) - 1 if numbered else place) % len(looks)]
    return found


def _grid(count: int, titled: bool, noted: bool) -> tuple[Figure, list[Axes]]:
    """Panels with the time below the last of each column."""
    columns = 1 if count <= SINGLE else 2
    lines = -(-count // columns)
    height = 2.3 if count == 1 else 1.62 if columns == 1 else 1.25
    figure = empty_figure(WIDTH, height * lines + 0.3 + 0.3 * titled + 0.25 * noted)
    every = figure.subplots(lines, columns, sharex=True, squeeze=False).ravel().tolist()
    for axes in every[-columns:]:
        axes.set_xlabel("$t$ [s]")
    if count < len(every):
        _leave_axis(every[-1])
    shown: list[Axes] = every[:count]
    return figure, shown


def _leave_axis(axes: Axes) -> None:
    """Of an empty panel only the time is left, below the panel above it."""
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    axes.tick_params(axis="y", labelleft=False)
    axes.tick_params(axis="x", labelbottom=False, labeltop=True, pad=0)
    label(axes, "", "")


def _name(axes: Axes, text: str, names: Sequence[str], wide: float) -> None:
    """Above a panel what it shows, and beside that or below it what its curves are."""
    pad = 4.0
    if len(names) > 1:
        entries = [HANDLE + LETTER * min(len(n), 2 if symbol(n) != n else len(n)) for n in names]
        room = wide - LETTER * len(text) - 0.3
        fits = sum(entries) <= room
        columns = len(names) if fits else max(1, int(wide / max(entries)))
        axes.legend(
            loc="lower right" if fits else "lower left",
            bbox_to_anchor=(1.0 if fits else 0.0, 1.0),
            ncols=columns,
        )
        if not fits and text:
            pad += LINE * -(-len(names) // columns)
    axes.set_title(text, pad=pad, parse_math=not _is_foreign(text))


def _is_foreign(text: str) -> bool:
    """Whether a text may be anyone's, and no mark of ours."""
    return not text.startswith("$")


def _show_constants(axes: Axes, series: Mapping[str, ArrayLike]) -> None:
    """Room around numbers that do not change, so that rounding is not drawn large."""
    rows = [np.asarray(row, float) for row in series.values()]
    if not rows:
        return
    low, high = min(float(r.min()) for r in rows), max(float(r.max()) for r in rows)
    size = max(abs(low), abs(high))
    if high - low <= NOTHING * size or not size:
        middle, half = (low + high) / 2, 0.5 * size or 1.0
        axes.set_ylim(middle - half, middle + half)
