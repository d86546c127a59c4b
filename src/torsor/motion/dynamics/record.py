"""Columns from the states of a motion: what is computed for all rows at once, at the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from torsor.motion.dynamics.contact import Contacts, turn_wrenches
from torsor.motion.dynamics.energies import compute_energies
from torsor.motion.dynamics.plant import Plant
from torsor.motion.dynamics.reactions import compute_reactions
from torsor.motion.results import WRENCH, units_of
from torsor.robot.robot import Link

States = dict[str, Any]
"""t (N,), q dq ddq tau (N, n), s (N,), wrench (N, 6) in the contacts' axes, loads (N,)."""


def to_tool_axes(plant: Plant, contacts: Contacts, q: Any, wrench: Any) -> Any:
    """The wrenches in tool axes, whatever axes they were given in."""
    if contacts.axes == "tool" or not len(q):
        return wrench
    R = plant.arm().forward_kinematics(q)[:, :3, :3]
    return turn_wrenches(np.swapaxes(R, 1, 2), wrench)


def make_columns(
    plant: Plant, contacts: Contacts, states: States, loads: list[Link | None], with_reactions: bool
) -> tuple[dict[str, Any], dict[str, str]]:
    """Every column with its unit; ``states["loads"]`` tells each row's load by its place."""
    n, t = plant.n, states["t"]
    found: dict[str, Any] = {"t": t}
    for stem in ("q", "dq", "ddq", "tau"):
        found |= {f"{stem}{k}": states[stem][:, k - 1] for k in range(1, n + 1)}
    found |= {f"P{k}": found[f"tau{k}"] * found[f"dq{k}"] for k in range(1, n + 1)}
    q, dq = states["q"], states["dq"]
    chain = not plant.robot.bodies
    if chain and plant.tool_known:
        tool = plant.arm().forward_kinematics(q)[:, :3, 3]
        found |= {name: tool[:, k] for k, name in enumerate("xyz")}
    if contacts.by_arc:
        found["s"] = states["s"]
    if contacts:
        found |= {name: states["wrench"][:, k] for k, name in enumerate(WRENCH)}
    if chain:
        K, U = np.zeros(len(t)), np.zeros(len(t))
        for which, load in enumerate(loads):
            rows = states["loads"] == which
            if rows.any():
                robot = plant.variant(load)
                K[rows], U[rows] = compute_energies(robot, plant.filled, q[rows], dq[rows])
        found["K"], found["U"] = K, U
    if chain and with_reactions:
        found |= _reaction_columns(plant, contacts, states, loads)
    found = {name: np.ascontiguousarray(column, float) for name, column in found.items()}
    return found, units_of(list(found), plant.sliding)


def _reaction_columns(
    plant: Plant, contacts: Contacts, states: States, loads: list[Link | None]
) -> dict[str, Any]:
    """f1x … n1z …; those that depend on a number that is not given are left out."""
    q, dq, ddq = states["q"], states["dq"], states["ddq"]
    unknown = dict.fromkeys(plant.lacking, float("nan"))
    links = len(plant.robot.links)
    forces = np.zeros((len(q), links, 6))
    wrench = to_tool_axes(plant, contacts, q, states["wrench"])
    for which, load in enumerate(loads):
        rows = states["loads"] == which
        if rows.any():
            given = (q[rows], dq[rows], ddq[rows], wrench[rows])
            made = compute_reactions(plant.variant(load), plant.values, *given, unknown)
            forces[rows] = made[:, :links]
    return {
        f"{name[0]}{i + 1}{name[1]}": forces[:, i, k]
        for i in range(links)
        for k, name in enumerate(WRENCH)
        if not np.isnan(forces[:, i, k]).any()
    }
