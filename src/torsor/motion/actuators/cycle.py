"""What a cycle asks of each drive: peak and RMS torque, speeds, accelerations, powers.

After "Choosing the actuators" of the TRTRR papers. Means are over time (trapezoidal rule), so
samples need not be evenly spaced.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.linear_systems import largest
from torsor.motion.quantities import ScenarioError
from torsor.motion.results import Result


@dataclass(frozen=True)
class Demand:
    """One coordinate's demand; torques are forces where the coordinate slides (SI units)."""

    coordinate: int
    sliding: bool
    peak_torque: float
    rms_torque: float
    peak_speed: float
    peak_acceleration: float
    peak_power: float
    mean_power: float
    """Of the driving phases alone: what the drive gives, without what it takes back."""
    speed_at_peak_torque: float
    torque_at_peak_speed: float

    @property
    def data(self) -> dict[str, float]:
        """As plain data."""
        return asdict(self)


def mean(t: Array, values: Array) -> float:
    """The mean over time."""
    span = t.item(-1) - t.item(0) if len(t) else 0.0
    if not span:
        return values.item(0)
    return float(np.trapezoid(values, t)) / span


def rms(t: Array, values: Array) -> float:
    """The root of the mean square over time."""
    return float(mean(t, values**2) ** 0.5)


def measure_demands(result: Result, tau: Array | None = None) -> list[Demand]:
    """Each coordinate's demand; ``tau`` in the place of the result's own driving forces."""
    with np.errstate(all="ignore"):  # what overflows is refused below
        found = _demands(result, result.tau if tau is None else tau)
    for demand in found:
        for name, value in demand.data.items():
            if not np.isfinite(value):
                raise ScenarioError(
                    f"the {name.replace('_', ' ')} of coordinate {demand.coordinate} is not a "
                    "finite number"
                )
    return found


def _demands(result: Result, forces: Array) -> list[Demand]:
    found = []
    for k in range(result.n):
        force, speed, rate = forces[:, k], result.dq[:, k], result.ddq[:, k]
        power = force * speed
        strongest, fastest = int(np.argmax(np.abs(force))), int(np.argmax(np.abs(speed)))
        found.append(
            Demand(
                k + 1,
                result.units[f"q{k + 1}"] == "m",
                largest(force),
                rms(result.t, force),
                largest(speed),
                largest(rate),
                largest(power),
                mean(result.t, np.maximum(power, 0)),
                speed.item(strongest),
                force.item(fastest),
            )
        )
    return found
