"""A simulation in machine code: phases of smooth motion handed to the routines, and taken back."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.contact import keep_inside
from torsor.motion.dynamics.controllers import PD
from torsor.motion.dynamics.equations import Equations
from torsor.motion.dynamics.integrators import Method
from torsor.motion.dynamics.record import Rows
from torsor.motion.dynamics.work import Account
from torsor.motion.machine import advance, dop853, equations, forces, functions, tableau
from torsor.motion.machine.guards import Guard
from torsor.motion.machine.preparation import make_contacts, make_drive, make_function
from torsor.motion.machine.records import Phase
from torsor.program.jit.routines.loading import Records, Routines

LEAST_RTOL = 100 * 2.0**-52
"""What SciPy takes a smaller relative tolerance for."""


@lru_cache(maxsize=1)
def load_routines() -> Routines:
    """The integrator as machine code."""
    return Routines([functions, forces, equations, dop853, advance])


class Dense:
    """The states within a step, and the works up to them."""

    def __init__(self, t: float, h: float, y: Array, terms: Array, size: int) -> None:
        self.t, self.h, self.y, self.terms, self.size = t, h, y.copy(), terms.copy(), size

    def _at(self, t: float) -> Array:
        x = (t - self.t) / self.h
        total = np.zeros_like(self.y)
        for power, term in enumerate(self.terms[::-1]):
            total = (total + term) * (1 - x if power % 2 else x)
        return self.y + total

    def __call__(self, t: float) -> Array:
        """The state."""
        return self._at(t)[: self.size]

    def works(self, t: float) -> Array:
        """Of the drives, of friction and of the tool."""
        return self._at(t)[self.size :]


class CompiledMotion:
    """The routines at work on one simulation, phase by phase."""

    def __init__(
        self, first: Equations, method: Method, samples: Array, rows: Rows, account: Account
    ) -> None:
        self.routines, self._records = load_routines(), Records()
        self._account, self._rows = account, rows
        n, size = first.n, first.size
        width = size + 3
        told, rooms = method.settings, self._rooms(n, width)
        self._arrays = rooms
        self._functions: dict[tuple[object, str], Any] = {}
        self._passing, contacts = Records(), first.contacts
        self._drive = make_drive(self._records, first.drive, n)
        viscosity = np.zeros((n, n)) if first.viscosity is None else first.viscosity
        self.phase = self._records.make(
            Phase, n=n, size=size, width=width, by_way=int(first.arc),
            drive=self._drive,
            contacts=len(contacts.contacts), tool_axes=int(contacts.axes == "tool"),
            works=int(first.works), smoothing=float(first.smoothing),
            smoothed=np.array(np.broadcast_to(first.smoothed, (n,)), float),
            viscous=int(viscosity.any()), viscosity=np.array(viscosity, float),
            longest=told["longest"], rtol=max(told["rtol"], LEAST_RTOL), atol=told["atol"],
            samples=np.array(samples, float), sample_count=len(samples),
            rows=rows.table, row_width=rows.table.shape[1], **rooms,
        )  # fmt: skip
        if contacts:
            self._records.put(self.phase, "contact", make_contacts(self._records, contacts))
        self._place = ctypes.addressof(self.phase)

    def _rooms(self, n: int, width: int) -> dict[str, Array]:
        sizes = dict.fromkeys(("tau", "acting", "ddq", "force", "rest", "friction"), n)
        sizes |= dict.fromkeys(("wrench", "part", "twist"), 6)
        sizes |= dict.fromkeys(("M", "reduced"), n * n) | {"J": 6 * n, "T": 16}
        sizes |= dict.fromkeys(("y", "y_old", "y_new", "stage"), width)
        sizes |= {"K": tableau.ALL_STAGES * width, "F": tableau.POWERS * width}
        return {name: np.zeros(size) for name, size in sizes.items()}

    def begin(
        self, equations: Equations, guards: Sequence[Guard], t: float, y: Array, bound: float,
        sample: int,
    ) -> int:  # fmt: skip
        """Begin anew at a state; what became of the attempt."""
        phase, holds, n = self.phase, equations.holds, equations.n
        self._take_functions(equations)
        window = [keep_inside(x, *equations.window) for x in equations.window]
        way = [keep_inside(x, *equations.arcs) for x in equations.arcs]
        self._arrays["friction"][:] = holds.friction
        self._arrays["y"][: phase.size] = y
        self._arrays["y"][phase.size :] = self._account.done
        free = [k for k in range(n) if k not in holds.limits]
        self._passing = Records()
        self._passing.fill(
            phase, begin=window[0], end=window[1], nearest_way=way[0], farthest_way=way[1],
            rubbed=int(equations.smoothing > 0 or holds.coulomb.any()),
            held=int(bool(holds.limits)),
            free=np.array([*free, 0], np.int64), free_count=len(free), t=t, bound=bound,
            next=sample, load=float(self._rows.load), brought=self._account.brought,
            lost=self._account.lost, evaluations=0, steps=0, guards=len(guards),
            pulled=int(any(g.entry >= phase.size for g in guards)),
            watched=np.array([*(g.entry for g in guards), 0], np.int64),
            bounds=np.array([*(g.bound for g in guards), 0.0]),
            signs=np.array([*(g.sign for g in guards), 0.0]),
            small=np.array([*(g.small for g in guards), 0.0]),
        )  # fmt: skip
        return self.routines.choose_first_step(self._place)

    def _take_functions(self, equations: Equations) -> None:
        phase, arm = self.phase, equations.arm
        needed = {"forward": "forward_dynamics"}
        if equations.holds.limits:
            needed |= {"matrix": "mass_matrix", "bias": "bias"}
        if equations.contacts:
            needed |= {"jacobian": "jacobian", "kinematics": "forward_kinematics"}
        for field, name in needed.items():
            self._take(phase, field, arm, name)
        if isinstance(equations.drive, PD):
            self._take(self._drive, "model", equations.drive.model, equations.drive.uses)

    def _take(self, record: Any, field: str, arm: Any, name: str) -> None:
        key = (id(arm), name)
        if key not in self._functions:
            self._functions[key] = arm, make_function(self._records, arm, name)
        self._records.put(record, field, self._functions[key][1])

    def advance(self, most: int) -> int:
        """So many steps at most; what became of them."""
        try:
            return self.routines.advance(self._place, most)
        finally:
            self._rows.count = self.phase.next

    def take_samples(self, upto: float) -> int:
        """Rows of the last step, up to a time."""
        found = self.routines.take_samples(self._place, upto)
        self._rows.count = self.phase.next
        return found

    def go_on(self) -> int:
        """Let a step stand at which the guards were looked at in vain."""
        self.routines.go_on_from_end(self._place)
        return dop853.FINISHED if self.phase.t >= self.phase.bound else dop853.RUNNING

    @property
    def y(self) -> Array:
        """The state at the end of the last step."""
        return self._arrays["y"][: self.phase.size].copy()

    @property
    def works(self) -> Array:
        """Of the drives, of friction and of the tool, up to there."""
        return self._arrays["y"][self.phase.size :].copy()

    @property
    def tried(self) -> tuple[float, Array]:
        """Time and state at which the equations gave nothing."""
        return self.phase.tried, self._arrays["stage"][: self.phase.size].copy()

    @property
    def dense(self) -> Dense:
        """The states within the last step."""
        phase, arrays = self.phase, self._arrays
        terms = arrays["F"].reshape(tableau.POWERS, phase.width)
        return Dense(phase.t_old, phase.t - phase.t_old, arrays["y_old"], terms, phase.size)
