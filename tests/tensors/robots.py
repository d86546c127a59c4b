"""Arms and states that several tests use."""

from __future__ import annotations

from functools import cache

import numpy as np

import torsor

PLANAR = {
    "m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0.1, "rx2": 0.5, "ry2": 0,
    "Izz1": 0.1, "Izz2": 0.1, "g": 9.81,
}  # fmt: skip
POINT = PLANAR | {"m1": 0, "Izz1": 0, "Izz2": 0, "rx2": 1}
"""One point mass on two joints: the mass matrix is singular where the arm is stretched."""

FUNCTIONS = {
    "inverse_dynamics": 3, "forward_dynamics": 3, "forward_kinematics": 1, "jacobian": 1,
    "mass_matrix": 1,
}  # fmt: skip
"""Functions whose derivatives are checked, and how many arrays each takes."""


@cache
def planar():
    return torsor.compile("planar2r", PLANAR)


@cache
def puma():
    return torsor.compile("puma560")


def states(count, *shape, seed=0):
    """Arrays of the same shape, each of its own numbers."""
    rng = np.random.default_rng(seed)
    return [rng.uniform(-2, 2, shape) for _ in range(count)]
