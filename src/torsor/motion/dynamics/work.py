"""Work integrated by Gauss's rule over stretches of time in which nothing jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.balance import Balance
from torsor.motion.dynamics.energies import compute_energies

if TYPE_CHECKING:
    from collections.abc import Callable

    from torsor.motion.dynamics.equations import Equations
    from torsor.motion.dynamics.plant import Plant
    from torsor.robot.robot import Link

GAUSS = np.polynomial.legendre.leggauss(5)
NODES: Array = (GAUSS[0] + 1) / 2
"""Places in a stretch of length 1; with the weights exact for polynomials of degree 9."""
WEIGHTS: Array = GAUSS[1] / 2
POWERS = np.arange(len(NODES))[:, None]
UPTO: Array = (np.power(NODES, POWERS + 1) / (POWERS + 1)).T @ np.linalg.inv(
    np.power(NODES, POWERS).T
)
"""The rule from the beginning up to each node: ∫₀ˣ f = Σ UPTO f(nodes)."""


class Account:
    """The works of a motion under its drives, kept from step to step of its integration."""

    def __init__(self, plant: Plant, t: float) -> None:
        self.plant, self.t = plant, t
        self.done = np.zeros(3)
        """Of the drives, of friction, of the tool."""
        self.brought = self.lost = 0.0

    def go_on(self, equations: Equations, at: Callable[[float], Array], t: float) -> None:
        """The works on the way to a time, ``at`` giving the states on it."""
        h = t - self.t
        if h > 0 and equations.works:
            for node, weight in zip(NODES.tolist(), WEIGHTS.tolist(), strict=True):
                moment = self.t + node * h
                self.done += weight * h * equations.powers(moment, at(moment))
        self.t = t

    def be_at(self, t: float, done: Array) -> None:
        """The works at a time as they were integrated with the motion."""
        self.t, self.done = t, done

    def impact(self, M: Array, before: Array, after: Array) -> None:
        """Speeds that jump: half of q̇ᵀ M q̇ is lost."""
        self.lost += 0.5 * (float(before @ M @ before) - float(after @ M @ after))

    def take(self, load: Link, q: Array, before: Array, after: Array, moving: bool) -> None:
        """A load that moves with the tool already, or is caught at rest with a loss."""
        K, U = load_energy(self.plant, load, q, after)
        self.brought += U + K if moving else U
        if not moving:
            bare: Array = self.plant.arm(None, coulomb=False).mass_matrix(np.array(q))
            self.impact(bare, before, after)
            self.lost -= K

    def release(self, load: Link, q: Array, dq: Array) -> None:
        """A load that leaves with what it has."""
        self.brought -= sum(load_energy(self.plant, load, q, dq))

    @property
    def row(self) -> Array:
        """The works so far, as ``balance`` takes them."""
        return np.array([*self.done, self.brought, self.lost])

    def balance(self, rows: Array, contacts: bool, loads: bool, stops: bool) -> Balance:
        """Rows of works, with what this motion can have."""
        drives, friction, tool, brought, lost = rows.T
        return Balance(
            drives,
            friction if self.plant.rubs else None,
            tool if contacts else None,
            brought if loads else None,
            lost if stops or loads else None,
        )


def load_energy(plant: Plant, load: Link, q: Array, dq: Array) -> tuple[float, float]:
    """K and U of a carried load at a state."""
    (K, U), (K_bare, U_bare) = (
        compute_energies(plant.variant(body), plant.filled, q[None, :], dq[None, :])
        for body in (load, None)
    )
    return (K - K_bare).item(0), (U - U_bare).item(0)
