"""What is supposed of the noise in the driving forces: the weights of the estimation.

Unless it is told, one hundredth of the largest effort; where that is not known, two hundredths of
what random motions ask for on average; where masses are not known either, 1 N m or 1 N.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.errors import ArgumentValueError
from torsor.identification.excitation.fourier import State
from torsor.identification.excitation.limits.bounds import Bounds, name_coordinates
from torsor.identification.excitation.limits.options import BoundsLike, read_bound, read_each
from torsor.program.arm import Arm

OF_EFFORT, OF_MEAN = 0.01, 0.02
LEAST = 1e-3
"""Of the largest mean force: what the mean of a drive with nothing to do counts for."""


def suppose_noise(
    given: BoundsLike | None, bounds: Bounds, model: Arm | None, motions: Sequence[State]
) -> tuple[Array, tuple[str, ...]]:
    """The standard deviation of a sample of each driving force, and how it was come by."""
    known = np.isfinite(bounds.effort)
    found = np.where(known, OF_EFFORT * bounds.effort, 1.0)
    whole = np.where(known, bounds.effort, np.nan)
    if model is not None:
        forces = np.concatenate([model.inverse_dynamics(*state) for state in motions])
        mean = np.sqrt((forces**2).mean(axis=0))
        mean = np.maximum(mean, LEAST * mean.max(initial=0.0))
        felt = ~known & (mean > 0)
        found, whole = np.where(felt, OF_MEAN * mean, found), np.where(felt, mean, whole)
    said = np.zeros(bounds.n, bool)

    def take(k: int, entry: object) -> None:
        usual = whole.item(k) if np.isfinite(whole[k]) else None
        found[k] = read_bound(entry, usual, bounds.sliding[k], "effort")
        said[k] = True

    try:
        read_each("noise", given, bounds.n, take)
    except ArgumentValueError as error:
        raise ArgumentValueError(str(error).replace("a limit of effort", "noise")) from None
    return found, tuple(_tell(~said, known, np.isfinite(whole)))


def _tell(supposed: Mask, of_effort: Mask, of_mean: Mask) -> list[str]:
    told = []
    for which, words in (
        (of_effort, f"{OF_EFFORT:.0%} of its largest effort"),
        (of_mean & ~of_effort, f"{OF_MEAN:.0%} of its RMS in random motions"),
        (~of_mean, "1 N m (1 N where it slides), for want of masses"),
    ):
        chosen = np.flatnonzero(supposed & which)
        if chosen.size:
            told.append(f"noise in the driving force of {name_coordinates(chosen)}: a standard "
                        f"deviation of {words} is supposed")  # fmt: skip
    return told
