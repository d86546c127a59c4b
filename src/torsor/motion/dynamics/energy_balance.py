"""Where the energy of a motion came from and went: drives, friction, the tool's contact, loads.

Powers are integrated over the samples by the trapezoidal rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.motion.arrays import columns, scalars_of
from torsor.motion.dynamics.contact import Contacts, turn_wrenches
from torsor.motion.dynamics.energies import compute_energies
from torsor.motion.dynamics.plant import Plant
from torsor.motion.results import WRENCH, Result
from torsor.motion.scenario.scenario import Scenario
from torsor.motion.tables import require_scipy


@dataclass(frozen=True)
class Balance:
    """Energies in joules from the start to each row; nothing where a robot has no such thing."""

    drives: Array
    friction: Array | None = None
    tool: Array | None = None
    """What the tool did to the work."""
    loads: Array | None = None
    """What the loads had when they were picked up, less what they had when they were released."""


def balance_energy(result: Result, scenario: Scenario, plant: Plant) -> Balance:
    """The work along a motion of a chain."""
    t, q, dq = result.t, result.q, result.dq
    driven: Array = np.sum(result.tau * dq, axis=1)
    rubbed = _friction_power(plant, q, dq)
    pushed = _tool_power(plant, scenario.contacts, result) if scenario.contacts else None
    brought = _sum_loads(plant, scenario, t, q, dq) if scenario.loads else None
    return Balance(
        _integrate(driven, t),
        None if rubbed is None else _integrate(rubbed, t),
        None if pushed is None else _integrate(pushed, t),
        brought,
    )


def _integrate(power: Array, t: Array) -> Array:
    """The work from the start to each row."""
    with require_scipy():
        from scipy.integrate import cumulative_trapezoid
    work: Array = cumulative_trapezoid(power, t, initial=0)
    return work


def _friction_power(plant: Plant, q: Array, dq: Array) -> Array | None:
    scalars = scalars_of(plant.filled, columns(q, dq, np.zeros_like(q)))
    chain, drives = chain_of(plant.robot, scalars), drives_of(plant.robot, scalars)
    rubbing = [i for i in drives if plant.robot.links[i - 1].drive.viscous
               or plant.robot.links[i - 1].drive.coulomb]  # fmt: skip
    if not rubbing:
        return None
    total: Array = np.zeros(len(q))
    for i in rubbing:
        rate: Array | float = chain.links[i - 1].dq
        total = total + drives[i].friction(rate) * rate
    return total


def _tool_power(plant: Plant, contacts: Contacts, result: Result) -> Array:
    """f·v + n·ω at the tool, in base axes."""
    q, arm = result.q, plant.arm()
    wrench = np.stack([result.columns[name] for name in WRENCH], axis=1)
    if contacts.axes == "tool":
        T: Array = arm.forward_kinematics(q)
        wrench = turn_wrenches(T[:, :3, :3], wrench)
    power: Array = np.einsum("ni,nik,nk->n", wrench, arm.jacobian(q), result.dq)
    return power


def _sum_loads(plant: Plant, scenario: Scenario, t: Array, q: Array, dq: Array) -> Array:
    """A step at each pick-up and release, of the load's energy in the nearest row that has it."""
    found = np.zeros(len(t))
    for load in scenario.loads:
        rows = np.flatnonzero(load.is_carried(t))
        if not rows.size:
            continue
        ends = rows[[0, -1]]
        (K, U), (K_bare, U_bare) = (
            compute_energies(plant.variant(body), plant.filled, q[ends], dq[ends])
            for body in (load.body, None)
        )
        own = K + U - (K_bare + U_bare)
        first, last = rows.item(0), rows.item(-1)
        if first > 0:
            found[first:] += own.item(0)
        found[last + 1 :] -= own.item(1)
    return found
