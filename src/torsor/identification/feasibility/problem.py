"""What is asked of a fit under physics, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array
from torsor.arguments import one_of
from torsor.errors import ArgumentValueError, ArrayError
from torsor.identification.feasibility.least_squares import column_space
from torsor.identification.feasibility.pseudo_inertia import TEN

MOST_PARAMETERS = 3000
"""Problems with more unknowns than this are refused."""

FORMS = ("quadratic", "entropic")
"""How the distance of a link from what is believed of it is measured."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Linear least squares for a robot's parameters x, and which of them physics bounds.

    ‖R x − z‖² is in units of the noise (−2 log likelihood, but for a constant). The entries that
    are in neither list are free.
    """

    R: Array
    """(k, p), compressed by QR."""
    z: Array
    """(k,)"""
    links: tuple[int, ...]
    """Where in x the ten parameters of each link begin: m hx hy hz Lxx Lyy Lzz Lxy Lxz Lyz."""
    nonnegative: tuple[int, ...] = ()
    """Other entries that may not be negative: viscous, Coulomb, rotor inertia."""
    names: tuple[str, ...] = ()
    """What the entries of x are called (``m1``, ``hx1`` … ``fv1``), if they are to be told."""

    def __post_init__(self) -> None:
        R, z = np.asarray(self.R, float), np.asarray(self.z, float)
        object.__setattr__(self, "R", R)
        object.__setattr__(self, "z", z)
        if R.ndim != 2 or z.shape != R.shape[:1]:
            raise ArrayError(f"R and z have the shapes {R.shape} and {z.shape}; expected (k, p), k")
        if not (np.isfinite(R).all() and np.isfinite(z).all()):
            raise ArrayError("R and z must be finite")
        p = R.shape[1]
        if p > MOST_PARAMETERS:
            raise ArgumentValueError(f"{p} parameters; at most {MOST_PARAMETERS}")
        bounded = [*self.of_links, *self.nonnegative]
        if len(set(bounded)) < len(bounded) or set(bounded) - set(range(p)):
            raise ArgumentValueError(
                f"links and nonnegative must be different entries of the {p} parameters"
            )
        if self.names and len(self.names) != p:
            raise ArgumentValueError(f"{len(self.names)} names for {p} parameters")

    @property
    def of_links(self) -> list[int]:
        """The entries that belong to links, ten by ten."""
        return [first + k for first in self.links for k in range(TEN)]

    def link_name(self, k: int) -> str:
        """``link 5``: the k-th of the links, counted from 0, as its mass m5 is called."""
        name = self.names[self.links[k]] if self.names else ""
        number = name[1:] if name[:1] == "m" and name[1:].isdigit() else str(k + 1)
        return f"link {number}"

    def entry_name(self, entry: int) -> str:
        """What an entry of x is called."""
        return self.names[entry] if self.names else f"parameter {entry + 1}"


@dataclass(frozen=True, eq=False)
class Prior:
    """What is believed of the links before anything is measured, and how firmly.

    ``strength`` is in units of the likelihood: to be off by as much as a link itself costs so
    much, about 1/σ² for a relative doubt σ. With J₀ = C Cᵀ believed and Y = C⁻¹ J C⁻ᵀ it costs

        quadratic   Σ ‖Y − 1‖² = Σ tr(J₀⁻¹ ΔJ J₀⁻¹ ΔJ)
        entropic    Σ 2 (tr Y − log det Y − 4), twice the Bregman divergence of −log det

    both the same in any frame and in any units, and equal near J₀ (Lee, Wensing, Park, Geometric
    Robot Dynamic Identification, T-RO 2019).
    """

    pi: Array | None
    """(10 · links) of a CAD model or a URDF, or a rough guess; without one a ball for each link."""
    strength: float
    """Greater than zero."""
    form: str = "quadratic"
    """``quadratic``, or ``entropic`` for a guess that may be far off."""

    def __post_init__(self) -> None:
        one_of("form", self.form, FORMS)
        if not 0 < self.strength < np.inf:
            raise ArgumentValueError(f"strength is greater than zero, not {self.strength}")
        if self.pi is not None:
            object.__setattr__(self, "pi", np.asarray(self.pi, float).ravel())


@dataclass(frozen=True, eq=False)
class Feasible:
    """Parameters that a robot can have, nearest to the data and to what was believed."""

    x: Array
    """Every parameter, in the problem's order."""
    objective: float
    """‖R x − z‖² and what the prior costs."""
    misfit: float
    """‖R x − z‖² alone."""
    gap: float
    """A proven bound: no possible parameters have an objective less by more than this."""
    status: str
    """``optimal``, or ``inexact`` where the gap is larger than was asked for."""
    on_edge: tuple[int, ...]
    """Which of the links (counted from 0) lie at the edge of what is possible."""
    at_zero: tuple[int, ...]
    """Which entries of x that may not be negative are zero."""
    steps: int
    """Of Newton's method."""
    seconds: float
    notes: tuple[str, ...]
    """What could not be taken from the prior as it was given."""
    problem: Problem = field(repr=False)
    """What was asked."""

    @cached_property
    def distance(self) -> float:
        """‖R (x − x̂)‖, how far from the unconstrained optimum x̂ in units of the noise."""
        return distance_of(self.problem, self.x)


def distance_of(problem: Problem, x: Array) -> float:
    """‖R (x − x̂)‖: how much worse than the best that any numbers could do, as a length."""
    return float(np.linalg.norm(column_space(problem.R).T @ (problem.R @ x - problem.z)))
