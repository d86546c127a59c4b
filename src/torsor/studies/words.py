"""A study told in words and aligned columns: what was found, what failed and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torsor.robot.meanings import UNKNOWN, meaning_of
from torsor.studies.designs.factors import DURATION
from torsor.studies.findings.front import goals_of
from torsor.studies.findings.sensitivity import Sensitivity
from torsor.studies.search.optimum import Optimum
from torsor.studies.study_file import Study
from torsor.studies.summary import Bound, Cell, Summary, list_bounds

if TYPE_CHECKING:
    from torsor.studies.studying import StudyResult

MOST = 14
"""Factors that are listed of the best designs."""
MOST_BEST = 4
NUMBER = 12
SIGNS = {"min": "≥", "max": "≤"}


def describe(found: StudyResult) -> str:
    """The summary for a terminal or a notebook."""
    study, summary = found.described, found.summary
    lines = [study.title or "study", f"  {tell_count(study, summary)}"]
    if summary.failed:
        lines += ["", "  failed"]
        lines += [f"    {count:>9,}  {why}" for why, count in summary.reasons.most_common(5)]
    bounds = list_bounds(study)
    if bounds:
        names = [tell_bound(bound) for bound in bounds]
        wide = max(len(name) for name in names)
        lines += ["", f"  {'constraint':<{wide}}{'broken by':>{NUMBER}}"]
        for bound, name in zip(bounds, names, strict=True):
            lines.append(f"  {name:<{wide}}{summary.broken.get(bound.name, 0):>{NUMBER},}")
    lines += ["", *_columns(summary), *_best(study, summary)]
    for optimum in found.optima:
        lines += ["", *(f"  {line}" for line in tell_optimum(optimum))]
    if found.front is not None and len(found.front):
        told = " and ".join(f"{tell_goal(goal)} {name}" for name, goal in found.front.goals.items())
        lines += ["", f"  front of {told}: {len(found.front):,} designs"]
    if found.sensitivity is not None:
        lines += ["", *_sensitivity(found.sensitivity, [*goals_of(study)])]
    lines += [f"  beware: {note}" for note in found.notes]
    return "\n".join(lines)


def tell_optimum(found: Optimum) -> list[str]:
    """What a search found between the designs, and what it leans on."""
    value = f"{print_cell(found.value)} {found.unit}".rstrip()
    better = ""
    if found.gain is not None:
        better = f", {print_cell(found.gain)} better than the best design above"
    head = f"found between them: {tell_goal(found.goal)} {found.column}: {value}{better}"
    design = ", ".join(f"{name} = {print_cell(cell)}" for name, cell in found.design.items())
    lines = [head, f"  {design}"]
    if not found.feasible:
        lines[0] = f"{tell_goal(found.goal)} {found.column}: no design keeps the constraints"
    for one in found.active:
        price = ""
        if one.price is not None and one.bound:
            gain = f"{one.price * abs(one.bound) / 100:.4g} {found.unit}".rstrip()
            price = f"; 1 % {'less' if one.side == 'min' else 'more'} gains {gain}"
        lines.append(f"  held by {one.name} {SIGNS[one.side]} {one.bound:g}{price}")
    gradients = {"exact": "exact gradients", "mixed": "exact gradients and differences",
                 "differences": "gradients by differences"}[found.gradient]  # fmt: skip
    return [*lines, f"  by {found.method}, with {gradients}; {found.evaluations:,} designs"]


def _sensitivity(found: Sensitivity, goals: Sequence[str]) -> list[str]:
    """Of each objective, how much of its variance each factor explains, alone and with others."""
    shown = [name for name in goals if name in found.columns] or list(found.columns)
    shown = shown[:MOST_BEST]
    title = "share of variance"
    first = max(len(name) for name in (*found.factors, title)) + 2
    wide = [max(NUMBER + 4, len(name) + 2) for name in shown]
    lines = [f"  {title:<{first}}" + "".join(f"{n:>{w}}" for n, w in zip(shown, wide, strict=True))]
    for k, factor in enumerate(found.factors[:MOST]):
        cells = ""
        for name, w in zip(shown, wide, strict=True):
            indices = found.columns[name]
            cell = f"{indices.first[k]:.2f} ({indices.total[k]:.2f})"
            cells += f"{cell:>{w}}"
        lines.append(f"  {factor:<{first}}{cells}")
    return [*lines, "  Sobol' indices: of the factor alone (with all others)"]


def tell_count(study: Study, summary: Summary) -> str:
    """How many designs, of how many factors, how they were chosen, and how they fared."""
    factors = len(study.sampling.factors)
    text = f"{summary.designs:,} designs, {factors} factor{'s' * (factors != 1)}"
    text += f" ({study.sampling.kind})"
    if study.data["constraints"]:
        text += f": {summary.feasible:,} keep the constraints"
    if summary.failed:
        text += f"{',' if study.data['constraints'] else ':'} {summary.failed:,} failed"
    return text


def tell_bound(bound: Bound) -> str:
    """``peak_tau1 ≤ 40 N m``."""
    return f"{bound.column} {SIGNS[bound.side]} {bound.value:g} {bound.unit}".rstrip()


def _columns(summary: Summary) -> list[str]:
    wide = max(len(name) for name in summary.columns) + 2
    heads = "".join(f"{head:>{NUMBER}}" for head in ("least", "mean", "greatest"))
    lines = [f"  {'of all designs':<{wide}}{heads}"]
    for name, column in summary.columns.items():
        numbers = "".join(f"{print_cell(column.data[k]):>{NUMBER}}" for k in ("min", "mean", "max"))
        lines.append(f"  {name:<{wide}}{numbers}  {column.unit}".rstrip())
    return lines


def _best(study: Study, summary: Summary) -> list[str]:
    """The best designs side by side: their numbers, the objectives and the factors."""
    goals = goals_of(study)
    heads = [f"{tell_goal(goal)} {column}" for column, goal in goals.items()]
    if any(column not in summary.best for column in goals):
        return ["", f"  {', '.join(heads)}: no design keeps the constraints"]
    shown = list(goals)[:MOST_BEST]
    if not shown:
        return []
    factors = [factor.name for factor in study.sampling.factors]
    rows = [("design", ""), *((name, summary.columns[name].unit) for name in shown)]
    rows += [(name, factor_unit(study, name)) for name in factors[:MOST]]
    named = [f"{name} [{unit}]" if unit else name for name, unit in rows]
    first = max(len(name) for name in (*named, "best design")) + 2
    wide = [max(NUMBER, len(head) + 2) for head in heads[:MOST_BEST]]
    pairs = zip(heads, wide, strict=False)
    lines = ["", f"  {'best design':<{first}}" + "".join(f"{h:>{w}}" for h, w in pairs)]
    for label, (name, _) in zip(named, rows, strict=True):
        cells = [cut(print_cell(summary.best[column][name]), 24) for column in shown]
        values = "".join(f"{cell:>{w}}" for cell, w in zip(cells, wide, strict=True))
        lines.append(f"  {label:<{first}}{values}")
    if len(factors) > MOST:
        lines.append(f"  and {len(factors) - MOST} further factors")
    return lines


def tell_goal(goal: str) -> str:
    """``greatest`` or ``least``."""
    return "greatest" if goal == "max" else "least"


def factor_unit(study: Study, name: str) -> str:
    """The unit of a factor that is a symbol of the robot; nothing of others."""
    if name == DURATION:
        return "s"
    meaning = meaning_of(study.structures[0].robot, name)
    return "" if meaning == UNKNOWN or meaning.unit in ("1", "SI") else meaning.unit


def print_cell(cell: Cell) -> str:
    """A number in five digits, a text as it is, a dash for nothing."""
    if isinstance(cell, float):
        return f"{cell:.5g}"
    return "–" if cell is None else str(cell)


def cut(text: str, longest: int) -> str:
    """A text as long as there is room."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
