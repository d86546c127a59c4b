"""What only shows beside other logs of the same robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from torsor.identification.logs.log import Log

WEAK = 0.3
"""A driving force below this part of what it is in the other logs."""


def compare_logs(logs: Sequence[Log]) -> tuple[Log, ...]:
    """Tell of a drive that hardly works in one log, and of logs sampled otherwise."""
    if len(logs) < 2:
        return tuple(logs)
    sizes = np.array([np.sqrt((log.tau**2).mean(axis=0)) for log in logs])
    usual = np.median(sizes, axis=0)
    steps = np.array([np.median(np.diff(log.t)) for log in logs])
    told = []
    for log, size, step in zip(logs, sizes, steps, strict=True):
        weak = [
            f"tau{k + 1} is small in this log, {size[k]:.2g} (r.m.s.) against {usual[k]:.2g} in "
            "the others: its relative error will say little"
            for k in np.flatnonzero((size < WEAK * usual) & log.good.any(axis=0)).tolist()
        ]
        if not 0.7 < step / np.median(steps) < 1.4:
            weak.append(
                f"it is sampled every {1000 * step:.3g} ms, and most logs every "
                f"{1000 * float(np.median(steps)):.3g} ms"
            )
        told.append(replace(log, notes=(*log.notes, *weak)))
    return tuple(told)
