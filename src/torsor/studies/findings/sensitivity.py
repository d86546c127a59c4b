"""Sobol' indices: how much of a column's variance a factor explains, alone and with others.

The designs are Saltelli's (2010): two matrices A and B of points, and A with a column of B for
each factor. First-order and total indices and their intervals (bootstrap) are SALib's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import NormalDist

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import MissingExtraError
from torsor.files import write_file
from torsor.studies.parts import numbers_of, part_name, read_part
from torsor.studies.study_file import Study

SENSITIVITY = "sensitivity.json"
LEVEL = 0.95
RESAMPLES = 200
MOST_DRAWN = 4_000_000
"""Points of resamples that are held at once."""


@dataclass(frozen=True)
class Indices:
    """A column's indices, each in the order of the factors; an interval is value ± confidence."""

    first: tuple[float, ...]
    """What a factor explains alone."""
    first_confidence: tuple[float, ...]
    total: tuple[float, ...]
    """What it explains with all others."""
    total_confidence: tuple[float, ...]


@dataclass(frozen=True)
class Sensitivity:
    """How the columns of a study depend on its factors."""

    factors: tuple[str, ...]
    """What varies."""
    points: int
    """Points of each matrix."""
    left_out: int
    """Points that were left out because a design of theirs failed."""
    columns: Mapping[str, Indices]
    """Of each column that varies."""
    level: float = LEVEL
    """Of the intervals."""

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        columns = {name: asdict(indices) for name, indices in self.columns.items()}
        return {
            "factors": list(self.factors), "points": self.points, "left_out": self.left_out,
            "level": self.level, "columns": columns,
        }  # fmt: skip


def find_sensitivity(folder: Path, study: Study) -> Sensitivity | None:
    """The indices of a study that is done; kept in its folder, and read where they are there."""
    if study.sampling.kind != "saltelli":
        return None
    path = folder / SENSITIVITY
    found = _kept(path, study.work.digest)
    if found is None:
        found = _analyse(folder, study)
        text = json.dumps({"digest": study.work.digest, **found.data}, indent=1, allow_nan=False)
        write_file(path, text + "\n")
    return found


def _kept(path: Path, digest: str) -> Sensitivity | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("digest") != digest:
            return None
        columns = {
            name: Indices(**{key: tuple(row) for key, row in rows.items()})
            for name, rows in data.pop("columns").items()
        }
        factors = tuple(data.pop("factors"))
        return Sensitivity(factors=factors, columns=columns, **data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _analyse(folder: Path, study: Study) -> Sensitivity:
    factors = tuple(factor.name for factor in study.sampling.factors)
    group = len(factors) + 2
    points = study.sampling.count // group
    left_out, columns = 0, {}
    for name in study.columns:
        files = (folder / part_name(part) for part in range(study.work.parts))
        column = np.concatenate([numbers_of(read_part(path, [name]), name) for path in files])
        rows = column.reshape(points, group)
        whole = ~np.isnan(rows).any(axis=1)
        left_out = max(left_out, points - int(whole.sum()))
        rows = rows[whole]
        if len(rows) > 1 and np.ptp(rows) > 1e-12 * np.abs(rows).max():
            columns[name] = estimate_indices(rows.ravel(), len(factors), study.sampling.seed)
    return Sensitivity(factors, points, left_out, columns)


def estimate_indices(column: Array, factors: int, seed: int) -> Indices:
    """The indices of a column, designs in Saltelli's order.

    These are the estimators of SALib's ``analyze``; the resamples of the bootstrap are drawn some
    at a time, so that memory does not grow with their number.
    """
    with require_salib():
        from SALib.analyze.sobol import first_order, total_order
    rows = ((column - column.mean()) / column.std()).reshape(-1, factors + 2)
    A, AB, B = rows[:, 0], rows[:, 1:-1], rows[:, -1]
    points = len(rows)
    rng = np.random.default_rng([seed, points])
    drawn = np.empty((2, factors, RESAMPLES))
    step = max(1, MOST_DRAWN // points)
    for start in range(0, RESAMPLES, step):
        r = rng.integers(points, size=(points, min(step, RESAMPLES - start)))
        for j in range(factors):
            for which, estimate in enumerate((first_order, total_order)):
                found = estimate(A[r], AB[r, j], B[r])
                drawn[which, j, start : start + r.shape[1]] = found
    width = NormalDist().inv_cdf(0.5 + LEVEL / 2) * drawn.std(axis=2, ddof=1)
    first, total = (
        tuple(float(estimate(A, AB[:, j], B)) for j in range(factors))
        for estimate in (first_order, total_order)
    )
    return Indices(first, tuple(width[0].tolist()), total, tuple(width[1].tolist()))


@contextmanager
def require_salib() -> Iterator[None]:
    """Import from SALib within this, or hear the sentence that says how to get it."""
    try:
        yield
    except ImportError:
        raise MissingExtraError(
            "Sobol' indices need SALib; install it with pip install 'torsor[best]'"
        ) from None
