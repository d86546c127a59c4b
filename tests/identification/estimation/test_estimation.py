"""Folds, deviations and laws beside what is known of made-up regressions."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from torsor.identification.estimation.covariance import bandwidth, jackknife
from torsor.identification.estimation.folds import FOLDS, assign_folds
from torsor.identification.estimation.moments import gather_moments


@dataclass
class Rows:
    """What is asked of samples here."""

    tau: np.ndarray
    usable: np.ndarray
    log: np.ndarray
    stretch: np.ndarray

    def __len__(self):
        return len(self.log)


@dataclass
class Made:
    """A regression of two coordinates with columns that swing slowly."""

    columns: list
    samples: Rows

    def stacked(self, chosen, weights):
        some = list(chosen)
        A = np.concatenate([w * X[:, some] for w, X in zip(weights, self.columns, strict=True)])
        return A, np.concatenate([w * t for w, t in zip(weights, self.samples.tau.T, strict=True)])


def rows_of(logs):
    log = np.asarray(logs)
    shape = (len(log), 2)
    return Rows(np.zeros(shape), np.ones(shape, bool), log, log)


# folds --------------------------------------------------------------------------------------------


def test_whole_logs_are_held_out_where_there_are_three_or_more():
    fold = assign_folds(rows_of(np.repeat(np.arange(7), 50)))
    assert set(fold) == set(range(FOLDS))
    for log in range(7):
        assert len(set(fold[log * 50 : (log + 1) * 50])) == 1


def test_of_one_log_blocks_of_time_are_held_out_and_not_single_rows():
    fold = assign_folds(rows_of(np.zeros(1000, int)))
    assert np.count_nonzero(np.diff(fold)) == 14
    assert np.bincount(fold).tolist() == [200] * FOLDS


# deviations ---------------------------------------------------------------------------------------


def slow_columns(rows, count, rng):
    t = np.arange(rows) / rows
    waves = [np.sin(2 * np.pi * k * t + rng.uniform(0, 6)) for k in range(1, 4 * count, 4)]
    return np.stack(waves, axis=1)


def filtered_noise(rng, rows):
    return sosfiltfilt(butter(4, 0.5, output="sos"), rng.normal(size=rows + 200))[100:-100]


def simulate(seed, rows=600, count=12):
    """What least squares finds where there is only filtered noise, and its deviations."""
    columns = [slow_columns(rows, count, np.random.default_rng(k)) for k in (1, 2)]
    rng = np.random.default_rng(100 + seed)
    noise = np.stack([filtered_noise(rng, rows) for _ in range(2)], axis=1)
    rows_ = Rows(noise, np.ones((rows, 2), bool), np.zeros(rows, int), np.zeros(rows, int))
    made = Made(columns, rows_)
    chosen, weights = range(count), np.ones(2)
    A, y = made.stacked(chosen, weights)
    x = np.linalg.lstsq(A, y, rcond=None)[0]
    e = np.stack([t - X @ x for t, X in zip(noise.T, columns, strict=True)], axis=1)
    return x, np.sqrt(np.diag(jackknife(made, chosen, e, weights)))


def test_deviations_are_those_of_filtered_noise():
    """The true coefficients are zero: they scatter as much as is said, and 95 % hold zero."""
    found = [simulate(seed) for seed in range(40)]
    x, std = (np.array(column) for column in zip(*found, strict=True))
    scatter = x.std(axis=0)
    assert 0.88 < np.median(std.mean(axis=0) / scatter) < 1.2
    assert 0.91 < np.mean(np.abs(x) < 1.96 * std) < 0.985


def test_the_bandwidth_grows_with_how_alike_residuals_are():
    rng = np.random.default_rng(1)
    white = rng.normal(size=(2000, 1))
    alike = sosfiltfilt(butter(2, 0.02, output="sos"), white, axis=0)
    assert bandwidth(white) < 10 and bandwidth(alike) > 40


def test_neighbours_in_different_stretches_are_no_neighbours():
    """Residuals that only jump from stretch to stretch are white within."""
    rng = np.random.default_rng(2)
    e = rng.normal(size=(1000, 1))
    e[1::2] = e[::2]
    stretch = np.arange(1000) // 2
    assert bandwidth(e, stretch) > bandwidth(e, np.arange(1000))
    assert bandwidth(e, np.arange(1000)) == 1


# moments ------------------------------------------------------------------------------------------


def test_moments_give_the_squares_that_rows_give():
    rng = np.random.default_rng(3)
    X = [rng.normal(size=(300, 5)) for _ in range(2)]
    tau = rng.normal(size=(300, 2))
    usable = rng.random((300, 2)) > 0.2
    fold = np.arange(300) * 4 // 300
    weighted = gather_moments(X, tau, usable, fold, 4).weigh(np.array([1.0, 2.0]))
    some = [0, 2, 3]

    def rows(where):
        A = [w * X[j][usable[:, j] & where][:, some] for j, w in enumerate((1.0, 2.0))]
        y = [w * tau[usable[:, j] & where, j] for j, w in enumerate((1.0, 2.0))]
        return np.concatenate(A), np.concatenate(y)

    A, y = rows(np.ones(300, bool))
    left = np.linalg.lstsq(A, y, rcond=None)[1].item()
    assert weighted.fitted(some) == pytest.approx(left, rel=1e-6)
    total = 0.0
    for k in range(4):
        x = np.linalg.lstsq(*rows(fold != k), rcond=None)[0]
        A, y = rows(fold == k)
        total += float(np.sum((y - A @ x) ** 2))
    assert weighted.held_out(some) == pytest.approx(total, rel=1e-6)


def test_a_shoulders_columns_are_solved_for_beside_a_wrist_of_a_millionth_of_its_forces():
    """Each coordinate has a column of its own; the weights are 1 and 1e6, squared 1e12 apart."""
    rng = np.random.default_rng(4)
    own = rng.normal(size=(300, 2))
    X = [own * [1.0, 0.0], own * [0.0, 1.0]]
    tau = own * [300.0, 3e-4]
    moments = gather_moments(X, tau, np.ones((300, 2), bool), np.zeros(300, int), 1)
    found = moments.weigh(np.array([1.0, 1e6])).solve([0, 1]) / moments.scale
    assert found == pytest.approx([300.0, 3e-4], rel=1e-6)
