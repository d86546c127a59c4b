"""What is believed of each link, made into a body that can be.

A description may have no inertia for a link, or one that no body has. Its mass and mass centre are
kept; in a direction in which it has no extent, or an impossible one, it is given that of a solid
cube of aluminium of its mass. A tenth of the cube's is as thin as a link is believed to be.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import ArrayError
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import (
    TEN,
    central_moments,
    parameters_of,
    pseudo_inertia,
    shift_to_origin,
)

DENSITY = 2700.0
"""Of aluminium, kg/m³."""
THIN, NONE = 0.1, 1e-3
"""Of the cube's radius of gyration: as thin as a link is, and what is no extent at all."""
SHARE_WITHOUT_MASS = 0.1
"""The mass of a link that has none, of the mean of the others."""
BALL = (1.0, 0.05)
"""The mass (kg) and the radius of gyration about an axis (m) of a link that nothing is known of."""


@dataclass(frozen=True, eq=False)
class Reference:
    """Believed pseudo-inertias, each positive definite, and what had to be made up for them."""

    J: Array
    """(n, 4, 4)"""
    notes: tuple[str, ...] = ()


def unknown_bodies(count: int) -> Array:
    """(10 · count): a ball about each link's origin, where nothing at all is known."""
    mass, radius = BALL
    J = np.diag([mass * radius**2] * 3 + [mass])
    return np.tile(parameters_of(J), count)


def make_reference(pi: Array, problem: Problem) -> Reference:
    """Bodies that can be, nearest to those described."""
    count = len(problem.links)
    given = np.asarray(pi, float).ravel()
    if given.shape != (TEN * count,) or not np.isfinite(given).all():
        raise ArrayError(f"the prior has the shape {given.shape}; expected {TEN * count} numbers")
    J = pseudo_inertia(given.reshape(count, TEN))
    notes: list[str] = []
    masses = J[:, 3, 3].copy()
    if (bare := masses <= 0).any():
        known = masses[~bare].mean() if (~bare).any() else BALL[0] / SHARE_WITHOUT_MASS
        masses[bare] = SHARE_WITHOUT_MASS * known
        notes += [
            f"{problem.link_name(k)} has no mass in the prior; {masses[k]:.3g} kg are assumed"
            for k in np.flatnonzero(bare).tolist()
        ]
        J[bare, 3, 3] = masses[bare]
    centre, central = central_moments(J)
    moments, axes = np.linalg.eigh(central)
    cube = np.cbrt(masses / DENSITY) ** 2 / 12 * masses
    least = THIN**2 * cube[:, None]
    none, thin = moments <= NONE**2 * cube[:, None], moments < least
    for k in np.flatnonzero(thin.any(axis=1)).tolist():
        notes.append(f"{problem.link_name(k)}: {_reason(moments[k], none[k], bool(bare[k]))}")
    moments = np.where(none, cube[:, None], np.maximum(moments, least))
    central = (axes * moments[:, None, :]) @ axes.transpose(0, 2, 1)
    return Reference(shift_to_origin(masses, centre, central), tuple(notes))


def _reason(moments: Array, none: Array, bare: bool) -> str:
    extent = "the extent of a cube of aluminium of its mass is assumed"
    if not moments.any() or bare:
        return f"the prior has no inertia; {extent}"
    if not none.any():
        return "the prior makes it thinner than links are; a tenth of a cube's extent is assumed"
    negative = moments[0] < -1e-9 * abs(moments).max()
    what = "is impossible" if negative else "leaves it without extent"
    return f"the prior's inertia {what} in {int(none.sum())} of 3 directions; {extent} there"
