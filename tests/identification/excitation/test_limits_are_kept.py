"""Every motion keeps what it has to keep, wherever one looks, and begins and ends at rest."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identification.excitation.robots import KINDS, PANDA, QUICK, TREE, excited

import torsor
from torsor.identification.excitation.fourier import make_basis
from torsor.motion.scenario.signals import signal


def anywhere(found, count=4001):
    """The motion at instants that no grid of the search has."""
    t = np.sort(np.random.default_rng(5).uniform(0, found.timing.seconds, count))
    basis = make_basis(t, found.timing.period, found.timing.harmonics)
    return t, *basis.evaluate(found.coefficients)


@pytest.mark.parametrize("kind", KINDS)
def test_a_motion_of_every_kind_of_robot_stays_within_its_bounds(kind):
    found, (robot, options) = excited(kind), KINDS[kind]
    assert found.complete
    assert np.isfinite(found.deviations).all()
    _, q, dq, ddq = anywhere(found)
    uses = {use.quantity: use for use in found.uses}
    for stem, part in (("q", q), ("dq", dq), ("ddq", ddq)):
        for k, column in enumerate(part.T, 1):
            use = uses[f"{stem}{k}"]
            assert use.lower < column.min()
            assert column.max() < use.upper
            assert use.margin > 0
            assert use.least <= column.min() + 2e-4 * (use.upper - use.lower)
            assert use.most >= column.max() - 2e-4 * (use.upper - use.lower)
    if found.uses[-1].quantity.startswith("tau"):
        arm = torsor.compile(robot, options.get("values"))
        tau = arm.inverse_dynamics(q, dq, ddq)
        for k, column in enumerate(tau.T, 1):
            assert np.abs(column).max() < uses[f"tau{k}"].upper


@pytest.mark.parametrize("kind", KINDS)
def test_velocities_and_accelerations_are_derivatives_and_the_ends_are_at_rest(kind):
    found = excited(kind)
    for k, (text, column) in enumerate(zip(found.functions, found.q.T, strict=True)):
        jets = signal(text).jet(found.t)  # differentiated from the text, by rules of its own
        for made, told in zip(jets, (column, found.dq[:, k], found.ddq[:, k]), strict=True):
            np.testing.assert_allclose(made, told, atol=1e-9)
    scale = np.abs(found.dq).max(), np.abs(found.ddq).max()
    for row in (0, len(found.t) // 2, -1):  # there are two periods
        assert np.abs(found.dq[row]).max() < 1e-12 * scale[0]
        assert np.abs(found.ddq[row]).max() < 1e-11 * scale[1]
        np.testing.assert_allclose(found.q[row], found.start, atol=1e-12)
    assert found.t[-1] == found.timing.seconds


def test_a_joint_that_two_coordinates_move_keeps_its_own_limits():
    found = torsor.excite(TREE, **QUICK)
    _, q, dq, _ = anywhere(found)
    angle, rate = 2 * q[:, 1] - q[:, 0], 2 * dq[:, 1] - dq[:, 0]
    assert angle.min() > -1
    assert angle.max() < 1.5
    assert np.abs(rate).max() < 1.2
    assert np.abs(rate).max() > 1.0, "the limit is not used"


def test_a_small_effort_is_kept_where_the_others_are_not_reached():
    found = torsor.excite("panda", **PANDA | {"effort": "87,30,87,20,12,12,12"}, **QUICK)
    tau = torsor.compile("panda").inverse_dynamics(*anywhere(found)[1:])
    assert np.abs(tau[:, 1]).max() < 30
    assert np.abs(tau[:, 1]).max() > 25
    assert np.abs(tau[:, 3]).max() < 20


def test_a_motion_begins_and_ends_where_it_is_told():
    start = [0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7]
    found = torsor.excite("panda", **PANDA, **QUICK, start=start)
    for row in (0, -1):
        np.testing.assert_allclose(found.q[row], start, atol=1e-12)
    _, q, _, _ = anywhere(found)
    assert (np.ptp(q, axis=0) > 0.3).all()


def test_a_coordinate_without_room_stands_still_and_what_it_would_show_is_named():
    found = torsor.excite(
        "planar2r", values={"l1": 1, "l2": 1, "g": 9.81}, positions="2=0.3:0.3", **QUICK
    )
    assert np.ptp(found.q[:, 1]) == 0
    assert found.q[0, 1] == pytest.approx(0.3, abs=1e-15)
    assert ("fv2",) in found.unseen
    assert ("fc2",) in found.unseen
    assert len(found.unseen) == 2, "its force shows the others"
    deviations = dict(zip(found.names, found.deviations, strict=True))
    assert np.isinf(deviations["fv2"])
    assert np.isfinite(deviations["Lzz2"])
    assert np.isfinite(found.median)


def test_a_rotor_that_a_link_hides_is_told_with_it():
    values = {"l1": 1, "l2": 1, "g": 9.81}
    found = torsor.excite("planar2r", values=values, rotors=True, **QUICK)
    assert found.unseen == (("Lzz1", "Ia1"),)
    assert {"Ia2", "Lzz2"} <= {p.name for p in found.parameters if p.seen}
