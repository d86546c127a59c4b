"""The library's chains as the design tells of them (its section 5), in plain numbers.

Written from that table alone, joint by joint, and not from the files that torsor reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

import numpy as np
from tests.oracles.plain import Array, Kind, PlainJoint, PlainRobot
from tests.oracles.recursion import turn
from tests.truth.bridge import tensor

Place = tuple[str, float | str, float | str, float | str]
"""Kind and axis (``"R z"``, ``"T -z"``), then the offset in the parent's frame."""

X, Y, Z = np.eye(3)
AXES = {"x": X, "y": Y, "z": Z, "-z": -Z}

PLACED: dict[str, list[Place]] = {
    "rttrr": [
        ("R z", 0, 0, 0),
        ("T z", 0, 0, 0),
        ("T y", "l2", "l3", 0),
        ("R z", 0, "l4", 0),
        ("R y", 0, 0, 0),
    ],
    "trtrr": [
        ("T z", 0, 0, 0),
        ("R z", 0, 0, 0),
        ("T y", 0, "l4", 0),
        ("R y", 0, "l5", 0),
        ("R x", 0, "l6", 0),
    ],
    "3r": [("R y", 0, 0, 0), ("R x", "l1", 0, 0), ("R z", 0, "l2", 0)],
    "scara": [
        ("R z", 0, 0, "d1"),
        ("R z", "a1", 0, 0),
        ("T -z", "a2", 0, 0),
        ("R -z", 0, 0, 0),
    ],
    "rv1a": [
        ("R z", 0, 0, 0),
        ("R y", "a1", 0, "d1"),
        ("R y", 0, 0, "a2"),
        ("R x", "d4", 0, "a3"),
        ("R y", 0, 0, 0),
        ("R x", 0, 0, 0),
    ],
    "planar2r": [("R z", 0, 0, 0), ("R z", "l1", 0, 0)],
    "cartesian": [("T x", 0, 0, 0), ("T y", 0, 0, 0), ("T z", 0, 0, 0)],
}

MODIFIED_DH: dict[str, list[tuple[str, float, float | str, float | str]]] = {  # α in degrees, a, d
    "puma560": [
        ("R", 0, 0, 0),
        ("R", -90, 0, 0),
        ("R", 0, "a2", "d3"),
        ("R", -90, "a3", "d4"),
        ("R", 90, 0, 0),
        ("R", -90, 0, 0),
    ],
    "iiwa": [
        ("R", 0, 0, 0),
        ("R", -90, 0, 0),
        ("R", 90, 0, "d3"),
        ("R", 90, 0, 0),
        ("R", -90, 0, "d5"),
        ("R", -90, 0, 0),
        ("R", 90, 0, 0),
    ],
    "panda": [
        ("R", 0, 0, 0),
        ("R", -90, 0, 0),
        ("R", 90, 0, "d3"),
        ("R", 90, "a4", 0),
        ("R", -90, "-a4", "d5"),
        ("R", 90, 0, 0),
        ("R", 90, "a7", 0),
    ],
    "stanford": [
        ("R", 0, 0, 0),
        ("R", -90, 0, "d2"),
        ("T", 90, 0, 0),
        ("R", 0, 0, 0),
        ("R", -90, 0, 0),
        ("R", 90, 0, 0),
    ],
    "ur5": [
        ("R", 0, 0, "d1"),
        ("R", 90, 0, 0),
        ("R", 0, "a2", 0),
        ("R", 0, "a3", "d4"),
        ("R", 90, 0, "d5"),
        ("R", -90, 0, "d6"),
    ],
}

TOOLS: dict[str, tuple[float | str, float | str, float | str]] = {
    "rttrr": (0, "l6", 0),
    "trtrr": (0, "l7", 0),
    "3r": (0, 0, "l3"),
    "rv1a": ("d6", 0, 0),
    "panda": (0, 0, "df"),
    "planar2r": ("l2", 0, 0),
}

CHAINS = sorted({**PLACED, **MODIFIED_DH})


def chain_by_the_design(name: str, values: Mapping[str, float]) -> PlainRobot:
    """The chain at these values of its symbols."""

    def number(entry: float | str) -> float:
        if isinstance(entry, str):
            return -values[entry[1:]] if entry.startswith("-") else values[entry]
        return float(entry)

    def vector(*entries: float | str) -> Array:
        return np.array([number(e) for e in entries])

    joints = []
    for i, (kind_axis, *offset) in enumerate(PLACED.get(name, [])):
        kind, axis = kind_axis.split()
        joints.append(_joint(name, i, kind, AXES[axis], vector(*offset), np.eye(3), values))
    for i, (kind, alpha, a, d) in enumerate(MODIFIED_DH.get(name, [])):
        rotation = turn(X, radians(alpha))
        offset = vector(a, 0, 0) + rotation @ vector(0, 0, d)
        joints.append(_joint(name, i, kind, Z, offset, rotation, values))
    down = -Y if name == "planar2r" else -Z
    tool_rotation = turn(Z, radians(-90)) if name == "3r" else np.eye(3)
    tool_offset = vector(*TOOLS.get(name, (0, 0, 0)))
    return PlainRobot(tuple(joints), values["g"] * down, tool_offset, tool_rotation)


def _joint(
    name: str,
    i: int,
    kind: Kind,
    axis: Array,
    offset: Array,
    rotation: Array,
    values: Mapping[str, float],
) -> PlainJoint:
    body = _scara_link if name == "scara" else _link
    mass, com, inertia = body(i + 1, values)
    if name == "trtrr":  # mass centres at the origins, principal axes
        com, inertia = np.zeros(3), np.diag(np.diag(inertia))
    return PlainJoint(kind, axis, offset, rotation, i - 1, mass, com, inertia)


def _link(i: int, values: Mapping[str, float]) -> tuple[float, Array, Array]:
    com = np.array([values[f"r{e}{i}"] for e in "xyz"])
    inertia = tensor(values[f"I{e}{i}"] for e in ("xx", "yy", "zz", "xy", "xz", "yz"))
    return values[f"m{i}"], com, inertia


def _scara_link(i: int, values: Mapping[str, float]) -> tuple[float, Array, Array]:
    """Link 3 is massless; link 4 has m3, Izz3 and its mass centre in its origin."""
    if i == 3:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    body = 3 if i == 4 else i
    com = np.array([values[f"ac{i}"], 0.0, 0.0]) if i < 3 else np.zeros(3)
    return values[f"m{body}"], com, np.diag([0.0, 0.0, values[f"Izz{body}"]])
