"""Every serial structure of so many joints, derived, proven and kept, over the number of joints.

All of it: the model, the certificate with Pinocchio, operations, base parameters, and each word
proven to be its structure. Up to four joints in one process, five on every core.
"""

from __future__ import annotations

import sys
import time
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.fresh import answer, best, import_seconds, peak_megabytes
from benchmarks.measurement import OURS, Measurement, Options

TOPIC = "atlas"
HERE = "measure_atlas"
MODULES = (
    "pinocchio", "pyarrow.parquet", "torsor.program.functions.programs",
    "torsor.studies.atlas.making", "torsor.studies.atlas.rows",
)  # fmt: skip


def measure(options: Options) -> list[Measurement]:
    """One to five joints; the last takes minutes."""
    rows = []
    for joints in range(1, 4 if options.quick else 6):
        runs = 3 if joints < 4 else 1
        found = best(HERE, str(joints), runs=runs)
        rows.append(
            Measurement(
                TOPIC, f"{joints} joints", OURS, seconds=found["seconds"], runs=runs,
                terms=found["terms"], megabytes=found["megabytes"], imports=found["imports"],
                note=found["note"],
            )
        )  # fmt: skip
    return rows


def ours(joints: int) -> dict[str, Any]:
    """All rows into a folder."""
    imports = import_seconds(MODULES)
    from torsor.program.jit.compiled_function import count_cores
    from torsor.studies.atlas.making import atlas

    processes = count_cores() if joints > 4 else 1
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        whole = atlas(joints, folder, processes=processes)
        seconds = time.perf_counter() - start
    words = sum(int(row["words_proven"]) for row in whole)
    checks = sum(int(row["checks"]) for row in whole)
    return {
        "seconds": seconds,
        "imports": imports,
        "megabytes": peak_megabytes(),
        "terms": sum(int(row["terms"]) for row in whole),
        "note": f"{len(whole)} structures, {words:,} words proven, {checks:,} checks, "
        f"{processes} process{'es' * (processes > 1)}",
    }


if __name__ == "__main__":
    answer(ours(int(sys.argv[1])))
