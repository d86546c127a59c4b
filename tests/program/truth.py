"""A robot with its numbers beside what Pinocchio says of it, couplings and drives included.

Pinocchio knows the joints; the coordinates move them by θ = T q + c, so that τ = Tᵀ τ_θ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import pinocchio as pin
from tests.oracles import pinocchio_model as pinocchio
from tests.oracles.plain import Array, PlainRobot, Wrench
from tests.oracles.random_robots import State, random_state
from tests.oracles.recursion import driving_forces
from tests.proof.robots import coupled, drive
from tests.truth.bridge import ANGLE_UNITS, Numbers, in_numbers, random_values, short, value
from tests.truth.draw import Plan, draw_joints

import torsor
from torsor.robot import Robot
from torsor.robot.symbols import parameters

WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")
PAYLOADS = ("none", "wrench", "wrench-base", "body", "weight")


@dataclass(frozen=True, eq=False)
class Truth:
    """The robot as described, its numbers, and the same in Pinocchio."""

    robot: Robot
    numbers: dict[str, float]
    kind: str = "none"

    @cached_property
    def _there(self) -> Numbers:
        return in_numbers(self.robot, self.numbers | dict.fromkeys(WRENCH, 0.0))

    @property
    def plain(self) -> PlainRobot:
        """The robot that the oracles know, its joints uncoupled."""
        return self._there.robot

    @property
    def payload(self) -> Wrench | None:
        """The load that the robot itself has in it."""
        return self._there.payload

    @cached_property
    def pin(self) -> pinocchio.PinocchioRobot:
        """The same in Pinocchio."""
        return pinocchio.build(self.plain)

    def _moved(self, q: Array) -> Array:
        at = {**self.numbers, **ANGLE_UNITS} | {f"q{k}": float(x) for k, x in enumerate(q, 1)}
        return np.array([value(f, at) for f in self.robot.displacement.values()])

    @cached_property
    def shift(self) -> Array:
        """c, what the joints are moved by where all coordinates are zero."""
        return self._moved(np.zeros(self.robot.dof))

    @cached_property
    def T(self) -> Array:
        """What each coordinate moves the joints by."""
        return np.array([self._moved(unit) - self.shift for unit in np.eye(self.robot.dof)]).T

    @cached_property
    def drive(self) -> dict[str, Array]:
        """Friction, rotors and springs of the joints that move."""
        found: dict[str, list[float]] = {k: [] for k in ("fv", "fc", "rotor", "k", "rest")}
        for i in self.robot.displacement:
            d = self.robot.links[i - 1].drive
            at = {**self.numbers, **ANGLE_UNITS}
            found["fv"].append(value(d.viscous, at))
            found["fc"].append(value(d.coulomb, at))
            found["rotor"].append(value(d.rotor, at) * value(d.ratio, at) ** 2)
            found["k"].append(value(d.spring, at))
            found["rest"].append(value(d.rest, at))
        return {k: np.array(v) for k, v in found.items()}

    def state(self, rng: np.random.Generator) -> State:
        """Somewhere, well away from rest."""
        return random_state(rng, self.robot.dof)

    def wrench(self, rng: np.random.Generator) -> Array:
        """What acts at the tool."""
        return rng.uniform(-20, 20, 6)

    def loaded(self, wrench: Array | None) -> Wrench | None:
        """The six numbers as the load of this robot; its own load if there are none."""
        if wrench is None:
            return self.payload
        return Wrench(wrench[:3], wrench[3:], axes=self.robot.payload.axes)

    def joints(self, q: Array, *rates: Array) -> tuple[Array, ...]:
        """θ and its rates."""
        return (self.T @ q + self.shift, *(self.T @ rate for rate in rates))

    def inverse_dynamics(
        self, q: Array, dq: Array, ddq: Array, load: Wrench | None = None
    ) -> Array:
        theta = self.joints(q, dq, ddq)
        d = self.drive
        tau = pinocchio.rnea(self.pin, *theta, load)
        tau = tau + d["fv"] * theta[1] + d["fc"] * np.sign(theta[1]) + d["rotor"] * theta[2]
        return self.T.T @ (tau + d["k"] * (theta[0] - d["rest"]))

    def mass_matrix(self, q: Array, rotors: bool = True) -> Array:
        M = pinocchio.crba(self.pin, self.joints(q)[0])
        if rotors:
            M = M + np.diag(self.drive["rotor"])
        return self.T.T @ M @ self.T

    def gravity(self, q: Array) -> Array:
        return self.T.T @ pinocchio.generalized_gravity(self.pin, self.joints(q)[0])

    def kinetic_energy(self, q: Array, dq: Array) -> float:
        theta, rates = self.joints(q, dq)
        rotors = 0.5 * float(self.drive["rotor"] @ rates**2)
        return pinocchio.kinetic_energy(self.pin, theta, rates) + rotors

    def potential_energy(self, q: Array) -> float:
        (theta,), d = self.joints(q), self.drive
        springs = 0.5 * float(d["k"] @ (theta - d["rest"]) ** 2)
        return pinocchio.potential_energy(self.pin, theta) + springs

    def reactions(self, q: Array, dq: Array, ddq: Array, load: Wrench | None = None) -> Array:
        """Of the joints that move."""
        return pinocchio.joint_forces(self.pin, *self.joints(q, dq, ddq), load)

    def regressor(self, q: Array, dq: Array, ddq: Array, names: Sequence[str]) -> Array:
        """The columns of the links, without fixed joints and drives."""
        found = pinocchio.torque_regressor(self.pin, *self.joints(q, dq, ddq))
        return np.array([self.T.T @ found[name] for name in names]).T

    def bias(self, q: Array, dq: Array, load: Wrench | None = None) -> Array:
        return self.inverse_dynamics(q, dq, np.zeros_like(q), load)

    def tool(self, q: Array) -> Array:
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = pinocchio.tool_placement(self.pin, self.joints(q)[0])
        return pose

    def jacobian(self, q: Array) -> Array:
        return pinocchio.tool_jacobian(self.pin, self.joints(q)[0]) @ self.T

    def jacobian_rate(self, q: Array, dq: Array) -> Array:
        theta = self.joints(q, dq, np.zeros_like(dq))
        motion = pinocchio.frame_motion(self.pin, self.pin.tool, *theta)
        return np.concatenate([motion.acceleration, motion.alpha])

    def inverse_derivatives(self, q: Array, dq: Array, ddq: Array) -> tuple[Array, Array]:
        """∂τ/∂q and ∂τ/∂q̇ without a wrench."""
        model, order = self.pin.model, self.pin.order
        theta = [v[order] for v in self.joints(q, dq, ddq)]
        data = model.createData()  # what comes back lies in it
        by_q, by_dq, _ = pin.computeRNEADerivatives(model, data, *theta)
        back = np.argsort(order)
        by_q, by_dq = (np.array(B)[np.ix_(back, back)] for B in (by_q, by_dq))
        by_q = by_q + np.diag(self.drive["k"])
        by_dq = by_dq + np.diag(self.drive["fv"])
        return self.T.T @ by_q @ self.T, self.T.T @ by_dq @ self.T

    def magnitude(self, state: State, load: Wrench | None = None) -> float:
        """The sum of the magnitudes of the terms that the driving forces are made of."""
        theta = self.joints(state.q, state.dq, state.ddq)
        d = self.drive
        own = driving_forces(self.plain, *theta, load).magnitude
        own = own + np.abs(d["fv"] * theta[1]) + d["fc"] + np.abs(d["rotor"] * theta[2])
        own = own + np.abs(d["k"] * theta[0]) + np.abs(d["k"] * d["rest"])
        return float((np.abs(self.T).T @ own).sum())


def given(robot: Robot) -> set[str]:
    """The symbols that need a value; a wrench comes with the state."""
    return set(parameters(robot)) - set(WRENCH if robot.payload.kind == "wrench" else ())


def library_truth(name: Any, payload: str = "none", seed: int = 0, *drives: str) -> Truth:
    """A library robot (or a table) with numbers such as a real one could have."""
    robot = torsor.load(name)
    for what in drives:
        robot = robot.with_drives(what)
    kind, _, axes = payload.partition("-")
    ready = robot.with_payload(kind, axes or "tool")
    rng = np.random.default_rng(seed)
    values = random_values(rng, ready)
    for known in sorted(given(ready)):
        if known.startswith(("fv", "fc", "Im", "N", "k")):
            values[known] = short(rng.uniform(0.1, 1.0))
    return Truth(ready, {k: v for k, v in values.items() if k in given(ready)}, payload)


@cache
def random_truth(seed: int) -> Truth:
    """A random chain or tree: oblique axes, fixed joints, couplings, drives, every payload."""
    rng = np.random.default_rng([seed, 5])
    size = 1 + seed % 7
    kinds = "".join(rng.choice(list("RRRRTTF"), size))
    if not kinds.replace("F", ""):
        kinds = "R" + kinds[1:]
    payload = PAYLOADS[seed % len(PAYLOADS)]
    angles = ("right", "fifteen", "rad", "pi", "quaternion", "named")
    plan = Plan(kinds, "any", angles, 0.4, seed % 4 == 1, payload.replace("-", " "))
    drawn = draw_joints(rng, plan)
    rows = drawn.table["joint"]
    moving = [i for i, row in enumerate(rows) if row["kind"] != "F"]
    pair: set[int] = set()
    if seed % 5 == 3 and len(moving) > 1:
        pair = coupled(rng, rows, moving)
    if seed % 3 == 1:
        for i in moving:
            rows[i]["link"] |= drive(rng, i + 1, coulomb=i not in pair)
    robot = torsor.load({"name": f"random {seed}", **drawn.table})
    values = {k: v for k, v in drawn.values.items() if k in parameters(robot)}
    for known in parameters(robot):
        if known not in values:
            low = 0.1 if known.startswith(("fv", "fc", "Im", "N", "k")) else -1.0
            values[known] = short(rng.uniform(low, 1.0))
    return Truth(robot, values, payload)
