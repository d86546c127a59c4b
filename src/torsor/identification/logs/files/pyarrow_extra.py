"""PyArrow, or the sentence that says how to get it."""

from __future__ import annotations

from typing import Any

from torsor.errors import MissingExtraError


def import_pyarrow() -> Any:
    """PyArrow with its readers of CSV and Parquet and its compute functions."""
    try:
        import pyarrow as pa
        import pyarrow.compute
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError(
            "reading logs needs PyArrow; install it with pip install 'torsor[identify]'"
        ) from None
    return pa
