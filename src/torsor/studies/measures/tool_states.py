"""How well the tool's point can be moved in many postures: ellipsoids of speed, force and inertia.

Yoshikawa's manipulability (1985) is the volume of the speeds that unit rates give, his dynamic
manipulability that of the accelerations that unit driving forces give; Asada's generalised inertia
ellipsoid (1983) says which mass is felt when the point is pushed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations

import numpy as np

from torsor.algebra.arrays import Array


class ToolStates:
    """Jacobians of the tool's point (…, 3, n) and, where asked for, mass matrices (…, n, n)."""

    def __init__(self, jacobian: Array, mass_matrix: Callable[[], Array], rank: int) -> None:
        self.jacobian, self._mass_matrix = jacobian, mass_matrix
        self.rank = rank
        """In how many directions the point can go in general: two, of a planar arm."""

    @cached_property
    def _singular(self) -> Array:
        return _singular_values(self.jacobian)[..., : self.rank]

    @cached_property
    def _mobility(self) -> Array:
        """M⁻¹ Jᵀ."""
        return as_doubles(np.linalg.solve(self._mass_matrix(), np.swapaxes(self.jacobian, -1, -2)))

    @cached_property
    def _lightness(self) -> Array:
        """The eigenvalues of J M⁻¹ Jᵀ, each one over the mass that is felt in a direction."""
        values = as_doubles(np.linalg.eigvalsh(self.jacobian @ self._mobility))
        return values[..., ::-1][..., : self.rank]

    @cached_property
    def manipulability(self) -> Array:
        """√det(J Jᵀ), over the directions that there are."""
        if self.jacobian.shape[-1] >= self.rank > 1:
            return find_volume(self.jacobian, self.rank)
        return _product(self._singular)

    @cached_property
    def conditioning(self) -> Array:
        """The least over the greatest singular value of J: one where all directions are alike."""
        return self._singular[..., -1] / self._singular[..., 0]

    @cached_property
    def dynamic_manipulability(self) -> Array:
        """√det(J M⁻¹ M⁻ᵀ Jᵀ)."""
        return _product(_singular_values(self._mobility)[..., : self.rank])

    @cached_property
    def effective_mass(self) -> Array:
        """The mass that is felt in the heaviest direction."""
        return 1 / self._lightness[..., -1]

    @cached_property
    def light_mass(self) -> Array:
        """The mass that is felt in the lightest direction."""
        return 1 / self._lightness[..., 0]

    @cached_property
    def inertia_isotropy(self) -> Array:
        """The shortest over the longest axis of the generalised inertia ellipsoid."""
        least = np.maximum(self._lightness[..., -1], 0)
        found: Array = np.sqrt(least / self._lightness[..., 0])
        return found


QUANTITIES = {
    "manipulability": ("manipulability of the tool's point", ""),
    "conditioning": ("conditioning of the tool's point", ""),
    "dynamic_manipulability": ("dynamic manipulability of the tool's point", ""),
    "effective_mass": ("mass felt at the tool in the heaviest direction", "kg"),
    "light_mass": ("mass felt at the tool in the lightest direction", "kg"),
    "inertia_isotropy": ("isotropy of the generalised inertia ellipsoid", ""),
}
"""What is measured in every posture: its meaning and unit."""


def as_doubles(found: object) -> Array:
    """What LAPACK gives, as doubles; a type checker does not know that it is."""
    return np.asarray(found, np.float64)


def _singular_values(A: Array) -> Array:
    return as_doubles(np.linalg.svd(A, compute_uv=False))


def _product(values: Array) -> Array:
    found: Array = np.prod(values, axis=-1)
    return found


def find_volume(J: Array, rank: int) -> Array:
    """The product of the ``rank`` singular values of J (…, 3, n) that are not zero.

    By Cauchy and Binet: the squares of all minors of that size add up to its square. It is as good
    as an SVD near singularities, and a fraction of the work.
    """
    total = np.zeros(J.shape[:-2])
    for rows in combinations(range(3), rank):
        for columns in combinations(range(J.shape[-1]), rank):
            a, b, *more = (J[..., rows, k] for k in columns)
            if rank == 2:
                minor = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
            else:
                (c,) = more
                minor = (
                    a[..., 0] * (b[..., 1] * c[..., 2] - b[..., 2] * c[..., 1])
                    - a[..., 1] * (b[..., 0] * c[..., 2] - b[..., 2] * c[..., 0])
                    + a[..., 2] * (b[..., 0] * c[..., 1] - b[..., 1] * c[..., 0])
                )
            total += minor * minor
    found: Array = np.sqrt(total)
    return found
