"""The best designs: by each objective among those that were sampled, and what a search found."""

from __future__ import annotations

from torsor.document.blocks import Block, Code, Paragraph, Table, Text
from torsor.document.sheets.rows import print_cell
from torsor.reporting.sections.studied.designs import MOST
from torsor.studies.findings.front import goals_of
from torsor.studies.search.optimum import Optimum
from torsor.studies.studying import StudyResult
from torsor.studies.summary import Cell
from torsor.studies.words import cut, factor_unit, tell_goal, tell_optimum

MOST_GOALS = 4


def best_blocks(found: StudyResult) -> list[Block]:
    """A column for each objective: its design, what it measures, its factors."""
    goals = goals_of(found.described)
    if not goals:
        told = "The study names no objective, so that no design is the best."
        return [Paragraph((told,))]
    known = {name: goal for name, goal in goals.items() if name in found.summary.best}
    if not known:
        return [Paragraph(("No design keeps the constraints.",))]
    return [_table(found, dict(list(known.items())[:MOST_GOALS])), *map(_optimum, found.optima)]


def _table(found: StudyResult, goals: dict[str, str]) -> Table:
    best = [found.summary.best[name] for name in goals]
    first = found.look_over().first or {}
    heads: list[Text] = [("",), ("",), ("first design",)]
    heads += [(f"{tell_goal(goal)} {name}",) for name, goal in goals.items()]
    factors = [factor.name for factor in found.described.sampling.factors][:MOST]
    units = dict(found.described.columns)
    units |= {name: factor_unit(found.described, name) for name in factors}
    rows: list[tuple[Text, ...]] = []
    for name in ("design", *goals, *factors):
        label: Text = (name,) if name == "design" else (Code(name),)
        cells = [(_cell(row.get(name)),) for row in (first, *best)]
        rows.append((label, (units.get(name, ""),), *cells))
    share = 0.6 / (len(goals) + 1)
    return Table(
        "The best designs that were sampled, beside the first",
        tuple(heads), tuple(rows), (0.28, 0.12, *(share for _ in range(len(goals) + 1))),
        frozenset(range(2, len(goals) + 3)),
    )  # fmt: skip


def _cell(value: Cell) -> str:
    return cut(print_cell(value), 24)


def _optimum(found: Optimum) -> Paragraph:
    """What a search between the designs found, and which bounds hold it."""
    first, *others = (line.strip() for line in tell_optimum(found))
    return Paragraph((f"{first[:1].upper()}{first[1:]}: {'; '.join(others)}.",))
