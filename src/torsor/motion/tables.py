"""Tables of numbers in CSV or Parquet, with a unit in each header: ``q1 [deg]``.

A table of bounded size is read whole and strictly: an empty or unreadable cell, NaN, or a time that
does not advance is refused with its line.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from torsor.algebra.arrays import Array
from torsor.errors import MissingExtraError, TextError, shown
from torsor.files import suffix_of
from torsor.motion.quantities import ScenarioError

LARGEST = 100_000_000
"""Bytes of a file."""
MOST_CELLS = 5_000_000
"""Rows times columns."""
LONGEST = 1000
"""Letters of a cell with a word in it."""
MOTION = "this needs {}; install it with pip install 'torsor[motion]'"


@dataclass(frozen=True)
class Table:
    """Columns of floats by name, with their units as written; ``first`` is the first row's line."""

    file: str
    columns: dict[str, Array]
    units: dict[str, str]
    first: int = 1
    what: str = "row"
    words: dict[str, list[str]] = field(default_factory=dict)
    """Columns of text."""
    told: dict[str, str] = field(default_factory=dict)
    """What a Parquet file tells of the whole table."""

    def place(self, row: int) -> str:
        """A row, as a reader of the file finds it."""
        return f"{self.file}, {self.what} {self.first + row}"


@contextmanager
def require_scipy() -> Iterator[None]:
    """Import from SciPy within this, or hear the sentence that says how to get it."""
    try:
        yield
    except ImportError:
        raise MissingExtraError(MOTION.format("SciPy")) from None


def import_parquet() -> tuple[Any, Any]:
    """PyArrow and its Parquet module, or the sentence that says how to get them."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError(MOTION.format("PyArrow (for Parquet)")) from None
    return pa, pq


def table_format(path: str | os.PathLike[str]) -> str:
    """``csv`` or ``parquet``, by the name's ending; a pipe without one is CSV."""
    ending = suffix_of(path, ".csv")
    if ending not in (".csv", ".parquet"):
        raise ScenarioError(f"{shown(str(path), 200)}: expected a name ending in .csv or .parquet")
    return ending[1:]


def read_table(path: str | os.PathLike[str], words: Sequence[str] = ()) -> Table:
    """A table whole; ``words`` are columns of text, all others are finite numbers."""
    if table_format(path) == "csv":
        return _read_csv(Path(path), words)
    return _read_parquet(Path(path), words)


def _header(file: str, cells: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    names, units = [], {}
    for k, cell in enumerate(cells, 1):
        name, bracket, rest = cell.partition("[")
        name, unit = name.strip(), rest.strip()
        if bracket and not unit.endswith("]"):
            raise TextError(f"{file}, line 1: {shown(cell)} lacks its closing bracket")
        if not name:
            raise TextError(f"{file}, line 1: column {k} has no name")
        if name in units:
            raise TextError(f"{file}, line 1: the column {shown(name)} stands there twice")
        names.append(name)
        units[name] = unit.removesuffix("]").strip()
    return names, units


def _read_csv(path: Path, words: Sequence[str]) -> Table:
    import numpy as np

    from torsor.formats.load import read_text

    text = read_text(path, LARGEST)
    rows = csv.reader(io.StringIO(text))
    try:
        names, units = _header(str(path), next(rows, []))
        if any(_is_number(n) for n in names) or not names:
            raise TextError(f"{path}, line 1: expected a header such as t [s],q1 [rad]")
        numbers: dict[str, list[float]] = {name: [] for name in names if name not in words}
        texts: dict[str, list[str]] = {name: [] for name in names if name in words}
        count = 0
        for row in rows:
            line = rows.line_num
            if not row or (len(row) == 1 and not row[0].strip()):
                continue
            if len(row) != len(names):
                raise TextError(
                    f"{path}, line {line}: {len(row)} cells, expected {len(names)} as in the header"
                )
            for name, cell in zip(names, row, strict=True):
                if name in texts:
                    texts[name].append(_word(f"{path}, line {line}", name, cell.strip()))
                else:
                    numbers[name].append(_number(path, line, name, cell))
            count += 1
            if count * len(names) > MOST_CELLS:
                raise TextError(_too_large(path, len(names)))
    except csv.Error as error:
        raise TextError(f"{path}, line {rows.line_num}: {error}") from None
    if not count:
        raise TextError(f"{path}: a header and no rows")
    columns: dict[str, Array] = {name: np.array(column, float) for name, column in numbers.items()}
    return Table(str(path), columns, units, 2, "line", texts)


def _too_large(path: Path, columns: int) -> str:
    return (
        f"{path}: more than {MOST_CELLS // columns} rows of {columns} columns, the most that are "
        "read; take fewer rows or leave columns out"
    )


def _word(place: str, name: str, text: str) -> str:
    if len(text) > LONGEST:
        raise TextError(f"{place}: {name} has {len(text)} letters, at most {LONGEST} are read")
    return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(path: Path, line: int, name: str, cell: str) -> float:
    if not cell.strip():
        raise TextError(f"{path}, line {line}: {name} is empty; a table may have no gaps")
    try:
        value = float(cell)
    except ValueError:
        raise TextError(f"{path}, line {line}: {name} is {shown(cell)}, not a number") from None
    if not isfinite(value):
        raise TextError(f"{path}, line {line}: {name} is {cell.strip()}, not a finite number")
    return value


def _read_parquet(path: Path, words: Sequence[str]) -> Table:
    import numpy as np

    pa = import_parquet()[0]
    table, names, units = _parquet_table(path, words)
    columns: dict[str, Array] = {}
    texts: dict[str, list[str]] = {}
    for k, (name, entry) in enumerate(zip(names, table.schema, strict=True)):
        column = table.column(k)
        units[name] = units[name] or _unit(path, name, entry)
        if column.null_count:
            row: int = column.is_null().to_pylist().index(True)
            raise TextError(f"{path}, row {row + 1}: {name} is empty; a table may have no gaps")
        if name in words:
            texts[name] = [
                _word(f"{path}, row {row}", name, str(cell.as_py()))
                for row, cell in enumerate(column, 1)
            ]
            continue
        if not (pa.types.is_floating(entry.type) or pa.types.is_integer(entry.type)):
            raise TextError(f"{path}: the column {shown(name)} is of {entry.type}, not of numbers")
        values: Array = np.asarray(column.to_numpy(), float)
        bad = np.flatnonzero(~np.isfinite(values))
        if bad.size:
            first = bad.item(0)
            raise TextError(
                f"{path}, row {first + 1}: {name} is {values.item(first)}, not a finite number"
            )
        columns[name] = values
    told = {
        key.decode("utf-8", "replace"): text.decode("utf-8", "replace")
        for key, text in (table.schema.metadata or {}).items()
    }
    return Table(str(path), columns, units, words=texts, told=told)


def _parquet_table(path: Path, words: Sequence[str]) -> tuple[Any, list[str], dict[str, str]]:
    """The table with its names and units; what is in it is counted before any of it is read."""
    pa, pq = import_parquet()
    try:
        if path.stat().st_size > LARGEST:
            raise TextError(f"{path}: larger than {LARGEST // 1_000_000} MB, refused")
        here: list[str] = pq.read_schema(path).names
        # One long word may stand for many cells: it is kept once.
        with pq.ParquetFile(path, read_dictionary=[w for w in words if w in here]) as file:
            head = file.metadata
            rows: int = head.num_rows
            count: int = head.num_columns
            if not rows or not count:
                raise TextError(f"{path}: no rows")
            names, units = _header(str(path), file.schema_arrow.names)
            if rows * count > MOST_CELLS:
                raise TextError(_too_large(path, count))
            nested = [str(t) for t in file.schema_arrow.types if pa.types.is_nested(t)]
            if nested or count != len(names):
                raise TextError(
                    f"{path}: a column of {nested[0] if nested else 'lists'}, not of numbers"
                )
            size: int = sum(head.row_group(k).total_byte_size for k in range(head.num_row_groups))
            if size > 4 * LARGEST:
                raise TextError(f"{path}: {size // 1_000_000} MB when unpacked, refused")
            return file.read(use_threads=False), names, units
    except TextError:
        raise
    except UnicodeDecodeError:
        raise TextError(f"{path} cannot be read as Parquet: a name in it is not UTF-8") from None
    except (OSError, ValueError, pa.ArrowException) as error:
        reason = (getattr(error, "strerror", None) or str(error) or "damaged").splitlines()[0]
        raise TextError(f"{path} cannot be read as Parquet: {reason}") from None


def _unit(path: Path, name: str, entry: Any) -> str:
    """A column's unit from its metadata."""
    try:
        return str((entry.metadata or {}).get(b"unit", b""), "utf-8")
    except UnicodeDecodeError:
        raise TextError(f"{path}: the unit of {shown(name)} is not UTF-8") from None


def check_advancing(table: Table, name: str, gaps: bool = False) -> Array:
    """The column of times (or arc lengths), which must advance from row to row.

    In an evenly spaced table a step of two or more is a gap, refused unless ``gaps`` are welcome.
    """
    import numpy as np

    if name not in table.columns:
        listed = ", ".join(table.columns)
        raise TextError(f"{table.file}: no column {name!r}; there are {listed}")
    values = table.columns[name]
    if len(values) < 2:
        raise TextError(f"{table.file}: one row only; expected two or more")
    steps = np.diff(values)
    bad = np.flatnonzero(steps <= 0)
    if bad.size:
        row = bad.item(0) + 1
        does = "runs backwards" if steps.item(row - 1) < 0 else "stands still"
        raise TextError(
            f"{table.place(row)}: {name} {does}: {values.item(row):g} after "
            f"{values.item(row - 1):g}"
        )
    usual = float(np.median(steps))
    even = np.abs(steps - usual) <= 0.01 * usual
    wide = np.flatnonzero(steps >= 1.9 * usual)
    if wide.size and not gaps and np.count_nonzero(even) + wide.size == steps.size:
        row = wide.item(0) + 1
        before, after = values.item(row - 1), values.item(row)
        raise TextError(
            f"{table.place(row)}: a gap: {name} goes from {before:g} to {after:g} "
            f"in a table with steps of {usual:g}; write gaps = true to bridge it"
        )
    return values
