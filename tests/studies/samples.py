"""A small study that the tests change."""

from __future__ import annotations

from typing import Any

BASE: dict[str, Any] = {
    "title": "Two lengths",
    "robot": "planar2r",
    "values": {
        "g": 9.81, "m1": 3, "m2": 2, "rx1": 0.2, "ry1": 0, "rx2": 0.15, "ry2": 0,
        "Izz1": 0.02, "Izz2": 0.01,
        **dict.fromkeys(("rz1", "rz2", "Ixz1", "Ixz2", "Iyz1", "Iyz2"), 0),
    },
    "scenario": {
        "sample": 0.02,
        "start": {"q": [0, 0]},
        "motion": [
            {"kind": "trapezoidal", "to": [1.2, 0.8], "duration": 0.5},
            {"kind": "minimum-jerk", "to": [0, 0], "duration": 0.6},
        ],
    },
    "factor": [{"name": "l1", "range": [0.2, 0.6]}, {"name": "l2", "range": [0.1, 0.5]}],
    "sampling": {"kind": "sobol", "count": 100},
    "metrics": ["peak_tau", "rms_tau", "energy"],
    "part": 32,
}  # fmt: skip


def change(**changes: Any) -> dict[str, Any]:
    """The study with other entries; None leaves one out."""
    made = {**BASE, **changes}
    return {key: value for key, value in made.items() if value is not None}
