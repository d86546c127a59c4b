"""Candidate motors from a user's table (CSV or Parquet), with their limits of torque and speed.

Columns: name, rated_torque, peak_torque, rated_speed, max_speed, and if known rotor_inertia,
ratio (of the gear; rad/m where a coordinate slides), efficiency, mass. A torque in newtons makes
the motor a linear one; its rotor_inertia is then a mass.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.errors import TextError, shown, suggestion
from torsor.motion.tables import Table, read_table
from torsor.motion.units import UNITS, factor

NEEDED = ("name", "rated_torque", "peak_torque", "rated_speed", "max_speed")
MORE = ("rotor_inertia", "ratio", "efficiency", "mass")


@dataclass(frozen=True)
class Motor:
    """A motor in SI units; ``ratio`` is nothing where any gear may be put on it."""

    name: str
    rated_torque: float
    peak_torque: float
    rated_speed: float
    max_speed: float
    rotor_inertia: float = 0.0
    ratio: float | None = None
    efficiency: float = 1.0
    mass: float | None = None
    linear: bool = False

    def limit(self, speed: ArrayLike) -> Array:
        """The peak torque at a speed: whole up to the rated speed, then falling to none at max."""
        w = np.abs(np.asarray(speed, np.float64))
        span = self.max_speed - self.rated_speed
        falling = (self.max_speed - w) / span if span > 0 else (w <= self.max_speed).astype(float)
        share: Array = np.clip(falling, 0.0, 1.0)
        return self.peak_torque * share

    @property
    def curve(self) -> dict[str, list[tuple[float, float]]]:
        """The corners of its limits, for a plot: (speed, torque), peak and continuous."""
        return {
            "peak": [(0.0, self.peak_torque), (self.rated_speed, self.peak_torque),
                     (self.max_speed, 0.0)],
            "continuous": [(0.0, self.rated_torque), (self.rated_speed, self.rated_torque)],
        }  # fmt: skip


def read_motors(path: str | os.PathLike[str]) -> list[Motor]:
    """The motors of a CSV or Parquet file."""
    table = read_table(path, words=("name",))
    for name in table.columns:
        if name not in (*NEEDED, *MORE):
            known = (*NEEDED, *MORE)
            hint = suggestion(name, known) or f"; expected {', '.join(known)}"
            raise TextError(f"{table.file}: unknown column {shown(name)}{hint}")
    present = {*table.columns, *table.words}
    lacking = [name for name in NEEDED if name not in present]
    if lacking:
        raise TextError(f"{table.file}: no column {', '.join(lacking)}")
    linear = UNITS.get(table.units["rated_torque"], ("moment", 1))[0] == "force"
    kinds = {
        "rated_torque": ("force",) if linear else ("moment",),
        "rated_speed": ("speed",) if linear else ("turning speed",),
        "rotor_inertia": ("mass",) if linear else ("inertia",),
        "ratio": ("number", "ratio"),
        "efficiency": ("number",),
        "mass": ("mass",),
    }
    kinds |= {"peak_torque": kinds["rated_torque"], "max_speed": kinds["rated_speed"]}
    columns = {
        name: column * _factor(table, name, kinds[name]) for name, column in table.columns.items()
    }
    return [_motor(table, columns, row, linear) for row in range(len(table.words["name"]))]


def _factor(table: Table, name: str, kinds: tuple[str, ...]) -> float:
    try:
        return factor(table.units[name], kinds)
    except Exception as error:
        raise TextError(f"{table.file}, column {name}: {error}") from None


def _motor(table: Table, columns: dict[str, Array], row: int, linear: bool) -> Motor:
    given = {name: column.item(row) for name, column in columns.items()}
    motor = Motor(table.words["name"][row], linear=linear, **given)
    for name in NEEDED[1:]:
        if given[name] <= 0:
            raise TextError(f"{table.place(row)}: {name} is {given[name]:g}, not above zero")
    if motor.peak_torque < motor.rated_torque or motor.max_speed < motor.rated_speed:
        raise TextError(f"{table.place(row)}: the peak torque or max speed is below the rated one")
    if not 0 < motor.efficiency <= 1:
        raise TextError(
            f"{table.place(row)}: the efficiency is {motor.efficiency:g}; expected 0 to 1"
        )
    if motor.rotor_inertia < 0 or (motor.ratio is not None and motor.ratio == 0):
        raise TextError(f"{table.place(row)}: a negative rotor inertia, or a ratio of zero")
    return motor
