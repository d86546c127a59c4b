"""Where the energy of a motion came from and went, at each of its rows."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from torsor.algebra.arrays import Array


@dataclass(frozen=True, eq=False)
class Balance:
    """Energies in joules since the first row; None where a motion can have no such thing.

    K + U = (K + U)₀ + drives + loads − friction − tool − impacts.
    """

    drives: Array
    friction: Array | None = None
    """What viscous and dry friction took."""
    tool: Array | None = None
    """What the tool did to the work."""
    loads: Array | None = None
    """What the loads had when they were picked up, less what they had when they were released."""
    impacts: Array | None = None
    """Lost at stops, where loads are caught at rest, and where a given motion jumps in speed."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Balance):
            return NotImplemented
        pairs = zip(terms(self), terms(other), strict=True)
        return all(
            np.array_equal(a, b) if a is not None and b is not None else a is b for a, b in pairs
        )

    __hash__ = None  # type: ignore[assignment]


def terms(balance: Balance) -> list[Array | None]:
    """Its terms in order."""
    return [getattr(balance, f.name) for f in fields(balance)]


def find_gap(balance: Balance, energy: Array) -> Array:
    """What K + U and the terms leave over, in joules: the error of the integration."""
    came = balance.drives
    for term, sign in (
        (balance.loads, 1.0),
        (balance.friction, -1.0),
        (balance.tool, -1.0),
        (balance.impacts, -1.0),
    ):
        if term is not None:
            came = came + sign * term
    return energy - energy.item(0) - came


def first_rows(balance: Balance, count: int) -> Balance:
    """The balance of the first rows."""
    others = (None if term is None else term[:count] for term in terms(balance)[1:])
    return Balance(balance.drives[:count], *others)
