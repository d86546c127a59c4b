"""What the driving forces are linear in along a motion: base parameters and the drives' friction.

Rows are weighed by each drive's noise, so that an ordinary sum of squares is the likelihood's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.excitation.fourier import State
from torsor.identification.regression.drives import SYMBOLS
from torsor.program.arm import Arm

FRICTION = ("viscous", "Coulomb", "offset")
"""What a drive's friction may have here."""
ROTOR = "rotor"
Kind = Annotated[str, FRICTION]

STILL = 1e-9
"""Speeds below this are rest, whose direction is rounding."""
SMOOTHING = 0.02
"""Speed over which Coulomb friction turns while a motion is sought, by the highest speed."""


@dataclass(frozen=True, eq=False)
class Columns:
    """τ = Y β along a motion: β are the base parameters, then what drives bring, kind by kind."""

    arm: Arm
    """With general links."""
    base: tuple[str, ...]
    """The names of the base parameters."""
    kinds: tuple[str, ...]
    """What drives bring: kinds of friction, and their rotors."""
    noise: Array
    """(n,) standard deviation of a sample of each driving force."""
    turning: Array
    """(n,) speeds over which Coulomb friction turns; zero where it jumps."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parameters, in the order of the columns."""
        drives = range(1, len(self.noise) + 1)
        return (*self.base, *(f"{SYMBOLS[kind]}{k}" for kind in self.kinds for k in drives))

    def exact(self) -> Columns:
        """The same with Coulomb friction that jumps."""
        return replace(self, turning=np.zeros_like(self.turning))

    def evaluate(self, state: State) -> Array:
        """The weighed columns (M · n, p), drive by drive within an instant."""
        q, dq, ddq = state
        count, n = q.shape
        found = np.zeros((count, n, len(self.names)))
        found[..., : len(self.base)] = self.arm.base_regressor(q, dq, ddq)
        drives = np.arange(n)
        for place, kind in self._places():
            found[:, drives, place + drives] = self._drive(kind, dq, ddq)
        found /= self.noise[:, None]
        return found.reshape(count * n, -1)

    def pull(self, state: State, weights: Array) -> State:
        """The gradient of Σ weights · columns by positions, velocities and accelerations."""
        count, n = state[0].shape
        by = weights.reshape(count, n, -1) / self.noise[:, None]
        backwards = self.arm.vjp("base_regressor", by="q, dq, ddq")
        found = backwards(*state, np.ascontiguousarray(by[..., : len(self.base)]))
        by_q, by_dq, by_ddq = np.split(found, 3, axis=1)
        drives = np.arange(n)
        for place, kind in self._places():
            own = by[:, drives, place + drives]
            if kind == ROTOR:
                by_ddq = by_ddq + own
            else:
                by_dq = by_dq + own * self._slope(kind, state[1])
        return by_q, by_dq, by_ddq

    def _places(self) -> Sequence[tuple[int, str]]:
        """Where the columns of each kind begin."""
        first, n = len(self.base), len(self.noise)
        return [(first + i * n, kind) for i, kind in enumerate(self.kinds)]

    def _drive(self, kind: str, dq: Array, ddq: Array) -> Array:
        if kind == ROTOR:
            return ddq
        if kind == "viscous":
            return dq
        if kind == "offset":
            return np.ones_like(dq)
        if not self.turning.any():
            return np.where(np.abs(dq) > STILL, np.sign(dq), 0.0)
        found: Array = np.tanh(dq / self.turning)
        return found

    def _slope(self, kind: str, dq: Array) -> Array:
        if kind == "viscous":
            return np.ones_like(dq)
        if kind == "offset" or not self.turning.any():
            return np.zeros_like(dq)
        found: Array = (1 - np.tanh(dq / self.turning) ** 2) / self.turning
        return found


def unit_of_parameter(name: str, sliding: Sequence[bool]) -> str:
    """The SI unit of a parameter by its name."""
    stem = name.rstrip("0123456789")
    if stem in SYMBOLS.values():
        slides = sliding[int(name[len(stem) :]) - 1]
        turning = {"fv": "N m s/rad", "Ia": "kg m^2"}.get(stem, "N m")
        return {"fv": "N s/m", "Ia": "kg"}.get(stem, "N") if slides else turning
    return {"m": "kg", "h": "kg m", "L": "kg m^2"}.get(stem[:1], "SI")
