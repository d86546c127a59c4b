"""Torsor's own closed form, derived once in this process."""

from __future__ import annotations

import sys
import time
from typing import Any

import torsor
from benchmarks.fresh import answer, peak_megabytes
from benchmarks.peers.robots import ROBOTS, one_liner, random_values, truncated


def measure(name: str, joints: int | None = None) -> dict[str, Any]:
    """Derive a library robot, or its first joints, and report as the peers do."""
    same = ROBOTS[name] if joints is None else truncated(ROBOTS[name], joints)
    robot = torsor.load(name if joints is None else one_liner(same))
    start = time.perf_counter()
    tau = list(torsor.derive(robot).tau)
    seconds = time.perf_counter() - start
    memory = peak_megabytes()
    values = random_values(same)
    return {
        "seconds": seconds,
        "terms": sum(len(entry.terms) for entry in tau),
        "megabytes": memory,
        "forces": [float(entry.evaluate(values)) for entry in tau],
    }


if __name__ == "__main__":
    answer(measure(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None))
