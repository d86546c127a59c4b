"""How a motion's time is cut: its period, how often it is repeated, and how many harmonics it has.

Speed and acceleration are both used to the full by sines of about ω = a/v; so the highest harmonic
is some times that, and a period is no shorter than a sine takes that goes through the whole range.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, pi

import numpy as np

from torsor.errors import ArgumentValueError
from torsor.identification.excitation.limits.bounds import Bounds
from torsor.motion.tables import MOST_CELLS

HIGHEST = 3.0
"""The highest harmonic, by a/v."""
FEWEST, MOST = 5, 60
"""Harmonics of a period, unless others are asked for."""
LARGEST = 300_000
"""Harmonics times squared coordinates: the columns along a period have to fit into memory."""
MOST_SAMPLES = 1_000_000


@dataclass(frozen=True)
class Timing:
    """Seconds in all, as periods of so many harmonics; rows of the file and samples a second."""

    seconds: float
    repeats: int
    harmonics: int
    rate: float
    sampling: float

    @property
    def period(self) -> float:
        """Seconds of one period."""
        return self.seconds / self.repeats

    @property
    def highest(self) -> float:
        """The highest frequency, Hz."""
        return self.harmonics / self.period


def choose_timing(
    bounds: Bounds,
    seconds: float,
    harmonics: int | None,
    repeats: int | None,
    rate: float,
    sampling: float,
) -> Timing:
    """The timing asked for; what is left open follows from the bounds."""
    for name, number in (("seconds", seconds), ("rate", rate), ("sampling", sampling)):
        if not number > 0:
            raise ArgumentValueError(f"{name} is {number:g}; expected a number above zero")
    cells = (seconds * rate + 1) * (1 + 3 * bounds.n)
    if not cells <= MOST_CELLS:
        raise ArgumentValueError(
            f"rate: {seconds:g} s at {rate:g} rows a second are {cells:.3g} numbers, more "
            f"than the {MOST_CELLS} of a table that can be read"
        )
    if not 1 <= seconds * sampling <= MOST_SAMPLES:
        raise ArgumentValueError(
            f"sampling: {seconds * sampling:.3g} samples; expected one to a million"
        )
    most = max(2, LARGEST // bounds.n**2)
    if harmonics is not None and harmonics > most:
        raise ArgumentValueError(f"harmonics: at most {most} for {bounds.n} coordinates")
    moving = bounds.half > 0
    natural = float(np.median(2 * pi * bounds.half[moving] / bounds.velocity[moving]))
    highest = HIGHEST * float(np.median(bounds.acceleration / bounds.velocity)) / (2 * pi)
    if repeats is None:
        shortest = max(natural, (harmonics or MOST) / highest)
        repeats = max(1, int(seconds / shortest))
    if harmonics is None:
        harmonics = min(max(ceil(highest * seconds / repeats), FEWEST), MOST, most)
    return Timing(seconds, repeats, harmonics, rate, sampling)
