"""What a motion has to keep within: the robot's own limits, what is asked for, what is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.errors import TorsorError
from torsor.identification.excitation.limits.options import (
    BoundsLike,
    read_bound,
    read_each,
    read_range,
)
from torsor.motion.units import find_sliding
from torsor.program.kinematics.ranges import Ranges, find_ranges
from torsor.robot.meanings import coordinate_meaning
from torsor.robot.robot import Robot

ASSUMED_RANGE = {False: np.pi / 2, True: 0.25}
"""To both sides of zero where nothing is known: radians, or metres where it slides."""
ASSUMED_SPEED = {False: 1.0, True: 0.25}
RISE = 0.25
"""Seconds from rest to the highest speed, where no acceleration is known."""


@dataclass(frozen=True, eq=False)
class Bounds:
    """Bounds of coordinates, their rates and driving forces; infinite where there are none."""

    ranges: Ranges
    """Of positions; also of joints that several coordinates move."""
    velocity: Array
    """(n,)"""
    acceleration: Array
    """(n,)"""
    effort: Array
    """(n,), infinite where it is not known."""
    rate_shares: Array
    """Rows (r, n) of what else has a highest speed: joints that several coordinates move."""
    rate_bounds: Array
    """(r,)"""
    sliding: tuple[bool, ...]
    """Of each coordinate whether it slides."""
    notes: tuple[str, ...]
    """What was assumed, a sentence each."""

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return len(self.sliding)

    @property
    def half(self) -> Array:
        """Half the range of each coordinate."""
        half: Array = (self.ranges.upper - self.ranges.lower) / 2
        return half


def read_bounds(
    robot: Robot,
    values: Mapping[str, Formula],
    positions: BoundsLike | None = None,
    velocity: BoundsLike | None = None,
    acceleration: BoundsLike | None = None,
    effort: BoundsLike | None = None,
) -> Bounds:
    """The bounds of a robot's motion; what nobody tells is assumed, and said in the notes."""
    reader = _Reader(robot, tuple(find_sliding(robot)), [])
    ranges = reader.read_ranges(find_ranges(robot, values), positions)
    own_speed, rate_shares, rate_bounds = _speeds(robot)
    speed = reader.read_bounds("velocity", own_speed, velocity)
    speed = reader.assume("dq", speed, ASSUMED_SPEED, "velocity")
    fastest = reader.read_bounds("acceleration", np.full(robot.dof, np.inf), acceleration)
    fastest = reader.assume_accelerations(fastest, speed)
    forces = reader.read_bounds("effort", _efforts(robot), effort)
    reader.tell_of_left_out()
    notes = tuple(reader.notes)
    return Bounds(ranges, speed, fastest, forces, rate_shares, rate_bounds, reader.sliding, notes)


@dataclass(frozen=True)
class _Reader:
    """Puts what is given over the robot's own, and takes down what should be told."""

    robot: Robot
    sliding: tuple[bool, ...]
    notes: list[str]

    def read_ranges(self, own: Ranges, given: BoundsLike | None) -> Ranges:
        lower, upper = own.lower.copy(), own.upper.copy()

        def take(k: int, entry: object) -> None:
            low, high = own.lower.item(k), own.upper.item(k)
            known = (low, high) if np.isfinite(low) else None
            lower[k], upper[k] = read_range(entry, known, self.sliding[k])
            if lower[k] < low or upper[k] > high:
                self.notes.append(
                    f"q{k + 1} may go from {lower[k]:.5g} to {upper[k]:.5g}, beyond the robot's "
                    f"own limits, {low:.5g} and {high:.5g}"
                )

        read_each("positions", given, self.robot.dof, take)
        if (lower > upper).any():
            k = int(np.argmax(lower > upper)) + 1
            raise TorsorError(f"the limits of the joints that q{k} moves leave it no position")
        free = ~np.isfinite(lower)
        upper = self.assume("q", np.where(free, np.inf, upper), ASSUMED_RANGE, "positions")
        return replace(own, lower=np.where(free, -upper, lower), upper=upper)

    def read_bounds(self, what: str, own: Array, given: BoundsLike | None) -> Array:
        """Bounds of a speed, an acceleration or a force; infinite where none is known."""
        found = own.copy()

        def take(k: int, entry: object) -> None:
            usual = own.item(k) if np.isfinite(own[k]) else None
            found[k] = read_bound(entry, usual, self.sliding[k], what)
            if found[k] > own[k]:
                self.notes.append(
                    f"the {what} of q{k + 1} may reach {found[k]:.5g}, beyond the robot's own "
                    f"limit, {own[k]:.5g}"
                )

        read_each(what, given, self.robot.dof, take)
        return found

    def assume(self, stem: str, found: Array, usual: Mapping[bool, float], what: str) -> Array:
        """The bounds with the usual ones where there are none, and a note of each kind."""
        free = ~np.isfinite(found)
        for slides, bound in usual.items():
            which = np.flatnonzero(free & (np.array(self.sliding) == slides))
            if which.size:
                unit = coordinate_meaning(stem, slides).unit
                self.notes.append(
                    f"{what} of {name_coordinates(which)}: nothing is known, ±{bound:.4g} {unit} "
                    "is assumed"
                )
        return np.where(free, [usual[slides] for slides in self.sliding], found)

    def assume_accelerations(self, found: Array, speed: Array) -> Array:
        """The highest speed reached from rest within a time, where nothing is said."""
        free = ~np.isfinite(found)
        if free.any():
            self.notes.append(
                f"acceleration of {name_coordinates(np.flatnonzero(free))}: nothing is known, the "
                f"highest speed within {RISE:g} s from rest is assumed"
            )
        return np.where(free, speed / RISE, found)

    def tell_of_left_out(self) -> None:
        """Zeros are no limits; and forces are those of coordinates, not of joints that follow."""
        for i, joint in enumerate(self.robot.joints, 1):
            _, _, speed, effort = joint.limits.numbers
            if 0 in (speed, effort):
                what = "velocity" if speed == 0 else "effort"
                self.notes.append(f"joint {i} has a limit of {what} of 0: taken as not known")
            if effort and i not in self.robot.coordinate:
                self.notes.append(
                    f"joint {i} has no coordinate of its own: its limit of effort is left out"
                )


def _speeds(robot: Robot) -> tuple[Array, Array, Array]:
    """The highest speed of each coordinate; and rows of joints that several coordinates move."""
    found = np.full(robot.dof, np.inf)
    rows, bounds = [], []
    for i in robot.displacement:
        speed = robot.joints[i - 1].limits.numbers[2]
        if not speed:  # many a URDF writes zero for what it does not know
            continue
        shares = {k - 1: float(share) for k, share in robot.shares(i).items()}
        if len(shares) == 1:
            ((k, share),) = shares.items()
            found[k] = min(found[k], float(speed) / abs(share))
        else:
            row = np.zeros(robot.dof)
            row[list(shares)] = list(shares.values())
            rows.append(row)
            bounds.append(float(speed))
    return found, np.array(rows).reshape(-1, robot.dof), np.array(bounds)


def _efforts(robot: Robot) -> Array:
    """The largest driving force of each coordinate that is a joint's own."""
    found = np.full(robot.dof, np.inf)
    for i, k in robot.coordinate.items():
        effort = robot.joints[i - 1].limits.numbers[3]
        if effort:
            found[k - 1] = float(effort)
    return found


def name_coordinates(which: Iterable[int]) -> str:
    """Coordinates counted from 0 as ``q1 … q4, q6``."""
    runs: list[list[int]] = []
    for k in which:
        if runs and k == runs[-1][-1] + 1:
            runs[-1].append(int(k))
        else:
            runs.append([int(k)])
    told = []
    for run in runs:
        ends = f"q{run[0] + 1} … q{run[-1] + 1}" if len(run) > 2 else ""
        told.append(ends or ", ".join(f"q{k + 1}" for k in run))
    return ", ".join(told)
