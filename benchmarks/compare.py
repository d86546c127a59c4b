"""Turning the answers of fresh processes into rows, checked against Pinocchio."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from benchmarks.fresh import MeasurementError, ask, best
from benchmarks.measurement import Measurement

TOLERANCE = 1e-9


@cache
def truth(*subject: str) -> dict[str, list[float]]:
    """Ask Pinocchio for the forces of a robot (or of its first joints), loaded and free."""
    return ask("peers.pinocchio_truth", *subject)


def relative_error(found: Sequence[float], expected: Sequence[float]) -> float:
    """Compare two vectors, relative to the magnitudes of both."""
    if len(found) != len(expected):
        return math.inf
    size = math.fsum(map(abs, found)) + math.fsum(map(abs, expected))
    return math.dist(found, expected) / size


def measured(
    topic: str,
    tool: str,
    module: str,
    subject: Sequence[str],
    *flags: str,
    runs: int = 1,
    payload: bool = True,
    label: str | None = None,
    note: str = "",
) -> Measurement:
    """Measure one tool on one robot; a wrong or failed answer is a row that says so."""
    name = label or " ".join(subject)
    try:
        result: dict[str, Any] = best(module, *subject, *flags, runs=runs)
        expected = truth(*subject)["loaded" if payload else "free"]
    except MeasurementError as failure:
        return Measurement(topic, name, tool, note=f"failed: {failure}", failed=True)
    error = relative_error(result["forces"], expected)
    return answered(topic, name, tool, result, error, runs, note)


def answered(
    topic: str, name: str, tool: str, result: dict[str, Any], error: float, runs: int, note: str
) -> Measurement:
    """The row of an answer; one that is too far from the truth is a failure."""
    return Measurement(
        topic,
        name,
        tool,
        seconds=result["seconds"],
        imports=result.get("imports"),
        again=result.get("again"),
        runs=runs,
        terms=result["terms"],
        megabytes=result["megabytes"],
        error=error,
        note=note,
        failed=not error <= TOLERANCE,  # not a number is a failure too
    )
