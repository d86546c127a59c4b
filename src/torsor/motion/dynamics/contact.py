"""A contact wrench at the tool along its path: from functions or tables, in time or arc length.

The six components fx fy fz nx ny nz are what the tool exerts on the work, at the tool's origin,
in tool or base axes: cutting, insertion and cleaning as the RTTRR papers load the robot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor.motion.scenario.signals import Signal

SLIVER = 1e-12
"""Relative distance kept from a moment at which something jumps."""


@dataclass(frozen=True)
class Sampled:
    """A table's six columns against time or arc length, joined by straight lines; zero outside."""

    places: Any
    values: Any

    def __call__(self, x: float) -> Any:
        """The six components at one place."""
        if not self.places[0] <= x <= self.places[-1]:
            return np.zeros(6)
        return np.array([np.interp(x, self.places, column) for column in self.values.T])

    def along(self, x: Any) -> Any:
        """The same at many places: (N, 6)."""
        within = (self.places[0] <= x) & (x <= self.places[-1])
        found = np.stack([np.interp(x, self.places, column) for column in self.values.T], axis=1)
        return np.where(within[:, None], found, 0.0)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Its corners."""
        return tuple(self.places.tolist())


@dataclass(frozen=True)
class Formulas:
    """Six signals."""

    signals: tuple[Signal, ...]

    def __call__(self, x: float) -> Any:
        """The six components at one place."""
        return np.array([float(s(x)) for s in self.signals])

    def along(self, x: Any) -> Any:
        """The same at many places: (N, 6)."""
        return np.stack([np.broadcast_to(s(x), x.shape) for s in self.signals], axis=1)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where a component jumps."""
        return tuple(b for s in self.signals for b in s.breaks)


@dataclass(frozen=True)
class Contact:
    """One wrench, acting from ``start`` to ``stop`` of its variable, ``t`` or ``s``."""

    axes: str
    variable: str
    wrench: Sampled | Formulas
    start: float = 0.0
    stop: float = float("inf")

    def __call__(self, t: float, s: float) -> Any:
        """The six components, in the contact's axes."""
        x = t if self.variable == "t" else s
        return self.wrench(x) if self.start <= x < self.stop else np.zeros(6)

    def along(self, t: Any, s: Any) -> Any:
        """The same at many times and ways: (N, 6)."""
        x = t if self.variable == "t" else s
        acts = (self.start <= x) & (x < self.stop)
        found = np.zeros((len(x), 6))
        if acts.any():
            found[acts] = self.wrench.along(x[acts])
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

    def __call__(self, t: float, s: float, rotation: Any) -> Any:
        """The sum; ``rotation()`` is the tool's orientation, asked for only if axes are mixed."""
        total = np.zeros(6)
        for contact in self.contacts:
            wrench = contact(t, s)
            if contact.axes != self.axes and wrench.any():
                R = rotation()
                R = R if contact.axes == "tool" else R.T
                wrench = np.concatenate((R @ wrench[:3], R @ wrench[3:]))
            total += wrench
        return total

    def along(self, t: Any, s: Any, R: Any) -> Any:
        """The sum at many times and ways, (N, 6); ``R`` (N, 3, 3) only if axes are mixed."""
        total = np.zeros((len(t), 6))
        for contact in self.contacts:
            wrench = contact.along(t, s)
            if contact.axes != self.axes:
                turn = R if contact.axes == "tool" else R.transpose(0, 2, 1)
                halves = [np.einsum("nij,nj->ni", turn, wrench[:, a : a + 3]) for a in (0, 3)]
                wrench = np.concatenate(halves, axis=1)
            total += wrench
        return total


def inside(x: float, low: float, high: float) -> float:
    """x kept a sliver away from the ends of an interval, so that nothing jumps within it."""
    if x < low + SLIVER * (1 + abs(low)):
        return low + SLIVER * (1 + abs(low))
    if high < float("inf") and x > high - SLIVER * (1 + abs(high)):
        return high - SLIVER * (1 + abs(high))
    return x
