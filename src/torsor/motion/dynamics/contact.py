"""A contact wrench at the tool along its path: from functions or tables, in time or arc length.

The six components fx fy fz nx ny nz are what the tool exerts on the work, at the tool's origin,
in tool or base axes: cutting, insertion and cleaning as the RTTRR papers load the robot.
"""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.quantities import ScenarioError, not_negative, positive, switch
from torsor.motion.results import WRENCH
from torsor.motion.scenario.entries import entry, list_entry, one_of
from torsor.motion.scenario.signals import Signal, signal
from torsor.motion.scenario.table_file import TableFile, table_file

SLIVER = 1e-12
"""Relative distance kept from a moment at which something jumps."""


@dataclass(frozen=True)
class Sampled:
    """A table's six columns against time or arc length, joined by straight lines; zero outside."""

    places: Array
    values: Array

    def __call__(self, x: Array) -> Array:
        """The six components at many places: (N, 6)."""
        within = (self.places.item(0) <= x) & (x <= self.places.item(-1))
        columns = [np.interp(x, self.places, self.values[:, k]) for k in range(len(WRENCH))]
        return np.where(within[:, None], np.stack(columns, axis=1), 0.0)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Its corners."""
        return tuple(self.places.tolist())


@dataclass(frozen=True)
class Formulas:
    """Six signals."""

    signals: tuple[Signal, ...]

    def __call__(self, x: Array) -> Array:
        """The six components at many places: (N, 6)."""
        return np.stack([np.broadcast_to(s(x), x.shape) for s in self.signals], axis=1)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where a component jumps."""
        return tuple(b for s in self.signals for b in s.breaks)


VARIABLES = {"time": "t", "arc-length": "s"}


@dataclass(frozen=True)
class Contact:
    """One wrench, acting from ``start`` to ``stop`` of its variable, ``t`` or ``s``."""

    functions: tuple[Signal, ...] | None = list_entry(
        partial(signal, variables=("t", "s")), "six functions of t or of s", "N, N m", None,
        names=WRENCH, key="wrench",
    )  # fmt: skip
    file: TableFile | None = entry(table_file, "columns t or s, fx …", default=None)
    against: str | None = entry(one_of(*VARIABLES), "time or arc-length", default=None)
    axes: str = entry(one_of("tool", "base"), "the axes of the wrench", default="tool")
    start: float = entry(not_negative, "where it begins", "s or m", 0.0, key="from")
    stop: float = entry(positive, "where it ends", "s or m", float("inf"), key="to")
    gaps: bool = entry(switch, "whether gaps in the file are bridged", default=False)

    def __post_init__(self) -> None:
        if (self.functions is None) == (self.file is None):
            raise ScenarioError("expected either 'wrench' (six functions) or 'file'")
        _ = self.wrench
        if self.stop <= self.start:
            raise ScenarioError(
                f"acts from {self.start:g} to {self.stop:g}: expected an end after the beginning"
            )

    @cached_property
    def variable(self) -> str:
        """What the wrench depends on."""
        against = VARIABLES[self.against] if self.against else None
        if self.file is not None:
            return against or ("t" if "t" in self.file.table.columns else "s")
        used = {s.variable for s in self.functions or () if any(s.tree.names())}
        if len(used) > 1 or (against and used - {against}):
            raise ScenarioError("wrench: expected functions of t alone, or of s alone")
        return next(iter(used), against or "t")

    @cached_property
    def wrench(self) -> Sampled | Formulas:
        """The six components of the variable."""
        variable = self.variable
        if self.file is None:
            return Formulas(self.functions or ())
        places = self.file.advancing(variable, self.gaps)
        given = self.file.table.columns
        if not any(name in given for name in WRENCH):
            raise ScenarioError(f"{self.file.table.file}: none of the columns {' '.join(WRENCH)}")
        columns = [
            self.file.column(name, "force" if name[0] == "f" else "moment")
            if name in given
            else np.zeros(len(places))
            for name in WRENCH
        ]
        return Sampled(places, np.stack(columns, axis=1))

    def __call__(self, t: Array, s: Array) -> Array:
        """The six components at many times and ways, in the contact's axes: (N, 6)."""
        x = t if self.variable == "t" else s
        acts = (self.start <= x) & (x < self.stop)
        found = np.zeros((len(x), 6))
        if acts.any():
            found[acts] = self.wrench(x[acts])
        return found

    def breaks(self, variable: str) -> list[float]:
        """Where the wrench jumps or has a corner."""
        if variable != self.variable:
            return []
        inner = [b for b in self.wrench.breaks if self.start < b < self.stop]
        return [*inner, *(b for b in (self.start, self.stop) if 0 < b < float("inf"))]


class Contacts:
    """All wrenches together, in the axes of the first one."""

    def __init__(self, contacts: Sequence[Contact]) -> None:
        self.contacts = tuple(contacts)
        self.axes = contacts[0].axes if contacts else "tool"
        self.mixed = len({c.axes for c in contacts}) > 1

    def __bool__(self) -> bool:
        return bool(self.contacts)

    @property
    def payload(self) -> str:
        """What the arm is compiled with."""
        if not self.contacts:
            return "none"
        return "wrench" if self.axes == "tool" else "wrench-base"

    @property
    def by_arc(self) -> bool:
        """Whether the arc length of the tool's path matters."""
        return any(c.variable == "s" for c in self.contacts)

    def breaks(self, variable: str) -> list[float]:
        """Where a wrench jumps or has a corner."""
        return sorted({b for c in self.contacts for b in c.breaks(variable)})

    def __call__(self, t: Array, s: Array, rotations: Callable[[], Array]) -> Array:
        """The sum at many times and ways, (N, 6); ``rotations`` (N, 3, 3) if axes are mixed."""
        total = np.zeros((len(t), 6))
        for contact in self.contacts:
            wrench = contact(t, s)
            if contact.axes != self.axes and wrench.any():
                R = rotations()
                wrench = turn_wrenches(
                    R if contact.axes == "tool" else np.swapaxes(R, 1, 2), wrench
                )
            total += wrench
        return total


def turn_wrenches(R: Array, wrenches: Array) -> Array:
    """Forces and moments (N, 6) turned by rotations (N, 3, 3)."""
    return (R[:, None] @ wrenches.reshape(-1, 2, 3, 1)).reshape(-1, 6)


def keep_inside(x: float, low: float, high: float) -> float:
    """x kept a sliver away from the ends of an interval, so that nothing jumps within it."""
    if x < low + SLIVER * (1 + abs(low)):
        return low + SLIVER * (1 + abs(low))
    if high < float("inf") and x > high - SLIVER * (1 + abs(high)):
        return high - SLIVER * (1 + abs(high))
    return x
