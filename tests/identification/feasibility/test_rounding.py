"""Links in decimals: few digits, nothing lost, and still possible."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from tests.identification.feasibility.true_robots import guess, heap, measure

from torsor.errors import ArgumentValueError, MissingValueError
from torsor.identification.feasibility.certificate import certify
from torsor.identification.feasibility.fitting import fit_feasible
from torsor.identification.feasibility.problem import FORMS, Prior
from torsor.identification.feasibility.pseudo_inertia import parameters_of, shift_to_origin
from torsor.identification.feasibility.rounding import (
    LOSS,
    links_from_parameters,
    parameters_of_links,
    round_links,
)
from torsor.robot.link import Drive, Link, symbolic_link


def test_decimals_go_there_and_back() -> None:
    pi = parameters_of(np.array([heap(np.random.default_rng(k), 5.0) for k in range(4)])).ravel()
    for digits in (3, 6, 9):
        back = parameters_of_links(links_from_parameters(pi, digits))
        assert back == pytest.approx(pi, rel=10.0 ** (2 - digits), abs=10.0 ** (1 - digits))


def test_a_number_has_the_digits_that_were_asked_for() -> None:
    (link,) = links_from_parameters(parameters_of(heap(np.random.default_rng(5), 3.0)), 6)
    for entry in (link.mass, *link.com, *link.inertia):
        assert entry.constant == Fraction(f"{float(entry):.5e}")


@pytest.mark.parametrize("digits", [2, 3, 6])
def test_rounding_never_makes_a_sheet_impossible(digits: int) -> None:
    random = np.random.default_rng(6)
    for _ in range(40):
        turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
        central = turn @ np.diag([1e-9, *random.uniform(0.01, 0.1, 2)]) @ turn.T
        J = shift_to_origin(np.array([2.0]), random.normal(size=(1, 3)), central[None])
        links = links_from_parameters(parameters_of(J)[0], digits)
        assert certify(links).holds
        change = parameters_of_links(links) - parameters_of(J)[0]
        assert np.abs(change).max() < 100 * 10.0**-digits * np.abs(parameters_of(J)).max()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["planar2r", "scara", "ur5", "panda"])
def test_a_fit_is_certified_with_few_digits_and_nothing_is_lost(name: str, form: str) -> None:
    measured = measure(name, 7)
    fit = fit_feasible(measured.problem, Prior(guess(measured, 8), 1.0, form))
    rounded = round_links(fit.x, measured.problem)
    assert certify(rounded.links).holds
    assert 6 <= rounded.digits <= 9
    pi = parameters_of_links(rounded.links)
    columns = measured.problem.R[:, measured.problem.of_links]
    loss = np.linalg.norm(columns @ (pi - fit.x[measured.problem.of_links]))
    assert loss == pytest.approx(rounded.loss)
    assert loss < LOSS


def test_names_and_drives_come_from_the_links_that_they_replace() -> None:
    pi = parameters_of(heap(np.random.default_rng(9), 3.0))
    old = Link(1, (0, 0, 0), (1, 1, 1, 0, 0, 0), Drive(viscous="0.5"), "forearm")
    (link,) = links_from_parameters(pi, 6, [old])
    assert (link.name, link.drive) == ("forearm", old.drive)


def test_symbols_have_values_or_are_asked_for() -> None:
    link = symbolic_link("1")
    values = {"m1": 2, "rx1": "0.1", "ry1": 0, "rz1": 0, "Ixx1": 1, "Iyy1": 1, "Izz1": 1}
    values |= {"Ixy1": 0, "Ixz1": 0, "Iyz1": 0}
    found = parameters_of_links([link], values)
    assert found == pytest.approx([2, 0.2, 0, 0, 1, 1.02, 1.02, 0, 0, 0])
    with pytest.raises(MissingValueError, match="link 1: no value for Ixx1"):
        parameters_of_links([link])


def test_impossible_parameters_are_refused() -> None:
    good = parameters_of(heap(np.random.default_rng(10), 3.0))
    with pytest.raises(ArgumentValueError, match="-1 kg"):
        links_from_parameters(np.array([-1.0, *good[1:]]))
    with pytest.raises(ArgumentValueError, match="second moment of"):
        links_from_parameters(np.array([*good[:4], 10 * good[4], *good[5:]]))
    with pytest.raises(ArgumentValueError, match="ten for each link"):
        links_from_parameters(good[:9])
    with pytest.raises(ArgumentValueError, match="1 to 15"):
        links_from_parameters(good, 16)
