"""What the plots of an identification share: colours of models, grids of joints, logs in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.drawing.plots.plot import symbol
from torsor.drawing.plots.style import COLOURS, GREYS
from torsor.drawing.plots.time_plots import pick_extremes
from torsor.identification.outcome.identification import Identification
from torsor.identification.outcome.prediction import Prediction
from torsor.robot.meanings import unit_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = {
    "measured": GREYS[0],
    "identified": COLOURS[0],
    "least squares": COLOURS[1],
    "before": COLOURS[2],
}
"""The colour of each model, in every plot."""
REST = GREYS[2]
"""Behind rows that are not judged."""
STRETCHES = 350
"""Of a curve in a small panel each of so many stretches keeps its extremes."""
GAP = 10.0
"""Rows further apart than so many steps are not joined by a line."""
LONGEST = 60
"""Letters of a log's name that are shown."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A log as it is drawn."""

    name: str
    held_out: bool
    rows: Prediction

    @property
    def title(self) -> str:
        """``runC.csv.gz, held out``."""
        return f"{self.name}, {'held out' if self.held_out else 'fitted'}"


def list_logs(found: Identification) -> list[Shown]:
    """Every log, those that were held out first."""
    held = [Shown(_name(p.file), True, p) for p in found.held_out]
    return [*held, *(Shown(_name(p.file), False, p) for p in found.predictions)]


def _name(file: str) -> str:
    name = PurePath(file).name or file
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def count_joints(found: Identification) -> int:
    """How many coordinates there are."""
    return len(found.train["identified"].per_joint)


def write_symbol(name: str) -> str:
    """``Lzz1`` as a letter with an index."""
    return rf"${name[0]}_{{{name[1:]}}}$"


def name_force(found: Identification, joint: int) -> str:
    """``τ₁ [N m]``, of a joint counted from 0."""
    name = f"tau{joint + 1}"
    return f"{symbol(name)} [{unit_of(found.robot, name)}]"


def draw_over_time(axes: Axes, t: Array, row: Array, colour: str, **look: Any) -> None:
    """A curve over time with its extremes, interrupted where the log has a gap."""
    steps = np.diff(t)
    breaks = np.flatnonzero(steps > GAP * np.median(steps)) + 1 if len(steps) else np.zeros(0, int)
    edges = [0, *breaks.tolist(), len(t)]
    for first, end in pairwise(edges):
        piece = row[first:end]
        drawn = first + pick_extremes(piece, STRETCHES)
        axes.plot(t[drawn], row[drawn], color=colour, **look)


def shade_rest(axes: Axes, t: Array, judged: Mask) -> None:
    """Grey behind the rows of a joint that are not judged."""
    spans = [(t[a], t[b - 1] - t[a]) for a, b in find_runs(~judged)]
    if spans:
        axes.broken_barh(
            spans, (0.0, 1.0), transform=axes.get_xaxis_transform(), color=REST, linewidth=0,
            zorder=0.5,
        )  # fmt: skip


def find_runs(mask: Mask) -> Iterator[tuple[int, int]]:
    """The stretches of a mask that are true, each from its first row to behind its last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def pick_evenly(count: int, most: int) -> Array:
    """So many places of a row at most, evenly apart."""
    found: Array = np.unique(np.linspace(0, count - 1, min(count, most)).astype(int))
    return found
