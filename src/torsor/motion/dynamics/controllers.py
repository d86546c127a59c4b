"""What drives the joints: given torques, gravity-compensated PD, and computed torque.

A controller's model has everything but dry friction, whose sign would make it chatter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.scenario.signals import Signal
from torsor.motion.trajectory.piecewise import Motion

if TYPE_CHECKING:
    from torsor.program.arm import Arm


@dataclass(frozen=True)
class NoTorques:
    """No driving forces."""

    n: int

    def __call__(self, t: float, q: Array, dq: Array) -> Array:
        """Zero."""
        return np.zeros(self.n)

    @property
    def breaks(self) -> tuple[float, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class TorqueSignals:
    """A function of time for each driving force."""

    signals: Sequence[Signal]

    def __call__(self, t: float, q: Array, dq: Array) -> Array:
        """The forces at a time."""
        return np.array([float(s(t)) for s in self.signals])

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where a force jumps."""
        return tuple(b for s in self.signals for b in s.breaks)


@dataclass(frozen=True)
class TorqueSamples:
    """Samples in time, joined by straight lines or held until the next; the last one stays."""

    times: Array
    values: Array
    hold: bool = False

    def __call__(self, t: float, q: Array, dq: Array) -> Array:
        """The forces at a time."""
        k = min(max(int(np.searchsorted(self.times, t, "right")) - 1, 0), len(self.times) - 1)
        if self.hold or k == len(self.times) - 1 or t < self.times.item(0):
            return self.values[k, :]
        begin, end = self.times.item(k), self.times.item(k + 1)
        share = (t - begin) / (end - begin)
        before, after = self.values[k, :], self.values[k + 1, :]
        return before + share * (after - before)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Every sample: the forces jump there or have a corner."""
        return tuple(self.times.tolist())


class PD:
    """τ = g(q) + K_p (q_d − q) + K_d (q̇_d − q̇)."""

    model: Arm
    """Given before it is asked for forces, and anew with each load."""
    uses = "gravity"

    def __init__(
        self, motion: Motion, kp: Array | float, kd: Array | float, limit: Array | None = None
    ) -> None:
        self.motion, self.kp, self.kd, self.limit = motion, kp, kd, limit

    def __call__(self, t: float, q: Array, dq: Array) -> Array:
        """The forces at a state, within their limits."""
        wanted, rate, acceleration = self.motion(t)
        tau = self.law(q, dq, acceleration, self.kp * (wanted - q), self.kd * (rate - dq))
        return tau if self.limit is None else np.clip(tau, -self.limit, self.limit)

    def law(self, q: Array, dq: Array, ddq: Array, position: Array, velocity: Array) -> Array:
        """The forces for the wanted acceleration and the corrections of both errors."""
        g: Array = self.model.gravity(q)
        return g + position + velocity

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where the motion's acceleration jumps."""
        return self.motion.breaks


class ComputedTorque(PD):
    """τ = M(q) (q̈_d + K_d (q̇_d − q̇) + K_p (q_d − q)) + C(q, q̇) q̇ + g(q), by inverse dynamics."""

    uses = "inverse_dynamics"

    def law(self, q: Array, dq: Array, ddq: Array, position: Array, velocity: Array) -> Array:
        """The forces for the wanted acceleration and the corrections of both errors."""
        tau: Array = self.model.inverse_dynamics(q, dq, ddq + position + velocity)
        return tau


Drive = NoTorques | TorqueSignals | TorqueSamples | PD
"""What gives driving forces at a time and state."""
