"""A simulated PUMA 560: how often the intervals hold what is true, and every link a certificate.

500 Hz, 25 s, forces with noise of 2 % of each joint's RMS, positions with noise of 2e-5 rad, no
velocities; the links' published numbers, viscous and Coulomb friction, rotors. 200 runs
(``TORSOR_PROVE=all``; otherwise six and three) gave, of all base parameters and runs:

    positions         2e-5 rad   1e-4 rad
    covered              93.9 %     92.9 %
    the worst of 36      88.0 %     75.5 %

With 1e-4 rad the noise in the regressor draws some estimates aside, hx3 by 1.5 of its deviations;
the certificate holds in every run all the same.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

import numpy as np
from tests.identification.truth.simulated import library, record, standard_errors, swing

import torsor

ALL = os.environ.get("TORSOR_PROVE") == "all"
RUNS = 200 if ALL else 6
SECONDS, RATE, CUTOFF = 25.0, 500.0, 7.5
VISCOUS = (4.0, 8.0, 4.0, 0.3, 0.3, 0.2)
COULOMB = (5.0, 8.0, 6.0, 0.5, 0.5, 0.3)
ROTORS = (1.14, 4.71, 0.83, 0.2, 0.18, 0.19)
"""Armstrong's (ICRA 1986), at the joints."""


def dry(viscous, coulomb):
    return lambda rate, step: viscous * rate + coulomb * np.sign(rate)


@cache
def puma():
    friction = [dry(v, c) for v, c in zip(VISCOUS, COULOMB, strict=True)]
    return library("puma560", friction=friction, rotors=ROTORS)


@cache
def motion():
    return swing(1, 6, size=1.5)


@cache
def clean():
    return puma().forces(motion(), np.arange(round(SECONDS * RATE)) / RATE)


def run(seed, cutoff=CUTOFF, **noise):
    """Standard errors of one run's base parameters, and whether its certificate holds."""
    log = record(puma(), motion(), SECONDS, RATE, seed=seed, tau_noise=0.02, clean=clean(), **noise)
    found = torsor.identify(puma().robot, log, hold_out=0.0, cutoff=cutoff)
    return standard_errors(found, puma()), found.possible.certificate.holds


def runs(count, **noise):
    """The standard errors of several runs as a table (runs, parameters); every certificate held."""
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(partial(run, **noise), range(count), chunksize=max(1, count // 8)))
    assert all(holds for _, holds in found)
    names = list(found[0][0])
    assert len(names) == 36 and all(list(z) == names for z, _ in found)
    return names, np.array([list(z.values()) for z, _ in found])


def test_intervals_of_95_per_cent_hold_the_truth_and_every_link_is_certified():
    names, z = runs(RUNS, q_noise=2e-5)
    held = np.abs(z) < 1.96
    print(f"covered {held.mean():.4f}, each at least {held.mean(axis=0).min():.3f}")
    # Of six runs the share is less sure: three deviations of 216 intervals, half of them alike.
    assert (0.92 if ALL else 0.88) <= held.mean() <= (0.97 if ALL else 1.0)
    if ALL:
        worst = dict(zip(names, held.mean(axis=0), strict=True))
        assert min(worst.values()) > 0.8, worst


def test_noisier_positions_draw_some_estimates_aside_and_every_link_is_certified():
    names, z = runs(RUNS if ALL else RUNS // 2, q_noise=1e-4)
    held = np.abs(z) < 1.96
    print(f"covered {held.mean():.4f}, each at least {held.mean(axis=0).min():.3f}")
    assert held.mean() >= (0.90 if ALL else 0.85)
    if ALL:
        aside = dict(zip(names, np.abs(np.median(z, axis=0)), strict=True))
        assert max(aside.values()) < 2.0, aside
