"""Factors: what varies from design to design, and how a number in [0, 1) becomes a level of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import shown
from torsor.formats.fields import at, known_keys, rows_of
from torsor.motion.quantities import choice, quantity
from torsor.studies.errors import StudyError

STRUCTURAL = ("robot", "scenario", "assume", "with", "payload")
"""Factors that are texts: each combination of their levels is a structure of its own."""
MOTOR = "motor"
"""With a coordinate's number: the motor that drives it, by its name in a catalogue."""
WITHIN = "scenario."
"""What begins so is an entry within the scenario: ``scenario.motion.1.to.2``."""
DURATION = "duration"
"""Of the motion: it is slowed or hastened as a whole."""
KEYS = ("name", "range", "scale", "levels", "values")
SCALES = ("linear", "log")
MOST_LEVELS = 1_000_000

Level = float | str


def is_structural(name: str) -> bool:
    """Whether each of a factor's levels has structures of its own."""
    return name in STRUCTURAL or name.startswith(WITHIN)


def is_motor(name: str) -> bool:
    """Whether a factor is the motor of a coordinate."""
    return name.startswith(MOTOR) and name[len(MOTOR) :].isdecimal()


@dataclass(frozen=True)
class Factor:
    """One factor: a range of numbers, or a list of levels (numbers, or texts where structural)."""

    name: str
    low: float = 0.0
    high: float = 0.0
    scale: str = "linear"
    values: tuple[Level, ...] = ()
    """The levels; empty where the sampling takes any number of the range."""

    @property
    def structural(self) -> bool:
        """Whether its levels are compiled each for itself."""
        return is_structural(self.name)

    @property
    def coded(self) -> bool:
        """Whether its rows are places in the list of its levels, not numbers."""
        return self.structural or is_motor(self.name)

    @property
    def numeric(self) -> bool:
        """Whether its column has numbers."""
        return all(isinstance(value, float) for value in self.values)

    @property
    def continuous(self) -> bool:
        """Whether any number of a range is meant."""
        return self.low < self.high

    def at_unit(self, units: Array) -> Array:
        """Numbers in [0, 1) as levels of the list, or on the range."""
        if self.values:
            places: Array = np.minimum(np.floor(units * len(self.values)), len(self.values) - 1)
            return self.take(places)
        return self.on_range(units)

    def on_range(self, units: Array) -> Array:
        """Numbers in [0, 1] on the range."""
        if self.scale == "log":
            low, high = np.log(self.low), np.log(self.high)
            grown: Array = np.exp(low + units * (high - low))
            return grown.clip(self.low, self.high)
        return self.low + units * (self.high - self.low)

    def slope(self, levels: Array) -> Array:
        """How fast the level grows with its number in [0, 1]."""
        if self.scale == "log":
            grown: Array = levels * np.log(self.high / self.low)
            return grown
        return np.full_like(levels, self.high - self.low)

    def place_of(self, level: float | str) -> float:
        """The number in [0, 1] of a level on the range, or a level's place in the list."""
        if not self.continuous:
            return float(self.values.index(level))
        assert isinstance(level, float)
        if self.scale == "log":
            return float(np.log(level / self.low) / np.log(self.high / self.low))
        return (level - self.low) / (self.high - self.low)

    def take(self, places: Array) -> Array:
        """The numbers at these places of the list."""
        if self.coded:
            return places
        levels = np.array(self.values, np.float64)
        found: Array = levels[places.astype(np.intp)]
        return found

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        span: dict[str, object] = {"range": [self.low, self.high], "scale": self.scale}
        if not self.values:
            return {"name": self.name, **span}
        more = span if self.continuous else {}
        return {"name": self.name, "values": list(self.values), **more}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Factor:
        """The factor that plain data say."""
        low, high = data.get("range", (0.0, 0.0))
        return cls(data["name"], low, high, data.get("scale", "linear"),
                   tuple(data.get("values", ())))  # fmt: skip


def read_factor(table: object) -> Factor:
    """A ``[[factor]]`` table."""
    given = known_keys("a factor", table, KEYS)
    name = given.get("name")
    if not isinstance(name, str) or not name:
        raise StudyError("expected a 'name': a symbol of the robot, or one of "
                         + ", ".join((*STRUCTURAL, DURATION)))  # fmt: skip
    return at(name, lambda told: _read(name, told), given)


def _read(name: str, given: Mapping[str, object]) -> Factor:
    if is_motor(name):
        for key in ("range", "scale", "levels"):
            if key in given:
                raise StudyError(f"{key!r}: a motor is one of 'values', or of the whole catalogue")
        return Factor(name, values=_levels(name, given["values"]) if "values" in given else ())
    if ("values" in given) == ("range" in given):
        raise StudyError("expected either 'range' or 'values'")
    if "values" in given:
        for key in ("scale", "levels"):
            if key in given:
                raise StudyError(f"{key!r} goes with a range")
        return Factor(name, values=_levels(name, given["values"]))
    if is_structural(name):
        raise StudyError("expected 'values', a list" + " of texts" * (name in STRUCTURAL))
    rows = rows_of(given["range"])
    if rows is None or len(rows) != 2:
        raise StudyError("range: expected two numbers, the lowest and the highest")
    low, high = (at("range", quantity, row) for row in rows)
    if low >= high:
        raise StudyError(f"the range from {low:g} to {high:g} is empty")
    scale = at("scale", lambda v: choice(v, SCALES), given.get("scale", "linear"))
    if scale == "log" and low <= 0:
        raise StudyError(f"a log scale begins above zero, not at {low:g}")
    if "levels" not in given:
        return Factor(name, low, high, scale)
    levels = given["levels"]
    if not isinstance(levels, int) or isinstance(levels, bool) or not 2 <= levels <= MOST_LEVELS:
        raise StudyError(f"levels: expected a whole number from 2 to {MOST_LEVELS:,}")
    spaced = np.geomspace(low, high, levels) if scale == "log" else np.linspace(low, high, levels)
    return Factor(name, low, high, scale, tuple(float(v) for v in spaced))


def _levels(name: str, value: object) -> tuple[Level, ...]:
    rows = rows_of(value)
    if not rows:
        raise StudyError("values: expected a list with at least one entry")
    if not is_structural(name) and not is_motor(name):
        return tuple(at(f"values, entry {k}", quantity, row) for k, row in enumerate(rows, 1))
    for row in rows:
        if not name.startswith(WITHIN) and not isinstance(row, str):
            raise StudyError(f"values: expected texts, not {shown(str(row))}")
        if not isinstance(row, (str, int, float)) or isinstance(row, bool):
            raise StudyError(f"values: expected numbers or texts, not {shown(str(row))}")
    levels = tuple(row if isinstance(row, (str, float)) else float(str(row)) for row in rows)
    if len(set(levels)) < len(levels):
        raise StudyError("values: an entry stands there twice")
    return levels
