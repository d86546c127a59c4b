"""How many parameters the driving forces are linear in, counted in floating point.

A robot's driving forces at many random states make one long vector. Its links' bodies are varied,
one basic body at a time or all parameters at random, and the number of base parameters is the rank
of what comes out: nothing of a regressor, a grouping or exact algebra is in here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from tests.oracles.plain import Array, PlainJoint, PlainRobot
from tests.oracles.random_robots import State, random_state
from tests.oracles.recursion import inverse_dynamics
from tests.truth.bridge import plain_robot, random_values

from torsor import Robot

GAP = 1e5
"""How many times the last singular value that counts is larger than the next."""


def states(rng: np.random.Generator, dof: int, rows: int) -> list[State]:
    """As many states as give so many rows, and some more."""
    return [random_state(rng, dof) for _ in range(-(-rows // dof) + 4)]


def basic_bodies() -> Iterator[tuple[float, Array, Array]]:
    """Ten bodies of which every other is a combination: unit masses, and unit inertias."""
    for centre in (np.zeros(3), *np.eye(3)):
        yield 1.0, centre, np.zeros((3, 3))
    for i in range(3):
        for j in range(i, 3):
            inertia = np.zeros((3, 3))
            inertia[i, j] = inertia[j, i] = 1.0
            yield 0.0, np.zeros(3), inertia


def regressor(robot: PlainRobot, at: list[State]) -> Array:
    """A column for each basic body on each link, which has nothing else on it."""
    nothing = {"mass": 0.0, "com": np.zeros(3), "inertia": np.zeros((3, 3))}
    empty: list[PlainJoint] = [replace(joint, **nothing) for joint in robot.joints]
    columns = []
    for i, link in enumerate(empty):
        for mass, com, inertia in basic_bodies():
            loaded = [*empty]
            loaded[i] = replace(link, mass=mass, com=com, inertia=inertia)
            columns.append(forces(PlainRobot(tuple(loaded), robot.gravity), at))
    return np.array(columns).T


def forces(robot: PlainRobot, at: list[State]) -> Array:
    """The driving forces at all states, one after another."""
    return np.concatenate([inverse_dynamics(robot, s.q, s.dq, s.ddq) for s in at])


def rank(matrix: Array) -> int:
    """The rank, where the singular values say it clearly."""
    values = np.linalg.svd(matrix, compute_uv=False)
    found = int((values > 1e-10 * values[0]).sum())
    rest = values[found] if found < len(values) else 0.0
    assert values[found - 1] > GAP * rest, "no clear rank"
    return found


def general_rank(robot: Robot, seed: int = 0) -> int:
    """The rank when every link may be any body."""
    rng = np.random.default_rng(seed)
    plain = plain_robot(robot, random_values(rng, robot))
    return rank(regressor(plain, states(rng, plain.dof, 10 * len(plain.joints))))


def declared_rank(robot: Robot, lengths: set[str], seed: int = 0, samples: int = 24) -> int:
    """The rank when all symbols but the lengths vary, as the robot's hypotheses let them."""
    rng = np.random.default_rng(seed)
    fixed = {n: v for n, v in random_values(rng, robot).items() if n in lengths}
    at = states(rng, robot.dof, samples)
    drawn = [random_values(rng, robot) | fixed for _ in range(samples)]
    found = rank(np.array([forces(plain_robot(robot, values), at) for values in drawn]).T)
    assert found < samples, "more parameters than samples"
    return found
