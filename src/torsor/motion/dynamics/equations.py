"""The equations of motion of one phase: a load, a window of time, and what is held."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.contact import Contacts, keep_inside, turn_wrenches
from torsor.motion.dynamics.controllers import Drive, NoTorques
from torsor.motion.dynamics.stick_slip import Holds

if TYPE_CHECKING:
    from torsor.program.arm import Arm

Window = tuple[float, float]


@dataclass
class Equations:
    """y = (q, q̇, s): accelerations under drive, contact, friction and holds; s the tool's way.

    ``arm`` is without dry friction. Within a window nothing jumps: the time (and arc length) that
    drive and contact see is kept a sliver inside.
    """

    arm: Arm
    drive: Drive
    contacts: Contacts
    holds: Holds
    smoothing: float = 0.0
    smoothed: Array | float = 0.0
    """The dry friction that is smoothed; the holds then have none."""
    window: Window = (0.0, float("inf"))
    arcs: Window = (0.0, float("inf"))
    viscosity: Array | None = None
    """The matrix of viscous friction, as far as works are asked for."""

    def __post_init__(self) -> None:
        self.n = self.arm.n
        self.arc = self.contacts.by_arc
        self.size = 2 * self.n + int(self.arc)

    def arc_window(self, s: float) -> Window:
        """The stretch of the tool's way around s in which no contact jumps."""
        marks = [0.0, *self.contacts.breaks("s"), float("inf")]
        above = next(m for m in marks if m > s * (1 + 1e-12) + 1e-15)
        return (max(m for m in marks if m < above), above)

    def tau(self, t: float, y: Array) -> Array:
        """The driving forces."""
        n = self.n
        return self.drive(keep_inside(t, *self.window), y[:n], y[n : 2 * n])

    def wrench(self, t: float, y: Array) -> Array:
        """The contact wrench, in the axes the arm was compiled for."""
        q = y[None, : self.n]
        s = keep_inside(y.item(-1), *self.arcs) if self.arc else 0.0
        moment, way = np.array([keep_inside(t, *self.window)]), np.array([s])
        found = self.contacts(moment, way, lambda: self.arm.forward_kinematics(q)[:, :3, :3])
        return found[0, :]

    @property
    def works(self) -> bool:
        """Whether anything does work: a drive, friction, a contact."""
        quiet = isinstance(self.drive, NoTorques) and not self.contacts and not self.smoothing
        rubs = self.holds.coulomb.any() or (self.viscosity is not None and self.viscosity.any())
        return not quiet or bool(rubs)

    def powers(self, t: float, y: Array) -> Array:
        """The powers of the drives, of friction and of the tool at a state."""
        n = self.n
        q, dq = y[:n], y[n : 2 * n]
        dry = self.dry_friction(dq) if self.smoothing else self.holds.friction
        rubbed = float(dry @ dq)
        if self.viscosity is not None:
            rubbed += float(dq @ self.viscosity @ dq)
        pushed = 0.0
        if self.contacts:
            wrench = self.wrench(t, y)
            J: Array = self.arm.jacobian(q)
            if self.contacts.axes == "tool":
                T: Array = self.arm.forward_kinematics(q)
                wrench = turn_wrenches(T[None, :3, :3], wrench[None, :])[0, :]
            pushed = float(wrench @ (J @ dq))
        return np.array([float(self.tau(t, y) @ dq), rubbed, pushed])

    def dry_friction(self, dq: Array) -> Array:
        """Dry friction smoothed as fc tanh(q̇/v)."""
        return self.smoothed * np.tanh(dq / self.smoothing)

    def right_hand_side(self) -> Callable[[float, Array], Array]:
        """ẏ(t, y) for this phase; the shortest way where nothing but the drive acts."""
        holds = self.holds
        if self.contacts or self.smoothing or holds.limits or holds.coulomb.any():
            return self
        n, drive, forward, empty = self.n, self.drive, self.arm.forward_dynamics, np.empty
        begin, end = (keep_inside(x, *self.window) for x in self.window)

        def plain(t: float, y: Array) -> Array:
            q, dq = y[:n], y[n:]
            moment = begin if t < begin else end if t > end else t
            found = empty(2 * n)
            found[:n] = dq
            found[n:] = forward(q, dq, drive(moment, q, dq))
            return found

        return plain

    def __call__(self, t: float, y: Array) -> Array:
        """ẏ."""
        n = self.n
        q, dq = y[:n], y[n : 2 * n]
        found = np.empty(self.size)
        found[:n] = dq
        found[n : 2 * n] = self.accelerations(t, y)
        if self.arc:
            J: Array = self.arm.jacobian(q)
            found[-1] = np.linalg.norm(J[:3] @ dq)
        return found

    def accelerations(self, t: float, y: Array, tau: Array | None = None) -> Array:
        """q̈, under the drive's forces or given ones."""
        n = self.n
        q, dq = y[:n], y[n : 2 * n]
        tau = self.tau(t, y) if tau is None else tau
        if self.holds.limits:
            M, force = self.matrix_and_force(t, y, tau)
            return self.holds.accelerations(M, force)
        if self.smoothing:
            tau = tau - self.dry_friction(dq)
        elif self.holds.coulomb.any():
            tau = tau - self.holds.friction
        load = (self.wrench(t, y),) if self.contacts else ()
        ddq: Array = self.arm.forward_dynamics(q, dq, tau, *load)
        return ddq

    def matrix_and_force(self, t: float, y: Array, tau: Array | None = None) -> tuple[Array, Array]:
        """M and τ − h, with h all forces but inertia and (unless smoothed) dry friction."""
        n = self.n
        q, dq = y[:n], y[n : 2 * n]
        tau = self.tau(t, y) if tau is None else tau
        if self.smoothing:
            tau = tau - self.dry_friction(dq)
        load = (self.wrench(t, y),) if self.contacts else ()
        M: Array = self.arm.mass_matrix(q)
        bias: Array = self.arm.bias(q, dq, *load)
        return M, tau - bias

    def settle(self, t: float, y: Array, released: dict[int, float] | None = None) -> None:
        """Find out what is held at a state; what was just released moves on."""
        if self.holds.limits or self.holds.coulomb.any():
            M, force = self.matrix_and_force(t, y)
            self.holds.resolve(y[self.n : 2 * self.n], M, force, released or {})

    def pull(self, t: float, y: Array) -> Array:
        """What the holds have to bear at a state."""
        return self.holds.pull(*self.matrix_and_force(t, y))
