"""What a cycle asks of each drive: peak and RMS torque, speeds, accelerations, powers.

After "Choosing the actuators" of the TRTRR papers. Means are over time (trapezoidal rule), so
samples need not be evenly spaced.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

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
    def data(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def mean(t: Any, values: Any) -> float:
    """The mean over time."""
    if len(t) < 2 or t[-1] == t[0]:
        return float(values[0])
    return float(np.trapezoid(values, t) / (t[-1] - t[0]))


def rms(t: Any, values: Any) -> float:
    """The root of the mean square over time."""
    return float(mean(t, values**2) ** 0.5)


def measure_demands(result: Result, tau: Any = None) -> list[Demand]:
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


def _demands(result: Result, forces: Any) -> list[Demand]:
    found = []
    for k in range(result.n):
        force, speed, rate = forces[:, k], result.dq[:, k], result.ddq[:, k]
        power = force * speed
        strongest, fastest = int(np.argmax(np.abs(force))), int(np.argmax(np.abs(speed)))
        found.append(
            Demand(
                k + 1,
                result.units[f"q{k + 1}"] == "m",
                float(np.abs(force).max()),
                rms(result.t, force),
                float(np.abs(speed).max()),
                float(np.abs(rate).max()),
                float(np.abs(power).max()),
                mean(result.t, np.maximum(power, 0)),
                float(speed[strongest]),
                float(force[fastest]),
            )
        )
    return found
