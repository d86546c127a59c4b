"""A pilot fit with plain friction: which velocities to trust, and where to cut the spectrum.

Logged velocities are preferred to differentiated positions, unless they are such themselves, or the
forces say clearly that the log's own are worse (delayed, coarse, of another clock).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TextError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.folds import assign_folds
from torsor.identification.estimation.least_squares import residuals
from torsor.identification.estimation.moments import gather_moments
from torsor.identification.estimation.selection import reweigh, select_laws
from torsor.identification.logs.log import Log
from torsor.identification.regression.drives import Term
from torsor.identification.regression.geometry import Geometry
from torsor.identification.regression.samples import Samples, take_samples
from torsor.identification.signals.cutoff import (
    HIGHEST,
    LOWEST,
    band_of_motion,
    last_explained,
)
from torsor.identification.signals.differences import are_differences
from torsor.identification.signals.motion import SOURCES, filter_logs

CLEARLY = 0.995
"""Differentiated positions are taken where they leave less than this share of the residuals."""
PLAIN = ("rotor", "viscous", "Coulomb", "offset")


@dataclass(frozen=True, eq=False)
class Pilot:
    """What a pilot fit left of the forces."""

    source: str
    samples: Samples
    e: Array
    sizes: Array
    """(n,): the deviation of each coordinate's residuals in held-out blocks."""


@dataclass(frozen=True)
class Filtering:
    """The cut-off in hertz, where velocities come from, and why."""

    cutoff: float
    source: str
    reason: str


def choose_filtering(geometry: Geometry, logs: Sequence[Log], cutoff: float | None) -> Filtering:
    """The cut-off (as asked for, if it was) and the source of velocities."""
    first = cutoff or band_of_motion(logs)
    measured = _measured(logs)
    if cutoff is not None and not measured:
        return Filtering(cutoff, SOURCES[1], "as asked for")
    pilots = [fit_pilot(geometry, logs, first, s) for s in SOURCES if measured or s != SOURCES[0]]
    best = pilots[0]
    if len(pilots) > 1:
        seen = (pilots[0].sizes > 0) & (pilots[1].sizes > 0)
        ratio = np.log(pilots[1].sizes[seen] / pilots[0].sizes[seen])
        if seen.any() and float(np.exp(ratio.mean())) < CLEARLY:
            best = pilots[1]
    if cutoff is not None:
        return Filtering(cutoff, best.source, "as asked for")
    s = best.samples
    tau = np.where(s.usable, s.tau, 0.0)
    explained = last_explained(best.e, tau, s.stretch, s.step)
    if explained < first:
        reason = f"faster forces are not explained by the motion from {explained:.2g} Hz on"
    else:
        reason = "ten times the band of the motion"
    chosen = float(np.clip(min(first, explained), min(LOWEST, first), HIGHEST))
    return Filtering(float(f"{chosen:.2g}"), best.source, reason)


def _measured(logs: Sequence[Log]) -> bool:
    """Whether all logs have velocities, and not all of them from their positions alone."""
    return all(log.dq is not None for log in logs) and not all(
        log.dq is not None and are_differences(log.dq, log.q, log.t) for log in logs
    )


def fit_pilot(geometry: Geometry, logs: Sequence[Log], cutoff: float, source: str) -> Pilot:
    """Base parameters, rotors and plain friction."""
    motions = filter_logs(logs, cutoff, source)
    if not motions:
        raise too_short(logs, cutoff)
    S = logs[0].drives
    terms = [Term(drive, kind) for drive in range(1, len(S) + 1) for kind in PLAIN]
    samples = take_samples(geometry, motions, terms, S)
    design, fold = Design(geometry, samples), assign_folds(samples)
    moments = gather_moments(design.columns, samples.tau, samples.usable, fold, int(fold.max()) + 1)
    law = select_laws(design, moments, range(1, len(S) + 1), PLAIN)
    reweigh(law)
    columns = law.columns()
    x = moments.weigh(law.weights).solve(columns)
    e = residuals(design, columns, x / moments.scale[columns])
    sizes = np.sqrt(moments.residuals(x, columns))
    return Pilot(source, samples, e, np.where(moments.rows.sum(0) > 0, sizes, 0.0))


def too_short(logs: Sequence[Log], cutoff: float) -> TextError:
    """What to say where no stretch of any log is long enough."""
    spans = ", ".join(f"{log.file} ({log.t[-1] - log.t[0]:.3g} s)" for log in logs)
    return TextError(
        f"no stretch of {spans} without a gap is as long as three periods of the cut-off, "
        f"{cutoff:g} Hz; expected a longer log or a higher --cutoff"
    )
