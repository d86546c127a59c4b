"""Logs in Parquet: the columns that are chosen, counted before they are unpacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torsor.algebra.arrays import Array
from torsor.errors import TextError, shown
from torsor.formats.load import place_of
from torsor.identification.logs.files.pyarrow_extra import import_pyarrow
from torsor.identification.logs.files.source import (
    LARGEST,
    MOST_COLUMNS,
    Header,
    RawLog,
    Rows,
    check_size,
    parse_header,
    row_numbers,
)


@dataclass(frozen=True)
class ParquetLog:
    """A Parquet file whose schema is read."""

    path: Path
    header: Header
    fields: tuple[str, ...]
    """The columns' names in the file, in the header's order."""

    @classmethod
    def open(cls, path: Path) -> ParquetLog:
        """Read a file's schema."""
        pa, file = import_pyarrow(), place_of(path)
        try:
            if path.stat().st_size > LARGEST:
                raise TextError(f"{file}: larger than {LARGEST // 1_000_000} MB, refused")
            with pa.parquet.ParquetFile(path) as opened:
                schema = opened.schema_arrow
        except TextError:
            raise
        except (OSError, ValueError, pa.ArrowException) as error:
            raise _unreadable(file, error) from None
        header = parse_header(file, file, schema.names)
        units = {
            name: unit or _unit(pa, entry)
            for (name, unit), entry in zip(header.units.items(), schema, strict=True)
        }
        return cls(path, Header(file, units, header.twice), tuple(schema.names))

    def read(self, names: Sequence[str]) -> RawLog:
        """The chosen columns."""
        pa, file = import_pyarrow(), self.header.file
        here = dict(zip(self.header.units, self.fields, strict=True))
        wanted = [here[name] for name in names]
        try:
            with pa.parquet.ParquetFile(self.path) as opened:
                meta = opened.metadata
                check_size(file, meta.num_rows, len(names))
                if meta.num_columns > MOST_COLUMNS:
                    raise TextError(f"{file}: more than {MOST_COLUMNS} columns, refused")
                size = sum(meta.row_group(k).total_byte_size for k in range(meta.num_row_groups))
                if size > 4 * LARGEST:
                    raise TextError(f"{file}: {size // 1_000_000} MB when unpacked, refused")
                table = opened.read(columns=wanted, use_threads=False)
        except TextError:
            raise
        except (OSError, ValueError, pa.ArrowException) as error:
            raise _unreadable(file, error) from None
        columns = {
            name: arrow_numbers(pa, file, name, table.column(field))
            for name, field in zip(names, wanted, strict=True)
        }
        return RawLog(Rows(file, row_numbers(1, table.num_rows)), columns)


def arrow_numbers(pa: Any, file: str, name: str, column: Any) -> Array:
    """A column of Arrow as floats; moments become seconds from the first."""
    kind = column.type
    if pa.types.is_timestamp(kind) or pa.types.is_duration(kind):
        ticks = column.cast(pa.int64())
        first = pa.compute.min(ticks)
        column = pa.compute.subtract(ticks, first).cast(pa.float64())
        scale = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[kind.unit]
        column = pa.compute.multiply(column, scale)
    elif not (pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind)):
        raise TextError(f"{file}: the column {shown(name)} is of {kind}, not of numbers")
    found: Array = column.cast(pa.float64()).to_numpy().astype(float)
    return found


def _unit(pa: Any, entry: Any) -> str:
    """A column's unit from its metadata; of moments it is told by their type."""
    if pa.types.is_timestamp(entry.type) or pa.types.is_duration(entry.type):
        return "s"
    return bytes((entry.metadata or {}).get(b"unit", b"")).decode("utf-8", "replace")


def _unreadable(file: str, error: Exception) -> TextError:
    if isinstance(error, UnicodeDecodeError):
        return TextError(f"{file} cannot be read as Parquet: a name in it is not UTF-8")
    reason = (getattr(error, "strerror", None) or str(error) or "damaged").splitlines()[0]
    return TextError(f"{file} cannot be read as Parquet: {reason[:200]}")
