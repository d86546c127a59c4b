"""Newton-Euler, Lagrange and virtual work give one and the same model, exactly."""

from __future__ import annotations

import pytest
from tests.mechanics.exact import dt, every_robot, load, model, small_robots

import torsor
from torsor import Model

METHODS = ("lagrange", "virtual-work")

other_methods = pytest.mark.parametrize("method", METHODS)


def same(found: Model, other: Model) -> bool:
    """Whether driving forces and tensor form are equal, entry by entry."""
    return (found.tau, found.M, found.C, found.g, found.payload) == (
        other.tau,
        other.M,
        other.C,
        other.g,
        other.payload,
    )


@every_robot
@other_methods
def test_every_chain_by_every_method(name: str, method: str) -> None:
    assert same(torsor.derive(load(name).with_payload("wrench"), method=method), model(name))


@small_robots
@other_methods
@pytest.mark.parametrize(
    "payload", [("wrench", "base"), ("body", "tool"), ("weight", "tool"), ("none", "tool")]
)
def test_every_payload_by_every_method(name: str, method: str, payload: tuple[str, str]) -> None:
    assert same(
        torsor.derive(load(name).with_payload(*payload), method=method), model(name, *payload)
    )


def test_bodies_without_a_chain_by_both_methods_that_know_them() -> None:
    lagrange, virtual_work = (torsor.derive("rv1a-paper", method=method) for method in METHODS)
    assert same(lagrange, virtual_work)
    skew = dt(lagrange.M) - 2 * lagrange.C
    assert -skew == skew.T
