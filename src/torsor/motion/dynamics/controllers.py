"""What drives the joints: given torques, gravity-compensated PD, and computed torque.

A controller's model has everything but dry friction, whose sign would make it chatter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor.motion.scenario.signals import Signal
from torsor.motion.trajectory.piecewise import Motion


@dataclass(frozen=True)
class NoTorques:
    """No driving forces."""

    n: int

    def __call__(self, t: float, q: Any, dq: Any) -> Any:
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

    def __call__(self, t: float, q: Any, dq: Any) -> Any:
        """The forces at a time."""
        return np.array([float(s(t)) for s in self.signals])

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where a force jumps."""
        return tuple(b for s in self.signals for b in s.breaks)


@dataclass(frozen=True)
class TorqueSamples:
    """Samples in time, joined by straight lines or held until the next; the last one stays."""

    times: Any
    values: Any
    hold: bool = False

    def __call__(self, t: float, q: Any, dq: Any) -> Any:
        """The forces at a time."""
        k = min(max(int(np.searchsorted(self.times, t, "right")) - 1, 0), len(self.times) - 1)
        if self.hold or k == len(self.times) - 1 or t < self.times[0]:
            return self.values[k]
        share = (t - self.times[k]) / (self.times[k + 1] - self.times[k])
        return self.values[k] + share * (self.values[k + 1] - self.values[k])

    @property
    def breaks(self) -> tuple[float, ...]:
        """Every sample: the forces jump there or have a corner."""
        return tuple(self.times.tolist())


class PD:
    """τ = g(q) + K_p (q_d − q) + K_d (q̇_d − q̇)."""

    uses = "gravity"

    def __init__(self, motion: Motion, kp: Any, kd: Any, limit: Any = None) -> None:
        self.motion, self.kp, self.kd, self.limit = motion, kp, kd, limit
        self.model: Any = None

    def __call__(self, t: float, q: Any, dq: Any) -> Any:
        """The forces at a state, within their limits."""
        wanted, rate, acceleration = self.motion(t)
        tau = self.law(q, dq, acceleration, self.kp * (wanted - q), self.kd * (rate - dq))
        return tau if self.limit is None else np.clip(tau, -self.limit, self.limit)

    def law(self, q: Any, dq: Any, ddq: Any, position: Any, velocity: Any) -> Any:
        """The forces for the wanted acceleration and the corrections of both errors."""
        return self.model.gravity(q) + position + velocity

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where the motion's acceleration jumps."""
        return self.motion.breaks


class ComputedTorque(PD):
    """τ = M(q) (q̈_d + K_d (q̇_d − q̇) + K_p (q_d − q)) + C(q, q̇) q̇ + g(q), by inverse dynamics."""

    uses = "inverse_dynamics"

    def law(self, q: Any, dq: Any, ddq: Any, position: Any, velocity: Any) -> Any:
        """The forces for the wanted acceleration and the corrections of both errors."""
        return self.model.inverse_dynamics(q, dq, ddq + position + velocity)


Drive = NoTorques | TorqueSignals | TorqueSamples | PD
"""What gives driving forces at a time and state."""
