"""A motion that was sought shows more than the best of hundreds that were drawn.

``TORSOR_PROVE=all`` asks the usual search for Panda beside 300 random motions.
The random motions are drawn here, by a way of their own: normal coefficients, every coordinate as
large as its own limits let it be, somewhere in its range, and all smaller where the forces ask.
"""

from __future__ import annotations

import os
import time

import numpy as np
import pytest
from tests.identification.excitation.robots import KINDS, PANDA, QUICK, excited

import torsor

ALL = os.environ.get("TORSOR_PROVE") == "all"
MOTIONS = 300
SAMPLING = 100.0
DIGITS = "0123456789"


def bounds_of(found):
    return {
        stem: np.array([(u.lower, u.upper) for u in found.uses if u.quantity.strip(DIGITS) == stem])
        for stem in ("q", "dq", "ddq", "tau")
    }


def random_motion(random, found, arm, decay):
    """A motion from rest to rest within the limits, at the samples of the estimation."""
    n, harmonics, w = len(found.start), found.timing.harmonics, 2 * np.pi / found.timing.period
    limits = bounds_of(found)
    order = np.arange(1, harmonics + 1)
    t = np.arange(int(found.timing.seconds * SAMPLING)) / SAMPLING
    angle = np.outer(t, order * w)
    a, b = random.standard_normal((2, n, harmonics)) / order**decay
    a -= np.outer(a @ order, order) / (order @ order)  # at rest at the ends
    b -= np.outer(b @ order**2, order**2) / (order**2 @ order**2)
    s, c = np.sin(angle), np.cos(angle)
    q = s @ a.T + c @ b.T
    dq = (c * (order * w)) @ a.T - (s * (order * w)) @ b.T
    ddq = -(s * (order * w) ** 2) @ a.T - (c * (order * w) ** 2) @ b.T
    share = np.min(
        [np.ptp(limits["q"], axis=1) / np.ptp(q, axis=0),
         limits["dq"][:, 1] / np.abs(dq).max(axis=0),
         limits["ddq"][:, 1] / np.abs(ddq).max(axis=0)], axis=0,
    )  # fmt: skip
    q, dq, ddq = q * share, dq * share, ddq * share
    low, high = limits["q"][:, 0] - q.min(axis=0), limits["q"][:, 1] - q.max(axis=0)
    offset = low + (high - low) * random.random(n)
    for smaller in 0.95 ** np.arange(80):
        state = offset + smaller * q, smaller * dq, smaller * ddq
        if (np.abs(arm.inverse_dynamics(*state)) <= limits["tau"][:, 1]).all():
            return state
    return None


def deviations(arm, state, noise):
    """Of base parameters and friction, by the inverse of the information matrix."""
    dq = state[1]
    each = np.broadcast_to(np.eye(len(noise)), (len(dq), len(noise), len(noise)))
    drives = (each * dq[..., None], each * np.sign(dq[..., None]), each)
    Y = np.concatenate((arm.base_regressor(*state), *drives), axis=2) / noise[:, None]
    Y = Y.reshape(-1, Y.shape[2])
    return np.sqrt(np.diag(np.linalg.inv(Y.T @ Y)))


@pytest.mark.prove
@pytest.mark.skipif(not ALL, reason="a minute alone on the machine")
@pytest.mark.usefixtures("usual_search")
def test_for_panda_the_median_deviation_is_half_of_the_best_random_motions_within_a_minute():
    began = time.monotonic()
    found = torsor.excite("panda", **PANDA)
    took = time.monotonic() - began
    assert found.complete
    assert took < 60
    arm = torsor.compile("panda")
    random = np.random.default_rng(11)
    drawn = []
    for number in range(MOTIONS):
        state = random_motion(random, found, arm, decay=number % 3)
        if state is not None:
            drawn.append(deviations(arm, state, found.noise))
    assert len(drawn) > 0.9 * MOTIONS
    best = min(np.median(deviation) for deviation in drawn)
    base = len(arm.base_parameters)
    best_of_base = min(np.median(deviation[:base]) for deviation in drawn)
    of_all = found.median / best
    of_base = np.median(found.deviations[:base]) / best_of_base
    print(f"{took:.0f} s; {of_all:.3f} of the best of {len(drawn)}, base alone {of_base:.3f}")
    assert of_all < 0.5
    assert of_base < 0.5


@pytest.mark.parametrize("kind", KINDS)
def test_the_ellipsoid_is_smaller_than_that_of_the_best_random_motion(kind):
    found = excited(kind)
    assert found.random.motions > 50
    assert found.random.axis_ratio < 0.95


def test_more_starts_never_make_it_worse():
    """But for what its criterion, friction smoothed and on a grid, and samples are apart."""
    options = {**QUICK, "noise": 1.0}
    few = torsor.excite("cartesian", **options)
    more = torsor.excite("cartesian", **options | {"starts": 4})
    assert more.random.axis_ratio <= 1.005 * few.random.axis_ratio
