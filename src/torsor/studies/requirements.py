"""Constraints and objectives: bounds of columns, and what is to be small or large."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torsor.errors import UnknownNameError, shown, suggestion
from torsor.formats.fields import at, known_keys, rows_of
from torsor.motion.quantities import choice, quantity
from torsor.studies.errors import StudyError
from torsor.studies.measures.metrics import Metric

Bound = dict[str, str | float | None]
"""A column with its ``min`` and ``max``."""


def read_constraints(
    value: object, metrics: Sequence[Metric], columns: Mapping[str, str]
) -> list[Bound]:
    """``[[constraint]]`` tables; a metric's name stands for all of its columns."""
    bounds: dict[str, list[float | None]] = {}
    for k, row in enumerate(rows_of(value) or ([value] if value else []), 1):
        place = f"constraint {k}"
        given = known_keys(place, row, ("metric", "min", "max"))
        if "min" not in given and "max" not in given:
            raise StudyError(f"{place}: expected 'min', 'max' or both")
        for column in at(place, lambda n: find_columns(n, metrics, columns), given.get("metric")):
            found = bounds.setdefault(column, [None, None])
            for side, (key, tighter) in enumerate((("min", max), ("max", min))):
                if key in given:
                    number = at(f"{place}, {key}", quantity, given[key])
                    old = found[side]
                    found[side] = number if old is None else tighter(old, number)
            low, high = found
            if low is not None and high is not None and low > high:
                raise StudyError(
                    f"{place}: no design has {column} from {low:g} on and up to {high:g}"
                )
    return [{"column": c, "min": low, "max": high} for c, (low, high) in bounds.items()]


def read_objectives(
    value: object, metrics: Sequence[Metric], columns: Mapping[str, str]
) -> list[dict[str, str]]:
    """``[[objective]]`` tables, each of one column."""
    found: list[dict[str, str]] = []
    for k, row in enumerate(rows_of(value) or ([value] if value else []), 1):
        place = f"objective {k}"
        given = known_keys(place, row, ("metric", "goal"))
        goal = at(f"{place}, goal", lambda v: choice(v, ("min", "max")), given.get("goal", "min"))
        named = at(place, lambda n: find_columns(n, metrics, columns), given.get("metric"))
        if len(named) > 1:
            raise StudyError(
                f"{place}: {given.get('metric')} has {len(named)} columns; "
                f"expected one of {', '.join(named)}"
            )
        if named[0] in [one["column"] for one in found]:
            raise StudyError(f"{place}: {named[0]} is an objective already")
        found.append({"column": named[0], "goal": goal})
    return found


def find_columns(name: object, metrics: Sequence[Metric], columns: Mapping[str, str]) -> list[str]:
    """The columns that a name stands for."""
    if not isinstance(name, str):
        raise StudyError("expected a 'metric', one that is measured")
    if name in columns:
        return [name]
    if name in [metric.name for metric in metrics]:
        found = [c for c in columns if c.rstrip("0123456789") == name]
        if found:
            return found
    known = [*columns, *(metric.name for metric in metrics)]
    hint = suggestion(name, known) or f"; measured are {', '.join(columns)}"
    raise UnknownNameError(f"the metric {shown(name)} is not measured{hint}")
