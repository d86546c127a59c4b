"""The fully expanded driving forces, every inertial parameter and the payload symbolic."""

from __future__ import annotations

from benchmarks.compare import measured
from benchmarks.measurement import OURS, Measurement, Options

TOPIC = "closed form"


def measure(options: Options) -> list[Measurement]:
    """Derive PUMA 560 and iiwa with every tool; SymPy only the first, and only if there is time."""
    rows: list[Measurement] = []
    for name in ("puma560", "iiwa"):
        peer = "peers.symengine_newton_euler"
        rows += [
            measured(TOPIC, OURS, "ours", [name], runs=5, note="normal form"),
            measured(TOPIC, "symengine", peer, [name], runs=3, note="sines are symbols"),
            measured(TOPIC, "symengine, sin(q)", peer, [name], "functions", note="as users write"),
        ]
        if name == "puma560" and not options.quick:
            rows.append(
                measured(
                    TOPIC,
                    "SymPy Kane + expand",
                    "peers.sympy_kane",
                    [name],
                    payload=False,
                    note="without payload",
                )
            )
    return rows
