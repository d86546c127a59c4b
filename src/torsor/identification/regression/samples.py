"""The regression's rows: every column filtered as the forces are, then thinned.

A long stretch is worked on window by window, so that memory is bounded; a window's neighbours are
filtered with it and thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices, Mask
from torsor.identification.regression.drives import Term, drive_columns
from torsor.identification.regression.geometry import Geometry
from torsor.identification.signals.lowpass import lowpass
from torsor.identification.signals.motion import Motion

PER_PERIOD = 4.0
"""Rows kept in a period of the cut-off."""
WINDOW = 6_000_000
"""Numbers of a window of the regressor."""
BESIDE = 3.0
"""Periods of the cut-off that a window is filtered with on either side."""
LARGEST = 60_000_000
"""Numbers of all rows kept; of longer logs fewer rows are."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Rows at equal steps of every stretch: columns of links, of drives, and forces."""

    X: Array
    """(m, n, p): columns of π, those that are felt."""
    F: Array
    """(m, terms): what the drives' terms bring, each at its own drive."""
    tau: Array
    """(m, n)."""
    usable: Mask
    """(m, n)."""
    t: Array
    """(m,) seconds, of each log its own."""
    log: Indices
    """(m,) which log."""
    stretch: Indices
    """(m,) which stretch."""
    step: float
    """Seconds between rows, of the stretch with the smallest."""
    terms: tuple[Term, ...]
    S: Array
    """(drives, n): the drives are displaced by S q."""

    def __len__(self) -> int:
        return len(self.t)

    def driven(self, joint: int) -> Array:
        """What the drives' terms bring to a coordinate's force, (m, terms)."""
        share = np.array([self.S[term.drive - 1, joint] for term in self.terms])
        found: Array = self.F * share
        return found


def take_samples(
    geometry: Geometry, motions: Sequence[Motion], terms: Sequence[Term], S: Array
) -> Samples:
    """The rows of all stretches."""
    n = motions[0].q.shape[1]
    width = n * len(geometry.felt) + len(terms)
    kept = sum(len(m.t) * m.step * m.cutoff * PER_PERIOD for m in motions) * width
    sparser = max(1.0, kept / LARGEST)
    parts = []
    for number, motion in enumerate(motions):
        every = max(1, int(sparser / (PER_PERIOD * motion.cutoff * motion.step)))
        F = _drive_columns(terms, motion, S, every)
        rows = np.arange(0, len(motion.t), every)
        X = np.concatenate(list(_link_columns(geometry, motion, every)))
        parts.append((X, F, motion.tau[rows], motion.usable[rows], motion.t[rows],
                      np.full(len(rows), motion.log), np.full(len(rows), number),
                      every * motion.step))  # fmt: skip
    X, F, tau, usable, t, log, stretch = (
        np.concatenate(column) for column in list(zip(*parts, strict=True))[:-1]
    )
    return Samples(X, F, tau, usable, t, log, stretch, min(p[-1] for p in parts), tuple(terms), S)


def _drive_columns(terms: Sequence[Term], motion: Motion, S: Array, every: int) -> Array:
    """What the drives' terms bring, filtered and thinned, drive by drive."""
    rates, accelerations = motion.dq @ S.T, motion.ddq @ S.T
    found = np.empty((len(range(0, len(rates), every)), len(terms)))
    for drive in {term.drive for term in terms}:
        some = [k for k, term in enumerate(terms) if term.drive == drive]
        columns = drive_columns([terms[k] for k in some], rates, accelerations, motion.step)
        found[:, some] = lowpass(columns, motion.cutoff, motion.step)[::every]
    return found


def _link_columns(geometry: Geometry, motion: Motion, every: int) -> Iterator[Array]:
    felt, n = geometry.felt, motion.q.shape[1]

    def columns(rows: slice) -> Array:
        Y = geometry.arm.regressor(motion.q[rows], motion.dq[rows], motion.ddq[rows])
        found: Array = Y[..., felt]
        return found

    yield from filter_in_windows(motion, columns, n * len(felt), every)


def filter_in_windows(
    motion: Motion, make: Callable[[slice], Array], width: int, every: int
) -> Iterator[Array]:
    """What is made of rows, filtered and thinned, window by window."""
    rows = len(motion.t)
    beside = round(BESIDE / (motion.cutoff * motion.step))
    window = max(4 * beside, WINDOW // width) // every * every + every
    for first in range(0, rows, window):
        last = min(first + window, rows)
        begin, end = max(0, first - beside), min(rows, last + beside)
        filtered = lowpass(make(slice(begin, end)), motion.cutoff, motion.step)
        yield filtered[first - begin : last - begin : every]
