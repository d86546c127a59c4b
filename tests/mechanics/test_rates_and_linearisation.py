"""Rates, derivatives of the forces, the linearised model and joint reactions, against numbers.

Central differences of the floating-point forms, Pinocchio's own derivatives, and numpy are judges.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.oracles import pinocchio_model, recursion
from tests.oracles.plain import Array, PlainRobot
from tests.oracles.random_robots import State
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import numbers, relative_error

import torsor
from torsor.errors import MissingValueError, TorsorError
from torsor.mechanics.derivatives import rate
from torsor.mechanics.kinematics import jacobian
from torsor.spatial.vectors import Matrix

CHAINS = ("planar2r", "scara", "3r", "rttrr", "stanford", "puma560")
STEP = 1e-5
CENTRAL = 1e-8
"""What central differences with this step are good for."""

every_chain = pytest.mark.parametrize("name", CHAINS)


@cache
def model(name: str) -> torsor.Model:
    return torsor.derive(torsor.load(name).with_payload("none"))


class Case:
    """A robot in numbers at a state."""

    def __init__(self, name: str, seed: int = 8) -> None:
        rng = np.random.default_rng(seed)
        self.model = model(name)
        self.values = random_values(rng, self.model.robot)
        self.plain: PlainRobot = in_numbers(self.model.robot, self.values).robot
        self.state = short_state(rng, self.plain.dof)

    def at(self, what: Any, state: State | None = None) -> Array:
        return numbers(what, with_state(self.values, state or self.state))

    def moved(self, dq: Array) -> State:
        """The state with its coordinates moved on."""
        return State(self.state.q + dq, self.state.dq, self.state.ddq)

    def along(self, what: Any) -> Array:
        """The rate of a matrix of the coordinates, by central differences along the motion."""
        step = STEP * self.state.dq
        return (self.at(what, self.moved(step)) - self.at(what, self.moved(-step))) / (2 * STEP)


def close(found: Array, wanted: Array, tolerance: float) -> bool:
    size = max(1.0, float(np.abs(found).sum() + np.abs(wanted).sum()))
    return relative_error(found, wanted, size) <= tolerance


# rates --------------------------------------------------------------------------------------------


@every_chain
def test_the_rate_of_m_is_its_difference_along_the_motion(name: str) -> None:
    case = Case(name)
    assert close(case.at(case.model.Mdot), case.along(case.model.M), CENTRAL)


@every_chain
def test_the_rate_of_m_is_c_and_its_transpose(name: str) -> None:
    found, C = model(name), model(name).C
    n = len(C)
    assert found.Mdot == Matrix([C[i][j] + C[j][i] for j in range(n)] for i in range(n))


@every_chain
@pytest.mark.parametrize("part", ["J_v", "J_w"])
def test_the_rate_of_the_jacobian_is_its_difference_along_the_motion(name: str, part: str) -> None:
    case = Case(name)
    J = getattr(jacobian(case.model.chain), part)
    assert close(case.at(rate(J)), case.along(J), CENTRAL)


@every_chain
def test_the_jacobian_and_its_rate_give_the_tool_s_acceleration(name: str) -> None:
    case = Case(name)
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    motions = recursion.link_motions(case.plain, q, dq, ddq)
    tool = recursion.tool_motion(case.plain, motions)
    geometric = jacobian(case.model.chain)
    for J, wanted in ((geometric.J_v, tool.acceleration), (geometric.J_w, tool.alpha)):
        assert close(case.at(J) @ ddq + case.at(rate(J)) @ dq, wanted, 1e-12)


# derivatives of the driving forces ----------------------------------------------------------------


@every_chain
def test_the_forces_derivatives_are_their_differences(name: str) -> None:
    case = Case(name)
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq
    by_q, by_dq = case.at(case.model.tau_q), case.at(case.model.tau_dq)
    for k, unit in enumerate(np.eye(case.plain.dof)):
        step = STEP * unit
        ahead, behind = (case.at(case.model.tau, case.moved(s)) for s in (step, -step))
        assert close(by_q[:, k], (ahead - behind) / (2 * STEP), CENTRAL)
        ahead, behind = (case.at(case.model.tau, State(q, dq + s, ddq)) for s in (step, -step))
        assert close(by_dq[:, k], (ahead - behind) / (2 * STEP), CENTRAL)


@every_chain
def test_the_forces_derivatives_are_pinocchio_s(name: str) -> None:
    for seed in (1, 2, 3):
        case = Case(name, seed)
        built = pinocchio_model.build(case.plain)
        data = built.model.createData()
        state = (case.state.q, case.state.dq, case.state.ddq)
        by_q, by_dq, M = pin.computeRNEADerivatives(built.model, data, *state)
        M = np.triu(M) + np.triu(M, 1).T
        assert close(case.at(case.model.tau_q), by_q, 1e-12)
        assert close(case.at(case.model.tau_dq), by_dq, 1e-12)
        assert close(case.at(case.model.M), M, 1e-12)


# the linearised model -----------------------------------------------------------------------------


def test_a_pendulum_linearises_to_what_every_textbook_has() -> None:
    link = {"mass": "m", "com": ["l", 0, 0], "inertia": 0, "viscous": "b"}
    pendulum = torsor.derive(
        {"payload": "none", "joint": [{"kind": "R", "axis": "y", "link": link}]}
    )
    for angle, stiffness in (("90deg", "m*g*l"), ("-90deg", "-m*g*l"), (0, "0")):
        linear = pendulum.linearised({"q1": angle})
        found = [linear.M[0][0], linear.D[0][0], linear.K[0][0]]
        assert found == [pendulum.parse(e) for e in ("m*l^2", "b", stiffness)]
    numbered = {"m": 2, "l": "1/2", "g": 10, "b": "1/4"}
    A, B = pendulum.linearised({"q1": "90deg", **numbered}).state_space()
    assert A == [[0, 1], [-20, -0.5]]
    assert B == [[0], [2]]


@pytest.mark.parametrize("name", ["planar2r", "scara", "rttrr"])
def test_at_rest_the_forces_depend_on_velocities_by_viscous_friction_alone(name: str) -> None:
    friction = torsor.derive(torsor.load(name).with_payload("none").with_drives("friction"))
    n = friction.robot.dof
    damping = friction.linearised(dict.fromkeys(friction.coordinates, 0)).D
    for i, row in enumerate(damping, 1):
        assert list(row) == [friction.parse(f"fv{i}" if i == j else "0") for j in range(1, n + 1)]


@every_chain
def test_the_linearised_model_is_the_forces_first_order(name: str) -> None:
    case = Case(name)
    point = with_state(case.values, case.state)
    linear = case.model.linearised(point)
    for found, wanted in (
        (linear.M, case.model.M),
        (linear.D, case.model.tau_dq),
        (linear.K, case.model.tau_q),
    ):
        assert close(numbers(found, {}), case.at(wanted), 1e-12)


@every_chain
def test_rates_not_given_are_zero(name: str) -> None:
    case = Case(name)
    rest = np.zeros(case.plain.dof)
    still = State(case.state.q, rest, rest)
    given = {k: v for k, v in with_state(case.values, still).items() if not k.startswith("d")}
    given |= {k: v for k, v in case.values.items() if k.startswith("d")}
    linear = case.model.linearised(given)
    assert close(numbers(linear.K, {}), case.at(case.model.tau_q, still), 1e-12)
    assert not numbers(linear.D, {}).any()


@every_chain
def test_the_state_space_is_what_numpy_makes_of_m_d_k(name: str) -> None:
    case = Case(name)
    A, B = case.model.linearised(with_state(case.values, case.state)).state_space()
    n = case.plain.dof
    M = case.at(case.model.M)
    K, D = case.at(case.model.tau_q), case.at(case.model.tau_dq)
    zero, one = np.zeros((n, n)), np.eye(n)
    wanted = np.block([[zero, one], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    worst = 1e-14 * np.linalg.cond(M) + 1e-12
    assert close(np.array(A), wanted, worst)
    assert close(np.array(B), np.vstack([zero, np.linalg.inv(M)]), worst)


def test_the_state_space_names_the_values_it_lacks() -> None:
    linear = model("planar2r").linearised({"q1": 0, "q2": 0})
    with pytest.raises(MissingValueError, match=r"no value for .*m1.* \(needed for A and B\)"):
        linear.state_space()


def test_a_singular_mass_matrix_has_no_state_space() -> None:
    nothing = {"mass": 0, "com": 0, "inertia": 0}
    massless = torsor.derive(
        {"payload": "none", "joint": [{"kind": "R", "axis": "z", "link": nothing}]}
    )
    with pytest.raises(TorsorError, match="the mass matrix is singular at the operating point"):
        massless.linearised({"q1": 0}).state_space()


# joint reactions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["stanford", "puma560", "rttrr"])
def test_joint_reactions_are_pinocchio_s(name: str) -> None:
    """What a link's parent exerts on it, at the joint and in the link's own axes."""
    case = Case(name)
    built = pinocchio_model.build(case.plain)
    data = built.model.createData()
    pin.rnea(built.model, data, case.state.q, case.state.dq, case.state.ddq)
    for i in range(1, case.plain.dof + 1):
        steps = case.model.links[i]
        assert close(case.at(steps.f), np.array(data.f[i].linear), 1e-12)
        assert close(case.at(steps.n), np.array(data.f[i].angular), 1e-12)


def test_the_base_carries_the_weight_of_a_robot_at_rest() -> None:
    found = model("rttrr")
    still = {f"{d}q{k}": 0 for d in ("d", "dd") for k in range(1, 6)}
    force = [e.subs({n: v for n, v in still.items() if n in e.symbols()}) for e in found.links[0].f]
    assert force == [found.parse(e) for e in ("0", "0", "(m1 + m2 + m3 + m4 + m5)*g")]
