"""Parts: each stretch of rows is a Parquet file, whole or absent, marked with its work."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError, shown
from torsor.motion.tables import import_parquet
from torsor.studies.execution.work import Work

if TYPE_CHECKING:
    from pyarrow import Table

MARK = b"torsor-study"


PARTS = "parts"
"""Where the parts are: nothing else is there, so that pandas, polars and DuckDB open it whole."""


def part_name(part: int) -> str:
    """The file of a part, within the folder."""
    return f"{PARTS}/part-{part:05d}.parquet"


def write_part(arrays: Mapping[str, tuple[Any, str]], digest: str) -> bytes:
    """A part's file from columns (arrays of PyArrow) with their units, marked with its work."""
    pa, pq = import_parquet()
    fields = [
        pa.field(name, array.type, metadata={"unit": unit} if unit else None)
        for name, (array, unit) in arrays.items()
    ]
    schema = pa.schema(fields, metadata={MARK: digest.encode()})
    table = pa.table([array for array, _ in arrays.values()], schema=schema)
    words = [
        name for name, (array, _) in arrays.items()
        if pa.types.is_string(array.type) or pa.types.is_dictionary(array.type)
    ]  # fmt: skip
    sink = io.BytesIO()
    pq.write_table(table, sink, use_dictionary=words)
    return sink.getvalue()


def is_whole(folder: Path, work: Work, part: int) -> bool:
    """Whether a part is there; refused where the file is something else."""
    path = folder / part_name(part)
    if not path.exists():
        return False
    pa, pq = import_parquet()
    start, stop = work.stretch(part)
    try:
        with pq.ParquetFile(path) as file:
            mark = (file.schema_arrow.metadata or {}).get(MARK, b"")
            rows: int = file.metadata.num_rows
    except (OSError, ValueError, pa.ArrowException):
        raise TorsorError(
            f"{shown(str(path), 200)} is damaged; remove it, and the same command makes it again"
        ) from None
    if mark != work.digest.encode() or rows != stop - start:
        raise TorsorError(f"{shown(str(path), 200)} is not of this {work.kind}; remove it")
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
