"""What each motor sees of the joints: ``["q1", "q2", "q2 + q3"]``, or the matrix S of φ = S q."""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import formula
from torsor.errors import TorsorError, shown
from torsor.motion.quantities import ScenarioError, entries, vector
from torsor.motion.scenario.entries import Context
from torsor.robot.coupling import shares

WORST = 1e6
"""A coupling of a larger condition number cannot be undone."""


def read_coupling(value: object, context: Context) -> Array:
    """The matrix S, from a text for each motor or from its rows."""
    rows = entries(value, context.n, context.whose)
    matrix = np.array([_row(k, row, context) for k, row in enumerate(rows, 1)])
    if not np.linalg.cond(matrix) < WORST:
        raise ScenarioError("a singular coupling: some motion of the joints moves no motor")
    return matrix


def _row(k: int, row: object, context: Context) -> Array:
    if not isinstance(row, str):
        return vector(row, context.n, context.whose)
    names = [f"q{k}" for k in range(1, context.n + 1)]
    try:
        read = formula(row)
        found = shares(read)
        constant = read.replace(dict.fromkeys(names, 0)).constant
    except TorsorError as error:
        raise ScenarioError(f"motor {k}: {error}") from None
    foreign = sorted(set(read.names()) - set(names))
    if foreign or constant != 0 or not found:
        why = f": {foreign[0]} is no coordinate" if foreign else ""
        raise ScenarioError(
            f"motor {k}: expected a sum of coordinates such as 'q1 + q2', got {shown(row)}{why}"
        )
    return np.array([float(found.get(j, 0)) for j in range(1, context.n + 1)])
