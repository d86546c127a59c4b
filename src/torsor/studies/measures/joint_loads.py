"""What joints bear: forces and moments along their axes and across, and their bearings' loads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from torsor.algebra.arrays import Array
from torsor.studies.measures.block import Block

Measure = Callable[[Block], Array]

FORCE, MOMENT = 0, 3


def _squares(block: Block, first: int) -> tuple[Array, Array, Array]:
    """Of every joint's force or moment, the squares along its axis, across it, and of the whole."""
    # Component by component: NumPy is slow where the last axis has three entries.
    parts = [block.reactions[..., k] for k in range(first, first + 3)]
    if (np.count_nonzero(block.axes, axis=1) <= 1).all():  # an axis of the frame
        squares = [part * part for part in parts]
        main = np.argmax(np.abs(block.axes), axis=1).tolist()
        if len(set(main)) == 1:
            along, one, other = squares[main[0] :] + squares[: main[0]]
            across = one + other
        else:
            along, across = np.empty_like(squares[0]), np.empty_like(squares[0])
            for joint, k in enumerate(main):
                mine, one, other = (square[..., joint] for square in squares[k:] + squares[:k])
                along[..., joint] = mine
                across[..., joint] = one + other
    else:
        axes = block.axes.T
        sizes = sum(part * axis for part, axis in zip(parts, axes, strict=True))
        rest = [part - sizes * axis for part, axis in zip(parts, axes, strict=True)]
        along, across = sizes * sizes, sum(part * part for part in rest)
    return along, across, along + across


def _along(first: int) -> Measure:
    return lambda block: block.keep(first, _squares)[0]


def _across(first: int) -> Measure:
    return lambda block: block.keep(first, _squares)[1]


def _total(first: int) -> Measure:
    return lambda block: block.keep(first, _squares)[2]


BORNE = {
    "force": ("force through the joint", "N", _total(FORCE)),
    "axial_force": ("force along the joint's axis", "N", _along(FORCE)),
    "radial_force": ("force across the joint's axis", "N", _across(FORCE)),
    "moment": ("moment through the joint", "N m", _total(MOMENT)),
    "axial_moment": ("moment about the joint's axis", "N m", _along(MOMENT)),
    "tilting_moment": ("moment across the joint's axis", "N m", _across(MOMENT)),
}
"""What a joint bears, as squares: roots are taken when the time is out."""


def equivalent_load(block: Block) -> Array:
    """Of each joint's bearing, over the way that it turns."""
    bearing = block.bearing
    radial, axial = (np.sqrt(part(FORCE)(block)) for part in (_across, _along))
    P = bearing.equivalent(radial, axial, np.sqrt(_across(MOMENT)(block)))
    return bearing.mean(P, block.joint_rates, block.cycle.weights[:, None, None])


def bearing_life(block: Block) -> Array:
    """Hours that nine of ten bearings of each joint last."""
    turning = block.mean(np.abs(block.joint_rates))
    return block.bearing.life(equivalent_load(block), np.broadcast_to(turning, (
        block.count, turning.shape[-1])))  # fmt: skip
