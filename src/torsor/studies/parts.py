"""Parts: each stretch of designs is a Parquet file, whole or absent, marked with its study."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError, shown
from torsor.motion.tables import import_parquet
from torsor.studies.designs.factors import STRUCTURAL
from torsor.studies.measures.evaluation import prepare_evaluator

if TYPE_CHECKING:
    from pyarrow import Table

    from torsor.studies.study_file import Study

MARK = b"torsor-study"


def part_name(part: int) -> str:
    """The file of a part."""
    return f"part-{part:05d}.parquet"


def evaluate_part(
    text: str, digest: str, units: Mapping[str, str], start: int, rows: Mapping[str, Array]
) -> bytes:
    """A part's file from a study's plain data and its designs: all that a worker does."""
    pa, pq = import_parquet()
    evaluator = prepare_evaluator(text)
    measured = evaluator.measure(rows)
    count = len(measured.reasons)
    arrays = {"design": (pa.array(np.arange(start, start + count)), "")}
    for name, row in rows.items():
        if name in STRUCTURAL:
            levels = pa.array([str(level) for level in evaluator.levels[name]])
            places = pa.array(row.astype(np.int32))
            arrays[name] = (pa.DictionaryArray.from_arrays(places, levels), "")
        else:
            arrays[name] = (pa.array(row), units.get(name, ""))
    for name, column in measured.columns.items():
        arrays[name] = (pa.array(column, mask=np.isnan(column)), units.get(name, ""))
    arrays["feasible"] = (pa.array(measured.feasible), "")
    reasons = [reason or None for reason in measured.reasons]
    arrays["reason"] = (pa.array(reasons, pa.string()), "")
    fields = [
        pa.field(name, array.type, metadata={"unit": unit} if unit else None)
        for name, (array, unit) in arrays.items()
    ]
    table = pa.table(
        [array for array, _ in arrays.values()],
        schema=pa.schema(fields, metadata={MARK: digest.encode()}),
    )
    sink = io.BytesIO()
    words = [n for n, (array, _) in arrays.items() if n == "reason" or n in STRUCTURAL]
    pq.write_table(table, sink, use_dictionary=words)
    return sink.getvalue()


def is_whole(folder: Path, study: Study, part: int) -> bool:
    """Whether a part is there; refused where the file is something else."""
    path = folder / part_name(part)
    if not path.exists():
        return False
    pa, pq = import_parquet()
    start, stop = study.stretch(part)
    try:
        with pq.ParquetFile(path) as file:
            mark = (file.schema_arrow.metadata or {}).get(MARK, b"")
            rows: int = file.metadata.num_rows
    except (OSError, ValueError, pa.ArrowException):
        raise TorsorError(
            f"{shown(str(path), 200)} is damaged; remove it, and the study makes it again"
        ) from None
    if mark != study.digest.encode() or rows != stop - start:
        raise TorsorError(f"{shown(str(path), 200)} is not of this study; remove it")
    return True


def read_part(path: Path, names: list[str] | None = None) -> Table:
    """A part's table, or of some of its columns."""
    pa, pq = import_parquet()
    try:
        with pq.ParquetFile(path) as file:
            table: Table = file.read(columns=names, use_threads=False)
    except (OSError, ValueError, pa.ArrowException) as error:
        reason = (getattr(error, "strerror", None) or str(error)).splitlines()[0]
        raise TorsorError(f"{shown(str(path), 200)} cannot be read: {reason}") from None
    return table


def numbers_of(table: Table, name: str) -> Array:
    """A column of numbers; NaN where there is none."""
    return np.asarray(table.column(name).to_numpy(zero_copy_only=False), np.float64)
