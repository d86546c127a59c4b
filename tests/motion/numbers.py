"""Numbers for robots without published ones, and the scenarios that several tests share."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"

PENDULUM = {
    "m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
    "Izz1": 0.1, "Izz2": 0.1, "g": 9.81,
}  # fmt: skip
SLIDES = {"m1": 1, "m2": 1, "m3": 2, "g": 9.81}
"""Three slides: x moves 4 kg, y 3 kg, z 2 kg."""


def example(name: str) -> dict[str, Any]:
    """A scenario of the examples as a table."""
    return tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))
