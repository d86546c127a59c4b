"""Blocks of time that are held out in turn: whole logs where there are several, else stretches.

Neighbouring rows are alike, so single rows held out would flatter every law; blocks do not.
"""

from __future__ import annotations

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.identification.regression.samples import Samples

FOLDS = 5
PIECES = 3
"""How many blocks of each log a fold has, where it holds out parts of logs."""
LOGS = 3
"""From so many logs on, whole logs are held out."""


def assign_folds(samples: Samples) -> Indices:
    """The fold of every row, (m,)."""
    logs = np.unique(samples.log)
    if len(logs) >= LOGS:
        return samples.log % min(FOLDS, len(logs))
    fold = np.zeros(len(samples), int)
    for log in logs:
        rows = np.flatnonzero(samples.log == log)
        block = np.arange(len(rows)) * FOLDS * PIECES // len(rows)
        fold[rows] = block % FOLDS
    return fold


def bands(t: Array, count: int) -> Indices:
    """Equal parts of a time, (m,)."""
    return np.arange(len(t)) * count // max(1, len(t))
