"""Rotors that no motion tells from links: those of first joints, and of joints that only slide."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.least_squares import LeastSquares
from torsor.identification.linear_algebra import solve_shortest
from torsor.identification.regression.drives import Term

ALIKE = 1e-6
"""A rotor is hidden where base parameters leave no more than this share of its column …"""
NEARLY = 0.1
"""… and nearly where they leave no more than this; if there is one, they have it, chosen or not."""
LITTLE = 0.02
"""Of a rotor that is nearly hidden, smaller shares than this are not written."""

Shares = dict[int, list[tuple[Term, float]]]
"""By column of a base parameter: the rotors in it, and how often."""


def find_hidden_rotors(design: Design, least: LeastSquares, fitted: Sequence[Term]) -> Shares:
    """The rotors that estimates of base parameters have in them, if the sensors see rotors.

    What is left out of a regression is in its estimates as often as the columns make its own.
    Behind a skew axis that is not once: the inertia about the axis is written by Lxx, say, of which
    it has a part.
    """
    seen = {design.term(k) for k in least.columns if k >= design.first_term}
    found: Shares = {}
    A, _ = design.stacked(least.columns, least.weights)
    scale = np.sqrt((A**2).sum(0)) + 1e-300
    for k, rotor in enumerate(design.terms, design.first_term):
        if rotor.kind != "rotor" or rotor in seen:
            continue
        column = design.stacked([k], least.weights)[0][:, 0]
        shares: Array = solve_shortest(A / scale, column) / scale
        left = float(np.linalg.norm(column - A @ shares))
        size = float(np.linalg.norm(column))
        hidden = left <= ALIKE * size
        if size == 0.0 or not (hidden or (rotor in fitted and left <= NEARLY * size)):
            continue
        for link, share in zip(least.columns, shares.tolist(), strict=True):
            if link < design.first_term and abs(share) > (ALIKE if hidden else LITTLE):
                found.setdefault(link, []).append((rotor, share))
    return found


def write_share(share: float, name: str) -> str:
    """``+ Ia1``, ``- 2.5*Ia3``."""
    factor = "" if abs(abs(share) - 1.0) < ALIKE else f"{abs(share):.9g}*"
    return f" {'-' if share < 0 else '+'} {factor}{name}"
