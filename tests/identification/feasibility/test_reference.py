"""Beliefs that no body can have, made into some that can; bodies from nothing but lengths."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identification.feasibility.true_robots import GEOMETRY, guess, heap, measure

import torsor
from torsor.algebra.arrays import Array
from torsor.errors import MissingValueError
from torsor.identification.feasibility.fitting import fit_feasible
from torsor.identification.feasibility.problem import Prior, Problem
from torsor.identification.feasibility.pseudo_inertia import (
    central_moments,
    parameters_of,
    pseudo_inertia,
    shift_to_origin,
)
from torsor.identification.feasibility.reference import DENSITY, make_reference
from torsor.identification.feasibility.rough_bodies import rough_bodies
from torsor.identification.feasibility.total_mass import scale_to_data
from torsor.mechanics.parameters.regressor import NAMES


def nothing_measured(links: int) -> Problem:
    return Problem(np.zeros((1, 10 * links)), np.zeros(1), tuple(range(0, 10 * links, 10)))


def test_a_possible_body_is_believed_as_it_is() -> None:
    J = np.array([heap(np.random.default_rng(k), 3.0) for k in range(5)])
    reference = make_reference(parameters_of(J).ravel(), nothing_measured(5))
    assert pytest.approx(J) == reference.J
    assert reference.notes == ()


def test_a_point_mass_gets_the_extent_of_a_cube_of_aluminium_and_keeps_its_place() -> None:
    place = np.array([0.0, 0.0, 0.084104])  # as link 6 of the KR300's CAD file
    point = shift_to_origin(np.array([167.78]), place[None], np.zeros((1, 3, 3)))
    reference = make_reference(parameters_of(point).ravel(), nothing_measured(1))
    centre, central = central_moments(reference.J)
    side = (167.78 / DENSITY) ** (1 / 3)
    assert reference.J[0, 3, 3] == 167.78
    assert centre[0] == pytest.approx(place)
    assert central[0] == pytest.approx(167.78 * side**2 / 12 * np.eye(3))
    assert "no inertia" in reference.notes[0]
    assert reference.notes[0].startswith("link 1:")


def test_an_impossible_moment_is_replaced_and_the_possible_ones_stay() -> None:
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    central = turn @ np.diag([-0.01, 0.03, 0.05]) @ turn.T
    J = shift_to_origin(np.array([2.0]), np.array([[0.1, 0.2, -0.1]]), central[None])
    reference = make_reference(parameters_of(J).ravel(), nothing_measured(1))
    sizes = np.linalg.eigvalsh(central_moments(reference.J)[1][0])
    assert sizes[1:] == pytest.approx([0.03, 0.05])
    assert sizes[0] > 0
    assert "impossible in 1 of 3 directions" in reference.notes[0]


def test_a_sheet_is_believed_to_be_a_tenth_as_thick_as_a_cube() -> None:
    cube = 2.0 * (2.0 / DENSITY) ** (2 / 3) / 12
    central = np.diag([0.002 * cube, 3 * cube, 5 * cube])[None]
    J = shift_to_origin(np.array([2.0]), np.zeros((1, 3)), central)
    reference = make_reference(parameters_of(J).ravel(), nothing_measured(1))
    assert np.diagonal(reference.J[0])[:3] == pytest.approx([0.01 * cube, 3 * cube, 5 * cube])
    assert "thinner than links are" in reference.notes[0]


def test_a_link_without_mass_gets_a_tenth_of_the_others_mean() -> None:
    J = np.array([heap(np.random.default_rng(k), 4.0) for k in range(3)])
    J[1] = 0.0
    reference = make_reference(parameters_of(J).ravel(), nothing_measured(3))
    assert reference.J[1, 3, 3] == pytest.approx(0.4)
    assert reference.notes[0] == "link 2 has no mass in the prior; 0.4 kg are assumed"
    assert np.linalg.eigvalsh(reference.J).min() > 0


def test_links_are_called_by_their_own_numbers() -> None:
    names = tuple(f"{n}{k}" for k in (2, 5) for n in NAMES)
    problem = Problem(np.zeros((1, 20)), np.zeros(1), (0, 10), (), names)
    notes = make_reference(np.zeros(20), problem).notes
    assert [note.split()[:2] for note in notes[:2]] == [["link", "2"], ["link", "5"]]


@pytest.mark.parametrize("name", GEOMETRY)
def test_rough_bodies_can_exist_and_lie_along_the_links(name: str) -> None:
    robot = torsor.load(name)
    pi = rough_bodies(robot, GEOMETRY[name]).reshape(-1, 10)
    assert pi[:, 0].sum() == pytest.approx(1)
    assert np.linalg.eigvalsh(pseudo_inertia(pi)).min() > 0


def test_the_upper_arm_of_a_ur5_ends_at_its_elbow() -> None:
    pi = rough_bodies(torsor.load("ur5"), GEOMETRY["ur5"]).reshape(-1, 10)
    assert pi[1, 1:4] / pi[1, 0] == pytest.approx([-0.425 / 2, 0, 0])


def test_lengths_without_values_are_asked_for() -> None:
    with pytest.raises(MissingValueError, match="no value for l1"):
        rough_bodies(torsor.load("3r"))


@pytest.mark.parametrize("factor", [1e-3, 1.0, 300.0])
def test_the_total_mass_is_found_within_a_factor_of_two(factor: float) -> None:
    measured = measure("ur5", 3, masses=(1, 20))
    pi: Array = guess(measured, 4)
    scaled = scale_to_data(factor * pi, measured.problem)
    assert 0.5 < float(scaled @ pi) / float(pi @ pi) < 2


def test_a_fit_tells_what_it_made_up() -> None:
    measured = measure("3r", 5, masses=(1, 10))
    fit = fit_feasible(measured.problem, Prior(np.zeros(30), 1.0))
    assert len(fit.notes) == 6
    assert fit.status == "optimal"
