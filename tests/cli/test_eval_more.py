"""``torsor eval``: every quantity of other robots than papers have, against independent numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from tests.oracles import pinocchio_model, recursion
from tests.oracles.plain import Array
from tests.truth.bridge import in_numbers, random_values, short_state, with_state

import torsor as package

TREE = """\
name = "Tree"
gravity = ["gx", 0, "-g"]
joint = [
  { kind = "R", axis = "z" },
  { kind = "F", offset = [0, "a1", 0], rotation = "Rx(45deg)" },
  { kind = "R", axis = "x", offset = [0, 0, "a2"] },
  { kind = "T", axis = "-y", offset = ["a3", 0, 0], parent = 1 },
  { kind = "R", axis = "y", offset = [0, 0, "a4"], rotation = "Rz(alpha)" },
]
tool = { offset = ["a5", 0, 0] }
"""
COUPLED = """\
name = "Belt"
joint = [
  { kind = "R", axis = "y", moves = "q1" },
  { kind = "R", axis = "y", offset = ["l1", 0, 0], moves = "q2 - q1" },
  { kind = "T", axis = "z", moves = "q2/4 + 1/8" },
]
"""
T = np.array([[1, 0], [-1, 1], [0, 0.25]])
C = np.array([0, 0, 0.125])


class Case:
    """A robot from a file, in numbers, at a state."""

    def __init__(self, text: str, folder: Path, seed: int = 0) -> None:
        self.file, self.values_file = folder / "robot.toml", folder / "values.json"
        self.file.write_text(text)
        robot = package.load(self.file)
        rng = np.random.default_rng(seed)
        self.values = random_values(rng, robot)
        self.truth = in_numbers(robot, self.values)
        self.state = short_state(rng, robot.dof)
        self.values_file.write_text(json.dumps(with_state(self.values, self.state)))

    def evaluated(self, torsor, *what: str) -> dict[str, Array]:
        """The quantities asked for, as arrays."""
        command = ("eval", self.file, "--values", self.values_file, "--what", ",".join(what))
        data = torsor(*command, "--json").data
        return {name: np.array(value, float) for name, value in data.items()}


def close(found: Any, wanted: Any, tolerance: float = 1e-11) -> bool:
    size = 1 + float(np.abs(wanted).max())
    return bool(np.abs(np.asarray(found) - np.asarray(wanted)).max() <= tolerance * size)


# a tree -------------------------------------------------------------------------------------------


def test_a_trees_forces_matrices_and_tool(torsor, tmp_path: Path) -> None:
    case = Case(TREE, tmp_path)
    of = case.evaluated(torsor, "tau", "M", "g", "payload", "pose", "J")
    robot, state = case.truth.robot, case.state
    q, dq, ddq = state.q, state.dq, state.ddq
    assert close(of["tau"], recursion.inverse_dynamics(robot, q, dq, ddq, case.truth.payload))
    assert close(of["M"], recursion.mass_matrix(robot, q))
    assert close(of["g"], recursion.gravity_forces(robot, q))
    assert close(of["J"], recursion.tool_jacobian(robot, q))
    wrench = np.concatenate([case.truth.payload.force, case.truth.payload.moment])
    tool = recursion.tool_motion(robot, recursion.link_motions(robot, q, dq, ddq))
    turned = np.concatenate([tool.rotation @ wrench[:3], tool.rotation @ wrench[3:]])
    assert close(of["payload"], of["J"].T @ turned)
    assert close(of["pose"][:3], np.column_stack((tool.rotation, tool.position)))


def test_a_trees_derivatives(torsor, tmp_path: Path) -> None:
    case = Case(TREE + 'payload = "none"\n', tmp_path)
    of = case.evaluated(torsor, "tau_q", "tau_dq", "M", "A", "B")
    theirs = pinocchio_model.build(case.truth.robot)
    data, order, state = theirs.model.createData(), theirs.order, case.state
    pin.computeRNEADerivatives(
        theirs.model, data, state.q[order], state.dq[order], state.ddq[order]
    )
    by_q, by_dq = np.empty((4, 4)), np.empty((4, 4))
    by_q[np.ix_(order, order)], by_dq[np.ix_(order, order)] = data.dtau_dq, data.dtau_dv
    assert close(of["tau_q"], by_q)
    assert close(of["tau_dq"], by_dq)
    inverse = np.linalg.inv(of["M"])
    assert close(of["A"][4:], -inverse @ np.hstack((by_q, by_dq)), 1e-9)
    assert close(of["B"][4:], inverse, 1e-9)


def test_reactions_of_a_tree_are_in_balance(torsor, tmp_path: Path) -> None:
    """What joint 1 bears is what its own link takes and what joints 2 and 4 bear, seen from it."""
    case = Case(TREE + 'payload = "none"\n', tmp_path)
    of = case.evaluated(torsor, "f", "n")
    state, joints = case.state, case.truth.robot.joints
    motions = recursion.link_motions(case.truth.robot, state.q, state.dq, state.ddq)
    whole = np.zeros(3)
    for joint, motion in zip(joints, motions, strict=True):
        arm = motion.rotation @ joint.com
        a = motion.acceleration + np.cross(motion.alpha, arm)
        a = a + np.cross(motion.omega, np.cross(motion.omega, arm))
        whole += joint.mass * (a - case.truth.robot.gravity)
    assert close(motions[0].rotation @ of["f"][0], whole)


# a coupled robot ----------------------------------------------------------------------------------


def test_a_coupled_robots_forces_and_matrices(torsor, tmp_path: Path) -> None:
    case = Case(COUPLED + 'payload = "none"\n', tmp_path)
    of = case.evaluated(torsor, "tau", "M", "C", "g", "K", "U", "Mdot")
    robot, state = case.truth.robot, case.state
    q, dq, ddq = T @ state.q + C, T @ state.dq, T @ state.ddq
    assert close(of["tau"], T.T @ recursion.inverse_dynamics(robot, q, dq, ddq))
    assert close(of["M"], T.T @ recursion.mass_matrix(robot, q) @ T)
    assert close(of["g"], T.T @ recursion.gravity_forces(robot, q))
    assert close(of["K"], dq @ recursion.mass_matrix(robot, q) @ dq / 2)
    assert close(of["M"] @ state.ddq + of["C"] @ state.dq + of["g"], of["tau"])
    h = 1e-5
    M = [T.T @ recursion.mass_matrix(robot, q + s * h * dq) @ T for s in (-1, 1)]
    assert close(of["Mdot"], (M[1] - M[0]) / (2 * h), 1e-7)
    links = zip(robot.joints, recursion.link_motions(robot, q, dq, ddq), strict=True)
    height = sum(j.mass * (m.position + m.rotation @ j.com) for j, m in links)
    assert close(of["U"], -robot.gravity @ height)


# bodies -------------------------------------------------------------------------------------------


def test_bodies_without_a_chain(torsor, tmp_path: Path) -> None:
    """Against the energies' own definitions, by differences of the printed positions."""
    l = {f"l{i}": 0.1 * i + 0.2 for i in range(1, 7)}
    m = {f"m{i}": 0.5 * i for i in range(1, 7)}
    rng = np.random.default_rng(5)
    q, dq = rng.uniform(-2, 2, (2, 6))
    file = tmp_path / "values.json"
    file.write_text(json.dumps({**l, **m, "g": 9.5, "q": list(q), "dq": list(dq), "ddq": [0] * 6}))
    wanted = ("eval", "rv1a-paper", "--values", file, "--what", "K,U,L,M,tau,C,g", "--json")
    of = {name: np.array(value) for name, value in torsor(*wanted).data.items()}

    def positions(x: Array) -> Array:
        l1, l2, l3, l4, l5, l6 = l.values()
        a, b, e = x[0], x[1], x[1] + x[2]
        p1 = np.array([l1 * np.cos(a), l1 * np.sin(a), 0])
        p2 = p1 + [l2 * np.cos(b), 0, l2 * np.sin(b)]
        p3 = p2 + [l3 * np.cos(e), 0, l3 * np.cos(e)]  # as printed, z with a cosine
        p4 = p3 + [l4 * np.cos(a + x[3]), l4 * np.sin(a + x[3]), 0]
        p5 = p4 + [0, l5 * np.cos(x[4]), l5 * np.sin(x[4])]
        s = a + x[3] + x[5]
        return np.array([p1, p2, p3, p4, p5, p5 + [l6 * np.cos(s), l6 * np.sin(s), 0]])

    h = 1e-5
    v = (positions(q + h * dq) - positions(q - h * dq)) / (2 * h)
    masses = np.array(list(m.values()))
    kinetic = (masses * (v**2).sum(axis=1)).sum() / 2 + (dq**2).sum() / 2  # unit inertias
    potential = 9.5 * masses @ positions(q)[:, 2]
    assert close(of["K"], kinetic, 1e-8)
    assert close(of["U"], potential)
    assert close(of["L"], kinetic - potential, 1e-8)
    assert close(dq @ of["M"] @ dq / 2, of["K"])
    assert close(of["C"] @ dq + of["g"], of["tau"])


# what is asked ------------------------------------------------------------------------------------

PENDULUM = """\
joint = [{ kind = "R", axis = "z", link = { mass = "m", com = ["l", 0, 0], inertia = 0 } }]
gravity = [0, "-g", 0]
payload = "none"
"""


@pytest.fixture
def pendulum(tmp_path: Path) -> Path:
    file = tmp_path / "pendulum.toml"
    file.write_text(PENDULUM)
    return file


def test_a_linearisation_is_about_rest_unless_rates_are_given(pendulum: Path, torsor) -> None:
    values = ("--set", "m=2", "--set", "l=1/2", "--set", "g=10", "--set", "q1=-90deg")
    data = torsor("eval", pendulum, *values, "--what", "A,B", "--json").data
    assert data == {"A": [[0, 1], [-20, 0]], "B": [[0], [2]]}


def test_a_and_b_have_the_digits_that_floats_have(pendulum: Path, torsor) -> None:
    values = ("--set", "m=3", "--set", "l=1", "--set", "g=10", "--set", "q1=0")
    data = torsor("eval", pendulum, *values, "--what", "B", "--digits", 6, "--json").data
    assert data == {"B": [["0"], ["0.333333"]]}
    complaint = torsor("eval", pendulum, *values, "--what", "tau,B", "--digits", 30).complaint
    assert complaint == "--digits 30: A and B have 15 digits, as floats do"


def test_what_a_linearisation_lacks_is_named(pendulum: Path, torsor) -> None:
    complaint = torsor("eval", pendulum, "--set", "m=3", "--what", "A").complaint
    assert complaint.startswith("no value for ")
    assert {"l", "g", "q1"} <= set(complaint.replace(",", "").split())


def test_each_quantity_needs_only_its_own_symbols(pendulum: Path, torsor) -> None:
    assert torsor(
        "eval", pendulum, "--set", "m=3", "--set", "l=2", "--what", "M", "--json"
    ).data == {"M": [[12.0]]}
    complaint = torsor("eval", pendulum, "--set", "m=3", "--set", "l=2", "--what", "M,g").complaint
    assert complaint == "no value for q1, g (needed for M,g of pendulum)".replace("M,g", "M, g")


def test_the_regressor_is_in_the_order_of_its_columns(torsor) -> None:
    values = ("--set", "q1=1", "--set", "dq1=2", "--set", "ddq1=3")
    sequence = "Rz(q1) tx(l1)"
    data = torsor("eval", sequence, *values, "--set", "g=10", "--what", "Y", "--json").data
    names = [column.name for column in package.derive(sequence).columns]
    assert dict(zip(names, data["Y"][0], strict=True))["Lzz1"] == 3.0
    assert sum(map(bool, data["Y"][0])) == 1  # about the vertical, nothing else is felt


def test_energies_to_many_digits(pendulum: Path, torsor) -> None:
    values = ("--set", "m=1", "--set", "l=1", "--set", "g=1", "--set", "q1=45deg")
    data = torsor("eval", pendulum, *values, "--what", "U", "--digits", 40, "--json").data
    assert data == {"U": "0.7071067811865475244008443621048490392848"}
