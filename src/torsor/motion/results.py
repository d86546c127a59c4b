"""What a simulation gives: columns with units, the events on the way, and how far it came."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NotRequired, TypedDict

import numpy as np

from torsor import hooks
from torsor.algebra.arrays import Array
from torsor.arguments import given, validate_call
from torsor.errors import UnknownKeyError, suggestion
from torsor.motion.balance import Balance, first_rows
from torsor.motion.quantities import ScenarioError
from torsor.motion.result_files import encode_table, write_result
from torsor.motion.tables import table_format
from torsor.robot.meanings import COORDINATES, coordinate_meaning
from torsor.robot.robot import Robot

FAR = 1e8
"""Coordinates and rates from here on are told beside a result that is not finite."""

WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")


class Event(TypedDict):
    """Something that happens to a coordinate (counted from 1) or a load, and when."""

    t: float
    event: str
    coordinate: NotRequired[int]
    end: NotRequired[str]
    """Which end a coordinate met: ``upper`` or ``lower``."""
    before: NotRequired[float]
    """Its velocity then, and after that."""
    after: NotRequired[float]
    jump: NotRequired[float]
    """The largest change of a velocity at a pick-up."""


class Figures(TypedDict, total=False):
    """Counts of an integration."""

    method: str
    steps: int
    evaluations: int
    engine: str
    """What carried the steps out: ``machine-code``, ``scipy`` or ``python``."""


class Columns(dict[str, Array]):
    """A table's columns by name."""

    def __missing__(self, name: object) -> Array:
        near = suggestion(name, self) if isinstance(name, str) else ""
        raise UnknownKeyError(f"no column {given(name)}; there are {', '.join(self)}{near}")


@dataclass(frozen=True, eq=False)
class Result:
    """A motion with its driving forces; ``kind`` is ``along`` (inverse) or ``forward``.

    Columns: t, q1 …, dq1 …, ddq1 …, tau1 …, P1 … (power), x y z (the tool), s (its way), K and U
    (energies), fx … nz (contact), f1x … n1z … (joint reactions), as far as they were asked for.
    """

    robot: str
    """Whose motion it is."""
    kind: str
    n: int
    """How many coordinates there are."""
    columns: dict[str, Array]
    """The numbers at each instant, by name."""
    units: dict[str, str]
    """The SI unit of each column."""
    events: list[Event] = field(default_factory=list)
    """What happened on the way: loads, stops, contact."""
    complete: bool = True
    """Whether it was carried out to its end."""
    figures: Figures = field(default_factory=Figures)
    """What the integration tells of itself: steps, energies, drift."""
    balance: Balance | None = None
    """Works and losses, where an integration kept account of them."""
    described: Robot | None = field(default=None, repr=False)
    """The robot with the numbers that it moved with, for pictures."""

    @property
    def t(self) -> Array:
        """The times."""
        return self.columns["t"]

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", Columns(self.columns))

    def _stacked(self, stem: str) -> Array:
        return np.stack([self.columns[f"{stem}{k}"] for k in range(1, self.n + 1)], axis=1)

    @property
    def q(self) -> Array:
        """Positions (N, n)."""
        return self._stacked("q")

    @property
    def dq(self) -> Array:
        """Velocities (N, n)."""
        return self._stacked("dq")

    @property
    def ddq(self) -> Array:
        """Accelerations (N, n)."""
        return self._stacked("ddq")

    @property
    def tau(self) -> Array:
        """Driving forces (N, n)."""
        return self._stacked("tau")

    @property
    def energy(self) -> Array:
        """K + U."""
        return self.columns["K"] + self.columns["U"]

    def __len__(self) -> int:
        return len(self.t)

    def __eq__(self, other: object) -> bool:
        """Equal columns, unknown numbers too, and all that is told beside them."""
        if not isinstance(other, Result):
            return NotImplemented
        apart = {"columns": None, "described": None}
        mine, theirs = vars(self) | apart, vars(other) | apart
        return (
            mine == theirs
            and list(self.columns) == list(other.columns)
            and all(
                np.array_equal(column, other.columns[name], equal_nan=column.dtype.kind == "f")
                for name, column in self.columns.items()
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Result of {self.robot}: {len(self)} rows to t = {self.t.item(-1):g} s>"

    def _repr_html_(self) -> str | None:
        if self.described is None or "motion html" not in hooks.writers:
            return None
        return hooks.write("motion html", self) or None

    def checked(self) -> Result:
        """The result itself, refused where a number in it is not finite: when, and which."""
        bad = self._first_not_finite()
        if bad is None:
            return self
        row, name = bad
        state = ", ".join(
            f"{stem}{k} = {self.columns[f'{stem}{k}'].item(row):.4g}"
            for stem in ("q", "dq", "ddq")
            for k in range(1, self.n + 1)
            if not abs(self.columns[f"{stem}{k}"].item(row)) < FAR
        )
        t, bad_number = self.t.item(row), self.columns[name].item(row)
        raise ScenarioError(
            f"at t = {t:.6g} s {name} is {bad_number}, not a finite number"
            + (f" ({state})" if state else "")
        )

    def finite_part(self) -> Result:
        """The rows before the first that is not wholly finite."""
        bad = self._first_not_finite()
        if bad is None:
            return self
        kept = {name: column[: bad[0]] for name, column in self.columns.items()}
        balance = self.balance and first_rows(self.balance, bad[0])
        return replace(self, columns=kept, complete=False, balance=balance)

    def _first_not_finite(self) -> tuple[int, str] | None:
        """The first row with a number that is not finite, and the first column of it."""
        found = None
        for name, column in self.columns.items():
            wrong = ~np.isfinite(column)
            if wrong.any() and (found is None or int(np.argmax(wrong)) < found[0]):
                found = (int(np.argmax(wrong)), name)
        return found

    @validate_call
    def write(self, path: str | os.PathLike[str]) -> None:
        """To a .csv or .parquet file, whole or not at all."""
        from importlib.metadata import version

        name = os.fspath(path)
        meta = {
            "torsor": version("torsor"),
            "robot": self.robot,
            "kind": self.kind,
            "complete": json.dumps(self.complete),
            "events": json.dumps(self.events, allow_nan=False),
        }
        write_result(name, encode_table(table_format(name), self.columns, self.units, meta))


def units_of(names: Sequence[str], sliding: Sequence[bool]) -> dict[str, str]:
    """The SI unit of each column."""
    fixed = {
        "t": "s", "x": "m", "y": "m", "z": "m", "s": "m", "K": "J", "U": "J",
        **{w: "N" if w[0] == "f" else "N m" for w in WRENCH},
    }  # fmt: skip
    found = {}
    for name in names:
        stem = name.rstrip("0123456789")
        if name in fixed:
            found[name] = fixed[name]
        elif stem in COORDINATES and stem != name:
            slides = sliding[int(name[len(stem) :]) - 1]
            found[name] = coordinate_meaning(stem, slides).unit
        else:  # f1x, n1x: joint reactions
            found[name] = "N" if name[0] == "f" else "N m"
    return found
