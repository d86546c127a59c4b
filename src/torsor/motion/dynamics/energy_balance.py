"""Where the energy of a motion came from and went: drives, friction, the tool's contact, loads.

Powers are integrated over the samples by the trapezoidal rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.motion.arrays import columns, scalars_of
from torsor.motion.dynamics.contact import Contacts, turn_wrenches
from torsor.motion.dynamics.energies import compute_energies
from torsor.motion.dynamics.plant import Plant
from torsor.motion.results import WRENCH, Result
from torsor.motion.scenario.scenario import Scenario
from torsor.motion.tables import import_scipy


@dataclass(frozen=True)
class Balance:
    """Energies in joules from the start to each row; nothing where a robot has no such thing."""

    drives: Any
    friction: Any = None
    tool: Any = None
    """What the tool did to the work."""
    loads: Any = None
    """What the loads had when they were picked up, less what they had when they were released."""


def balance_energy(result: Result, scenario: Scenario, plant: Plant) -> Balance:
    """The work along a motion of a chain."""
    t, q, dq = result.t, result.q, result.dq
    driven = np.sum(result.tau * dq, axis=1)
    rubbed = _friction_power(plant, q, dq)
    pushed = _tool_power(plant, scenario.contacts, result) if scenario.contacts else None
    integrate = import_scipy("integrate").cumulative_trapezoid
    works = [None if p is None else integrate(p, t, initial=0) for p in (driven, rubbed, pushed)]
    brought = _sum_loads(plant, scenario, t, q, dq) if scenario.loads else None
    return Balance(works[0], works[1], works[2], brought)


def _friction_power(plant: Plant, q: Any, dq: Any) -> Any:
    scalars = scalars_of(plant.filled, columns(q, dq, np.zeros_like(q)))
    chain, drives = chain_of(plant.robot, scalars), drives_of(plant.robot, scalars)
    rubbing = [i for i in drives if plant.robot.links[i - 1].drive.viscous
               or plant.robot.links[i - 1].drive.coulomb]  # fmt: skip
    if not rubbing:
        return None
    rates = {i: chain.links[i - 1].dq for i in rubbing}
    return sum(drives[i].friction(rate) * rate for i, rate in rates.items()) + np.zeros(len(q))


def _tool_power(plant: Plant, contacts: Contacts, result: Result) -> Any:
    """f·v + n·ω at the tool, in base axes."""
    q, arm = result.q, plant.arm()
    wrench = np.stack([result.columns[name] for name in WRENCH], axis=1)
    if contacts.axes == "tool":
        wrench = turn_wrenches(arm.forward_kinematics(q)[:, :3, :3], wrench)
    return np.einsum("ni,nik,nk->n", wrench, arm.jacobian(q), result.dq)


def _sum_loads(plant: Plant, scenario: Scenario, t: Any, q: Any, dq: Any) -> Any:
    """A step at each pick-up and release, of the load's energy in the nearest row that has it."""
    found = np.zeros(len(t))
    for load in scenario.loads:
        rows = np.flatnonzero(load.is_carried(t))
        if not rows.size:
            continue
        ends = rows[[0, -1]]
        with_, bare = (
            sum(compute_energies(plant.variant(body), plant.filled, q[ends], dq[ends]))
            for body in (load.body, None)
        )
        own = with_ - bare
        if rows[0] > 0:
            found[rows[0] :] += own[0]
        found[rows[-1] + 1 :] -= own[1]
    return found
