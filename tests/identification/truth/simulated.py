"""Robots whose truth is known: forces by Pinocchio, friction and rotors by lines of our own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tests.oracles.pinocchio_model import build, rnea
from tests.oracles.plain import Array, PlainRobot
from tests.truth.bridge import plain_robot, random_values

import torsor
from torsor.identification.regression.geometry import generalise
from torsor.robot.symbols import parameters
from torsor.robot.values import merge_values

Friction = Callable[[Array, float], Array]
"""The friction of a drive along its rates (N,), rows so many seconds apart."""
TEN = ("m", "hx", "hy", "hz", "Lxx", "Lyy", "Lzz", "Lxy", "Lxz", "Lyz")
LINK = re.compile(r"(m|r[xyz]|I[xyz]{2})\d+")


@dataclass(frozen=True, eq=False)
class Swing:
    """Sums of harmonics, whose derivatives are known exactly."""

    centre: Array
    sines: Array  # (n, harmonics)
    cosines: Array
    base: float  # hertz

    def __call__(self, t: Array) -> tuple[Array, Array, Array]:
        w = 2 * np.pi * self.base * np.arange(1, self.sines.shape[1] + 1)
        S, C = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
        q = self.centre + S @ self.sines.T + C @ self.cosines.T
        dq = (C * w) @ self.sines.T - (S * w) @ self.cosines.T
        return q, dq, -(S * w**2) @ self.sines.T - (C * w**2) @ self.cosines.T


def swing(
    seed: int, n: int, size: float = 1.2, base: float = 0.1, harmonics: int = 5, centre: Any = 0.0
) -> Swing:
    """A random motion; ``size`` is √2 times the RMS of each coordinate."""
    rng = np.random.default_rng(seed)
    waves = rng.normal(size=(2, n, harmonics))
    sines, cosines = waves * size / np.sqrt((waves**2).sum(axis=(0, 2)))[:, None]
    return Swing(np.zeros(n) + centre, sines, cosines, base)


@dataclass(frozen=True, eq=False)
class Truth:
    """What is simulated: links, and at each drive friction and a rotor (N² Im)."""

    robot: torsor.Robot
    plain: PlainRobot
    friction: Sequence[Friction] = ()
    rotors: Sequence[float] = ()
    S: Array = field(default_factory=lambda: np.zeros((0, 0)))
    """Drives are displaced by S q; the unit matrix unless told."""
    values: Mapping[str, float] = field(default_factory=dict)
    """What ``identify`` has to be told of the geometry."""

    @property
    def n(self) -> int:
        return self.plain.dof

    @property
    def drives(self) -> Array:
        return self.S if self.S.size else np.eye(self.n)

    def link_forces(self, q: Array, dq: Array, ddq: Array) -> Array:
        model = build(self.plain)
        return np.array([rnea(model, *row) for row in zip(q, dq, ddq, strict=True)])

    def drive_forces(self, dq: Array, ddq: Array, step: float) -> Array:
        """What friction and rotors add at the joints: Sᵀ of what they are at the drives."""
        S = self.drives
        rates, accelerations = dq @ S.T, ddq @ S.T
        at_drives = np.zeros_like(rates)
        for k, law in enumerate(self.friction):
            at_drives[:, k] += law(rates[:, k], step)
        for k, rotor in enumerate(self.rotors):
            at_drives[:, k] += rotor * accelerations[:, k]
        return at_drives @ S

    def forces(self, motion: Swing, t: Array) -> Array:
        q, dq, ddq = motion(t)
        return self.link_forces(q, dq, ddq) + self.drive_forces(dq, ddq, float(t[1] - t[0]))

    @property
    def parameters(self) -> dict[str, float]:
        """Ten of every link by name, about the link's origin, and the rotors."""
        found: dict[str, float] = {}
        for k, joint in enumerate(self.plain.joints, 1):
            m, c = joint.mass, joint.com
            L = joint.inertia + m * (c @ c * np.eye(3) - np.outer(c, c))
            ten = (m, *(m * c), L[0, 0], L[1, 1], L[2, 2], L[0, 1], L[0, 2], L[1, 2])
            found |= {f"{name}{k}": float(value) for name, value in zip(TEN, ten, strict=True)}
        return found | {f"Ia{k}": r for k, r in enumerate(self.rotors, 1)}

    def value(self, expression: str) -> float:
        """What an estimate is said to be made of, in true numbers."""
        known = dict.fromkeys(re.findall(r"\bIa\d+\b", expression), 0.0) | self.parameters
        return float(eval(expression.replace("^", "**"), {"__builtins__": {}}, known))


def library(name: str, **more: Any) -> Truth:
    """A library robot with its published numbers; what has none is zero."""
    robot = torsor.load(name)
    known = {k: float(v.constant) for k, v in merge_values(robot, None).items()}
    return Truth(robot, plain_robot(robot, dict.fromkeys(parameters(robot), 0.0) | known), **more)


def unweighed(robot: Any, seed: int, **more: Any) -> Truth:
    """A robot of which only the geometry is known, with random links that can exist."""
    loaded = torsor.load(robot)
    general = generalise(loaded)
    values = random_values(np.random.default_rng(seed), general) | {"g": 9.81}
    own = {k: float(v.constant) for k, v in merge_values(loaded, None).items()}
    lengths = {n: own.get(n, v) for n, v in values.items() if not LINK.fullmatch(n)}
    return Truth(loaded, plain_robot(general, values | lengths), values=lengths, **more)


def rms(tau: Array) -> Array:
    """Each joint's."""
    return np.sqrt((tau**2).mean(axis=0))


def record(
    truth: Truth, motion: Swing, seconds: float, rate: float = 200.0, *, seed: int = 0,
    tau_noise: float = 0.01, q_noise: float = 1e-6, dq_noise: float | None = None,
    clean: Array | None = None,
) -> dict[str, Array]:  # fmt: skip
    """A log; the noise of forces is a share of each joint's RMS, of positions in rad or m."""
    rng = np.random.default_rng(seed)
    t = np.arange(round(seconds * rate)) / rate
    q, dq, _ = motion(t)
    tau = truth.forces(motion, t) if clean is None else clean
    log = {
        "t": t,
        "q": q + q_noise * rng.normal(size=q.shape),
        "tau": tau + tau_noise * rms(tau) * rng.normal(size=q.shape),
    }
    if dq_noise is not None:
        log["dq"] = dq + dq_noise * rng.normal(size=q.shape)
    return log


def standard_errors(found: torsor.Identification, truth: Truth) -> dict[str, float]:
    """(value − truth) / std of every base parameter."""
    return {e.name: (e.value - truth.value(e.expression)) / e.std for e in found.base}
