"""Fits under physics: they recover the truth, can exist, and are the best that can."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identification.feasibility.conic import least_objective, triangle
from tests.identification.feasibility.true_robots import Measured, guess, measure

from torsor.algebra.arrays import Array
from torsor.errors import ArgumentValueError, ArrayError
from torsor.identification.feasibility.fitting import MARGIN, fit_feasible
from torsor.identification.feasibility.problem import FORMS, Prior, Problem
from torsor.identification.feasibility.pseudo_inertia import (
    cholesky,
    parameters_of,
    pseudo_inertia,
)
from torsor.identification.feasibility.total_mass import scale_to_data

ROBOTS = ("planar2r", "3r", "scara", "ur5", "panda")


def smallest(pi: Array) -> float:
    """The least eigenvalue of any link's pseudo-inertia, of its largest."""
    sizes = np.linalg.eigvalsh(pseudo_inertia(pi.reshape(-1, 10)))
    return float(np.min(sizes[:, 0] / np.abs(sizes).max(axis=1)))


def links(measured: Measured, x: Array) -> Array:
    return x[measured.problem.of_links]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ROBOTS)
def test_least_squares_are_impossible_where_a_fit_under_physics_is_not(
    name: str, form: str
) -> None:
    measured = measure(name, 1)
    fit = fit_feasible(measured.problem, Prior(guess(measured, 2), 1.0, form))
    assert smallest(links(measured, measured.best)) < 0
    assert smallest(links(measured, fit.x)) > 0
    assert min(fit.x[list(measured.problem.nonnegative)]) >= 0
    assert fit.status == "optimal"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["planar2r", "3r", "ur5"])
def test_forces_come_out_true_as_the_noise_goes(name: str, form: str) -> None:
    errors = []
    for noise in (1e-1, 1e-3, 1e-5):
        measured = measure(name, 3, noise, masses=(0.5, 20))
        fit = fit_feasible(measured.problem, Prior(guess(measured, 4), 0.1, form))
        true = measured.fresh @ measured.truth
        wrong = measured.fresh @ fit.x - true
        errors.append(float(np.linalg.norm(wrong) / np.linalg.norm(true)))
    assert errors[1] < 0.1 * errors[0]
    assert errors[2] < 3e-5


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(4))
def test_no_possible_robot_is_better_says_clarabel(seed: int, form: str) -> None:
    name = ROBOTS[seed]
    strength = (0.01, 1.0, 30.0, 1.0)[seed]
    measured = measure(name, 10 + seed, (0.02, 0.1, 0.05, 0.02)[seed])
    problem, prior = measured.problem, Prior(guess(measured, seed, 0.2), strength, form)
    fit = fit_feasible(problem, prior, margin=1e-12)
    assert not fit.notes
    n = len(problem.links)
    believed = pseudo_inertia(np.asarray(prior.pi).reshape(n, 10))
    # Clarabel's unknowns: the triangle of Y = C⁻¹ J C⁻ᵀ, and scalars in units of their noise.
    back = np.zeros((problem.R.shape[1], 13 * n))
    for k, C in enumerate(cholesky(believed)):
        for e in range(10):
            Y = unit_triangle(e)
            back[10 * k : 10 * k + 10, 10 * k + e] = parameters_of(C @ Y @ C.T)
    scalars = list(problem.nonnegative)
    units = 1 / np.linalg.norm(problem.R[:, scalars], axis=0)
    back[scalars, range(10 * n, 13 * n)] = units
    free = problem.R[:, 13 * n :]
    basis = np.linalg.qr(free)[0]
    R, z = problem.R @ back, problem.z
    R, z = R - basis @ (basis.T @ R), z - basis @ (basis.T @ z)
    found = least_objective(R, z, believed, 3 * n, strength, form)
    assert fit.objective == pytest.approx(found, rel=1e-6, abs=1e-2)
    assert fit.gap < 1e-3 + 1e-8 * fit.objective


def unit_triangle(e: int) -> Array:
    """The symmetric matrix whose triangle has a one at e."""
    for i in range(4):
        for j in range(i, 4):
            Y = np.zeros((4, 4))
            Y[i, j] = Y[j, i] = 1.0 if i == j else np.sqrt(0.5)
            if triangle(Y)[e]:
                return Y
    raise AssertionError


@pytest.mark.parametrize("form", FORMS)
def test_an_unconstrained_search_over_factors_finds_nothing_better(form: str) -> None:
    """Every possible Y is a Q Qᵀ: a quasi-Newton search over Q needs no cone."""
    from scipy.optimize import minimize

    measured = measure("planar2r", 5, 0.2, masses=(1, 10), drives=False)
    problem, strength = measured.problem, 1.0
    pi = guess(measured, 6)
    fit = fit_feasible(problem, Prior(pi, strength, form), margin=1e-12)
    C = cholesky(pseudo_inertia(pi.reshape(-1, 10)))

    def cost(q: Array) -> float:
        Q = q.reshape(2, 4, 4)
        Y = Q @ Q.transpose(0, 2, 1)
        x = parameters_of(C @ Y @ C.transpose(0, 2, 1)).ravel()
        misfit = float(np.sum((problem.R @ x - problem.z) ** 2))
        if form == "quadratic":
            return misfit + strength * float(np.sum((Y - np.eye(4)) ** 2))
        size = 2 * np.linalg.slogdet(Q)[1]
        return misfit + 2 * strength * float(np.sum(Q**2) - size.sum() - 8)

    found = minimize(cost, np.tile(np.eye(4), (2, 1)).ravel(), options={"gtol": 1e-4}).fun
    assert fit.objective <= found + 2e-3
    assert found == pytest.approx(fit.objective, abs=0.05)


@pytest.mark.parametrize("form", FORMS)
def test_a_fit_is_the_same_robot_in_any_frames_and_units(form: str) -> None:
    measured = measure("3r", 7, masses=(1, 10), drives=False)
    problem, pi = measured.problem, guess(measured, 8)
    random = np.random.default_rng(9)
    moves, images = [], []
    for _ in range(3):
        A = np.eye(4)
        A[:3, :3] = 1000 * np.linalg.qr(random.normal(size=(3, 3)))[0]  # millimetres, turned
        A[:3, 3] = 1000 * random.normal(size=3)
        A *= np.sqrt(1000.0)  # grams
        moves.append(A)
        images.append(np.array([parameters_of(A @ pseudo_inertia(e) @ A.T) for e in np.eye(10)]).T)
    there = np.zeros((30, 30))
    for k, image in enumerate(images):
        there[10 * k : 10 * k + 10, 10 * k : 10 * k + 10] = image
    other = Problem(problem.R @ np.linalg.inv(there), problem.z, problem.links)
    one = fit_feasible(problem, Prior(pi, 1.0, form))
    two = fit_feasible(other, Prior(there @ pi, 1.0, form))
    assert two.objective == pytest.approx(one.objective, abs=2e-3)
    back = np.linalg.solve(there, two.x)
    force = measured.fresh @ one.x
    assert np.linalg.norm(measured.fresh @ back - force) < 1e-3 * np.linalg.norm(force)


def test_a_strong_prior_is_kept_and_a_weak_one_leaves_the_data_alone() -> None:
    measured = measure("ur5", 11, masses=(0.5, 20))
    pi = guess(measured, 12)
    strong, weak = (fit_feasible(measured.problem, Prior(pi, s)) for s in (1e12, 1e-3))
    assert links(measured, strong.x) == pytest.approx(pi, rel=1e-2, abs=1e-3)
    assert weak.misfit < strong.misfit
    assert weak.distance < 10


def test_friction_that_would_be_negative_is_zero_and_the_rest_makes_the_best_of_it() -> None:
    measured = measure("ur5", 13, noise=0.3, masses=(1, 10))
    fit = fit_feasible(measured.problem, Prior(guess(measured, 14), 1.0))
    assert fit.at_zero
    assert all(fit.x[e] == 0 for e in fit.at_zero)


@pytest.mark.parametrize("form", FORMS)
def test_what_no_motion_shows_stays_as_it_is_believed(form: str) -> None:
    measured = measure("ur5", 15, masses=(0.5, 20))
    pi = guess(measured, 16)
    R = measured.problem.R.copy()
    R[:, 10:20] = R[:, 60:62] = 0.0  # of link 2, and the viscous friction of two joints
    blind = Problem(R, measured.problem.z, measured.problem.links, measured.problem.nonnegative)
    fit = fit_feasible(blind, Prior(pi, 1.0, form))
    assert fit.x[10:20] == pytest.approx(pi[10:20], rel=1e-3, abs=1e-4)
    assert list(fit.x[60:62]) == [0, 0]
    assert {60, 61} <= set(fit.at_zero)


@pytest.mark.parametrize("form", FORMS)
def test_links_of_fifty_grams_and_half_a_tonne_are_fitted_alike_and_soon(form: str) -> None:
    for seed in range(12):
        name = ROBOTS[seed % 5]
        measured = measure(name, 100 + seed, 10 ** np.random.default_rng(seed).uniform(-3, -1))
        strength = 10.0 ** ((seed % 7) - 3)
        fit = fit_feasible(measured.problem, Prior(guess(measured, seed, 0.5), strength, form))
        assert fit.status == "optimal", (name, seed)
        assert fit.steps < 150
        assert smallest(links(measured, fit.x)) > 0


def test_a_guess_five_thousand_times_too_light_is_no_obstacle() -> None:
    measured = measure("panda", 17, 1e-3)
    pi = guess(measured, 18)
    fit = fit_feasible(measured.problem, Prior(pi / 5000, 0.01, "entropic"))
    assert fit.status == "optimal"
    assert smallest(links(measured, fit.x)) > 0
    scaled = scale_to_data(pi / 5000, measured.problem)
    assert 0.5 < float(scaled[0] / pi[0]) < 2
    assert fit_feasible(measured.problem, Prior(scaled, 0.01, "entropic")).distance < 12


def test_without_a_prior_links_are_balls_until_data_say_otherwise() -> None:
    measured = measure("panda", 19, masses=(1, 10))
    fit = fit_feasible(measured.problem, Prior(None, 0.01, "entropic"))
    assert fit.status == "optimal"
    assert fit.distance < 12
    assert smallest(links(measured, fit.x)) > 0


def test_the_margin_keeps_every_link_inside() -> None:
    measured = measure("ur5", 20, 0.1)
    pi = guess(measured, 21)
    fit = fit_feasible(measured.problem, Prior(pi, 0.1))
    assert fit.on_edge
    inverse = np.linalg.inv(cholesky(pseudo_inertia(pi.reshape(-1, 10))))
    J = pseudo_inertia(links(measured, fit.x).reshape(-1, 10))
    Y = inverse @ J @ inverse.transpose(0, 2, 1)
    assert np.linalg.eigvalsh(Y).min() > 0.99 * MARGIN


def test_free_parameters_alone_are_least_squares() -> None:
    random = np.random.default_rng(22)
    R, z = random.normal(size=(9, 4)), random.normal(size=9)
    fit = fit_feasible(Problem(R, z, ()), Prior(None, 1.0))
    assert fit.x == pytest.approx(np.linalg.lstsq(R, z)[0])
    assert fit.distance == pytest.approx(0, abs=1e-9)


def test_wrong_problems_are_told_in_a_sentence() -> None:
    R, z = np.ones((3, 12)), np.ones(3)
    with pytest.raises(ArrayError, match="shapes"):
        Problem(R, np.ones(4), (0,))
    with pytest.raises(ArrayError, match="finite"):
        Problem(np.full((3, 12), np.nan), z, (0,))
    with pytest.raises(ArgumentValueError, match="different entries of the 12 parameters"):
        Problem(R, z, (3,))
    with pytest.raises(ArgumentValueError, match="different entries"):
        Problem(R, z, (0,), (9,))
    with pytest.raises(ArgumentValueError, match="greater than zero"):
        Prior(None, 0.0)
    with pytest.raises(ArgumentValueError, match="entropic"):
        Prior(None, 1.0, "entropc")
    with pytest.raises(ArrayError, match="expected 10 numbers"):
        fit_feasible(Problem(R, z, (0,)), Prior(np.ones(20), 1.0))
