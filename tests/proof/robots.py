"""Random robots for exact proofs: chains and trees, with drives and couplings on some of them.

A robot is drawn from its seed. What a closed form can be full of is limited, so that one proof
takes a second: up to three joints half of all numbers are symbols or expressions of symbols and,
unless joints are coupled, angles may be named; beyond that numbers take over, and of more than
three turning joints all are placed by right angles.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.truth.draw import Plan, draw_joints

PAYLOADS = ("wrench tool", "body", "wrench base", "weight", "none")
MOST = 6


def plan(rng: np.random.Generator, seed: int) -> Plan:
    """What the robot of this seed may be made of."""
    size = 1 + seed % MOST
    kinds = "".join(rng.choice(list("RRRRTTF"), size))
    if not kinds.replace("F", ""):
        kinds = "R" + kinds[1:]
    payload = PAYLOADS[seed % len(PAYLOADS)]
    tree = seed % 4 == 2
    turning = kinds.count("R")
    if size <= 3:
        angles = ("right", "fifteen") if couples(seed) else ("right", "fifteen", "named")
        return Plan(kinds, "coordinate", angles, 0.5, tree, payload)
    if turning <= 3:
        return Plan(kinds, "coordinate", ("right", "right", "fifteen"), 0.3, tree, payload)
    return Plan(kinds, "coordinate", ("right",), 0.4 if turning <= 4 else 0.25, tree, payload)


def couples(seed: int) -> bool:
    """Whether the robot of this seed has coupled joints, if it has more than one."""
    return seed % 5 == 3


def table(seed: int) -> dict[str, Any]:
    """The robot of this seed, as a user writes it."""
    rng = np.random.default_rng([seed, 31])
    made = draw_joints(rng, plan(rng, seed)).table
    moving = [i for i, row in enumerate(made["joint"]) if row["kind"] != "F"]
    shared = coupled(rng, made["joint"], moving) if couples(seed) and len(moving) > 1 else set()
    if seed % 3 == 1:
        for i in moving:
            made["joint"][i]["link"] |= drive(rng, i + 1, coulomb=i not in shared)
    return {"name": f"random {seed}", **made}


def drive(rng: np.random.Generator, number: int, coulomb: bool) -> dict[str, Any]:
    """Some of friction, rotor and spring, in symbols or in numbers."""
    possible: dict[str, tuple[Any, Any]] = {
        "viscous": (f"fv{number}", 0.7),
        "coulomb": (f"fc{number}", "5/4"),
        "rotor": (f"Im{number}", "1/500"),
        "ratio": (f"N{number}", -50),
        "spring": (f"k{number}", 120),
        "rest": (f"rest{number}", 0.25),
    }
    chosen = [key for key in possible if rng.random() < 0.6 and (coulomb or key != "coulomb")]
    return {key: possible[key][int(rng.integers(2))] for key in chosen}


def coupled(rng: np.random.Generator, rows: list[dict[str, Any]], moving: list[int]) -> set[int]:
    """Couple two joints by a mimic, a belt or a differential; those that two coordinates move."""
    a, b = sorted(int(i) for i in rng.choice(moving, 2, replace=False))
    way = rng.choice(["mimic", "belt", "differential"])
    if way == "mimic":
        turns = rows[b]["kind"] == "R"
        offset = rng.choice(["30deg", "-90deg", "beta"]) if turns else rng.choice(["0.2", "beta"])
        ratio = int(rng.choice([-1, 1, 2])) if turns else str(rng.choice(["-1/2", "3/4", "2"]))
        rows[b]["mimic"] = {"joint": a + 1, "ratio": ratio, "offset": str(offset)}
        return set()
    if way == "belt":  # the motor of the second joint stands before the first one
        rows[a]["moves"], rows[b]["moves"] = "q1", "q2 - q1"
        return {b}
    rows[a]["moves"], rows[b]["moves"] = "q1 + q2", "q1 - q2"
    return {a, b}
