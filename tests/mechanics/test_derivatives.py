"""Rates, sensitivities, linearisation and joint reactions, against differences and Pinocchio."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pinocchio as pin
import pytest
from tests.mechanics.exact import every_library_robot, load, model, small_robots, speeds
from tests.oracles import pinocchio_model
from tests.oracles.plain import Array, PlainRobot
from tests.oracles.random_robots import State
from tests.oracles.recursion import inverse_dynamics, mass_matrix, tool_jacobian
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import numbers

import torsor
from torsor import Model
from torsor.mechanics.derivatives import rate
from torsor.mechanics.kinematics import jacobian
from torsor.spatial.vectors import Matrix, Vector

STEP = 1e-5


def close(found: Array, wanted: Array, tolerance: float) -> bool:
    """Whether two arrays agree, relative to the larger of them and to one."""
    size = max(1.0, float(np.abs(wanted).max()))
    return bool(np.abs(found - wanted).max() <= tolerance * size)


def along(function: Callable[[Array], Array], at: Array, direction: Array) -> Array:
    """The derivative along a direction, by differences of fourth order."""
    h = STEP * 10
    f = [function(at + k * h * direction) for k in (-2, -1, 1, 2)]
    return np.array((f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h))


def slopes(function: Callable[[Array], Array], at: Array) -> Array:
    """The matrix of derivatives, a column for each entry of the argument."""
    return np.array([along(function, at, unit) for unit in np.eye(len(at))]).T


class Case:
    """A library robot without load, in numbers, in a random state."""

    def __init__(self, name: str, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.model: Model = model(name, "none")
        self.values = random_values(rng, self.model.robot)
        self.robot: PlainRobot = in_numbers(self.model.robot, self.values).robot
        self.state: State = short_state(rng, self.robot.dof)
        self.at = with_state(self.values, self.state)


# against differences ------------------------------------------------------------------------------


@every_library_robot
def test_the_rate_of_the_mass_matrix(name: str) -> None:
    case = Case(name)
    wanted = along(lambda q: mass_matrix(case.robot, q), case.state.q, case.state.dq)
    assert close(numbers(case.model.Mdot, case.at), wanted, 1e-8)


@every_library_robot
def test_the_rate_of_the_jacobian(name: str) -> None:
    case = Case(name)
    J = jacobian(case.model.chain)
    found = numbers((*rate(J.J_v), *rate(J.J_w)), case.at)
    wanted = along(lambda q: tool_jacobian(case.robot, q), case.state.q, case.state.dq)
    assert close(found, wanted, 1e-8)


@small_robots
def test_how_the_driving_forces_change_with_the_state(name: str) -> None:
    case = Case(name)
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    by_q = slopes(lambda x: inverse_dynamics(case.robot, x, dq, ddq), q)
    by_dq = slopes(lambda x: inverse_dynamics(case.robot, q, x, ddq), dq)
    by_ddq = slopes(lambda x: inverse_dynamics(case.robot, q, dq, x), ddq)
    assert close(numbers(case.model.tau_q, case.at), by_q, 1e-7)
    assert close(numbers(case.model.tau_dq, case.at), by_dq, 1e-7)
    accelerations = (f"dd{name}" for name in case.model.coordinates)
    found = Matrix([t.diff(n) for t in case.model.tau] for n in accelerations).T
    assert close(numbers(found, case.at), by_ddq, 1e-7)


# against Pinocchio --------------------------------------------------------------------------------


@every_library_robot
def test_pinocchio_has_the_same_derivatives(name: str) -> None:
    case = Case(name, 1)
    theirs = pinocchio_model.build(case.robot)
    data, order = theirs.model.createData(), theirs.order
    state = case.state
    assert list(order) == list(range(len(order)))  # the library has chains only
    pin.computeRNEADerivatives(theirs.model, data, state.q, state.dq, state.ddq)
    for found, wanted in (
        (case.model.tau_q, data.dtau_dq),
        (case.model.tau_dq, data.dtau_dv),
        (case.model.M, np.triu(data.M) + np.triu(data.M, 1).T),
    ):
        assert close(numbers(found, case.at), np.array(wanted), 1e-11)


@every_library_robot
def test_joint_reactions_are_pinocchios(name: str) -> None:
    """What the parent exerts on each link, at the joint, in the link's axes."""
    case = Case(name, 2)
    theirs = pinocchio_model.build(case.robot)
    data, state = theirs.model.createData(), case.state
    pin.rnea(theirs.model, data, state.q, state.dq, state.ddq)
    for i in range(1, case.robot.dof + 1):
        link = case.model.links[i]
        assert close(numbers(link.f, case.at), np.array(data.f[i].linear), 1e-11)
        assert close(numbers(link.n, case.at), np.array(data.f[i].angular), 1e-11)


@small_robots
def test_the_driving_force_is_the_reaction_along_the_joint(name: str) -> None:
    found = model(name)
    coordinate = 0
    for link in found.chain.links:
        if link.kind == "F":
            continue
        steps = found.links[link.number]
        along_axis = (steps.n if link.kind == "R" else steps.f).dot(link.axis)
        assert found.tau[coordinate] == along_axis
        coordinate += 1


# exactly ------------------------------------------------------------------------------------------


@small_robots
def test_the_rate_of_the_mass_matrix_is_c_and_its_transpose(name: str) -> None:
    found = model(name)
    assert found.Mdot == found.C + found.C.T


@small_robots
def test_the_tools_acceleration_has_both_rates(name: str) -> None:
    """a = J q̈ + J̇ q̇ is the time derivative of J q̇."""
    found = model(name)
    J = jacobian(found.chain).J_v
    dq, ddq = speeds(found), speeds(found, "ddq")
    velocity = Vector(found.parse("0") + e for e in J @ dq)
    assert Vector(e.dt() for e in velocity) == J @ ddq + rate(J) @ dq


@small_robots
def test_linearised_about_rest_there_are_mass_and_stiffness_and_no_damping(name: str) -> None:
    found = model(name, "none")
    linear = found.linearised({})
    still = {f"{d}q{k}": 0 for d in ("d", "dd") for k in range(1, len(found.tau) + 1)}
    assert linear.M == found.M
    assert not any(e for row in linear.D for e in row)
    for i, row in enumerate(linear.K):
        assert tuple(row) == tuple(found.g[i].diff(q) for q in found.coordinates)
        assert tuple(row) == tuple(e.subs(still) for e in found.tau_q[i])


def test_linearised_about_a_motion() -> None:
    found = model("planar2r", "none")
    linear = found.linearised({"dq1": "3/2", "q2": "90deg"})
    parse = found.parse
    assert linear.M[0][0] == parse(
        "Izz1 + m1*(rx1^2 + ry1^2) + Izz2 + m2*(l1^2 + rx2^2 + ry2^2) - 2*m2*l1*ry2"
    )
    # τ2 has the term m2 l1 (rx2 sin q2 + ry2 cos q2) q̇1²
    assert linear.D[1][0] == parse("3*m2*l1*rx2")
    gravity = parse("m2*g*(rx2*cos(q1 + q2) - ry2*sin(q1 + q2))").diff("q2").subs({"q2": "90deg"})
    assert linear.K[1][1] == parse("-9/4*m2*l1*ry2") + gravity


def test_a_pendulum_linearised_by_hand() -> None:
    row = {
        "kind": "R",
        "axis": "z",
        "link": {"mass": 2, "com": ["1/2", 0, 0], "inertia": 0, "viscous": "1/5"},
    }
    table = {"joint": [row], "gravity": [0, "-10", 0], "payload": "none"}
    linear = torsor.derive(table).linearised({"q1": "-90deg"})
    assert (linear.M[0][0], linear.D[0][0], linear.K[0][0]) == (Fraction(1, 2), Fraction(1, 5), 10)
    A, B = linear.state_space()
    assert A == [[0, 1], [-20, -0.4]]
    assert B == [[0], [2]]


@pytest.mark.parametrize("name", ["planar2r", "3r", "rttrr", "trtrr", "scara", "puma560", "iiwa"])
def test_a_and_b_by_numpy(name: str) -> None:
    case = Case(name, 3)
    A, B = case.model.state_space(case.at)
    M = mass_matrix(case.robot, case.state.q)
    theirs = pinocchio_model.build(case.robot)
    data, state = theirs.model.createData(), case.state
    pin.computeRNEADerivatives(theirs.model, data, state.q, state.dq, state.ddq)
    n = len(M)
    inverse = np.linalg.inv(M)
    below = np.hstack((-inverse @ data.dtau_dq, -inverse @ data.dtau_dv))
    assert close(np.array(A), np.vstack((np.hstack((np.zeros((n, n)), np.eye(n))), below)), 1e-8)
    assert close(np.array(B), np.vstack((np.zeros((n, n)), inverse)), 1e-8)


def test_a_and_b_follow_from_the_exact_linearisation() -> None:
    case = Case("3r", 5)
    exact = case.model.linearised(case.at).state_space()
    for found, wanted in zip(case.model.state_space(case.at), exact, strict=True):
        assert close(np.array(found), np.array(wanted), 1e-11)


def test_the_linear_model_is_how_the_true_one_begins() -> None:
    """A small push from rest: the linear answer is off by the square of the push only."""
    case = Case("3r", 4)
    n = case.robot.dof
    q, rest = case.state.q, np.zeros(n)
    at = {n_: v for n_, v in case.at.items() if not n_.startswith(("dq", "ddq"))}
    A, _ = case.model.linearised(at).state_space()
    held = inverse_dynamics(case.robot, q, rest, rest)
    direction = np.array([0.3, -0.7, 0.5])

    def acceleration(push: float) -> Array:
        moved = q + push * direction
        lacking = held - inverse_dynamics(case.robot, moved, rest, rest)
        return np.linalg.solve(mass_matrix(case.robot, moved), lacking)

    errors = [
        np.linalg.norm(acceleration(push) - np.array(A)[n:, :n] @ direction * push)
        for push in (1e-2, 1e-3)
    ]
    assert errors[1] < errors[0] / 50


def test_a_value_that_a_and_b_need_is_named() -> None:
    linear = torsor.derive("planar2r").linearised({"q1": 0, "q2": 0, "m1": 1, "m2": 1})
    with pytest.raises(torsor.TorsorError, match=r"no value for .*Izz1.* \(needed for A and B\)"):
        linear.state_space()


def test_a_singular_mass_matrix_is_told() -> None:
    rows = [{"kind": "T", "axis": "x"}, {"kind": "T", "axis": "x", "link": {"mass": 0}}]
    linear = torsor.derive({"joint": rows, "payload": "none"}).linearised({"m1": 2})
    with pytest.raises(torsor.TorsorError, match="the mass matrix is singular at the operating"):
        linear.state_space()


def test_load_is_a_robot_with_reactions_at_every_joint() -> None:
    """Under a payload the base bears it too: at rest, its force and weight."""
    found = torsor.derive(load("cartesian"))
    rest = {f"{d}q{k}": 0 for d in ("d", "dd") for k in (1, 2, 3)}
    force = [e.subs(rest) for e in found.links[1].f]
    assert force == [found.parse("fx"), found.parse("fy"), found.parse("fz + (m1 + m2 + m3)*g")]
