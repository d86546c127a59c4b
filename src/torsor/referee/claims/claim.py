"""One claim of a text about the dynamics."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from torsor.referee.claims.grids import Value
from torsor.referee.reading.syntax import Node


@dataclass(frozen=True)
class Claim:
    """One claim: where, what of, and the printed value over the author's ring.

    ``forces`` is the combination of driving forces that an equation of motion is solved for.
    """

    statement: int
    side: Node | None
    target: str
    value: Value
    forces: tuple[tuple[int, Fraction], ...] = ()
    used: frozenset[int] = frozenset()
    """The statements whose definitions it rests on."""
    row: int | None = None
    """Which row of a printed column an equation of motion is, counted from 0."""
    scale: Fraction = Fraction(1)
    """What the printed side is multiplied by so that the forces stand alone."""
    made: bool = False
    """Whether the side is put together from entries that are printed apart."""
    negative: bool = False
    """Whether the text means its negative, as −G in M q̈ + C q̇ − G = τ."""
