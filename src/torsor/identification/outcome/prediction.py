"""Driving forces along measured motions by a model, beside what was measured; both filtered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.identification.logs.log import Log
from torsor.identification.regression.drives import Term, drive_columns
from torsor.identification.signals.lowpass import lowpass
from torsor.identification.signals.motion import END, Motion

Model = Callable[[Motion], Array]
"""The driving forces (N, n) along a motion."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """A log's own rows: forces measured and predicted, and where joints move."""

    file: str
    t: Array
    q: Array
    dq: Array
    tau: Array
    """(N, n), filtered at the cut-off."""
    predicted: Mapping[str, Array]
    """(N, n) by model, filtered alike: ``identified`` first."""
    moving: Mask
    """(N, n): rows that are judged."""
    inside: Mask
    """(N, n): rows that are no ends of a stretch, of forces that the log measured at all."""
    noise: Array = field(default_factory=lambda: np.zeros(0))
    """(N, n): what the filter took from the measured forces."""


def predict(
    logs: Sequence[Log], motions: Sequence[Motion], models: Mapping[str, Model]
) -> tuple[Prediction, ...]:
    """Every log, at its own times; rows within gaps are left out."""
    found = []
    for number, log in enumerate(logs):
        parts = [_along(log, m, models) for m in motions if m.log == number]
        if parts:
            found.append(_join(log, parts))
    return tuple(found)


def _along(log: Log, motion: Motion, models: Mapping[str, Model]) -> Prediction:
    rows = (log.t >= motion.t[0] - 1e-9) & (log.t <= motion.t[-1] + 1e-9)
    t = log.t[rows]
    even = np.clip(np.searchsorted(motion.t, t), 1, len(motion.t) - 1)
    nearest = even - (t - motion.t[even - 1] < motion.t[even] - t)

    def at(columns: Array) -> Array:
        return np.stack([np.interp(t, motion.t, column) for column in columns.T], axis=1)

    predicted = {
        name: at(lowpass(model(motion), motion.cutoff, motion.step))
        for name, model in models.items()
    }
    ends = END / motion.cutoff
    inside = (t >= motion.t[0] + ends) & (t <= motion.t[-1] - ends)
    judged = inside[:, None] & log.good.any(axis=0)
    tau = at(motion.tau)
    return Prediction(
        log.file, t, at(motion.q), at(motion.dq), tau, predicted,
        motion.moving[nearest] & judged, judged, log.tau[rows] - tau,
    )  # fmt: skip


def _join(log: Log, parts: Sequence[Prediction]) -> Prediction:
    def joined(name: str) -> Array:
        return np.concatenate([getattr(part, name) for part in parts])

    names = parts[0].predicted
    return Prediction(
        log.file, joined("t"), joined("q"), joined("dq"), joined("tau"),
        {name: np.concatenate([p.predicted[name] for p in parts]) for name in names},
        joined("moving").astype(bool), joined("inside").astype(bool), joined("noise"),
    )  # fmt: skip


def drive_forces(terms: Sequence[Term], coefficients: Array, S: Array) -> Callable[[Motion], Array]:
    """What drives add to the forces of the links."""

    def forces(motion: Motion) -> Array:
        columns = drive_columns(terms, motion.dq @ S.T, motion.ddq @ S.T, motion.step)
        at_drives = np.zeros((len(columns), len(S)))
        for k, term in enumerate(terms):
            at_drives[:, term.drive - 1] += coefficients[k] * columns[:, k]
        found: Array = at_drives @ S
        return found

    return forces
