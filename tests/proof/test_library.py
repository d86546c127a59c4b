"""Every robot of the library, fully symbolic: the methods agree and the certificate holds."""

from __future__ import annotations

import pytest
from tests.proof.identities import broken, of_a_chain, of_any_robot

import torsor
from torsor.model import Model
from torsor.proof.certificate import checks_for


@pytest.mark.parametrize("name", torsor.library_names())
def test_every_identity_holds_exactly_and_is_certified(name: str) -> None:
    system = Model(torsor.load(name), "lagrange")
    assert not broken(of_any_robot(system))
    assert system.robot.bodies or not broken(of_a_chain(system))
    certified = [check(system) for check in checks_for(system)]
    assert not [check for check in certified if check is not None and not check.holds]


def test_an_identity_that_does_not_hold_is_noticed() -> None:
    """The claims are equalities of normal forms: a wrong potential energy breaks three of them."""
    system = Model(torsor.load("planar2r"), "lagrange")
    energies = system.energies
    wrong = type(energies)(energies.kinetic, energies.potential, energies.K, -energies.U)
    system.__dict__["energies"] = wrong
    assert broken(of_any_robot(system)) == [
        "Lagrange is virtual work",
        "the tensor form adds up",
        "d/dt (K + U) is the power",
    ]
    assert broken(of_a_chain(system)) == ["Newton-Euler is Lagrange"]
