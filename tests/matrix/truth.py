"""What is true of a robot at a state, from outside: world coordinates, or energies by differences.

Chains go through the oracles' recursion; joints that are coupled or have drives are put together
here; robots given by bodies have their Lagrange equations by finite differences.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from tests.oracles.plain import Array
from tests.oracles.random_robots import State
from tests.oracles.recursion import inverse_dynamics
from tests.truth.bridge import in_numbers, value

from torsor import Robot
from torsor.robot.symbols import parameters

SIZES = {"m": 2.0, "I": 0.3, "r": 0.1, "l": 0.4, "a": 0.3, "d": 0.2, "g": 9.81, "f": 0.5, "n": 0.3,
         "k": 5.0, "N": 3.0, "b": 0.3}  # fmt: skip


def numbers_for(robot: Robot) -> dict[str, float]:
    """A number for each parameter: sizes by the first letter, all different, bodies possible."""
    found: dict[str, float] = {}
    for i, name in enumerate(parameters(robot)):
        size = SIZES[name[0]] * (1 + 0.013 * i)
        product = re.fullmatch(r"I(xy|xz|yz)\w*", name)
        found[name] = round(0.02 * size if product else size, 6)
    return found | ({"g": 9.81} if "g" in found else {})


@dataclass(frozen=True)
class Truth:
    """The driving forces and the mass matrix of a robot with numbers, at one state."""

    given: Robot
    values: dict[str, float]

    @cached_property
    def robot(self) -> Robot:
        """Hypotheses applied."""
        return self.given

    @property
    def state(self) -> State:
        """A state without special angles."""
        k = np.arange(1, self.robot.dof + 1)
        return State(0.3 + 0.17 * k, 0.5 - 0.21 * k, 0.4 * k - 0.7)

    @property
    def everything(self) -> dict[str, float]:
        """Parameters and state by name."""
        found = dict(self.values)
        for stem in ("q", "dq", "ddq"):
            for k, number in enumerate(getattr(self.state, stem), 1):
                found[f"{stem}{k}"] = round(float(number), 6)
        return found

    def tau(self, ddq: Array | None = None) -> Array:
        """The driving forces; with other accelerations where they are given."""
        state = self.state
        rate = state.ddq if ddq is None else ddq
        if self.robot.bodies:
            return _by_lagrange(self.robot, self.values, State(state.q, state.dq, rate))
        return self._chain(state.q, state.dq, rate)

    @property
    def M(self) -> Array:
        """The mass matrix, from unit accelerations."""
        n = self.robot.dof
        still = self.tau(np.zeros(n))
        return np.array([self.tau(e) - still for e in np.eye(n)]).T

    def _chain(self, q: Array, dq: Array, ddq: Array) -> Array:
        robot, n = self.robot, self.robot.dof
        plain = in_numbers(robot, self.values)
        movable = list(robot.displacement)
        G = np.array([[float(robot.shares(i).get(k, 0)) for k in range(1, n + 1)] for i in movable])
        zero = {f"q{k}": 0.0 for k in range(1, n + 1)}
        units = {"deg": np.pi / 180, "rad": 1.0, "pi": np.pi}
        b = np.array([value(robot.displacement[i], zero | units) for i in movable])
        joints = State(G @ q + b, G @ dq, G @ ddq)
        at_joints = np.array(
            inverse_dynamics(plain.robot, joints.q, joints.dq, joints.ddq, plain.payload)
        )
        for row, i in enumerate(movable):
            drive = robot.links[i - 1].drive
            entries = [value(e, self.values | units) for e in drive.entries]
            viscous, coulomb, rotor, ratio, spring, rest = entries
            at_joints[row] += (
                viscous * joints.dq[row] + coulomb * np.sign(joints.dq[row])
                + rotor * ratio**2 * joints.ddq[row] + spring * (joints.q[row] - rest)
            )  # fmt: skip
        return np.array(G.T @ at_joints)


def _by_lagrange(robot: Robot, values: dict[str, float], state: State) -> Array:
    """d/dt ∂L/∂q̇ − ∂L/∂q by central differences of energies evaluated body by body."""
    n, h = robot.dof, 1e-4

    def place(q: Array, index: int) -> Array:
        names = values | {f"q{k}": float(x) for k, x in enumerate(q, 1)}
        return np.array([value(e, names) for e in robot.bodies[index].position])

    def lagrangian(q: Array, dq: Array) -> float:
        total = 0.0
        for index, body in enumerate(robot.bodies):
            names = values | {f"q{k}": float(x) for k, x in enumerate(q, 1)}
            names |= {f"dq{k}": float(x) for k, x in enumerate(dq, 1)}
            v = (place(q + h * dq, index) - place(q - h * dq, index)) / (2 * h)
            omega = np.array([value(e, names) for e in body.omega])
            m = value(body.mass, names)
            xx, yy, zz, xy, xz, yz = (value(e, names) for e in body.inertia)
            inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            gravity = np.array([value(e, names) for e in robot.gravity])
            total += m * (v @ v) / 2 + omega @ inertia @ omega / 2 + m * gravity @ place(q, index)
        return total

    def momentum(t: float) -> Array:
        q = state.q + t * state.dq + t * t / 2 * state.ddq
        dq = state.dq + t * state.ddq
        return np.array(
            [(lagrangian(q, dq + h * e) - lagrangian(q, dq - h * e)) / (2 * h) for e in np.eye(n)]
        )

    slope = np.array(
        [
            (lagrangian(state.q + h * e, state.dq) - lagrangian(state.q - h * e, state.dq))
            / (2 * h)
            for e in np.eye(n)
        ]
    )
    return np.array((momentum(h) - momentum(-h)) / (2 * h) - slope)


def close(a: Any, b: Any, part: float = 1e-5) -> bool:
    """Whether two arrays agree, relative to the larger entries."""
    a, b = np.array(a, float), np.array(b, float)
    return a.shape == b.shape and bool(np.abs(a - b).max() <= part * max(1.0, np.abs(b).max()))
