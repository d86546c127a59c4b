"""The rows of a study as a sheet to sort and filter: the best, the front, some of all, failures."""

from __future__ import annotations

from torsor.document.sheets.sheet import Cell, Sheet, SheetColumn
from torsor.studies.measures.metrics import METRICS
from torsor.studies.overview.row_choice import STANDING
from torsor.studies.parts import PARTS
from torsor.studies.studying import StudyResult
from torsor.studies.words import factor_unit

SEEN = 10
"""So many columns are seen before a reader asks for more."""


def row_sheet(found: StudyResult) -> Sheet:
    """Rows that were chosen from all designs, and what is said of the others."""
    study, rows = found.described, found.look_over().rows
    bounds = study.data["constraints"]
    assert isinstance(bounds, list)
    goals = [goal.column for goal in found.look_over().goals]
    first = list(dict.fromkeys([*goals, *(bound["column"] for bound in bounds)]))
    measured = [*first, *(name for name in study.columns if name not in first)]
    factors = study.sampling.factors
    columns = [SheetColumn("design"), SheetColumn(STANDING, numeric=False, choice=True)]
    columns += [
        SheetColumn(factor.name, factor_unit(study, factor.name), "a factor", factor.numeric,
                    choice=not factor.numeric)
        for factor in factors
    ]  # fmt: skip
    room = max(len(first), SEEN - len(columns))
    columns += [
        SheetColumn(name, study.columns[name], _meaning(name), shown=k < room)
        for k, name in enumerate(measured)
    ]
    failed = any(row["reason"] for row in rows)
    columns.append(SheetColumn("reason", "", "why a design has no numbers", False, shown=failed))
    return Sheet(
        "Designs", tuple(columns),
        tuple(tuple(_cell(row[column.name]) for column in columns) for row in rows),
        _note(found), "designs.csv",
    )  # fmt: skip


def _cell(value: object) -> Cell:
    return value if isinstance(value, (int, float, str)) else None


def _meaning(name: str) -> str:
    stem = name if name in METRICS else name.rstrip("0123456789")
    return METRICS[stem].meaning if stem in METRICS else ""


def _note(found: StudyResult) -> str:
    rows, count = found.look_over().rows, found.summary.designs
    folder = f"{found.folder.name}/{PARTS}"
    where = f"All are in {folder}, which pandas, polars and DuckDB open as it is."
    if len(rows) == count:
        return f"All {count:,} designs, the best first. They are also in {folder}."
    kinds = [word for word, there in (
        ("the best by each objective", bool(found.summary.best)),
        ("the front", found.front is not None),
        ("some evenly spread over the study", True),
        ("some that failed", found.summary.failed > 0),
    ) if there]  # fmt: skip
    told = f"{', '.join(kinds[:-1])} and {kinds[-1]}" if len(kinds) > 1 else kinds[0]
    return f"{len(rows):,} of {count:,} designs, the best first: {told}. {where}"
