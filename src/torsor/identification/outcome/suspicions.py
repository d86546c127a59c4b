"""What one has to be warned of: a fit that explains little, logs that hold little, no held-out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from torsor.algebra.arrays import Array, Mask
from torsor.errors import TextError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.pilot import Filtering, fit_pilot
from torsor.identification.logs.log import Log
from torsor.identification.outcome.errors import Errors
from torsor.identification.outcome.identification import Estimate
from torsor.identification.outcome.mistaken_columns import suspect_columns
from torsor.identification.regression.geometry import Geometry
from torsor.identification.signals.motion import SOURCES
from torsor.robot.symbols import angles

UNEXPLAINED = 0.5
"""A share of the forces that makes one doubt what was read."""
DOUBTFUL = 0.1
"""A share of the forces from which on it is tried whether the columns mean something else."""
AS_DEGREES = 0.5
"""Angles are suspected to be degrees where they leave less than this share of the residuals."""
ENOUGH = 5.0
"""Independent numbers to a parameter; fewer are a log too short."""


def suspect(
    geometry: Geometry,
    filtering: Filtering,
    logs: Sequence[Log],
    kept: Sequence[Log],
    design: Design,
    train: Mapping[str, Errors],
    base: Sequence[Estimate],
) -> tuple[str, ...]:
    """A sentence for each thing that makes one doubt a fit, or what it is judged by."""
    doubts = (*_fitted_twice(logs, kept), *_too_short(filtering, logs, design, base))
    readings = (*_degrees(geometry, filtering, logs, train), *_columns(design, train))
    return (*doubts, *(readings or _unexplained(train)))


def _fitted_twice(logs: Sequence[Log], kept: Sequence[Log]) -> Iterator[str]:
    for log in kept:
        if any(np.array_equal(log.t, o.t) and np.array_equal(log.tau, o.tau) for o in logs):
            yield f"{log.file} was fitted as well: its error says nothing of other motions"


def _too_short(
    filtering: Filtering, logs: Sequence[Log], design: Design, base: Sequence[Estimate]
) -> Iterator[str]:
    """Two numbers of a signal are independent in each period of the cut-off, not more."""
    samples = design.samples
    numbers = 2.0 * filtering.cutoff * samples.step * float(samples.usable.sum())
    if numbers >= ENOUGH * len(base):
        return
    lost = [e.name for e in base if e.std >= abs(e.value)]
    span = sum(float(log.t[-1] - log.t[0]) for log in logs)
    yield (
        f"{span:.3g} s of motion are too short for this robot: some {numbers:.0f} independent "
        f"numbers at {filtering.cutoff:g} Hz for {len(base)} base parameters"
        + (f"; lost, with deviations larger than they are: {', '.join(lost)}" if lost else "")
    )


def _degrees(
    geometry: Geometry, filtering: Filtering, logs: Sequence[Log], train: Mapping[str, Errors]
) -> Iterator[str]:
    """Whether a pilot fit leaves far less of the forces with angles taken for degrees."""
    turning = np.array([f"q{k + 1}" in angles(geometry.robot) for k in range(logs[0].q.shape[1])])
    if not turning.any() or not _is_doubtful(train):
        return
    left = _left(geometry, filtering, logs)
    other = _left(geometry, filtering, [_from_degrees(log, turning) for log in logs])
    seen = (left > 0.0) & (other > 0.0)
    if seen.any() and float(np.exp(np.log(other[seen] / left[seen]).mean())) < AS_DEGREES:
        yield (
            "taken as degrees, the angles explain the forces far better: degrees given as radians? "
            "A heading tells the unit, q1 [deg]"
        )


def _columns(design: Design, train: Mapping[str, Errors]) -> Iterator[str]:
    if _is_doubtful(train):
        yield from suspect_columns(design)


def _is_doubtful(train: Mapping[str, Errors]) -> bool:
    errors = train["identified"]
    worst = max((e for e in errors.per_joint if e is not None), default=0.0)
    return errors.relative_error >= DOUBTFUL or worst >= UNEXPLAINED


def _left(geometry: Geometry, filtering: Filtering, logs: Sequence[Log]) -> Array:
    source = filtering.source if all(log.dq is not None for log in logs) else SOURCES[1]
    try:
        return fit_pilot(geometry, logs, filtering.cutoff, source).sizes
    except TextError:
        return np.zeros(logs[0].q.shape[1])


def _from_degrees(log: Log, turning: Mask) -> Log:
    share = np.where(turning, np.pi / 180.0, 1.0)
    return replace(
        log,
        q=log.q * share,
        dq=None if log.dq is None else log.dq * share,
        ddq=None if log.ddq is None else log.ddq * share,
    )


def _unexplained(train: Mapping[str, Errors]) -> Iterator[str]:
    error, least = (train[name].relative_error for name in ("identified", "least squares"))
    if error > UNEXPLAINED:
        yield (
            f"the identified robot leaves {error:.0%} of the forces it was fitted to (least "
            f"squares {least:.0%}): check the signs of the forces, the order of the joints, units "
            "and the direction of gravity"
        )
    bad = [
        f"q{k} ({e:.0%})"
        for k, e in enumerate(train["identified"].per_joint, 1)
        if e is not None and e > UNEXPLAINED
    ]
    if bad and error <= UNEXPLAINED:
        yield (
            f"the forces of {', '.join(bad)} are mostly not explained by this robot: check the "
            "signs, the zeros and the order of the joints' columns"
        )
