"""The integrators that a scenario may name, their tolerances, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import shown
from torsor.formats.fields import at
from torsor.motion.dynamics.equations import Equations
from torsor.motion.dynamics.symplectic import Gauss
from torsor.motion.quantities import ScenarioError, choice, positive
from torsor.motion.scenario.entries import entry, one_of
from torsor.motion.tables import require_scipy

Interpolant = Callable[[float], Array]
"""The state at a time."""
DEFAULTS = {
    "DOP853": {"rtol": 1e-11, "atol": 1e-13, "longest": float("inf")},
    "Radau": {"rtol": 1e-7, "atol": 1e-9, "longest": float("inf")},
    "symplectic": {"step": 1e-3},
}
"""The integrators with what each may be told."""
MACHINE_CODE, SCIPY, PYTHON = "machine-code", "scipy", "python"
"""What carries the steps out."""
ENGINES = (MACHINE_CODE, SCIPY)
"""Those that can be asked for."""


def check_engine(word: object) -> str:
    """The name of an engine that can be asked for."""
    return at("engine", lambda given: choice(given, ENGINES), word)


@dataclass(frozen=True)
class Method:
    """The integrator and its tolerances; ``step`` is the fixed one of the symplectic method."""

    name: str = entry(one_of(*DEFAULTS), "which integrator", "", "DOP853", key="method")
    rtol: float | None = entry(positive, "relative tolerance", "", None)
    atol: float | None = entry(positive, "absolute tolerance", "rad or m", None)
    step: float | None = entry(positive, "the step of the symplectic one", "s", None)
    longest: float | None = entry(positive, "the longest step", "s", None)

    def __post_init__(self) -> None:
        for key in self._given:
            if key not in DEFAULTS[self.name]:
                raise ScenarioError(f"{key}: not for {shown(self.name)}")

    @property
    def _given(self) -> dict[str, float]:
        told = {"rtol": self.rtol, "atol": self.atol, "longest": self.longest, "step": self.step}
        return {key: number for key, number in told.items() if number is not None}

    @property
    def settings(self) -> dict[str, float]:
        """What it was told, and its defaults for the rest."""
        return DEFAULTS[self.name] | self._given

    @property
    def finest(self) -> float:
        """The step that it takes, or the longest that it may."""
        return self.settings["step" if self.name == "symplectic" else "longest"]

    def find_engine(self, wanted: str) -> str:
        """What carries it out: machine code knows DOP853 alone, SciPy not the symplectic one."""
        if self.name == "symplectic":
            return PYTHON
        return wanted if self.name == "DOP853" else SCIPY

    def solver(self, equations: Equations, t: float, y: Array, bound: float) -> Solver:
        """A solver that begins at a state."""
        if self.name == "symplectic":
            return Gauss(equations, t, y, bound, self.finest)
        with require_scipy():
            from scipy.integrate import DOP853, Radau
        solver: type[Radau | DOP853[np.float64]] = Radau if self.name == "Radau" else DOP853
        rate = equations.right_hand_side()
        told = self.settings
        return solver(rate, t, y, bound, told["longest"], told["rtol"], told["atol"])


class Solver(Protocol):
    """What SciPy's solvers and the symplectic one have in common."""

    @property
    def t(self) -> float:
        """Where the last step ended."""
        ...

    @property
    def t_old(self) -> float:
        """Where it began."""
        ...

    @property
    def y(self) -> Array:
        """The state at t."""
        ...

    @property
    def status(self) -> str:
        """``running``, ``finished`` or ``failed``."""
        ...

    @property
    def nfev(self) -> int:
        """How often ẏ was asked for."""
        ...

    def step(self) -> str | None:
        """Go on by one step; the reason if that cannot be."""
        ...

    def dense_output(self) -> Interpolant:
        """The states within the last step."""
        ...
