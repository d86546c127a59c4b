"""What physics asks of numbers: inertias that a body can have, a mass matrix without doubt."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from tests.oracles.random_robots import random_inertia
from tests.truth.bridge import entries

import torsor
from torsor.model import Model
from torsor.proof.physical import (
    inertia_problem,
    inertias_possible,
    pivots_of,
    positive_definite,
    random_values,
    semidefinite,
)
from torsor.robot.hypotheses import assume
from torsor.robot.symbols import symbol_names


def system(robot: Any) -> Model:
    return Model(torsor.load(robot), "lagrange")


def link(**given: Any) -> dict[str, Any]:
    """A robot of one link."""
    row = {"kind": "R", "axis": "x", "link": given}
    return {"joint": [row], "payload": "none"}


# inertias -----------------------------------------------------------------------------------------


def fractions(matrix: Any) -> list[list[Fraction]]:
    return [[Fraction(float(e)) for e in row] for row in matrix]


def test_the_inertia_of_any_cloud_of_points_is_possible() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        inertia = random_inertia(rng) + 1e-9 * np.eye(3)
        assert inertia_problem([Fraction(e) for e in entries(inertia)]) == ""


def test_what_eigenvalues_refuse_is_refused() -> None:
    """The verdict is that of the principal moments, which are found here by numpy."""
    rng = np.random.default_rng(1)
    verdicts = set()
    for _ in range(200):
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        moments = rng.uniform(0, 1, 3)
        inertia = turn @ np.diag(moments) @ turn.T
        margin = moments.sum() - 2 * moments.max()
        if abs(margin) < 1e-6:
            continue
        problem = inertia_problem([Fraction(float(e)) for e in entries((inertia + inertia.T) / 2)])
        assert bool(problem) == (margin < 0)
        verdicts.add(bool(problem))
    assert verdicts == {True, False}


def test_semidefinite_is_what_eigenvalues_say() -> None:
    rng = np.random.default_rng(2)
    for shift in (-0.5, 0.0, 0.5):
        for _ in range(40):
            A = rng.normal(size=(3, 3))
            S = A @ A.T * 0.3 + shift * np.eye(3)
            lowest = np.linalg.eigvalsh(S)[0]
            assert semidefinite(fractions(S)) == (lowest >= 0)


@pytest.mark.parametrize("plate", [[1, 1, 2, 0, 0, 0], [0, 1, 1, 0, 0, 0], [1, 2, 3, 0, 0, 0]])
def test_a_flat_body_is_just_possible(plate: list[int]) -> None:
    assert inertia_problem([Fraction(e) for e in plate]) == ""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"mass": "-1/2"}, "link 1 has a negative mass, -0.5"),
        (
            {"inertia": [1, 2, 3.5]},
            "link 1: its principal moments violate the triangle inequality "
            "(Ixx = 1, Iyy = 2, Izz = 3.5)",
        ),
        ({"inertia": [-1, 2, 2]}, "link 1: a moment of inertia is negative, Ixx = -1"),
        (
            {"mass": -3, "inertia": [1, 1, -0.25]},
            "link 1 has a negative mass, -3; link 1: a moment of inertia is negative, Izz = -0.25",
        ),
    ],
)
def test_what_cannot_be_is_told_by_link_with_its_numbers(given: dict[str, Any], told: str) -> None:
    check = inertias_possible(system(link(**given)))
    assert check is not None
    assert (check.holds, check.detail) == (False, told)


def test_symbols_are_not_judged() -> None:
    assert inertias_possible(system("rttrr")) is None
    assert inertias_possible(system(link(inertia=[1, 1, "Izz1"]))) is None


def test_numbers_of_a_hypothesis_are_judged() -> None:
    names = ("Ixx1", "Iyy1", "Izz1", "Ixy1", "Ixz1", "Iyz1")
    wrong = [f"{n} = {v}" for n, v in zip(names, (1, 1, 9, 0, 0, 0), strict=True)]
    check = inertias_possible(system(assume(torsor.load("planar2r"), *wrong)))
    assert check is not None
    assert not check.holds


def test_a_planar_robot_whose_only_moment_matters_is_not_judged_by_the_others() -> None:
    """SCARA gives Izz alone: that no body has it is beside the point."""
    numbers = [f"Izz{i} = 0.{i}" for i in (1, 2, 3)]
    assert inertias_possible(system(assume(torsor.load("scara"), *numbers))) is None


def test_bodies_that_can_be_are_counted() -> None:
    check = inertias_possible(system("rv1a-paper"))
    assert check is not None
    assert check.holds
    assert check.detail == "6 bodies with numbers: positive, triangle inequality"


# the mass matrix ----------------------------------------------------------------------------------


def verdict(robot: Any) -> tuple[str, bool]:
    check = positive_definite(system(robot))
    assert check.how == "numeric"
    return check.name, check.holds


@pytest.mark.parametrize("name", ["planar2r", "scara", "rttrr", "trtrr", "3r", "rv1a-paper"])
def test_the_mass_matrix_of_a_real_robot_is_positive_definite(name: str) -> None:
    assert verdict(name) == ("M is positive definite", True)


def test_a_carried_body_has_a_positive_mass_in_the_trial() -> None:
    assert verdict(torsor.load("rttrr").with_payload("body")) == ("M is positive definite", True)


def test_masses_may_be_expressions() -> None:
    rows = [
        {"kind": "R", "axis": "x", "link": {"mass": "rho*a*b", "inertia": ["rho*a", "J", "J"]}},
        {"kind": "T", "axis": "y", "link": {"mass": "m - 1/10"}},
    ]
    assert verdict({"joint": rows}) == ("M is positive definite", True)


@pytest.mark.parametrize(
    ("assumed", "motions"),
    [
        (("point_masses", "com_at_origin"), "2 motions meet no inertia"),
        (("point_masses", "masses_at_link_ends"), "one motion meets no inertia"),
    ],
)
def test_point_masses_may_leave_it_semi_definite_and_that_is_said(
    assumed: tuple[str, ...], motions: str
) -> None:
    check = positive_definite(system(assume(torsor.load("rttrr"), *assumed)))
    assert (check.name, check.holds) == ("M is positive semi-definite", True)
    assert check.detail.endswith(motions)


def test_a_negative_mass_makes_it_indefinite() -> None:
    rows = [{"kind": "T", "axis": "x", "link": {"mass": -2}}]
    check = positive_definite(system({"joint": rows}))
    assert (check.holds, check.detail) == (False, "at no state")


def test_a_state_is_named_where_it_is_not() -> None:
    check = positive_definite(system(assume(torsor.load("rttrr"), "m4 = -20")))
    assert not check.holds
    assert check.detail.startswith("not at q3 = ")


def rationals(matrix: Any) -> list[list[fmpq]]:
    return [[fmpq(*float(e).as_integer_ratio()) for e in row] for row in matrix]


@pytest.mark.parametrize("seed", range(5))
def test_pivots_are_those_of_the_matrix(seed: int) -> None:
    """As many as the rank; one is negative exactly when an eigenvalue is."""
    rng = np.random.default_rng(seed)
    n, rank = 5, int(rng.integers(1, 6))
    root = rng.normal(size=(n, rank))
    found = pivots_of(rationals((root @ root.T + (root @ root.T).T) / 2))
    assert len(found) == rank
    assert all(pivot > 0 for pivot in found)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    for wrong in (turn @ np.diag([3.0, -1.0, 2.0]) @ turn.T, np.array([[0.0, 1.0], [1.0, 0.0]])):
        assert min(pivots_of(rationals((wrong + wrong.T) / 2))) < 0


@pytest.mark.parametrize("name", ["rttrr", "puma560", "scara"])
def test_random_values_are_physical_and_name_every_symbol(name: str) -> None:
    robot = torsor.load(name).with_payload("body")
    names = symbol_names(robot)
    for seed in range(3):
        values = random_values(robot, names, Random(seed))
        assert set(names) <= set(values)
        assert all(values[n] > 0 for n in values if n.startswith("m"))
        for label in ("1", "p"):
            moments = [values.get(f"I{a}{label}", Fraction(0)) for a in ("xx", "yy", "zz")]
            assert all(m >= 0 for m in moments)
