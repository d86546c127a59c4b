"""Where the energy of a motion came from and went: drives, friction, the tool's contact, loads.

A simulation keeps account of it as it goes. Along a given motion powers are integrated by Gauss's
rule, piece by piece between the moments at which anything jumps: corners of the motion, loads,
contacts, and joints with dry friction that turn back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.motion.arrays import columns, scalars_of
from torsor.motion.balance import Balance
from torsor.motion.dynamics.contact import turn_wrenches
from torsor.motion.dynamics.inverse import plan_motion
from torsor.motion.dynamics.plant import Plant
from torsor.motion.dynamics.work import NODES, UPTO, WEIGHTS, load_energy
from torsor.motion.results import Result
from torsor.motion.scenario.scenario import Scenario
from torsor.motion.trajectory.piecewise import Motion, Piecewise

PIECES = 400
"""A motion is cut in so many pieces at least."""
AT_ONCE = 5000
"""Pieces whose states are held at once."""
HALVINGS = 55


def balance_energy(result: Result, scenario: Scenario, plant: Plant) -> Balance:
    """The work along a motion of a chain."""
    if result.balance is not None:
        return result.balance
    return Works(result, scenario, plant, plan_motion(scenario, plant)).balance()


@dataclass(frozen=True, eq=False)
class Pieces:
    """The states at the nodes of consecutive pieces of time, (pieces, nodes, …)."""

    t: Array
    h: Array
    """How long each piece is."""
    q: Array
    dq: Array
    ddq: Array


@dataclass(frozen=True, eq=False)
class Works:
    """The works along a given motion."""

    result: Result
    scenario: Scenario
    plant: Plant
    motion: Motion

    def balance(self) -> Balance:
        """Every term at every row."""
        scenario, t = self.scenario, self.result.t
        cuts = self._cuts()
        total = np.zeros((len(cuts), 3))
        s = 0.0
        for first, pieces in self._walk(cuts):
            powers, s = self._powers(pieces, s)
            work = pieces.h[:, None] * np.einsum("k,pkj->pj", WEIGHTS, powers)
            total[first + 1 : first + 1 + len(work)] = work
        done = np.cumsum(total, axis=0)[np.searchsorted(cuts, t)]
        brought = sum((self._load_steps(k) for k in range(len(scenario.loads))), np.zeros(len(t)))
        lost = self._speed_steps()
        return Balance(
            done[:, 0],
            done[:, 1] if self.plant.rubs else None,
            done[:, 2] if scenario.contacts else None,
            brought if scenario.loads else None,
            lost if lost.any() else None,
        )

    def _walk(self, cuts: Array) -> Iterator[tuple[int, Pieces]]:
        """The pieces between cuts, some at a time, with the number of the first."""
        for first in range(0, len(cuts) - 1, AT_ONCE):
            yield first, self._pieces(cuts[first : first + AT_ONCE + 1])

    def _pieces(self, cuts: Array) -> Pieces:
        h = np.diff(cuts)
        t = cuts[:-1, None] + h[:, None] * NODES
        q, dq, ddq = (rows.reshape(*t.shape, -1) for rows in self.motion.at(t.ravel()))
        return Pieces(t, h, q, dq, ddq)

    def _cuts(self) -> Array:
        """The rows' times, every moment at which something jumps, and enough between them."""
        t, scenario = self.result.t, self.scenario
        begin, end = t.item(0), t.item(-1)
        moments = [t, np.linspace(begin, end, PIECES + 1), [self.motion.duration]]
        moments += [self.motion.breaks, scenario.contacts.breaks("t")]
        moments += [[load.pick_up, load.release] for load in scenario.loads]
        if isinstance(self.motion, Piecewise):
            moments.append(self.motion.knots)
        every = np.concatenate([np.asarray(m, float) for m in moments])
        cuts = np.unique(every[(begin <= every) & (every <= end)])
        if self.plant.coulomb.any():
            cuts = np.union1d(cuts, self._turns(cuts))
        if scenario.contacts.by_arc:
            cuts = np.union1d(cuts, self._marks(cuts))
        return cuts

    def _turns(self, cuts: Array) -> Array:
        """When coordinates turn back."""
        dq = self.motion.at(cuts)[1]
        piece, k = np.nonzero(dq[:-1] * dq[1:] < 0)
        rows = np.arange(len(k))

        def speed(t: Array) -> Array:
            return self.motion.at(t)[1][rows, k]

        return bisect(speed, cuts[piece], cuts[piece + 1])

    def _marks(self, cuts: Array) -> Array:
        """When the tool passes the places on its way at which the contact jumps."""
        ways = [pieces.h * (self._tool_speeds(pieces) @ WEIGHTS) for _, pieces in self._walk(cuts)]
        s = np.concatenate(([0.0], np.cumsum(np.concatenate(ways))))
        marks: Array = np.array(self.scenario.contacts.breaks("s"))
        marks = marks[(marks > 0) & (marks < s.item(-1))]
        piece = np.searchsorted(s, marks, "right") - 1

        def beyond(t: Array) -> Array:
            h = t - cuts[piece]
            nodes = cuts[piece][:, None] + h[:, None] * NODES
            q, dq, ddq = (rows.reshape(*nodes.shape, -1) for rows in self.motion.at(nodes.ravel()))
            way = h * (self._tool_speeds(Pieces(nodes, h, q, dq, ddq)) @ WEIGHTS)
            return s[piece] + way - marks

        return bisect(beyond, cuts[piece], cuts[piece + 1]) if marks.size else marks

    def _tool_speeds(self, pieces: Pieces) -> Array:
        J: Array = self.plant.arm().jacobian(pieces.q)
        speeds: Array = np.linalg.norm(np.einsum("pkij,pkj->pki", J[..., :3, :], pieces.dq), axis=2)
        return speeds

    def _powers(self, pieces: Pieces, s: float) -> tuple[Array, float]:
        """Powers of drives, friction and tool at the nodes, and the tool's way at the end."""
        contacts, n = self.scenario.contacts, self.plant.n
        q, dq, ddq = (rows.reshape(-1, n) for rows in (pieces.q, pieces.dq, pieces.ddq))
        ways = np.zeros(pieces.t.shape)
        if contacts.by_arc:
            speeds = self._tool_speeds(pieces)
            ends = s + np.cumsum(pieces.h * (speeds @ WEIGHTS))
            begins = np.concatenate(([s], ends[:-1]))
            ways = begins[:, None] + pieces.h[:, None] * (speeds @ UPTO.T)
            s = ends.item(-1)
        wrench = np.zeros((len(q), 6))
        pushed = np.zeros(len(q))
        if contacts:
            T: Array = self.plant.arm().forward_kinematics(q)
            R = T[:, :3, :3]
            wrench = contacts(pieces.t.ravel(), ways.ravel(), lambda: R)
            turned = turn_wrenches(R, wrench) if contacts.axes == "tool" else wrench
            pushed = np.einsum("ni,nik,nk->n", turned, self.plant.arm().jacobian(q), dq)
        tau = self._forces(pieces.t.ravel(), q, dq, ddq, wrench)
        rubbed = self._friction_power(q, dq) if self.plant.rubs else np.zeros(len(q))
        powers = np.stack([np.sum(tau * dq, axis=1), rubbed, pushed], axis=1)
        return powers.reshape(*pieces.t.shape, 3), s

    def _forces(self, t: Array, q: Array, dq: Array, ddq: Array, wrench: Array) -> Array:
        contacts = self.scenario.contacts
        carried = np.zeros(len(t), np.intp)
        for which, load in enumerate(self.scenario.loads, 1):
            carried[load.is_carried(t)] = which
        tau = np.zeros_like(q)
        for which, body in enumerate([None, *(load.body for load in self.scenario.loads)]):
            rows: Mask = carried == which
            if rows.any():
                arm = self.plant.arm(body, contacts.payload)
                given = (q[rows], dq[rows], ddq[rows])
                tau[rows] = arm.inverse_dynamics(*given, *((wrench[rows],) if contacts else ()))
        return tau

    def _friction_power(self, q: Array, dq: Array) -> Array:
        plant = self.plant
        scalars = scalars_of(plant.filled, columns(q, dq, np.zeros_like(q)))
        chain, drives = chain_of(plant.robot, scalars), drives_of(plant.robot, scalars)
        total = np.zeros(len(q))
        for i, drive in drives.items():
            rate: Array | float = chain.links[i - 1].dq
            total = total + drive.friction(rate) * rate
        return total

    def _load_steps(self, which: int) -> Array:
        """A step at a load's pick-up and release: the energy that it has then."""
        t, load = self.result.t, self.scenario.loads[which]
        steps = np.zeros(len(t))
        for moment, sign in ((load.pick_up, 1.0), (load.release, -1.0)):
            if t.item(0) < moment <= t.item(-1):
                q, dq, _ = self.motion.at([moment])
                steps[t >= moment] += sign * sum(
                    load_energy(self.plant, load.body, q[0, :], dq[0, :])
                )
        return steps

    def _speed_steps(self) -> Array:
        """What is lost (or, below zero, won) where the motion jumps from one speed to another."""
        t, lost = self.result.t, np.zeros(len(self.result.t))
        end = self.motion.duration
        for moment in [b for b in self.motion.breaks if t.item(0) < b < end] + [end]:
            after_it = np.nextafter(moment, np.inf) if moment == end else moment
            q, dq, _ = self.motion.at([np.nextafter(moment, -np.inf), after_it])
            before, after = dq[0, :], dq[1, :]
            if np.allclose(before, after, rtol=1e-9, atol=1e-12):
                continue
            load = next((x.body for x in self.scenario.loads if x.is_carried(moment)), None)
            M: Array = self.plant.arm(load, coulomb=False).mass_matrix(q[0, :])
            rows: Mask = t > moment if moment == end else t >= moment
            lost[rows] += 0.5 * (float(before @ M @ before) - float(after @ M @ after))
        return lost


def bisect(f: Callable[[Array], Array], a: Array, b: Array) -> Array:
    """Where functions change their signs, each between its two ends."""
    left = np.sign(f(a))
    for _ in range(HALVINGS):
        middle = (a + b) / 2
        same = np.sign(f(middle)) == left
        a, b = np.where(same, middle, a), np.where(same, b, middle)
    return (a + b) / 2
