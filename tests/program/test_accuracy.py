"""Rounding errors of compiled code, against the recursion over balls of 50 digits.

The relative error of a vector is ‖error‖ over the sum of the magnitudes of the terms it is made
of. ``TORSOR_PROVE=all`` takes 10,000 states of each robot, else 150.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx
from tests.oracles.random_robots import State
from tests.program.balls import DIGITS, differences, driving_forces
from tests.program.truth import Truth, library_truth
from tests.truth.bridge import with_state

import torsor

COUNT = 10_000 if os.environ.get("TORSOR_PROVE") == "all" else 150
TOLERANCE = 1e-13
robots = pytest.mark.parametrize("name", ["puma560", "panda", "rttrr"])


@cache
def truth_of(name: str) -> Truth:
    return library_truth(name, "none", 11)


@cache
def arm_of(name: str) -> Any:
    return torsor.compile(truth_of(name).robot, truth_of(name).numbers)


def some_states(truth: Truth, count: int, seed: int = 0) -> list[State]:
    """Everywhere: a third of them with coordinates up to ±10,000, speeds of any size."""
    rng = np.random.default_rng(seed)
    found = []
    for i in range(count):
        q = rng.uniform(-1, 1, truth.robot.dof) * (1e4 if i % 3 == 0 else np.pi)
        speed, rate = 10 ** rng.uniform(-2, 2, 2)
        found.append(State(q, *(rng.uniform(-1, 1, truth.robot.dof) * s for s in (speed, rate))))
    return found


@robots
def test_the_relative_error_is_at_most_1e_13(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    states = some_states(truth, COUNT)
    batch = [np.array([getattr(s, part) for s in states]) for part in ("q", "dq", "ddq")]
    found = arm.inverse_dynamics(*batch)
    worst = 0.0
    for state, tau in zip(states, found, strict=True):
        exact = driving_forces(truth.robot, with_state(truth.numbers, state))
        error = np.linalg.norm(differences(tau, exact)) / truth.magnitude(state)
        worst = max(worst, float(error))
    assert worst <= TOLERANCE


@robots
def test_the_recursion_over_balls_is_the_closed_form(name: str) -> None:
    """To 45 digits, at a few states."""
    truth = truth_of(name)
    model = torsor.derive(truth.robot)
    ctx.dps, before = DIGITS + 10, ctx.dps
    try:
        for state in some_states(truth, 2, seed=1):
            values = with_state(truth.numbers, state)
            exact = driving_forces(truth.robot, values)
            # A float that is read as text would be the shortest decimal, not itself.
            values = {name: Fraction(value) for name, value in values.items()}
            for ours, closed in zip(exact, model.tau, strict=True):
                number = closed.evaluate(values, digits=DIGITS)
                assert abs(ours - arb(str(number))) <= arb("1e-45") * (1 + abs(ours))
    finally:
        ctx.dps = before


def test_an_error_would_be_seen() -> None:
    """A length that is wrong in its eleventh digit is beyond the tolerance."""
    truth, arm = truth_of("puma560"), arm_of("puma560")
    (state,) = some_states(truth, 1)
    moved = dict(truth.numbers)
    moved["a2"] *= 1 + 1e-11
    exact = driving_forces(truth.robot, with_state(moved, state))
    tau = arm.inverse_dynamics(state.q, state.dq, state.ddq)
    assert np.linalg.norm(differences(tau, exact)) / truth.magnitude(state) > TOLERANCE


@robots
def test_single_precision_is_as_good_as_its_digits(name: str) -> None:
    truth, arm = truth_of(name), arm_of(name)
    for state in some_states(truth, 30, seed=2):
        given = [v.astype(np.float32) for v in (state.q, state.dq, state.ddq)]
        rounded = State(*(v.astype(float) for v in given))
        exact = driving_forces(truth.robot, with_state(truth.numbers, rounded))
        tau = arm.inverse_dynamics(*given)
        error = np.linalg.norm(differences(tau, exact)) / truth.magnitude(rounded)
        assert error <= 3e-6
