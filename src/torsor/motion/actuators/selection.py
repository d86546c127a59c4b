"""Choosing the actuators: each candidate motor on each joint, with its gear, ranked by margins.

A gear of ratio N and efficiency η takes the joint's torque τ and acceleration q̈ to the motor as
τ/(N η) where the drive works (η τ/N where it is worked on) plus N Jm q̈ for its own rotor, and the
speed q̇ to N q̇. A margin is what the motor can do over what it has to; all must be 1 or more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.errors import TorsorError, shown
from torsor.motion.actuators.cycle import Demand, mean, measure_demands, rms
from torsor.motion.actuators.motors import Motor
from torsor.motion.dynamics.plant import Plant
from torsor.motion.results import Result
from torsor.motion.tables import require_scipy

RATIOS = 400
"""How many gear ratios are tried where none is given."""
COARSE = 8
"""First every eighth of them, then those around the best."""
FEW = 50
MOST_WORK = 300_000_000
"""Points of the cycle that are looked at, over all motors and gears: about ten seconds."""


@dataclass(frozen=True)
class Fit:
    """A motor with a gear on one coordinate: margins, and the points it works at."""

    motor: Motor
    coordinate: int
    ratio: float
    peak: float
    """Peak torque over the largest torque asked of the motor."""
    rms: float
    """Rated torque over the RMS torque."""
    speed: float
    """Max speed over the largest speed."""
    curve: float
    """The least of available over asked torque along the speed-torque curve."""
    rms_torque: float
    peak_torque: float
    peak_speed: float

    @property
    def margin(self) -> float:
        """The smallest of all margins."""
        return min(self.peak, self.rms, self.speed, self.curve)


@dataclass(frozen=True)
class Choice:
    """One coordinate: what it asks for, and the candidates in order."""

    demand: Demand
    ranking: tuple[Fit, ...]


Extremes = tuple[Array, Array, Array, tuple[float, float, float]]
"""Loads, accelerations and speeds, and the means ⟨load²⟩, ⟨load q̈⟩ and ⟨q̈²⟩."""


class Cycle:
    """A motion with its driving forces, the rotors' share taken out."""

    def __init__(self, result: Result, plant: Plant) -> None:
        self.result = result
        self.tau, self._dq, self._ddq = result.tau, result.dq, result.ddq
        self._extremes: dict[tuple[int, float], Extremes] = {}
        if any(link.drive.rotor for link in plant.robot.links):
            q = np.zeros(plant.n)
            # What rotors add to M does not depend on the position.
            M: Array = plant.arm().mass_matrix(q)
            bare: Array = plant.arm(rotors=False).mass_matrix(q)
            self.tau = result.tau - result.ddq @ (M - bare)
        self.demands = measure_demands(result, self.tau)

    def at_motor(self, motor: Motor, k: int, ratio: float) -> tuple[Array, Array]:
        """The motor's speeds and torques through the cycle, of coordinate k (from 0)."""
        tau, dq, ddq = self.tau[:, k], self._dq[:, k], self._ddq[:, k]
        works = tau * dq >= 0
        load = np.where(works, tau / motor.efficiency, tau * motor.efficiency) / ratio
        return ratio * dq, load + motor.rotor_inertia * ratio * ddq

    def fit(self, motor: Motor, k: int, ratio: float) -> Fit:
        """The margins of a motor with a gear."""
        speed, torque = self.at_motor(motor, k, ratio)
        size, fast = np.abs(torque), float(np.max(np.abs(speed)))
        peak, effective = float(np.max(size)), rms(self.result.t, torque)
        within = motor.limit(speed) / np.maximum(size, 1e-9 * motor.peak_torque)
        return Fit(
            motor,
            k + 1,
            ratio,
            motor.peak_torque / max(peak, motor.peak_torque * 1e-9),
            motor.rated_torque / max(effective, motor.rated_torque * 1e-9),
            motor.max_speed / max(fast, motor.max_speed * 1e-9),
            float(np.min(within)),
            effective,
            peak,
            fast,
        )

    def best(self, motor: Motor, k: int) -> Fit:
        """The gear that leaves the largest margin."""
        fastest = self.demands[k].peak_speed
        if not fastest:
            return self.fit(motor, k, 1.0)
        highest = motor.max_speed / fastest
        tried = highest * np.geomspace(1e-4, 1.0, RATIOS)
        coarse = int(np.argmax(self._margins(motor, k, tried[::COARSE]))) * COARSE
        near = tried[max(coarse - COARSE, 0) : coarse + COARSE + 1]
        return self.fit(motor, k, near.item(int(np.argmax(self._margins(motor, k, near)))))

    def _margins(self, motor: Motor, k: int, ratios: Array) -> Array:
        """The smallest margin at each of many ratios: that of ``fit``, without its points."""
        load, ddq, speed, moments = self._extreme(k, motor.efficiency)
        N, inertia = ratios[:, None], motor.rotor_inertia
        size = np.abs(load / N + inertia * N * ddq)
        peak: Array = np.max(size, axis=1)
        square = (
            moments[0] / ratios**2 + 2 * inertia * moments[1] + (inertia * ratios) ** 2 * moments[2]
        )
        asked = np.maximum(size, 1e-9 * motor.peak_torque)
        fast = ratios * self.demands[k].peak_speed
        least: Array = np.minimum.reduce(
            [
                motor.peak_torque / np.maximum(peak, motor.peak_torque * 1e-9),
                motor.rated_torque
                / np.maximum(np.sqrt(np.maximum(square, 0)), motor.rated_torque * 1e-9),
                motor.max_speed / np.maximum(fast, motor.max_speed * 1e-9),
                np.min(motor.limit(N * speed) / asked, axis=1),
            ]
        )
        return least

    def _extreme(self, k: int, efficiency: float) -> Extremes:
        """The points of a cycle that can decide a margin, and the moments of its RMS torque.

        A motor's torque is linear in (load, acceleration), its limit piecewise linear in speed:
        the least margin is at a corner of the convex hull of (±load, ±acceleration, |speed|).
        """
        key = (k, efficiency)
        if key not in self._extremes:
            t, tau, dq, ddq = self.result.t, self.tau[:, k], self._dq[:, k], self._ddq[:, k]
            load = np.where(tau * dq >= 0, tau / efficiency, tau * efficiency)
            moments = (mean(t, load**2), mean(t, load * ddq), mean(t, ddq**2))
            points = np.stack((load, ddq, np.abs(dq)), axis=1)
            points = points[find_corners(points)]
            self._extremes[key] = (points[:, 0], points[:, 1], points[:, 2], moments)
        return self._extremes[key]

    def least_rms_ratio(self, k: int, rotor_inertia: float) -> float | None:
        """The ratio of least RMS torque for a rotor: (⟨τ²⟩ / Jm² ⟨q̈²⟩)^¼."""
        t, tau, ddq = self.result.t, self.tau[:, k], self.result.ddq[:, k]
        below = rotor_inertia**2 * mean(t, ddq**2)
        return (mean(t, tau**2) / below) ** 0.25 if below > 0 else None


def find_corners(points: Array) -> Indices:
    """Rows among which every corner of the hull of (±x, ±y, z) is; all where there is no hull."""
    mirrored = np.concatenate((points, points * (-1, -1, 1)))
    spread: Array = np.ptp(mirrored, axis=0)
    size: Array = np.max(np.abs(mirrored), axis=0)
    if len(points) <= FEW or not (spread > 1e-9 * size).all():
        return np.arange(len(points))
    with require_scipy():
        from scipy.spatial import ConvexHull, QhullError
    try:
        hull = ConvexHull((mirrored - np.mean(mirrored, axis=0)) / spread)
    except QhullError:  # flat, or too near to it
        return np.arange(len(points))
    return np.unique(hull.vertices % len(points))


def choose(
    cycle: Cycle,
    motors: Sequence[Motor],
    ratios: Mapping[int, float] | None = None,
    margin: float = 1.0,
) -> list[Choice]:
    """Candidates for each coordinate: those with enough margin first, the lightest first.

    The weight is the motor's mass if all have one, else its rated power. Those that do not suffice
    follow, the nearest first.
    """
    work = _work(cycle, motors, ratios or {})
    if work > MOST_WORK:
        raise TorsorError(
            f"{len(motors)} motors on {len(cycle.demands)} coordinates with {len(cycle.result)} "
            "rows are too much to rank; take fewer motors, a longer sample, or give the gear ratios"
        )
    found = []
    by_mass = all(m.mass is not None for m in motors)
    for demand in cycle.demands:
        k = demand.coordinate - 1
        fits = []
        for motor in motors:
            if motor.linear and not demand.sliding:
                continue
            given = (ratios or {}).get(demand.coordinate, motor.ratio)
            if given is None and motor.linear:
                given = 1.0
            fits.append(cycle.best(motor, k) if given is None else cycle.fit(motor, k, given))

        def order(fit: Fit) -> tuple[bool, float, float, str]:
            short = fit.margin < margin
            motor = fit.motor
            size = motor.mass if by_mass else motor.rated_torque * motor.rated_speed
            return (short, 0.0 if short else float(size or 0), -fit.margin, motor.name)

        for fit in fits:
            if not np.isfinite((fit.margin, fit.rms_torque, fit.peak_torque, fit.peak_speed)).all():
                raise TorsorError(
                    f"the motor {shown(fit.motor.name)} on coordinate {fit.coordinate}: its "
                    "margins are not finite numbers"
                )
        found.append(Choice(demand, tuple(sorted(fits, key=order))))
    return found


def _work(cycle: Cycle, motors: Sequence[Motor], ratios: Mapping[int, float]) -> float:
    """Points that are looked at, each a few operations."""
    total = 0.0
    for demand in cycle.demands:
        for efficiency, free in Counter(
            (m.efficiency, m.ratio is None and not m.linear) for m in motors
        ).items():
            tries = 0
            if efficiency[1] and demand.coordinate not in ratios and demand.peak_speed:
                points = cycle._extreme(demand.coordinate - 1, efficiency[0])[0]
                tries = (RATIOS // COARSE + 2 * COARSE) * len(points)
            total += free * (tries + 10 * len(cycle.result) + 5000)
            if total > MOST_WORK:
                return total
    return total


def read_ratios(text: str, n: int, what: str = "ratio") -> dict[int, float]:
    """Gear ratios by coordinate: ``"100"`` for all, or ``"1=100, 2=80"``."""
    from torsor.motion.quantities import quantity

    found: dict[int, float] = {}
    for part in (p.strip() for p in text.split(",") if p.strip()):
        which, equals, number = part.partition("=")
        try:
            ratio = quantity((number if equals else which).strip())
            places = [int(which)] if equals else list(range(1, n + 1))
        except (TorsorError, ValueError):
            ratio, places = 0.0, []
        if not ratio or not places or not all(1 <= k <= n for k in places):
            raise TorsorError(
                f"{what} {shown(text)}: expected a number, or COORDINATE=NUMBER with 1 to {n}"
            )
        found |= dict.fromkeys(places, ratio)
    return found
