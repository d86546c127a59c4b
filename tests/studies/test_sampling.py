"""Samplings: what mathematics says of each, and that any stretch of designs is made by itself."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import qmc

from torsor.studies.designs.factors import Factor
from torsor.studies.designs.sampling import Sampling, permute

RANGES = (Factor("a", 0.0, 1.0), Factor("b", 1e-3, 1e3, "log"), Factor("c", values=(2.0, 5.0, 7.0)))


@pytest.mark.parametrize("kind", ["sobol", "latin-hypercube", "random"])
def test_any_stretch_is_that_of_the_whole(kind: str) -> None:
    sampling = Sampling(kind, RANGES, 1000, seed=4)
    whole = sampling.rows(0, 1000)
    for start, stop in ((0, 1), (17, 400), (999, 1000)):
        for name, row in sampling.rows(start, stop).items():
            assert np.array_equal(row, whole[name][start:stop])
    other = Sampling(kind, RANGES, 1000, seed=5).rows(0, 1000)
    assert not np.array_equal(other["a"], whole["a"])


def test_a_grid_runs_as_nested_loops_do() -> None:
    factors = tuple(Factor(n, values=v) for n, v in (("a", (1.0, 2.0)), ("b", (3.0, 4.0, 5.0))))
    rows = Sampling("grid", factors, 6).rows(0, 6)
    pairs = list(zip(rows["a"].tolist(), rows["b"].tolist(), strict=True))
    assert pairs == [(a, b) for a in (1.0, 2.0) for b in (3.0, 4.0, 5.0)]


def test_a_latin_hypercube_has_one_design_in_each_slice_of_each_factor() -> None:
    rows = Sampling("latin-hypercube", (Factor("a", 0, 1), Factor("b", 2, 4)), 737).rows(0, 737)
    for name, low, high in (("a", 0, 1), ("b", 2, 4)):
        slices = np.floor((rows[name] - low) / (high - low) * 737).astype(int)
        assert sorted(slices.tolist()) == list(range(737))
    assert abs(np.corrcoef(rows["a"], rows["b"])[0, 1]) < 0.1


@pytest.mark.parametrize("count", [1, 2, 3, 16, 1000, 4097])
def test_the_permutation_in_no_memory_is_one(count: int) -> None:
    assert sorted(permute(np.arange(count), count, 3, 1).tolist()) == list(range(count))


def test_sobol_points_are_spread_better_than_random_ones() -> None:
    rows = {
        kind: Sampling(kind, (Factor("a", 0, 1), Factor("b", 0, 1)), 256).rows(0, 256)
        for kind in ("sobol", "random")
    }
    spread = {kind: qmc.discrepancy(np.stack([r["a"], r["b"]], 1)) for kind, r in rows.items()}
    assert spread["sobol"] < spread["random"] / 10


def test_a_logarithmic_range_has_its_middle_at_the_geometric_mean() -> None:
    b = Sampling("sobol", RANGES, 1024).rows(0, 1024)["b"]
    assert b.min() >= 1e-3
    assert b.max() <= 1e3
    assert np.median(b) == pytest.approx(1.0, rel=0.05)
