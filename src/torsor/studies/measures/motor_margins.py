"""How much a design's motors leave: the least of peak, RMS, speed and curve, as actuators do.

A gear of ratio N and efficiency η takes the joint's force to the motor as τ/(N η) where it works
and η τ/N where it is worked on, plus N Jm q̈ for the rotor; the model's own rotor is taken out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.errors import StudyError

if TYPE_CHECKING:
    from torsor.studies.measures.block import Block


def measure_margins(block: Block) -> Array:
    """Of each coordinate whose motor is a factor (designs, motors)."""
    chosen = [k for k in range(block.arm.n) if f"motor{k + 1}:mass" in block.numbers]
    return np.stack([_margin(block, k) for k in chosen], axis=1)


def sum_masses(block: Block) -> Array:
    """The mass of all motors."""
    masses = [row for name, row in block.numbers.items() if name.endswith(":mass")]
    found: Array = np.sum(masses, axis=0)
    return found


def _margin(block: Block, k: int) -> Array:
    def of_motor(field: str) -> Array:
        return block.numbers[f"motor{k + 1}:{field}"]

    name = f"N{k + 1}"
    if name not in block.numbers:
        raise StudyError(f"motor_margin: the gear ratio {name} is not told")
    ratio, rotor = block.numbers[name], of_motor("rotor_inertia")
    tau, rates, ddq = block.tau[:, :, k], block.rates[:, :, k], block.accelerations[:, :, k]
    if block.arm.robot.links[_link_of(block, k)].drive.rotor:
        tau = tau - ratio * ratio * rotor * ddq
    share = of_motor("efficiency")
    load = np.where(tau * rates >= 0, tau / share, tau * share) / ratio
    torque = load + rotor * ratio * ddq
    speed, size = np.abs(ratio * rates), np.abs(torque)
    peak, rated = of_motor("peak_torque"), of_motor("rated_torque")
    top, full = of_motor("max_speed"), of_motor("rated_speed")
    span = np.maximum(top - full, 1e-12 * top)
    within = peak * np.clip((top - speed) / span, 0.0, 1.0) / np.maximum(size, 1e-9 * peak)
    rms: Array = np.sqrt(block.mean(torque * torque))
    least: Array = np.minimum.reduce([
        peak / np.maximum(np.maximum.reduce(size, axis=0), 1e-9 * peak),
        rated / np.maximum(rms, 1e-9 * rated),
        top / np.maximum(np.maximum.reduce(speed, axis=0), 1e-9 * top),
        np.minimum.reduce(within, axis=0),
    ])  # fmt: skip
    return least


def _link_of(block: Block, k: int) -> int:
    robot = block.arm.robot
    return next(link for link, own in robot.coordinate.items() if own == k + 1) - 1
