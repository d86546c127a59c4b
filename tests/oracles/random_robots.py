"""Random plain robots and states, from a seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .plain import Array, Kind, PlainJoint, PlainRobot, Wrench
from .recursion import turn


@dataclass(frozen=True, eq=False)
class State:
    """Coordinates, velocities and accelerations."""

    q: Array
    dq: Array
    ddq: Array


def random_unit(rng: np.random.Generator) -> Array:
    """Draw a direction, one time in three along a coordinate axis."""
    if rng.random() < 1 / 3:
        return np.array(np.eye(3)[rng.integers(3)] * rng.choice([-1.0, 1.0]))
    vector = rng.normal(size=3)
    return np.array(vector / np.linalg.norm(vector))


def random_rotation(rng: np.random.Generator) -> Array:
    """Draw a rotation about a random axis."""
    return turn(random_unit(rng), rng.uniform(-np.pi, np.pi))


def random_inertia(rng: np.random.Generator) -> Array:
    """Draw the inertia of a cloud of points, so that a body could have it."""
    cloud = rng.normal(scale=0.2, size=(5, 3))
    cloud -= cloud.mean(axis=0)
    spread = cloud.T @ cloud
    return np.array(np.trace(spread) * np.eye(3) - spread)


def random_joint(rng: np.random.Generator, kind: Kind, parent: int) -> PlainJoint:
    """Draw a joint of this kind with everything about it random."""
    return PlainJoint(
        kind=kind,
        axis=random_unit(rng),
        offset=rng.uniform(-1, 1, 3),
        rotation=random_rotation(rng),
        parent=parent,
        mass=rng.uniform(0.5, 5.0),
        com=rng.uniform(-0.5, 0.5, 3),
        inertia=random_inertia(rng),
    )


def random_robot(rng: np.random.Generator, joints: int, tree: bool = False) -> PlainRobot:
    """Draw a chain or a tree with at least one joint that moves."""
    kinds: list[Kind] = [("R", "T", "F")[rng.choice(3, p=[0.5, 0.3, 0.2])] for _ in range(joints)]
    if all(kind == "F" for kind in kinds):
        kinds[rng.integers(joints)] = "R"
    parents = [int(rng.integers(-1, i)) if tree and i else i - 1 for i in range(joints)]
    return PlainRobot(
        joints=tuple(
            random_joint(rng, kind, parent) for kind, parent in zip(kinds, parents, strict=True)
        ),
        gravity=rng.uniform(-10, 10, 3),
        tool_offset=rng.uniform(-1, 1, 3),
        tool_rotation=random_rotation(rng),
    )


def random_state(rng: np.random.Generator, dof: int) -> State:
    """Draw a state well away from rest."""
    return State(*(rng.uniform(-3, 3, dof) for _ in range(3)))


def random_wrench(rng: np.random.Generator) -> Wrench:
    """Draw a payload, in tool axes or in base axes."""
    return Wrench(
        rng.uniform(-20, 20, 3),
        rng.uniform(-5, 5, 3),
        axes="tool" if rng.random() < 0.5 else "base",
    )
