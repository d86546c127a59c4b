"""A block of designs along one cycle: every quantity that metrics are made of, once.

Arrays are (samples, designs, …): machine code takes a state a row, each with its own parameters,
and what is taken over time runs down the first axis, over whole vectors of designs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.scalars.floats import to_float
from torsor.studies.measures.reach import coordinate_limits
from torsor.studies.measures.tool_states import ToolStates

if TYPE_CHECKING:
    from torsor.algebra.formula import Formula
    from torsor.motion.dynamics.bearings import Bearing
    from torsor.program.arm import Arm


POSTURES = 128
"""Over the workspace so many postures are looked at, the same of every design."""


@dataclass(frozen=True)
class Cycle:
    """A motion's samples: times (S,), coordinates and their rates (S, n)."""

    t: Array
    q: Array
    dq: Array
    ddq: Array
    _tiled: dict[int, tuple[Array, Array, Array]] = field(default_factory=dict, compare=False)

    @property
    def duration(self) -> float:
        """From the first sample to the last."""
        return self.t.item(-1) - self.t.item(0)

    @cached_property
    def weights(self) -> Array:
        """Of each sample in a mean over time: the trapezoidal rule, divided by the duration."""
        steps = np.diff(self.t)
        found = np.zeros(len(self.t))
        found[:-1] += steps / 2
        found[1:] += steps / 2
        return found / self.duration

    def tiled(self, count: int) -> tuple[Array, Array, Array]:
        """Every sample as often as there are designs, as rows of machine code."""
        found = self._tiled.get(count)
        if found is None:
            q, dq, ddq = (np.repeat(a, count, axis=0) for a in (self.q, self.dq, self.ddq))
            found = q, dq, ddq
            self._tiled.clear()  # another thread may be here, too
            self._tiled[count] = found
        return found


class Block:
    """Some designs, a row of parameters each, along a cycle."""

    def __init__(
        self,
        arm: Arm,
        cycle: Cycle | None,
        sets: Array,
        durations: Array | None = None,
        numbers: Mapping[str, Array] | None = None,
        bearing: Bearing | None = None,
    ) -> None:
        self.arm, self.sets, self.count = arm, sets, len(sets)
        self.numbers = numbers or {}
        self._bearing = bearing
        self._cycle = cycle
        self._durations = durations
        self._kept: dict[int, tuple[Array, ...]] = {}

    @property
    def cycle(self) -> Cycle:
        """The motion."""
        assert self._cycle is not None  # metrics along a motion are refused without one
        return self._cycle

    @property
    def bearing(self) -> Bearing:
        """What every joint is borne by."""
        assert self._bearing is not None  # metrics of bearings are refused without one
        return self._bearing

    @cached_property
    def joint_rates(self) -> Array:
        """How fast each joint turns or slides (samples, 1 or designs, joints)."""
        robot = self.arm.robot
        own = [robot.coordinate.get(i) for i in range(1, len(robot.joints) + 1)]
        still = np.zeros_like(self.rates[..., 0])
        return np.stack([still if k is None else self.rates[..., k - 1] for k in own], axis=-1)

    def mean(self, x: Array) -> Array:
        """The mean over time."""
        weights = self.cycle.weights.reshape(-1, *(1,) * (x.ndim - 1))
        found: Array = np.add.reduce(x * weights, axis=0)
        return found

    @cached_property
    def parameters(self) -> Array | None:
        """A row of parameters for each state; none where nothing varies."""
        if not self.sets.shape[1]:
            return None
        return np.tile(self.sets, (len(self.cycle.t), 1))

    @cached_property
    def durations(self) -> Array:
        """How long the motion of each design takes."""
        if self._durations is None:
            return np.full(self.count, self.cycle.duration)
        return self._durations

    @cached_property
    def states(self) -> tuple[Array, Array, Array]:
        """Coordinates and their rates, a row for each sample of each design."""
        q, dq, ddq = self.cycle.tiled(self.count)
        if self._durations is None:
            return q, dq, ddq
        pace = np.tile(self.cycle.duration / self._durations, len(self.cycle.t))[:, None]
        return q, pace * dq, pace * pace * ddq

    def along(self, name: str) -> Array:
        """A function of the arm at every sample of every design."""
        takes = {"mass_matrix": 1, "jacobian": 1, "jacobian_rate": 2}.get(name, 3)
        states = self.states[:takes]
        found: Array = self.arm.function(name)(*states, parameters=self.parameters)
        return found.reshape(len(self.cycle.t), self.count, *found.shape[1:])

    @cached_property
    def rates(self) -> Array:
        """q̇ (samples, 1 or designs, n)."""
        return self._of_sample(1)

    @cached_property
    def accelerations(self) -> Array:
        """q̈ (samples, 1 or designs, n)."""
        return self._of_sample(2)

    def _of_sample(self, which: int) -> Array:
        if self._durations is None:
            return (self.cycle.q, self.cycle.dq, self.cycle.ddq)[which][:, None, :]
        return self.states[which].reshape(len(self.cycle.t), self.count, -1)

    @cached_property
    def tau(self) -> Array:
        """Driving forces (samples, designs, n)."""
        return self.along("inverse_dynamics")

    @cached_property
    def power(self) -> Array:
        """What each drive gives (samples, designs, n)."""
        return self.tau * self.rates

    @cached_property
    def reactions(self) -> Array:
        """Force and moment through every joint, in link axes (samples, designs, links, 6)."""
        return self.along("reactions")

    def keep(self, key: int, make: Callable[[Block, int], tuple[Array, ...]]) -> tuple[Array, ...]:
        """Arrays that several metrics ask for, made once."""
        if key not in self._kept:
            self._kept[key] = make(self, key)
        return self._kept[key]

    @cached_property
    def axes(self) -> Array:
        """Each joint's axis in its link's frame (links, 3); zero where it is fixed."""
        joints = self.arm.robot.joints
        return np.array([_numbers(j.axis) if j.kind != "F" else (0.0, 0.0, 0.0) for j in joints])

    @cached_property
    def mass_matrix(self) -> Array:
        """The mass matrix (samples, designs, n, n)."""
        return self.along("mass_matrix")

    @cached_property
    def stiffness(self) -> Array:
        """What a displacement is resisted with at rest: ∂τ/∂q (samples, designs, n, n)."""
        q = self.cycle.tiled(self.count)[0]
        still = np.zeros_like(q)
        derive = self.arm.function("inverse_dynamics_derivatives")
        found: Array = derive(q, still, still, parameters=self.parameters)
        n = self.arm.n
        return found[:, 0].reshape(len(self.cycle.t), self.count, n, n)

    def at_pace(self, pace: float) -> Array:
        """Driving forces where the motion is done so many times as fast."""
        q, dq, ddq = self.states
        run = self.arm.function("inverse_dynamics")
        found: Array = run(q, pace * dq, pace * pace * ddq, parameters=self.parameters)
        return found.reshape(len(self.cycle.t), self.count, -1)

    @cached_property
    def tool(self) -> ToolStates:
        """How well the tool's point is moved on the way."""
        return ToolStates(self.jacobian[:, :, :3], lambda: self.mass_matrix, self.tool_rank)

    @cached_property
    def workspace(self) -> ToolStates:
        """The same in postures all over the workspace, within the joints' limits."""
        J = self.over_workspace("jacobian")[:, :, :3]
        return ToolStates(J, lambda: self.over_workspace("mass_matrix"), self.tool_rank)

    def over_workspace(self, name: str) -> Array:
        """A function of the position in postures all over the workspace (postures, designs, …)."""
        from scipy.stats import qmc

        low, high = coordinate_limits(self.arm.robot).T
        units: Array = qmc.Sobol(len(low), rng=np.random.default_rng(4)).random(POSTURES)
        states = np.repeat(low + (high - low) * units, self.count, axis=0)
        given = np.tile(self.sets, (POSTURES, 1)) if self.sets.shape[1] else None
        found: Array = self.arm.function(name)(states, parameters=given)
        return found.reshape(POSTURES, self.count, *found.shape[1:])

    @cached_property
    def tool_rank(self) -> int:
        """In how many directions the tool's point can go in general."""
        q = np.random.default_rng(7).uniform(-1, 1, (8, self.arm.n))
        given = np.repeat(self.sets[:1], 8, axis=0) if self.sets.shape[1] else None
        J: Array = self.arm.jacobian(q, parameters=given)
        return max(1, int(np.max(np.linalg.matrix_rank(J[:, :3]))))

    @cached_property
    def jacobian(self) -> Array:
        """The tool's Jacobian (samples, designs, 6, n)."""
        return self.along("jacobian")


@lru_cache(maxsize=64)
def _numbers(axis: tuple[Formula, ...]) -> tuple[float, ...]:
    return tuple(map(to_float, axis))


def repeat_state(arm: Arm, name: str, q: Array, sets: Array) -> Array:
    """A function of one position, of each design (designs, …)."""
    states = np.repeat(q[None, :], len(sets), axis=0)
    given = sets if sets.shape[1] else None
    found: Array = arm.function(name)(states, parameters=given)
    return found
