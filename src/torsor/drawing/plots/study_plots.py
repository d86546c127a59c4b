"""The plots of a study: Pareto front, effects, interactions, sensitivity, the best design."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.plot import Plot
from torsor.drawing.plots.studied.best_design import draw_best, draw_forces, draw_reactions
from torsor.drawing.plots.studied.effects import draw_effects
from torsor.drawing.plots.studied.front import draw_front
from torsor.drawing.plots.studied.interactions import draw_interactions
from torsor.drawing.plots.studied.sensitivity import draw_influence, draw_sensitivity
from torsor.studies.studying import StudyResult


def study_plots(found: StudyResult) -> dict[str, Plot | Drawing]:
    """Every plot of a study that there is something to show in, by name."""
    return {name: draw() for name, draw in list_plots(found).items()}


def list_plots(found: StudyResult) -> dict[str, Callable[[], Plot | Drawing]]:
    """The same, none of them drawn yet."""
    overview = found.look_over()
    made: dict[str, Callable[[], Plot | Drawing]] = {}
    if found.front is not None and len(found.front):
        made["front"] = partial(draw_front, found, found.front)
    goals = [g for g in overview.goals if found.summary.columns[g.column].count]
    if found.sensitivity is not None and found.sensitivity.columns:
        made["sensitivity"] = partial(draw_sensitivity, found, found.sensitivity)
    elif len(overview.axes) > 1 and goals:
        made["influence"] = partial(draw_influence, found)
    for goal in goals:
        if overview.axes:
            made[f"effects-{goal.column}"] = partial(draw_effects, found, goal)
    for goal in goals:
        if any(column == goal.column for column, _, _ in overview.pairs):
            made[f"interactions-{goal.column}"] = partial(draw_interactions, found, goal)
    for goal in goals[:1]:
        if goal.column in found.summary.best:
            made["best"] = partial(draw_best, found, goal)
            if found.described.structures[0].cycle is not None:
                made |= {"forces": partial(draw_forces, found, goal),
                         "reactions": partial(draw_reactions, found, goal)}  # fmt: skip
    return made
