"""How Torsor's time and terms grow with the number of joints."""

from __future__ import annotations

from benchmarks.compare import measured
from benchmarks.measurement import OURS, Measurement, Options


def measure(options: Options) -> list[Measurement]:
    """Derive the first one to seven joints of iiwa."""
    runs = 1 if options.quick else 5
    return [
        measured("growth", OURS, "ours", ["iiwa", str(k)], runs=runs, label=f"iiwa, first {k}")
        for k in range(1, 8)
    ]
