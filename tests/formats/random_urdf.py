"""Random URDFs, not written by Torsor: every kind of joint, trees, turned inertias, mimics."""

from __future__ import annotations

import numpy as np
from tests.oracles.plain import Array
from tests.oracles.random_robots import random_inertia, random_robot


def rpy(R: Array) -> str:
    """Roll, pitch, yaw of a rotation matrix."""
    yaw = np.arctan2(R[1, 0], R[0, 0])
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    roll = np.arctan2(R[2, 1], R[2, 2])
    return text((roll, pitch, yaw))


def text(numbers: Array | tuple[float, ...]) -> str:
    """Numbers to their last digit."""
    return " ".join(repr(float(x)) for x in numbers)


def random_urdf(seed: int) -> str:
    """A robot of 1 to 7 moving joints; every third a tree, every fourth with followers."""
    rng = np.random.default_rng([seed, 77])
    robot = random_robot(rng, int(rng.integers(2, 9)), tree=seed % 3 == 0)
    lines = [f'<robot name="random {seed}">', '<link name="base"/>']
    movable = [i for i, joint in enumerate(robot.joints) if joint.movable]
    leader = movable[0] if seed % 4 == 0 and len(movable) > 2 else None
    for i, joint in enumerate(robot.joints):
        kind = {"R": ("revolute", "continuous")[i % 2], "T": "prismatic", "F": "fixed"}[joint.kind]
        lines += [_link(f"l{i}", rng, i), f'<joint name="j{i}" type="{kind}">']
        parent = "base" if joint.parent < 0 else f"l{joint.parent}"
        lines.append(f'<parent link="{parent}"/><child link="l{i}"/>')
        lines.append(f'<origin xyz="{text(joint.offset)}" rpy="{rpy(joint.rotation)}"/>')
        if joint.kind != "F":
            axis = joint.axis * rng.choice([1.0, 2.0, 0.37])
            lines.append(f'<axis xyz="{text(axis)}"/>')
            lines.append('<limit lower="-9" upper="9" effort="9" velocity="9"/>')
        if leader is not None and i == movable[-1]:
            factor = (-1, 2, 0.5)[seed // 4 % 3]
            lines.append(f'<mimic joint="j{leader}" multiplier="{factor}" offset="0.3"/>')
        lines.append("</joint>")
    return "\n".join([*lines, "</robot>"])


def _link(name: str, rng: np.random.Generator, i: int) -> str:
    if i and rng.random() < 0.15:
        return f'<link name="{name}"/>'
    I = random_inertia(rng)
    pairs = zip(("xx", "yy", "zz", "xy", "xz", "yz"), (0, 4, 8, 1, 2, 5), strict=True)
    entries = " ".join(f'i{key}="{float(I.flat[k])!r}"' for key, k in pairs)
    place = f'xyz="{text(rng.uniform(-0.5, 0.5, 3))}" rpy="{text(rng.uniform(-3, 3, 3))}"'
    mass = float(rng.uniform(0.5, 5.0))
    return (
        f'<link name="{name}"><inertial><origin {place}/><mass value="{mass!r}"/>'
        f"<inertia {entries}/></inertial></link>"
    )
