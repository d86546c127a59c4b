"""Result files: CSV or Parquet with a unit for each column, written whole or not at all."""

from __future__ import annotations

import io
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

from torsor.algebra.arrays import Array
from torsor.errors import TorsorError
from torsor.files import Content, check_writable, write_file
from torsor.motion.tables import import_parquet, table_format


def csv_text(columns: Mapping[str, Array], units: Mapping[str, str]) -> str:
    """The table as CSV; numbers as short as they can be read back to the bit."""
    heads = [f"{name} [{units[name]}]" if units.get(name) else name for name in columns]
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    lines = [",".join(heads)]
    lines += [",".join(map(repr, row)) for row in rows]
    return "\n".join(lines) + "\n"


def encode_table(
    format: str, columns: Mapping[str, Array], units: Mapping[str, str], meta: Mapping[str, str]
) -> bytes:
    """The file's content."""
    if format == "csv":
        return csv_text(columns, units).encode()
    pa, pq = import_parquet()
    fields = [
        pa.field(name, pa.float64(), nullable=False, metadata={"unit": units.get(name, "")})
        for name in columns
    ]
    table = pa.table(list(columns.values()), schema=pa.schema(fields, metadata=dict(meta)))
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def check_result_file(path: str) -> None:
    """Refuse a place that cannot be written before the work begins."""
    if table_format(path) == "parquet":
        import_parquet()
    check_writable(path)


def write_result(path: str, content: Content) -> None:
    """Put the file in its place; if it cannot be, keep its content where temporary files are."""
    try:
        write_file(path, content)
    except TorsorError as error:
        raise TorsorError(f"{error}{_kept(Path(path).suffix, content)}") from None


def _kept(ending: str, content: Content) -> str:
    place = Path(tempfile.gettempdir()) / f"torsor-{secrets.token_hex(4)}{ending}"
    try:
        write_file(place, content)
    except TorsorError:
        return ""
    return f"; what was computed is in {place}"
