"""The ``[drive]`` of a scenario: what drives the joints, as a word or a table with a kind."""

# ruff: noqa: RUF009 - an entry is a field

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.controllers import (
    PD,
    ComputedTorque,
    Drive,
    NoTorques,
    TorqueSamples,
    TorqueSignals,
)
from torsor.motion.quantities import switch
from torsor.motion.scenario.entries import coordinates, entry, gains, list_entry, require_one
from torsor.motion.scenario.signals import Signal, signal
from torsor.motion.scenario.table_file import TableFile, table_file
from torsor.motion.trajectory.piecewise import Motion
from torsor.motion.trajectory.profiles import quintic


@dataclass(frozen=True)
class Free:
    """Nothing drives the joints."""

    kind: str = entry(str, "what drives the joints")

    follows = False
    """Whether it follows a motion."""

    def make(self, motion: Motion | None, n: int) -> Drive:
        """The drive, along a motion if it follows one."""
        return NoTorques(n)


@dataclass(frozen=True)
class Torques(Free):
    """Driving forces as functions of time, or from a file."""

    tau: tuple[Signal, ...] | None = list_entry(signal, "functions of t", "N m or N", None)
    file: TableFile | None = entry(table_file, "a file with columns t, tau1 …", default=None)
    hold: bool = entry(switch, "whether a row lasts until the next", default=False)
    gaps: bool = entry(switch, "whether gaps in the file are bridged", default=False)

    def __post_init__(self) -> None:
        require_one(self, "tau", "file", what="torques: ")
        if self.file is not None:
            _ = self._samples

    @cached_property
    def _samples(self) -> tuple[Array, Array]:
        assert self.file is not None
        return self.file.advancing("t", self.gaps), self.file.coordinates("tau")

    def make(self, motion: Motion | None, n: int) -> Drive:
        """The given forces."""
        return (
            TorqueSamples(*self._samples, self.hold) if self.file else TorqueSignals(self.tau or ())
        )


@dataclass(frozen=True)
class Feedback(Free):
    """A controller that follows a motion or keeps a set-point."""

    kp: Array | float = entry(gains, "gain of the position error", "", 100.0)
    kd: Array | None = entry(gains, "gain of the velocity error; twice the root of kp", "", None)
    set_point: Array | None = entry(coordinates, "the position to keep", "rad or m", None)
    limit: Array | None = entry(gains, "the largest driving forces", "N m or N", None)
    knows_load: bool = entry(switch, "whether its model has the payload", "", True)

    follows = True

    def make(self, motion: Motion | None, n: int) -> Drive:
        """The controller along a motion."""
        if motion is None:
            assert self.set_point is not None  # a scenario without either is refused
            motion = quintic(self.set_point, self.set_point, 1.0)
        kd: Array | float = 2 * np.sqrt(self.kp) if self.kd is None else self.kd
        controller = PD if self.kind == "pd" else ComputedTorque
        return controller(motion, self.kp, kd, self.limit)


DRIVES: dict[str, type[Free]] = {
    "free": Free, "torques": Torques, "pd": Feedback, "computed-torque": Feedback,
}  # fmt: skip
