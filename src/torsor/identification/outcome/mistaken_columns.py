"""Forces of the wrong sign, or in each other's columns: so told, the motion explains them better.

Least squares hides much of such a mistake: masses of the wrong sign weigh upwards. What is left
is a tenth of the force, not all of it, and looks like a model that is a little wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.moments import gather_moments

PLAIN = ("rotor", "viscous", "Coulomb", "offset")
"""The terms of drives that stand beside the links, the same for every reading of the columns."""
FAR_BETTER = 0.5
"""A reading is suspected to be the true one where it leaves less than this share."""
ROUNDS = 3
"""Of weights from what was left before."""


def suspect_columns(design: Design) -> Iterator[str]:
    """The one reading of the columns of forces that explains far more, if there is one."""
    before = _left(design, design.samples.tau)
    readings = [(_left(design, tau), words) for tau, words in _readings(design)]
    best, words = min(readings, default=(before, ""))
    if best < FAR_BETTER * before:
        yield words


def _readings(design: Design) -> Iterator[tuple[Array, str]]:
    tau, usual = design.samples.tau, np.arange(design.n)
    seen = [k for k in range(design.n) if design.samples.usable[:, k].any()]
    for k in seen:
        yield (
            np.where(usual == k, -tau, tau),
            f"with the other sign, tau{k + 1} is explained far better: has it the wrong sign?",
        )
    for j, k in combinations(seen, 2):
        order = usual.copy()
        order[[j, k]] = k, j
        yield (
            tau[:, order],
            f"in each other's place, tau{j + 1} and tau{k + 1} are explained far better: "
            "are their columns exchanged?",
        )


def _left(design: Design, tau: Array) -> float:
    """The share of the forces that links and plain drives leave, over all coordinates."""
    plain = [k for k, t in enumerate(design.terms, design.first_term) if t.kind in PLAIN]
    chosen = [*range(design.first_term), *plain]
    columns = [X[:, chosen] for X in design.columns]
    usable = design.samples.usable
    dead = ~usable.any(axis=0)
    usable = usable & np.all(usable | dead, axis=1, keepdims=True)
    moments = gather_moments(columns, tau, usable, np.zeros(len(tau), int), 1)
    some = np.flatnonzero(moments.rows[0])
    if not some.size:
        return 0.0
    count = np.maximum(moments.rows[0], 1.0)
    sizes = left = np.sqrt(moments.y[0] / count)
    for _ in range(ROUNDS):
        weights = np.divide(1.0, left, out=np.zeros(design.n), where=left > 0.0)
        every = range(len(chosen))
        left = np.sqrt(moments.residuals(moments.weigh(weights).solve(every), every))
    return float(np.sqrt(np.mean((left[some] / np.maximum(sizes[some], 1e-300)) ** 2)))
