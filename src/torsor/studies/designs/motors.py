"""Motors of a catalogue as factors: ``motor2`` is the one that drives coordinate 2.

A motor's mass goes on the link that carries it (``mM2``), its rotor and gear are those of the
joint's drive where the robot has one (``Im2``, ``N2``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.formats.fields import known_keys
from torsor.motion.actuators.motors import Motor, read_motors
from torsor.studies.designs.factors import Factor
from torsor.studies.errors import StudyError

NAME = re.compile(r"motor([1-9][0-9]{0,2})")
FIELDS = ("mass", "rotor_inertia", "ratio", "rated_torque", "peak_torque", "rated_speed",
          "max_speed", "efficiency")  # fmt: skip


@dataclass(frozen=True)
class Catalogue:
    """The motors that a study chooses from, and the links that carry them where that is told."""

    motors: tuple[Motor, ...]
    carriers: Mapping[int, int]

    def find(self, name: str) -> Motor:
        """A motor by its name; the nearest is suggested."""
        for motor in self.motors:
            if motor.name == name:
                return motor
        known = [motor.name for motor in self.motors]
        hint = suggestion(name, known) or f"; there are {shown(', '.join(known), 200)}"
        raise UnknownNameError(f"no motor of the catalogue is called {shown(name)}{hint}")


def read_catalogue(value: object, folder: Path) -> Catalogue:
    """The table ``[motors]``: ``file``, and ``carried_by``, links by coordinate."""
    given = known_keys("motors", value, ("file", "carried_by"))
    file, carried = given.get("file"), given.get("carried_by", {})
    if not isinstance(file, str):
        raise StudyError("motors: expected 'file', a table of motors (CSV or Parquet)")
    motors = read_motors(folder / file)
    names = [motor.name for motor in motors]
    for name in names:
        if names.count(name) > 1:
            raise StudyError(f"motors: {shown(name)} stands twice in {shown(file)}")
    if not isinstance(carried, Mapping):
        raise StudyError("motors, carried_by: expected links by coordinate, such as { 3 = 1 }")
    carriers = {}
    for key, link in carried.items():
        if not str(key).isdecimal() or not isinstance(link, int) or isinstance(link, bool):
            raise StudyError("motors, carried_by: expected links by coordinate, such as { 3 = 1 }")
        carriers[int(key)] = link
    return Catalogue(tuple(motors), carriers)


def coordinate_of(name: str) -> int | None:
    """The coordinate whose motor a factor is; none where it is another factor."""
    found = NAME.fullmatch(name)
    return int(found.group(1)) if found else None


def name_levels(factors: Sequence[Factor], catalogue: Catalogue | None) -> tuple[Factor, ...]:
    """The factors with those that are motors checked; all of the catalogue where none are named."""
    found = []
    for factor in factors:
        if coordinate_of(factor.name) is None:
            found.append(factor)
            continue
        if catalogue is None:
            raise StudyError(f"{factor.name}: expected the table [motors] with its 'file'")
        levels = factor.values or tuple(motor.name for motor in catalogue.motors)
        for level in levels:
            catalogue.find(str(level))
        found.append(replace(factor, values=levels))
    return tuple(found)


def tabulate(factors: Sequence[Factor], catalogue: Catalogue | None) -> dict[str, dict[str, Any]]:
    """The numbers of each motor factor's levels, by their names."""
    found: dict[str, dict[str, Any]] = {}
    for factor in factors:
        if coordinate_of(factor.name) is None or catalogue is None:
            continue
        motors = [catalogue.find(str(level)) for level in factor.values]
        for motor in motors:
            if motor.mass is None:
                raise StudyError(f"{factor.name}: the mass of {shown(motor.name)} is not told")
        rows = {field: [getattr(motor, field) for motor in motors] for field in FIELDS}
        found[factor.name] = {field: row for field, row in rows.items() if None not in row}
        if "ratio" not in found[factor.name] and any(r is not None for r in rows["ratio"]):
            raise StudyError(f"{factor.name}: some of its motors have a ratio, others have none")
    return found


def symbols_of(motors: Mapping[str, Mapping[str, object]]) -> list[str]:
    """The symbols that motors have numbers for."""
    found = []
    for name, fields in motors.items():
        k = coordinate_of(name)
        found += [f"mM{k}", f"Im{k}", *([f"N{k}"] if "ratio" in fields else [])]
    return found


def look_up(motors: Mapping[str, Mapping[str, Any]], rows: Mapping[str, Array]) -> dict[str, Array]:
    """What motors say of some designs: symbols, and ``motor2:peak_torque`` and the like."""
    found: dict[str, Array] = {}
    for name, fields in motors.items():
        k, places = coordinate_of(name), rows[name].astype(np.intp)
        for field, row in fields.items():
            found[f"{name}:{field}"] = np.array(row, np.float64)[places]
        found[f"mM{k}"] = found[f"{name}:mass"]
        found[f"Im{k}"] = found[f"{name}:rotor_inertia"]
        if "ratio" in fields:
            found[f"N{k}"] = found[f"{name}:ratio"]
    return found
