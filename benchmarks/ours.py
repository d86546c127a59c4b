"""Torsor's own closed form: modules imported, derived once, and derived again, each timed apart."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.fresh import answer, clocked, import_seconds, peak_megabytes
from benchmarks.peers.robots import ROBOTS, one_liner, random_values, truncated

AGAIN = 3
MODULES = ("torsor", "torsor.derivation", "torsor.formats.load")
"""What deriving a robot needs; ``torsor`` alone looks its names up when they are asked for."""


def measure(name: str, joints: int | None = None) -> dict[str, Any]:
    """Derive a library robot, or its first joints, and report as the peers do."""
    imports = import_seconds(MODULES)
    from torsor import derive, load

    same = ROBOTS[name] if joints is None else truncated(ROBOTS[name], joints)
    robot = load(name if joints is None else one_liner(same))
    tau, seconds = clocked(lambda: list(derive(robot).tau))
    memory = peak_megabytes()
    again = min(clocked(lambda: list(derive(robot).tau))[1] for _ in range(AGAIN))
    values = random_values(same)
    return {
        "seconds": seconds,
        "imports": imports,
        "again": again,
        "terms": sum(len(entry.terms) for entry in tau),
        "megabytes": memory,
        "forces": [float(entry.evaluate(values)) for entry in tau],
    }


if __name__ == "__main__":
    answer(measure(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None))
