"""The best design: its scheme beside the first one's, and what its joints bear along the cycle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.multiples import line_mark, make_grid, put_legend
from torsor.drawing.plots.plot import Plot, draw_in_style
from torsor.drawing.plots.style import COLOURS
from torsor.drawing.plots.time_plots import Panel, pick_extremes, time_panels
from torsor.drawing.schematic.side_by_side import Compared, draw_side_by_side
from torsor.motion.units import find_sliding
from torsor.robot.symbols import parameters
from torsor.studies.one_design import Design, design_of
from torsor.studies.overview.overview import Goal
from torsor.studies.studying import StudyResult

MOST_LINES = 6
"""Of a caption."""
FORCE, MOMENT = 0, 3
BORNE = (
    ("force along the axis", "N", FORCE, True),
    ("force across the axis", "N", FORCE, False),
    ("moment about the axis", "N m", MOMENT, True),
    ("moment across the axis", "N m", MOMENT, False),
)  # fmt: skip


def draw_best(found: StudyResult, goal: Goal) -> Drawing:
    """The first design that did not fail and the best feasible one, to one scale."""
    first, best = found.look_over().first, found.summary.best[goal.column]
    assert first is not None  # where there is a best one
    title = f"The first design and the best, with the {goal.word} {goal.column}"
    compared = [
        _compared(found, first, f"design {first['design']}, the first"),
        _compared(found, best, f"design {best['design']}, {goal.word} {goal.column}"),
    ]
    return draw_side_by_side(compared, title)


def _compared(found: StudyResult, row: Mapping[str, Any], head: str) -> Compared:
    """A design ready to be drawn, its factors beneath it."""
    design = design_of(found.described, row)
    robot = design.structure.robot
    known = parameters(robot)
    factors = [factor.name for factor in found.described.sampling.factors]
    lines = [f"{name} = {_print(row[name])}" for name in factors]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"and {len(lines) - MOST_LINES + 1} more"]
    values = {name: value for name, value in design.values.items() if name in known}
    return Compared(robot, values, (head, *lines))


def _print(value: object) -> str:
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 32 else f"{text[:31]}…"


@draw_in_style
def draw_reactions(found: StudyResult, goal: Goal) -> Plot:
    """What the joints of the best design bear along the cycle, along each axis and across it."""
    design = _best(found, goal)
    vectors = design.block.reactions[:, 0]
    axes = design.block.axes
    moving = np.flatnonzero(axes.any(axis=1)).tolist()
    t = design.times
    figure, panels = make_grid(len(BORNE), 2, 1.7)
    for panel, (what, unit, first, along) in zip(panels, BORNE, strict=True):
        part: Array = vectors[..., first : first + 3]
        sizes: Array = np.einsum("sji,ji->sj", part, axes)
        if not along:
            sizes = np.linalg.norm(part - sizes[..., None] * axes, axis=-1)
        for k in moving:
            drawn = pick_extremes(sizes[:, k])
            panel.plot(t[drawn], sizes[drawn, k], color=_colour(k))
        panel.margins(x=0)
        panel.locator_params(axis="y", nbins=5)
        panel.set_title(f"{what} [{unit}]")
    for panel in panels[-2:]:
        panel.set_xlabel("t [s]")
    marks = [line_mark(f"joint {k + 1}", _colour(k)) for k in moving]
    put_legend(figure, marks, _title(found, goal, "joint reactions"), columns=6)
    return Plot(figure)


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


@draw_in_style
def draw_forces(found: StudyResult, goal: Goal) -> Plot:
    """The driving forces of the best design along the cycle."""
    design = _best(found, goal)
    tau = design.block.tau[:, 0]
    slides = find_sliding(design.structure.arm().robot)
    panels: dict[str, dict[str, Array]] = {}
    for k, sliding in enumerate(slides, 1):
        panels.setdefault("N" if sliding else "N m", {})[f"tau{k}"] = tau[:, k - 1]
    rows: list[Panel] = [("driving force", unit, series) for unit, series in panels.items()]
    return time_panels(design.times, rows, _title(found, goal, "driving forces"))


def _best(found: StudyResult, goal: Goal) -> Design:
    return design_of(found.described, found.summary.best[goal.column])


def _title(found: StudyResult, goal: Goal, what: str) -> str:
    row = found.summary.best[goal.column]
    return f"Design {row['design']}, {goal.word} {goal.column}: {what}"
