"""Measured and predicted forces as a table: log, t, tau1 …, predicted1 …, moving1 …"""

from __future__ import annotations

import io

import numpy as np

from torsor.files import write_file
from torsor.identification.outcome.identification import Identification
from torsor.motion.result_files import check_result_file
from torsor.motion.tables import import_parquet, table_format


def write_predictions(found: Identification, path: str) -> None:
    """Every row of every log, filtered; held-out logs after those that were fitted."""
    check_result_file(path)
    every = [*found.predictions, *found.held_out]
    n = every[0].tau.shape[1]
    names = [p.file for p in found.predictions] + [p.file for p in found.held_out]
    logs = np.repeat(names, [len(p.t) for p in every])
    columns: dict[str, object] = {"log": logs, "t": np.concatenate([p.t for p in every])}
    for stem, tables in (
        ("tau", [p.tau for p in every]),
        ("predicted", [p.predicted["identified"] for p in every]),
        ("moving", [p.moving.astype(int) for p in every]),
    ):
        whole = np.concatenate(tables)
        columns |= {f"{stem}{k + 1}": whole[:, k] for k in range(n)}
    if table_format(path) == "parquet":
        pa, pq = import_parquet()
        sink = io.BytesIO()
        pq.write_table(pa.table(columns), sink)
        write_file(path, sink.getvalue())
        return
    rows = zip(*(np.asarray(c).tolist() for c in columns.values()), strict=True)
    lines = [",".join(columns), *(",".join(_cell(e) for e in row) for row in rows)]
    write_file(path, "\n".join(lines) + "\n")


def _cell(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"' if set(value) & set(',"\n') else value
    return f"{value:.9g}" if isinstance(value, float) else str(value)
