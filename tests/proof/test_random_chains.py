"""Three independent derivations of random robots are one, and every identity holds exactly.

``TORSOR_PROVE=all`` proves 300 robots of one to six joints, else the first 40 are taken.
"""

from __future__ import annotations

import os

import pytest
from tests.proof.identities import broken, of_a_chain, of_any_robot
from tests.proof.robots import table

import torsor
from torsor.model import Model
from torsor.proof.certificate import checks_for
from torsor.proof.physical import inertias_possible

COUNT = 300 if os.environ.get("TORSOR_PROVE") == "all" else 40


@pytest.mark.parametrize("seed", range(COUNT))
def test_every_identity_holds_exactly_and_is_certified(seed: int) -> None:
    system = Model(torsor.load(table(seed)), "lagrange")
    assert not broken(of_any_robot(system) | of_a_chain(system))
    # The inertias drawn are rounded, and then not always those of a body.
    checks = [check for check in checks_for(system) if check is not inertias_possible]
    certified = [check(system) for check in checks]
    assert not [check for check in certified if check is not None and not check.holds]
