"""How far predictions are from measurements: ‖e‖/‖τ‖ over the rows in which joints move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.identification.outcome.prediction import Prediction


@dataclass(frozen=True)
class Errors:
    """Errors of one model over some logs, as fractions of the measured forces."""

    relative_error: float
    """All logs and joints pooled."""
    per_joint: tuple[float | None, ...]
    """None for a joint that does not move, or whose force was not measured."""
    with_rest: float
    """Rests included."""
    rms: tuple[float, ...]
    """Of the error of each joint, in N m or N."""

    @property
    def mean(self) -> float:
        """The mean over the joints that move."""
        return float(np.mean([e for e in self.per_joint if e is not None] or [np.nan]))

    @property
    def data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "relative_error": self.relative_error,
            "per_joint": list(self.per_joint),
            "mean_over_joints": self.mean,
            "with_rest": self.with_rest,
            "rms": list(self.rms),
        }


def measure_errors(predictions: Sequence[Prediction], model: str) -> Errors:
    """The errors of one model's predictions."""
    n = predictions[0].tau.shape[1]
    lost, there, rested, whole, rows = (np.zeros(n) for _ in range(5))
    for p in predictions:
        e = p.tau - p.predicted[model]
        lost += _squares(e, p.moving)
        there += _squares(p.tau, p.moving)
        rows += p.moving.sum(0)
        rested += _squares(e, p.inside)
        whole += _squares(p.tau, p.inside)
    each = [float(np.sqrt(a / b)) if b > 0 else None for a, b in zip(lost, there, strict=True)]
    return Errors(
        _ratio(lost, there), tuple(each), _ratio(rested, whole),
        tuple(np.sqrt(lost / np.maximum(rows, 1)).tolist()),
    )  # fmt: skip


def _squares(values: Array, where: Mask) -> Array:
    found: Array = np.where(where, values, 0.0).__pow__(2).sum(0)
    return found


def _ratio(lost: Array, there: Array) -> float:
    total = float(there.sum())
    return float(np.sqrt(lost.sum() / total)) if total > 0 else float("nan")
