"""Measurements that no possible robot could have made are told apart from those that one could."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi
from tests.identification.feasibility.true_robots import Measured, guess, measure

from torsor.identification.feasibility.contradiction import chi_quantile, contradiction
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import parameters_of, pseudo_inertia
from torsor.mechanics.parameters.regressor import NAMES


def haunted(measured: Measured, link: int, axis: int, by: float) -> Problem:
    """The measurements of a robot one of whose links has a negative second moment."""
    problem = measured.problem
    J = pseudo_inertia(measured.links)[link]
    J[axis, axis] -= by
    change = np.zeros_like(measured.truth)
    first = problem.links[link]
    change[first : first + 10] = parameters_of(J) - measured.links[link]
    return replace(problem, z=problem.z + problem.R @ change)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["planar2r", "ur5", "panda"])
def test_a_possible_robot_is_not_contradicted_by_its_own_measurements(name: str, seed: int) -> None:
    measured = measure(name, seed, 0.1, masses=(0.5, 20), rows=100)
    found = contradiction(measured.problem, guess(measured, seed))
    truth = np.linalg.norm(measured.problem.R @ (measured.truth - measured.best))
    assert found.proven <= found.distance <= truth + 1e-3
    assert not found.contradicts
    assert found.distance < found.limit
    assert found.sentence.startswith(("a possible robot fits", "the best fit is a possible"))


def test_an_impossible_link_is_named_with_the_margin() -> None:
    measured = measure("ur5", 30, 0.01, masses=(2, 10), rows=2000)
    problem = haunted(measured, 5, 0, 1.0)
    found = contradiction(problem, guess(measured, 31))
    assert found.contradicts
    assert found.proven > 0.99 * found.distance
    assert found.shares[0][0] == "link 6"
    assert sum(share for _, share in found.shares) == pytest.approx(found.distance**2, rel=0.1)
    assert found.sentence == (
        f"no possible robot fits within the noise: the nearest one is {found.distance:.3g} away "
        f"(95% would be {found.limit:.3g}); {found.reason}"
    )
    assert found.reason.startswith("link 6's second moment along")
    assert "would be negative (-" in found.reason


def test_no_prior_decides_the_distance() -> None:
    measured = measure("ur5", 32, 0.01, masses=(2, 10), rows=2000)
    problem = haunted(measured, 4, 2, 0.5)
    one, two, three = (
        contradiction(problem, pi)
        for pi in (guess(measured, 33, 0.1), guess(measured, 34, 0.7), None)
    )
    assert two.distance == pytest.approx(one.distance, rel=1e-3)
    assert three.distance == pytest.approx(one.distance, rel=1e-3)


def test_negative_friction_is_named() -> None:
    measured = measure("3r", 35, 0.01, masses=(1, 10), rows=2000)
    names = [f"{n}{k}" for k in (1, 2, 3) for n in NAMES]
    names += [f"{n}{k}" for n in ("fv", "fc", "Im", "f0") for k in (1, 2, 3)]
    problem = replace(measured.problem, names=tuple(names))
    change = np.zeros_like(measured.truth)
    change[31] = -1.1 * measured.truth[31] - 1.0
    found = contradiction(replace(problem, z=problem.z + problem.R @ change))
    assert found.contradicts
    assert found.reason == "fv2 would be negative"


def test_a_heavier_noise_forgives() -> None:
    measured = measure("ur5", 36, 0.01, masses=(2, 10), rows=2000)
    problem = haunted(measured, 5, 0, 1.0)
    found = contradiction(problem)
    forgiving = 0.5 * found.limit / found.distance
    quieter = contradiction(replace(problem, R=forgiving * problem.R, z=forgiving * problem.z))
    assert quieter.distance == pytest.approx(forgiving * found.distance, rel=1e-2)
    assert not quieter.contradicts


@pytest.mark.parametrize("rank", [1, 2, 13, 43, 150])
def test_the_quantile_is_that_of_chi(rank: int) -> None:
    for confidence in (0.5, 0.95, 0.999):
        assert chi_quantile(rank, confidence) == pytest.approx(chi.ppf(confidence, rank))
