"""Columns from the states of a motion: what is computed for all rows at once, at the end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.motion.dynamics.contact import Contacts, turn_wrenches
from torsor.motion.dynamics.energies import compute_energies
from torsor.motion.dynamics.plant import Plant
from torsor.motion.dynamics.reactions import compute_reactions
from torsor.motion.results import WRENCH, units_of
from torsor.robot.robot import Link


@dataclass(frozen=True)
class States:
    """N states of a motion; ``wrench`` is in the contacts' axes."""

    t: Array
    """(N,)"""
    q: Array
    """(N, n), as are the next three."""
    dq: Array
    ddq: Array
    tau: Array
    s: Array
    """The tool's way, (N,)."""
    wrench: Array
    """(N, 6)"""
    loads: Indices
    """Which load is carried, by its place; 0 is none. (N,)"""


class Rows:
    """The rows of a simulation so far: what ``States`` has, and the works up to there."""

    def __init__(self, n: int, most: int) -> None:
        self.n, self.count = n, 0
        self.table = np.empty((most, 4 * n + 14))
        """t q dq ddq tau, the way, the wrench, the load, and five works."""
        self.load = 0
        """Which load is carried now."""

    def __len__(self) -> int:
        return self.count

    def add(self, *parts: Array | float) -> None:
        """t, q, dq, ddq, tau, the way, the wrench, the load and the works of a state."""
        self.table[self.count] = np.concatenate([np.atleast_1d(part) for part in parts])
        self.count += 1

    def states(self) -> tuple[States, Array]:
        """The rows as states, and the works."""
        n, done = self.n, self.table[: self.count]
        q, dq, ddq, tau = (done[:, 1 + k * n : 1 + (k + 1) * n] for k in range(4))
        rest = done[:, 1 + 4 * n :]
        loads = rest[:, 7].astype(np.intp)
        return States(done[:, 0], q, dq, ddq, tau, rest[:, 0], rest[:, 1:7], loads), rest[:, 8:]


def to_tool_axes(plant: Plant, contacts: Contacts, q: Array, wrench: Array) -> Array:
    """The wrenches in tool axes, whatever axes they were given in."""
    if contacts.axes == "tool" or not len(q):
        return wrench
    T: Array = plant.arm().forward_kinematics(q)
    return turn_wrenches(np.swapaxes(T[:, :3, :3], 1, 2), wrench)


def make_columns(
    plant: Plant, contacts: Contacts, states: States, loads: list[Link | None], with_reactions: bool
) -> tuple[dict[str, Array], dict[str, str]]:
    """Every column with its unit; ``states.loads`` tells each row's load by its place."""
    n, t = plant.n, states.t
    found: dict[str, Array] = {"t": t}
    motion = {"q": states.q, "dq": states.dq, "ddq": states.ddq, "tau": states.tau}
    for stem, rows in motion.items():
        found |= {f"{stem}{k}": rows[:, k - 1] for k in range(1, n + 1)}
    found |= {f"P{k}": found[f"tau{k}"] * found[f"dq{k}"] for k in range(1, n + 1)}
    q, dq = states.q, states.dq
    chain = not plant.robot.bodies
    if chain and plant.tool_known:
        T: Array = plant.arm().forward_kinematics(q)
        found |= {name: T[:, k, 3] for k, name in enumerate("xyz")}
    if contacts.by_arc:
        found["s"] = states.s
    if contacts:
        found |= {name: states.wrench[:, k] for k, name in enumerate(WRENCH)}
    if chain:
        K, U = np.zeros(len(t)), np.zeros(len(t))
        for which, load in enumerate(loads):
            here: Mask = states.loads == which
            if here.any():
                robot = plant.variant(load)
                K[here], U[here] = compute_energies(robot, plant.filled, q[here], dq[here])
        found["K"], found["U"] = K, U
    if chain and with_reactions:
        found |= _reaction_columns(plant, contacts, states, loads)
    found = {name: np.ascontiguousarray(column, float) for name, column in found.items()}
    return found, units_of(list(found), plant.sliding)


def _reaction_columns(
    plant: Plant, contacts: Contacts, states: States, loads: list[Link | None]
) -> dict[str, Array]:
    """f1x … n1z …; those that depend on a number that is not given are left out."""
    q, dq, ddq = states.q, states.dq, states.ddq
    unknown = dict.fromkeys(plant.lacking, float("nan"))
    links = len(plant.robot.links)
    forces = np.zeros((len(q), links, 6))
    wrench = to_tool_axes(plant, contacts, q, states.wrench)
    for which, load in enumerate(loads):
        here: Mask = states.loads == which
        if here.any():
            given = (q[here], dq[here], ddq[here], wrench[here])
            made = compute_reactions(plant.variant(load), plant.values, *given, unknown)
            forces[here] = made[:, :links]
    return {
        f"{name[0]}{i + 1}{name[1]}": forces[:, i, k]
        for i in range(links)
        for k, name in enumerate(WRENCH)
        if not np.isnan(forces[:, i, k]).any()
    }
