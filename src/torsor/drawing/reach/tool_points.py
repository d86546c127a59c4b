"""The tool's points at postures within the limits of the joints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike, Mask
from torsor.algebra.formula import Values
from torsor.algebra.scalars.floats import FloatScalars
from torsor.drawing.plots.plot import array
from torsor.drawing.scene.view import upwards
from torsor.errors import MissingValueError, RobotError, TorsorError
from torsor.formats.load import RobotLike, load
from torsor.robot.robot import Robot

HELD = 0.2
"""The share of coordinates at their lower, and at their upper limit, in half of the postures."""
STILL = 1e-9
"""A coordinate that moves the tool by less than this part of its reach does not move it."""
CLIMB, CLIMBERS = 60, 300

Measure = Callable[[Array], Array]
"""A number for each of many points."""


class ToolPoints:
    """A compiled arm with the bounds of its coordinates."""

    def __init__(
        self, robot: RobotLike, values: Values | None = None, limits: ArrayLike | None = None
    ) -> None:
        from torsor.program.arm import compile

        self.robot = load(robot)
        name = self.robot.name
        if self.robot.bodies:
            raise RobotError(f"{name!r} is given by bodies and has no tool that reaches")
        self.bounds = _bounds(self.robot, limits)
        self.arm = compile(self.robot, values)
        if lacking := self.arm.missing("forward_kinematics"):
            raise MissingValueError(f"no value for {', '.join(lacking)}")
        gravity = self.robot.gravity
        self.up = upwards(
            [float(FloatScalars(dict.fromkeys(e.names(), 1.0)).value(e)) for e in gravity]
        )

    def at(self, q: Array) -> Array:
        """The points (N, 3) at postures (N, n)."""
        with np.errstate(all="ignore"):  # what is not finite is refused
            T: Array = self.arm.forward_kinematics(q)
            points: Array = T.reshape(len(q), 4, 4)[:, :3, 3]
            bad = np.flatnonzero(~(np.abs(points) < np.inf).all(axis=1))
        if bad.size:
            told = ", ".join(f"{v:.4g}" for v in q[bad.item(0), :].tolist())
            raise TorsorError(f"{self.robot.name}: the tool's point is not finite at q = {told}")
        return points

    def random(self, count: int, random: np.random.Generator) -> Array:
        """Postures within the limits; half of them have coordinates at their limits."""
        low, high = self.bounds.T
        q: Array = low + (high - low) * random.random((count, len(low)))
        half = q[: count // 2]
        held = random.random(half.shape)
        half[held < HELD] = np.broadcast_to(low, half.shape)[held < HELD]
        half[held > 1 - HELD] = np.broadcast_to(high, half.shape)[held > 1 - HELD]
        return q

    def near(
        self, q: Array, random: np.random.Generator, steps: Array, kept: Array | None = None
    ) -> Array:
        """Postures near others, each so far away as its step says, as a part of the range.

        ``kept`` are gradients (N, n) of what is to stay as it is.
        """
        low, high = self.bounds.T
        moved: Mask = (random.random(q.shape) < 0.6) & self.moving
        way = random.normal(size=q.shape) * steps[:, None] * (high - low)
        way = np.where(moved, way, 0.0)
        if kept is not None:
            share = np.sum(way * kept, axis=1) / np.maximum(np.sum(kept * kept, axis=1), 1e-300)
            way -= share[:, None] * kept
        found = q + way
        turning = high - low >= 2 * np.pi * (1 - 1e-12)
        wrapped = low + np.mod(found - low, np.where(turning, high - low, 1.0))
        clipped: Array = np.where(turning, wrapped, np.clip(found, low, high))
        return clipped

    def rates(self, q: Array) -> Array:
        """The Jacobians (N, 3, n) of the tool's points."""
        found: Array = np.asarray(self.arm.jacobian(q)).reshape(len(q), 6, -1)[:, :3]
        return found

    @cached_property
    def moving(self) -> Mask:
        """The coordinates that move the tool's point at all."""
        q = self.random(64, np.random.default_rng(2))
        sizes: Array = np.abs(self.rates(q)).max(axis=(0, 1))
        mask: Mask = sizes > STILL * max(float(sizes.max()), 1e-300)
        return mask

    def farthest(self, measure: Measure, sign: float, seed: int = 3) -> float:
        """The largest (or with −1 the smallest) value of a measure of the tool's point."""
        random = np.random.default_rng(seed)
        q = self.random(20_000, random)
        best = np.argsort(-sign * measure(self.at(q)))[:CLIMBERS]
        q = q[best, :]
        step = 0.1
        top = -np.inf
        for _ in range(CLIMB):
            tried = np.concatenate((q, self.near(q, random, np.full(len(q), step))))
            values = sign * measure(self.at(tried))
            best = np.argsort(-values)[: CLIMBERS // 2]
            q = np.concatenate((tried[best, :],) * 2)
            if values[best[0]] <= top * (1 + 1e-9 * np.sign(top)):
                step *= 0.6
            top = max(top, values[best[0]].item())
        return sign * top


def _bounds(robot: Robot, limits: ArrayLike | None) -> Array:
    if limits is None:
        slides = [f"joint {i}" for i, j in enumerate(robot.joints, 1) if j.kind == "T"]
        if slides:
            raise TorsorError(
                f"{robot.name}: {slides[0]} slides; expected limits for every coordinate"
            )
        return np.array([(-np.pi, np.pi)] * robot.dof)
    bounds = array(limits, "limits")
    if bounds.shape != (robot.dof, 2) or not np.all(np.isfinite(bounds)):
        raise TorsorError(f"limits: expected {robot.dof} pairs of finite numbers (lowest, highest)")
    if np.any(bounds[:, 0] > bounds[:, 1]):
        raise TorsorError("limits: expected the lowest first in each pair")
    return bounds
