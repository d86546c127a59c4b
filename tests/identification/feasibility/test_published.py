"""Other people's parameters: a CAD file with a point mass, identified links that cannot exist."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identification.logs.records import EXAMPLES, data, needs_data

import torsor
from torsor.algebra.arrays import Array
from torsor.identification.feasibility.certificate import certify
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import pseudo_inertia
from torsor.identification.feasibility.reference import make_reference
from torsor.identification.feasibility.rounding import links_from_parameters, parameters_of_links
from torsor.robot.link import Link

OURS = (9, 6, 7, 8, 0, 3, 5, 1, 2, 4)
"""m hx hy hz Lxx Lyy Lzz Lxy Lxz Lyz in Ixx Ixy Ixz Iyy Iyz Izz hx hy hz m."""


def nothing_measured(links: int) -> Problem:
    return Problem(np.zeros((1, 10 * links)), np.zeros(1), tuple(range(0, 10 * links, 10)))


def test_the_kr300s_sixth_link_is_a_point_mass_and_is_told_so() -> None:
    links = torsor.load(EXAMPLES / "kr300" / "kr300_cad.toml").links
    certificate = certify(links)
    assert [row.holds for row in certificate.rows] == [True] * 5 + [False]
    assert certificate.sentence == "link 6: its mass has no extent in some direction"
    reference = make_reference(parameters_of_links(links), nothing_measured(6))
    assert len(reference.notes) == 1
    assert reference.notes[0].startswith("link 6: the prior has no inertia")
    assert reference.J[:5] == pytest.approx(
        pseudo_inertia(parameters_of_links(links).reshape(6, 10)[:5])
    )


def published() -> Array:
    text = data("ur10e/published_UR10E_parameters.txt").read_text(encoding="utf-8")
    numbers = text.split("pi_rgd = [")[1].split("]")[0].split()
    return np.array([float(e) for e in numbers]).reshape(6, 10)[:, OURS]


@needs_data
def test_three_published_links_of_a_ur10e_cannot_exist() -> None:
    links = []
    for m, *h_L in published():
        h, L = np.array(h_L[:3]), h_L[3:]
        r = h / m
        central = np.array([[L[0], L[3], L[4]], [L[3], L[1], L[5]], [L[4], L[5], L[2]]]) - m * (
            r @ r * np.eye(3) - np.outer(r, r)
        )
        six = (central[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
        links.append(Link(float(m), tuple(map(float, r)), tuple(map(float, six))))
    certificate = certify(links)
    assert [row.holds for row in certificate.rows] == [True, True, True, False, False, False]
    assert "triangle inequality" in certificate.sentence


@needs_data
def test_they_can_once_their_last_digits_are_raised() -> None:
    pi = published()
    links = links_from_parameters(pi.ravel(), 7)
    assert certify(links).holds
    assert parameters_of_links(links).reshape(6, 10) == pytest.approx(pi, abs=1e-5)
