"""What the exact tests share: robots, their models, and vectors that differentiate."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import torsor
from torsor import Expression, Model
from torsor.spatial.vectors import Matrix, Vector

LIBRARY = tuple(name for name in torsor.library_names() if not torsor.load(name).bodies)
"""The chains of the library; a robot given by bodies has no frames and no joints."""

TILTED = {
    "name": "Tilted",
    "gravity": ["gx", "gy", "-g"],
    "joint": [
        {"kind": "R", "axis": [1, 1, 0], "offset": ["l1", 0, "d1"]},
        {"kind": "T", "axis": [3, 0, -4], "rotation": "Rx(alpha)", "offset": [0, "l2 + d1/2", 0]},
        {"kind": "R", "axis": "-y", "rotation": {"quaternion": [1, 2, 3, 4]}},
    ],
    "tool": {"offset": ["l3", 0, 0], "rotation": "Rz(30deg)"},
}
"""Nothing along a coordinate axis: √2, √3, a named angle, a quaternion, a tilted gravity."""

TREE = {
    "name": "Tree",
    "joint": [
        {"kind": "R", "axis": "z"},
        {"kind": "R", "axis": "x", "offset": ["a1", 0, "h1"]},
        {"kind": "F", "offset": [0, "a2", 0], "rotation": "Rx(45deg)"},
        {"kind": "T", "axis": "-y", "offset": ["a3", 0, 0], "parent": 1},
        {"kind": "R", "axis": "y", "offset": [0, 0, "a4"], "parent": 3},
    ],
    "tool": {"offset": [0, 0, "a5"], "rotation": "Ry(-90deg)"},
}
"""Two branches on link 1, one of them through a fixed joint; the tool is on the last link."""

SMALL = ("planar2r", "scara", "cartesian", "3r", "rttrr", "trtrr", "tilted", "tree")
EVERY = (*LIBRARY, "tilted", "tree")

every_library_robot = pytest.mark.parametrize("name", LIBRARY)
every_robot = pytest.mark.parametrize("name", EVERY)
small_robots = pytest.mark.parametrize("name", SMALL)


def load(name: str) -> torsor.Robot:
    """A library robot, or one of the two above."""
    return torsor.load({"tilted": TILTED, "tree": TREE}.get(name, name))


@lru_cache(maxsize=8)
def model(name: str, kind: str = "wrench", axes: str = "tool") -> Model:
    """The model under this payload; the last few are kept, for closed forms are large."""
    return torsor.derive(load(name).with_payload(kind, axes))


def dt(value: Any) -> Any:
    """The time derivative of a scalar, a vector or a matrix; plain numbers are constant."""
    if isinstance(value, Matrix):
        return Matrix(dt(row) for row in value)
    if isinstance(value, Vector):
        return Vector(dt(e) for e in value)
    return value.dt() if isinstance(value, Expression) else 0


def diff(vector: Vector, name: str) -> Vector:
    """The partial derivative of a vector."""
    return Vector(e.diff(name) if isinstance(e, Expression) else 0 for e in vector)


def speeds(found: Model, prefix: str = "dq") -> Vector:
    """The generalised velocities, or with ``ddq`` the accelerations, as expressions."""
    return Vector(found.ring.symbol(f"{prefix}{k}") for k in range(1, len(found.tau) + 1))


def descendants(found: Model, number: int) -> list[int]:
    """The link and all those that it carries."""
    carried = {number}
    for link in found.chain.links:
        if link.parent in carried:
            carried.add(link.number)
    return sorted(carried - {0})
