"""Random motions within the bounds: where a search starts, and what it is measured by.

The coefficients are normal, of the size at which each harmonic by itself would come to a bound.
Then every coordinate is made as large as its own position, speed and acceleration allow, put
somewhere into its range, and the whole drawn together to a posture as far as the rest asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.excitation.fourier import Basis, Family
from torsor.identification.excitation.limits.bounds import Bounds
from torsor.identification.excitation.limits.constraints import Constraint
from torsor.identification.excitation.limits.postures import Postures

HALVINGS = 14
"""Of the interval in which it is sought how far a motion has to be drawn together."""


@dataclass(frozen=True, eq=False)
class Room:
    """A family of motions, its bounds, and the postures that motions may be drawn together to."""

    family: Family
    bounds: Bounds
    constraints: Sequence[Constraint]
    postures: Postures

    def excess(self, x: Array, basis: Basis, spare_linear: float, spare: float = 0.0) -> float:
        """The largest excess at the instants of a basis, with what is to be spared."""
        state = basis.evaluate(self.family.coefficients(x))
        return max(
            float(c.excess(state).max()) + (spare_linear if c.linear else spare)
            for c in self.constraints
        )

    def draw_together(
        self, x: Array, basis: Basis, spare_linear: float = 0.0, spare: float = 0.0
    ) -> Array | None:
        """The motion drawn towards a posture until nothing is exceeded; none if that is no way."""
        if self.excess(x, basis, spare_linear, spare) <= 0:
            return x
        middle = basis.evaluate(self.family.coefficients(x))[0].mean(axis=0)
        rest = self.family.rest_at(self.postures.nearest(middle))
        return self.draw_towards(rest, x, basis, spare_linear, spare)

    def draw_towards(
        self, held: Array, x: Array, basis: Basis, spare_linear: float, spare: float
    ) -> Array | None:
        """The farthest motion on the way from one that exceeds nothing to another."""
        near, far = 0.0, 1.0
        for _ in range(HALVINGS):
            share = (near + far) / 2
            over = self.excess(held + share * (x - held), basis, spare_linear, spare)
            near, far = (share, far) if over <= 0 else (near, share)
        return held + near * (x - held) if near else None


def draw_motion(room: Room, basis: Basis, random: np.random.Generator) -> Array | None:
    """A random motion as large as the bounds allow at the instants of a basis."""
    family, bounds = room.family, room.bounds
    x = random.standard_normal(family.shape)
    first = int(family.free_offset)
    x[:, :first] = 0.0
    away = family.coefficients(x.ravel()) - family.base
    q, dq, ddq = basis.evaluate(away)
    high, low = q.max(axis=0), q.min(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = [
            bounds.velocity / np.abs(dq).max(axis=0),
            bounds.acceleration / np.abs(ddq).max(axis=0),
        ]
        if family.free_offset:
            shares.append(2 * bounds.half / (high - low))
        else:
            shares += [
                (bounds.ranges.upper - family.base[:, 0]) / high,
                (bounds.ranges.lower - family.base[:, 0]) / low,
            ]
    usable = [np.where(np.isfinite(share) & (share >= 0), share, np.inf) for share in shares]
    share = np.min(usable, axis=0)
    share = np.where(np.isfinite(share), share, 0.0)
    x *= share[:, None]
    if family.free_offset:
        lowest, highest = bounds.ranges.lower - share * low, bounds.ranges.upper - share * high
        middle = lowest + (highest - lowest) * random.random(bounds.n)
        x[:, 0] = family.rest_at(middle).reshape(family.shape)[:, 0]
    return room.draw_together(x.ravel(), basis)
