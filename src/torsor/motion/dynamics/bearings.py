"""Equivalent dynamic load of a joint's bearing over a cycle, in the form of ISO 281.

P = X Fr + Y Fa, with X = 1 and Y = ``below`` while Fa/Fr is at most e; a bearing that alone bears
the tilting moment M (crossed rollers) has 2 M/d added to Fr. Over a cycle it is the mean of the
power p, each moment weighing as much as the bearing turns in it: p is 3 for balls and 10/3 for
rollers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import pi

import numpy as np

from torsor.algebra.arrays import Array
from torsor.formats.fields import at, known_keys
from torsor.motion.quantities import ScenarioError, quantity

KEYS = ("X", "Y", "e", "below", "diameter", "exponent", "rating")


@dataclass(frozen=True)
class Bearing:
    """The factors of a bearing, as its catalogue tells them."""

    X: float = 1.0
    Y: float = 0.0
    e: float = float("inf")
    below: float = 0.0
    """Y while Fa/Fr is at most e."""
    diameter: float | None = None
    """Of the pitch circle, where the bearing bears the tilting moment."""
    exponent: float = 3.0
    rating: float | None = None
    """The basic dynamic load rating C in newtons."""

    @property
    def data(self) -> dict[str, float]:
        """As plain data."""
        told = {key: value for key, value in asdict(self).items() if value is not None}
        return {key: value for key, value in told.items() if value != float("inf")}

    def equivalent(self, radial: Array, axial: Array, tilting: Array) -> Array:
        """P of each sample."""
        if self.diameter is not None:
            radial = radial + 2 * tilting / self.diameter
        found: Array = np.where(
            axial <= self.e * radial, radial + self.below * axial, self.X * radial + self.Y * axial
        )
        return found

    def mean(self, P: Array, speed: Array, weights: Array) -> Array:
        """The mean down the first axis by |speed|; by time where nothing turns."""
        share: Array = np.abs(speed) * weights
        total: Array = np.add.reduce(share, axis=0)
        share, total = np.where(total > 0, share, weights), np.where(total > 0, total, 1.0)
        mean: Array = np.add.reduce(share * P**self.exponent, axis=0) / total
        found: Array = mean ** (1 / self.exponent)
        return found

    def life(self, P: Array, mean_speed: Array) -> Array:
        """Basic rating life L10 in hours, at a mean speed in rad/s."""
        assert self.rating is not None
        turns: Array = 1e6 * (self.rating / P) ** self.exponent
        found: Array = turns * 2 * pi / mean_speed / 3600
        return found


def read_bearing(value: object) -> Bearing:
    """A table ``[bearing]`` of some of the keys."""
    given = known_keys("bearing", value, KEYS)
    numbers = {key: at(f"bearing, {key}", quantity, entry) for key, entry in given.items()}
    for key, number in numbers.items():
        if number < 0 or (key in ("diameter", "exponent", "rating") and not number):
            raise ScenarioError(f"bearing, {key}: {number:g}; expected a number above zero")
    if ("e" in numbers) != ("Y" in numbers):
        raise ScenarioError("bearing: 'e' and 'Y' go together: above Fa/Fr = e, P = X Fr + Y Fa")
    return Bearing(**numbers)


def bearing_of_data(data: Mapping[str, float]) -> Bearing:
    """The bearing that plain data say."""
    return Bearing(**data)
