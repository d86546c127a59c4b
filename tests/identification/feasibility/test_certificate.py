"""The certificate holds for bodies that can exist, proven exactly, and for nothing else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.identification.feasibility.true_robots import heap

import torsor
from torsor.identification.feasibility.certificate import certify, leading_minors, show_fraction
from torsor.identification.feasibility.pseudo_inertia import parameters_of
from torsor.identification.feasibility.rounding import links_from_parameters
from torsor.robot.link import Link, symbolic_link

BALL = Link("2", ("0.1", "-0.2", "0.3"), ("0.02", "0.02", "0.02", 0, 0, 0))


def test_a_ball_is_certified_with_its_minors() -> None:
    certificate = certify([BALL])
    (row,) = certificate.rows
    # Σ about the origin is 0.01 + 2 · 0.1², 2 · 0.2², 2 · 0.3² with products; its last minor is
    # m times the determinant of the second moments about the mass centre.
    assert row.minors[0] == Fraction(3, 100)
    assert row.minors[3] == 2 * Fraction(1, 100) ** 3
    assert certificate.holds
    assert certificate.sentence.startswith("1 link is possible")
    assert row.detail == "minors 3/100, 11/10000, 29/1000000, 1/500000"


@pytest.mark.parametrize(
    ("link", "why"),
    [
        (replace(BALL, mass="-2"), "its mass is -2 kg"),
        (replace(BALL, mass=0), "its mass is 0 kg"),
        (replace(BALL, inertia=("0.05", "0.02", "0.02", 0, 0, 0)), "triangle inequality"),
        (replace(BALL, inertia=("0.04", "0.02", "0.02", 0, 0, 0)), "no extent in some direction"),
        (replace(BALL, inertia=("-0.01", "0.02", "0.02", 0, 0, 0)), "Ixx = -0.01"),
        (replace(BALL, inertia=("0.02", "0.02", "0.02", "0.021", 0, 0)), "triangle inequality"),
        (replace(BALL, inertia=(0, 0, 0, 0, 0, 0)), "no extent in some direction"),
        (symbolic_link("1"), "not judged: it has symbols"),
        (replace(BALL, mass="m1"), "not judged: it has symbols (m1)"),
        (replace(BALL, mass="sqrt(2)"), "not judged: it has numbers that are not rational"),
    ],
)
def test_what_is_not_proven_possible_is_not_certified(link: Link, why: str) -> None:
    certificate = certify([BALL, link])
    assert not certificate.holds
    assert certificate.sentence.startswith("link 2: ")
    assert why in certificate.sentence


def test_no_links_prove_nothing() -> None:
    assert not certify([]).holds


def test_a_hair_over_the_edge_is_told_where_floats_cannot() -> None:
    flat, hair = Fraction(1, 25), Fraction(1, 10**40)
    edge = [replace(BALL, inertia=(flat + s * hair, "0.02", "0.02", 0, 0, 0)) for s in (-1, 0, 1)]
    assert [certify([link]).holds for link in edge] == [True, False, False]
    assert len({float(link.inertia[0]) for link in edge}) == 1


def test_minors_are_numpys_determinants() -> None:
    J = heap(np.random.default_rng(1), 3.0)
    rows = [[Fraction(e) for e in row] for row in J]
    found = leading_minors(rows)
    for k in range(4):
        assert float(found[k]) == pytest.approx(np.linalg.det(J[: k + 1, : k + 1]))


def test_long_fractions_are_shown_short() -> None:
    assert show_fraction(Fraction(3, 4)) == "3/4"
    assert show_fraction(Fraction(12345678901234567, 10**20)) == "1234…4567/1000…0000 ≈ 0.000123"


def test_pinocchio_and_mujoco_take_what_is_certified() -> None:
    mujoco, pin = pytest.importorskip("mujoco"), pytest.importorskip("pinocchio")
    random = np.random.default_rng(2)
    for mass in (0.05, 2.0, 400.0):
        pi = parameters_of(heap(random, mass))
        (link,) = links_from_parameters(pi, digits=7)
        assert certify([link]).holds
        m, *com = (float(e) for e in (link.mass, *link.com))
        xx, yy, zz, xy, xz, yz = (float(e) for e in link.inertia)
        I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        body = pin.Inertia(m, np.array(com), I)
        J = pin.PseudoInertia.FromInertia(body).toMatrix()
        assert np.linalg.eigvalsh(J).min() > 0
        full = " ".join(repr(e) for e in (xx, yy, zz, xy, xz, yz))
        place = " ".join(map(repr, com))
        mujoco.MjModel.from_xml_string(
            f'<mujoco><worldbody><body><joint/><inertial mass="{m!r}" pos="{place}" '
            f'fullinertia="{full}"/></body></worldbody></mujoco>'
        )


def test_links_of_a_library_robot_with_symbols_are_not_certified() -> None:
    assert not certify(torsor.load("panda").links).holds
