"""Gradients are those of finite differences: of the criterion, and of every kind of bound."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.identification.excitation.robots import KINDS, PANDA

from torsor.formats.load import load
from torsor.identification.excitation.columns import FRICTION, ROTOR, Columns
from torsor.identification.excitation.information import (
    Criterion,
    Prediction,
    compress,
    find_visible,
)
from torsor.identification.excitation.problem import Request, pose_problem
from torsor.identification.excitation.products import invert
from torsor.identification.excitation.search.augmented_lagrangian import (
    Excess,
    Penalised,
    make_grid,
)
from torsor.identification.excitation.search.descent import descend
from torsor.identification.excitation.search.random_motions import draw_motion

STEP = 1e-5


def posed(robot, values=None, **options):
    options = {"seconds": 4.0, "harmonics": 5, "repeats": 1} | options
    return pose_problem(load(robot), Request(**options), values)


def slope(function, x, direction):
    return (function(x + STEP * direction) - function(x - STEP * direction)) / (2 * STEP)


@pytest.mark.parametrize("kind", ["panda", "rttrr", "tree", "one joint"])
def test_the_gradient_of_the_criterion_is_that_of_finite_differences(kind):
    robot, options = KINDS[kind]
    problem = posed(robot, **options)
    n, room, random = problem.bounds.n, problem.room, problem.random
    names = problem.arm.base_parameters.names
    speeds = 0.1 * problem.bounds.velocity
    columns = Columns(problem.arm, names, (*FRICTION, ROTOR), np.linspace(1, 2, n), speeds)
    basis = make_grid(room.family, 8)
    x = draw_motion(room, basis, random)
    states = [basis.evaluate(room.family.coefficients(x))]
    visible = find_visible(compress(lambda: map(columns.evaluate, states)))
    problem = Penalised(
        room, Criterion(columns, visible), basis, 0.1, np.inf, penalty=100.0
    )  # tightened so that some bounds are exceeded, and felt
    problem.multipliers = [random.uniform(0, 0.01, part.shape) for part in problem.take_over(None)]
    _, gradient = problem(x)
    for _ in range(5):
        direction = random.standard_normal(x.shape)
        numeric = slope(lambda y: problem(y)[0], x, direction)
        assert gradient @ direction == pytest.approx(numeric, rel=2e-4, abs=1e-6)


@pytest.mark.parametrize(
    "kind, room",
    [("panda", {"floor": 0.2, "keep_out": [(0.3, 0.2, 0.4, 0.3), (0, 0, 0.9, 0.1)]}),
     ("tree", {"floor": 0.4}), ("one joint", {})],
)  # fmt: skip
def test_the_gradients_of_all_bounds_are_those_of_finite_differences(kind, room):
    robot, options = KINDS[kind]
    options = {key: value for key, value in options.items() if key != "effort"}
    problem = posed(robot, **options, **room, **({"effort": 5} if kind == "panda" else {}))
    random, n = np.random.default_rng(2), problem.bounds.n
    state = tuple(random.uniform(-1, 1, (3, 6, n)))
    assert len(problem.room.constraints) >= 4
    for constraint in problem.room.constraints:
        excess = constraint.excess(state)
        weights = random.standard_normal(excess.shape)
        pulled = constraint.pull(state, weights)
        for order in range(3):
            direction = random.standard_normal((6, n))

            def value(part, order=order, constraint=constraint, weights=weights):
                moved = list(state)
                moved[order] = part
                return float((constraint.excess(tuple(moved)) * weights).sum())

            numeric = slope(value, state[order], direction)
            exact = float((pulled[order] * direction).sum())
            assert exact == pytest.approx(numeric, rel=1e-5, abs=1e-6), (constraint, order)


def test_the_gradient_of_what_is_exceeded_is_that_of_finite_differences():
    problem = posed("panda", **PANDA, floor=0.1)
    basis = make_grid(problem.room.family, 8)
    cost = Excess(problem.room, basis, 0.0)
    x = 1.3 * draw_motion(problem.room, basis, problem.random)
    value, gradient = cost(x)
    assert value > 0
    direction = problem.random.standard_normal(x.shape)
    numeric = slope(lambda y: cost(y)[0], x, direction)
    assert gradient @ direction == pytest.approx(numeric, rel=1e-4)


@pytest.mark.parametrize("p", [3, 48, 49, 130])
def test_the_inverse_by_blocks_is_the_inverse(p):
    A = np.random.default_rng(p).standard_normal((2 * p, p))
    F = A.T @ A
    information, inverse = invert(F)
    assert information == pytest.approx(np.linalg.slogdet(F)[1], rel=1e-12)
    np.testing.assert_allclose(inverse @ F, np.eye(p), atol=1e-9)


def test_the_descent_finds_the_bottom_of_rosenbrocks_valley():
    def valley(x):
        a, b = 1 - x[:-1], x[1:] - x[:-1] ** 2
        slopes = np.zeros_like(x)
        slopes[:-1] += -2 * a - 400 * x[:-1] * b
        slopes[1:] += 200 * b
        return float(a @ a + 100 * b @ b), slopes

    assert descend(valley, np.full(10, -1.2), 500) == pytest.approx(np.ones(10), abs=1e-3)


def test_rows_of_low_rank_show_combinations_and_hide_the_rest():
    random = np.random.default_rng(1)
    rows = random.standard_normal((40, 6)) * [1, 1e3, 1, 1e-3, 1, 0]
    rows[:, 4] = 2 * rows[:, 0] - rows[:, 2]  # told apart in no row
    visible = find_visible(compress(lambda: [rows[:20], rows[20:]]))
    assert visible.hidden == ((0, 2, 4), (5,))
    assert visible.combinations.shape == (6, 4)
    R = compress(lambda: [rows @ visible.combinations])
    deviations = Prediction(R, visible).deviations
    known = np.linalg.inv(rows[:, [0, 1, 2, 3]].T @ rows[:, [0, 1, 2, 3]])
    assert deviations[[1, 3]] == pytest.approx(np.sqrt(np.diag(known))[[1, 3]], rel=1e-6)
    assert np.isinf(deviations[[0, 2, 4, 5]]).all()


def test_coulomb_friction_jumps_in_predictions_and_turns_in_the_search():
    problem = posed("planar2r", {"l1": 1, "l2": 1, "g": 9.81})
    names = problem.arm.base_parameters.names
    smooth = Columns(problem.arm, names, FRICTION, np.ones(2), np.full(2, 0.1))
    state = tuple(np.array([[0.05, -0.02]]) for _ in range(3))
    at = smooth.names.index("fc1")
    assert smooth.evaluate(state)[0, at] == pytest.approx(np.tanh(0.5))
    assert smooth.exact().evaluate(state)[0, at] == 1.0
    assert replace(smooth, kinds=("offset",)).names[len(names) :] == ("fo1", "fo2")
