"""Rotors that no motion tells from links stand in what estimates are said to be made of."""

import numpy as np
import pytest
from tests.identification.truth.simulated import record, standard_errors, swing, unweighed

import torsor

SKEW = {
    "name": "skew",
    "gravity": [0, 0, "-g"],
    "payload": "none",
    "joint": [
        {"kind": "R", "axis": [0.6, 0.48, 0.64]},
        {"kind": "R", "axis": "y", "offset": [0.1, 0.3, 0.2]},
        {"kind": "R", "axis": "x", "offset": [0.2, 0.1, 0.3]},
    ],
}


def identified(robot, true, **options):
    dry = [lambda rate, step: 0.6 * rate + 0.9 * np.sign(rate)] * len(true)
    truth = unweighed(robot, 5, friction=dry, rotors=true)
    log = record(truth, swing(21, truth.n, size=0.8), 12.0, 200.0)
    found = torsor.identify(truth.robot, log, hold_out=0.0, values=truth.values, **options)
    return found, truth


def test_behind_a_skew_axis_a_rotor_has_the_share_of_the_inertia_about_it():
    """Lxx1 about an axis of which x is 0.6 counts 0.36 times; so a rotor counts 1/0.36 times."""
    found, truth = identified(SKEW, (4.0, 2.0, 1.0))
    first = next(e for e in found.base if e.name == "Lxx1")
    assert first.expression.endswith(" + 2.77777778*Ia1")
    assert max(abs(z) for z in standard_errors(found, truth).values()) < 4.0


@pytest.mark.parametrize("robot", ["Ry(q1) tx(l1)", "tx(q1) ty(q2)"])
def test_a_rotor_that_is_hidden_is_in_what_estimates_are_made_of_unless_there_can_be_none(robot):
    n = torsor.load(robot).dof
    found, truth = identified(robot, (0.5,) * n)
    made_of = " ".join(e.expression for e in found.base).split()
    assert {f"Ia{k}" for k in range(1, n + 1)} <= set(made_of)
    assert max(abs(z) for z in standard_errors(found, truth).values()) < 4.0
    without, _ = identified(robot, (0.5,) * n, rotors=False)
    assert not any("Ia" in e.expression for e in without.base)


def test_a_hidden_rotor_is_written_where_others_that_could_be_seen_are_none():
    found, truth = identified("planar2r", (0.8, 0.0))
    first = next(e for e in found.base if e.name == "Lzz1")
    assert first.expression.endswith(" + Ia1")
    assert abs(first.value - truth.value(first.expression)) < 4.0 * first.std
