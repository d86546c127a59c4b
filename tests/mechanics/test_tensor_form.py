"""τ = M q̈ + C q̇ + g + payload, with the structure that mechanics gives to M and C, exactly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.mechanics.exact import dt, every_robot, load, model, small_robots, speeds

import torsor
from torsor.robot.robot import ORIGIN
from torsor.spatial.vectors import Vector


@every_robot
@pytest.mark.parametrize("payload", ["wrench", "body", "weight"])
def test_driving_forces_are_the_sum_of_their_parts(name: str, payload: str) -> None:
    found = model(name, payload)
    dq, ddq = speeds(found), speeds(found, "ddq")
    parts = found.M @ ddq + found.C @ dq + found.g + found.payload
    assert Vector(found.tau) == parts


@every_robot
def test_the_mass_matrix_is_symmetric(name: str) -> None:
    M = model(name).M
    assert M.T == M


@every_robot
def test_the_derivative_of_the_mass_matrix_less_twice_c_is_skew(name: str) -> None:
    found = model(name)
    skew = dt(found.M) - 2 * found.C
    assert -skew == skew.T


@small_robots
def test_each_part_is_of_its_degree_in_the_speeds(name: str) -> None:
    found = model(name)
    order = len(found.tau)
    rates = [f"{d}q{k}" for d in ("d", "dd") for k in range(1, order + 1)]
    assert not any(e.degree(r) for row in found.M for e in row for r in rates)
    assert not any(e.degree(r) for e in (*found.g, *found.payload) for r in rates)
    still = {f"dq{k}": 0 for k in range(1, order + 1)}
    twice = {f"dq{k}": 2 * s for k, s in enumerate(speeds(found), 1)}
    for entry in (e for row in found.C for e in row):
        assert not entry.subs(still)
        assert entry.subs(twice) == 2 * entry


@small_robots
def test_kinetic_energy_grows_by_the_power_of_inertia_and_velocity_terms(name: str) -> None:
    found = model(name)
    dq, ddq = speeds(found), speeds(found, "ddq")
    energy = dq.dot(found.M @ dq) * Fraction(1, 2)
    assert energy.dt() == dq.dot(found.M @ ddq + found.C @ dq)


@every_robot
def test_gravity_terms_are_the_driving_forces_at_rest(name: str) -> None:
    found = model(name, "none")
    rest = {f"{d}q{k}": 0 for d in ("d", "dd") for k in range(1, len(found.tau) + 1)}
    assert found.g == Vector(tau.subs(rest) for tau in found.tau)


@every_robot
def test_gravity_terms_come_from_a_potential(name: str) -> None:
    g = model(name).g
    names = [f"q{k}" for k in range(1, len(g) + 1)]
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            assert g[i].diff(b) == g[j].diff(a)


def test_without_gravity_there_are_no_gravity_terms() -> None:
    found = torsor.derive(replace(load("rttrr"), gravity=ORIGIN))
    assert not any(found.g)
    for row, other in zip(found.M, model("rttrr").M, strict=True):
        assert row == Vector(e.to(found.ring) for e in other)
