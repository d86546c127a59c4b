"""Robots whose links are heaps of point masses, which can exist, and measurements of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

import torsor
from torsor.algebra.arrays import Array
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import parameters_of, pseudo_inertia

GEOMETRY: dict[str, dict[str, float]] = {
    "planar2r": {"l1": 0.3, "l2": 0.2, "g": 9.81},
    "3r": {"l1": 0.3, "l2": 0.3, "l3": 0.2, "g": 9.81},
    "scara": {"a1": 0.3, "a2": 0.25, "d1": 0.4, "g": 9.81},
    "ur5": {"d1": 0.0892, "a2": -0.425, "a3": -0.392, "d4": 0.109, "d5": 0.0947, "d6": 0.0823},
    "panda": {"d3": 0.316, "d5": 0.384, "a4": 0.0825, "a7": 0.088, "df": 0.107},
}


@dataclass(frozen=True)
class Measured:
    """A robot's parameters and a problem made of measurements of it."""

    truth: Array
    problem: Problem
    fresh: Array
    """The regressor of another motion, whose forces are to be foretold."""

    @property
    def links(self) -> Array:
        """(n, 10)"""
        return self.truth[self.problem.of_links].reshape(-1, 10)

    @property
    def best(self) -> Array:
        """The unconstrained optimum nearest to the truth."""
        R, z = self.problem.R, self.problem.z
        norms = np.maximum(np.linalg.norm(R, axis=0), 1e-12)
        step = np.linalg.lstsq(R / norms, z - R @ self.truth, rcond=1e-10)[0]
        return self.truth + step / norms


@cache
def arm(name: str) -> torsor.Arm:
    return torsor.compile(torsor.load(name), GEOMETRY[name])


def heap(random: np.random.Generator, mass: float) -> Array:
    """The pseudo-inertia of eight point masses about a spot beside the frame's origin."""
    size = 0.05 * np.cbrt(mass)
    points = size * random.normal(size=(8, 3)) * random.uniform(0.2, 1, 3)
    places = np.column_stack([points + size * random.normal(size=3), np.ones(8)])
    return (places.T * random.dirichlet(3 * np.ones(8)) * mass) @ places


def bent(random: np.random.Generator, J: Array, by: float) -> Array:
    """Another possible body that is off by so much of J."""
    change = np.linalg.cholesky(J) @ (np.eye(4) + by * random.normal(size=(4, 4)))
    return change @ change.T


def motion(random: np.random.Generator, n: int, rows: int) -> tuple[Array, Array, Array]:
    t = np.sort(random.uniform(0, 20, rows))[:, None]
    q, dq, ddq = (np.zeros((rows, n)) for _ in range(3))
    for k in range(1, 6):
        a, w, phase = random.normal(size=n) / k, 0.6 * k, random.uniform(0, 6, n)
        q += a * np.sin(w * t + phase)
        dq += a * w * np.cos(w * t + phase)
        ddq -= a * w * w * np.sin(w * t + phase)
    return q, dq, ddq


def regressor(name: str, random: np.random.Generator, rows: int, drives: bool) -> Array:
    """(rows, n, p): ten columns a link; viscous, Coulomb, rotor and offset of each joint."""
    n = arm(name).n
    q, dq, ddq = motion(random, n, rows)
    Y = arm(name).regressor(q, dq, ddq)[..., : 10 * n]
    if not drives:
        return Y
    terms = (dq, np.sign(dq), ddq, np.ones_like(q))
    return np.concatenate([Y, *(term[:, :, None] * np.eye(n) for term in terms)], axis=2)


def measure(
    name: str,
    seed: int,
    noise: float = 0.02,
    masses: tuple[float, float] = (0.05, 500.0),
    rows: int = 400,
    drives: bool = True,
) -> Measured:
    """A random robot, measured with noise relative to its torques."""
    random = np.random.default_rng(seed)
    n = arm(name).n
    heavy = np.exp(random.uniform(*np.log(masses), n))
    truth = np.concatenate([parameters_of(heap(random, m)) for m in heavy])
    W = regressor(name, random, rows, drives)
    if drives:
        scale = 0.1 * np.sqrt(np.mean((W[..., : 10 * n] @ truth) ** 2, axis=0))
        rotors = np.where(random.random(n) < 0.5, 0.0, 0.1)
        friction = np.concatenate([random.uniform(0, 1, 2 * n), rotors, random.normal(size=n)])
        truth = np.concatenate([truth, np.tile(scale, 4) * friction])
    tau = W @ truth
    sigma = noise * np.sqrt(np.mean(tau**2, axis=0)) + 1e-9
    rows_of_all = np.concatenate(
        [
            np.column_stack([W[:, j], tau[:, j] + sigma[j] * random.normal(size=rows)]) / sigma[j]
            for j in range(n)
        ]
    )
    compressed = np.linalg.qr(rows_of_all, mode="r")
    problem = Problem(
        compressed[:, :-1],
        compressed[:, -1],
        tuple(range(0, 10 * n, 10)),
        tuple(range(10 * n, 13 * n)) if drives else (),
    )
    return Measured(truth, problem, regressor(name, random, 100, drives))


def guess(measured: Measured, seed: int, by: float = 0.15) -> Array:
    """What might be believed of the links: each off by so much."""
    random = np.random.default_rng(seed)
    bodies = [bent(random, J, by) for J in pseudo_inertia(measured.links)]
    return np.concatenate([parameters_of(J) for J in bodies])
