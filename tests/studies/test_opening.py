"""The folder of parts opens in other people's tools as it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.studies.samples import change

import torsor


def test_pandas_polars_and_duckdb_open_the_parts_as_they_are(tmp_path: Path) -> None:
    import duckdb
    import pandas
    import polars

    found = torsor.study(change(), tmp_path / "s")
    assert len(found.files) > 1
    parts = str(tmp_path / "s" / "parts")
    frame = pandas.read_parquet(parts).sort_values("design")
    assert np.array_equal(frame["energy"], found["energy"])
    assert np.array_equal(polars.read_parquet(parts).sort("design")["energy"], found["energy"])
    count, mean = duckdb.sql(f"select count(*), avg(energy) from '{parts}/*.parquet'").fetchall()[0]
    assert count == 100
    assert mean == pytest.approx(found["energy"].mean())
