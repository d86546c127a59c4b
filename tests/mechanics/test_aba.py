"""Forward dynamics by articulated bodies and by Lᵀ D L: exact inverses, and Pinocchio's numbers."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mechanics.exact import EVERY, load
from tests.mechanics.test_rnea import load_of
from tests.program.rational import RationalScalars, small
from tests.program.truth import random_truth
from tests.truth.bridge import with_state

from torsor.algebra.scalars.floats import FloatScalars
from torsor.mechanics.fast import rnea
from torsor.mechanics.fast.aba import forward_dynamics
from torsor.mechanics.fast.aligned_frames import aligned_chain
from torsor.mechanics.fast.ltdl import factors
from torsor.robot.symbols import parameters

COUNT = 400 if os.environ.get("TORSOR_PROVE") == "all" else 100


def exact_scalars(robot: Any, seed: int, accelerated: bool) -> RationalScalars:
    rng = np.random.default_rng(seed)
    values: dict[str, Any] = {n: small(rng, 1) for n in parameters(robot)}
    tangents = {n: small(rng) for n in (*values, *(f"q{k}" for k in range(1, robot.dof + 1)))}
    for k in range(1, robot.dof + 1):
        values |= {f"q{k}": small(rng), f"dq{k}": small(rng)}
        ddq = small(rng)
        values[f"ddq{k}"] = ddq if accelerated else 0
    return RationalScalars(values, tangents)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("borne", [False, True])
def test_it_is_exactly_the_inverse_of_the_inverse_dynamics(name: str, borne: bool) -> None:
    """Over exact numbers, roots included: the accelerations that went in come out again."""
    robot = load(name).with_payload("wrench")
    moving, resting = exact_scalars(robot, 1, True), exact_scalars(robot, 1, False)
    chains = [aligned_chain(robot, s) for s in (moving, resting)]
    if borne:
        chains = [rnea.regroup_masses(chain) for chain in chains]
    tau = rnea.inverse_dynamics(chains[0], load_of(robot, chains[0], moving))
    by_link = {link: tau[k - 1] for link, k in robot.coordinate.items()}
    # A rotor takes its share of the driving force.
    rotors = {link: Fraction(link, 7) for link in by_link}
    for link, k in robot.coordinate.items():
        by_link[link] += rotors[link] * moving.values[f"ddq{k}"]
    ddq, pivots = forward_dynamics(chains[1], by_link, rotors, load_of(robot, chains[1], resting))
    wanted = [moving.values[f"ddq{robot.coordinate[link.number]}"] for link in chains[1].links]
    assert list(ddq) == wanted
    assert len(pivots) == len(ddq)


@pytest.mark.parametrize("seed", [s for s in range(COUNT) if s % 5 != 3])
def test_a_random_robot_agrees_with_pinocchio(seed: int) -> None:
    """All but those with coupled joints, which are not for articulated bodies."""
    truth = random_truth(seed)
    robot, plain = truth.robot, truth.pin
    assert len(robot.coordinate) == robot.dof == len(robot.displacement)
    rng = np.random.default_rng(seed)
    state = truth.state(rng)
    tau = rng.uniform(-20, 20, robot.dof)
    scalars = FloatScalars(with_state(truth.numbers, state) | {f"ddq{k}": 0.0 for k in range(1, 9)})
    chain = rnea.regroup_masses(aligned_chain(robot, scalars))
    by_link = {link: float(tau[k - 1]) for link, k in robot.coordinate.items()}
    ddq, _ = forward_dynamics(chain, by_link, {}, load_of(robot, chain, scalars))
    model, order = plain.model, plain.order
    external = [pin.Force.Zero() for _ in range(model.njoints)]
    if truth.payload is not None:
        frame = model.frames[plain.tool]
        axes = truth.tool(state.q)[:3, :3].T if truth.payload.axes == "base" else np.eye(3)
        force = pin.Force(-axes @ truth.payload.force, -axes @ truth.payload.moment)
        external[frame.parentJoint] = frame.placement.act(force)
    wanted = np.empty(robot.dof)
    wanted[order] = pin.aba(
        model, model.createData(), state.q[order], state.dq[order], tau[order], external
    )
    # ‖error‖ is measured by what it would take: M times it, against the forces that act.
    scale = np.abs(tau).sum() + truth.magnitude(state, truth.payload)
    M = truth.mass_matrix(state.q, rotors=False)
    worst = max(1.0, np.linalg.cond(M) * 1e-3)
    assert np.linalg.norm(M @ (np.array(ddq, float) - wanted)) <= 1e-12 * worst * scale


def positive_definite(entries: list[int], n: int) -> list[list[Fraction]]:
    A = [[Fraction(entries[i * n + j]) for j in range(n)] for i in range(n)]
    return [
        [sum(A[i][k] * A[j][k] for k in range(n)) + (i == j) for j in range(n)] for i in range(n)
    ]


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 6), st.lists(st.integers(-5, 5), min_size=42, max_size=42))
def test_the_factors_give_the_matrix_back_and_solve_exactly(n: int, entries: list[int]) -> None:
    M = positive_definite(entries, n)
    found = factors(M)
    L = [[1 if i == j else found.L[i][j] for j in range(n)] for i in range(n)]
    assert all(L[i][j] == 0 for i in range(n) for j in range(i + 1, n))
    again = [
        [sum(L[k][i] * found.D[k] * L[k][j] for k in range(n)) for j in range(n)] for i in range(n)
    ]
    assert again == M
    assert all(d * e == 1 for d, e in zip(found.D, found.inverse, strict=True))
    b = [Fraction(e) for e in entries[36 : 36 + n]]
    x = found.solve(b)
    assert [sum(M[i][j] * x[j] for j in range(n)) for i in range(n)] == b


def test_zeros_of_a_tree_stay_zero() -> None:
    """Two branches of two joints each on one joint: no entry between the branches."""
    M = [
        [9, 1, 2, 1, 3],
        [1, 7, 2, 0, 0],
        [2, 2, 6, 0, 0],
        [1, 0, 0, 8, 1],
        [3, 0, 0, 1, 5],
    ]
    L = factors(M).L
    assert all(type(L[i][j]) is int and L[i][j] == 0 for i in (3, 4) for j in (1, 2))


def test_only_the_upper_triangle_is_read() -> None:
    assert factors([[2, 1], [99, 3]]).solve([1, 2]) == factors([[2, 1], [1, 3]]).solve([1, 2])


def test_a_zero_pivot_is_a_division_by_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        factors([[1, 0], [0, 0]])
