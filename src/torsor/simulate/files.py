"""Result files: CSV or Parquet with a unit for each column, written whole or not at all."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torsor.errors import TorsorError, shown
from torsor.simulate.tables import parquet_modules, table_format


def csv_text(columns: Mapping[str, Any], units: Mapping[str, str]) -> str:
    """The table as CSV; numbers as short as they can be read back to the bit."""
    heads = [f"{name} [{units[name]}]" if units.get(name) else name for name in columns]
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    lines = [",".join(heads)]
    lines += [",".join(map(repr, row)) for row in rows]
    return "\n".join(lines) + "\n"


def table_bytes(
    format: str, columns: Mapping[str, Any], units: Mapping[str, str], meta: Mapping[str, str]
) -> bytes:
    """The file's content."""
    if format == "csv":
        return csv_text(columns, units).encode()
    pa, pq = parquet_modules()
    fields = [
        pa.field(name, pa.float64(), nullable=False, metadata={"unit": units.get(name, "")})
        for name in columns
    ]
    table = pa.table(list(columns.values()), schema=pa.schema(fields, metadata=dict(meta)))
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def check_writable(path: str) -> None:
    """Refuse a place that cannot be written before the work begins."""
    target = Path(path).resolve()
    if table_format(path) == "parquet":
        parquet_modules()
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise TorsorError(f"{shown(path, 200)} cannot be written: it is a directory")
        return
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".torsor-")
        os.close(handle)
        Path(name).unlink()
    except OSError as error:
        raise TorsorError(f"{shown(path, 200)} cannot be written: {error.strerror}") from None


def write_whole(path: str, content: bytes) -> None:
    """Put the file in its place; if it cannot be, keep its content where temporary files are."""
    target = Path(path).resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        kept = _kept(Path(path).suffix, content)
        raise TorsorError(
            f"{shown(path, 200)} cannot be written: {error.strerror or error}{kept}"
        ) from None


def _replace(target: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".torsor-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _kept(ending: str, content: bytes) -> str:
    folder = Path(tempfile.gettempdir())
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix="torsor-", suffix=ending)
    except OSError:
        return ""
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
    except OSError:
        Path(name).unlink(missing_ok=True)
        return ""
    return f"; what was computed is in {name}"
