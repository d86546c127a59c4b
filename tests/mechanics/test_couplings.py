"""Coupled joints, by the power of the same robot without couplings: θ = T q + c, τ = Tᵀ τ_θ."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
import pytest
from tests.oracles.recursion import driving_forces, inverse_dynamics, mass_matrix
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import numbers, relative_error

import torsor
from torsor import Model

TOLERANCE = 1e-12


@dataclass(frozen=True)
class Coupled:
    """A robot's joints, and by hand the matrix and the shift that its couplings come to."""

    joints: list[dict[str, Any]]
    T: list[list[float]]
    c: tuple[float, ...]


ROBOTS = {
    "gripper": Coupled(  # two fingers on one hand, the second the mirror of the first
        [
            {"kind": "R", "axis": "z", "name": "wrist"},
            {"kind": "T", "axis": "x", "offset": [0, 0, "h"], "name": "left"},
            {
                "kind": "T",
                "axis": "x",
                "offset": [0, 0, "h"],
                "parent": "wrist",
                "mimic": {"joint": "left", "ratio": -1, "offset": 0.02},
            },
        ],
        [[1, 0], [0, 1], [0, -1]],
        (0, 0, 0.02),
    ),
    "twice as fast": Coupled(
        [
            {"kind": "R", "axis": "z"},
            {"kind": "R", "axis": "y", "offset": ["l1", 0, 0]},
            {
                "kind": "R",
                "axis": "y",
                "offset": ["l2", 0, 0],
                "mimic": {"joint": 2, "ratio": 2, "offset": "30deg"},
            },
        ],
        [[1, 0], [0, 1], [0, 2]],
        (0, 0, pi / 6),
    ),
    "belt": Coupled(  # both motors stand on the base: link 2 keeps its direction when q1 turns
        [
            {"kind": "R", "axis": "y", "moves": "q1"},
            {"kind": "R", "axis": "y", "offset": ["l1", 0, 0], "moves": "q2 - q1"},
            {"kind": "R", "axis": "x", "offset": ["l2", 0, 0]},
        ],
        [[1, 0, 0], [-1, 1, 0], [0, 0, 1]],
        (0, 0, 0),
    ),
    "differential": Coupled(
        [
            {"kind": "R", "axis": "z", "moves": "q1"},
            {"kind": "R", "axis": "x", "offset": [0, 0, "l1"], "moves": "q2 + q3"},
            {"kind": "R", "axis": "z", "offset": [0, "l2", 0], "moves": "q2 - q3"},
        ],
        [[1, 0, 0], [0, 1, 1], [0, 1, -1]],
        (0, 0, 0),
    ),
    "rack and pinion": Coupled(
        [
            {"kind": "R", "axis": "z"},
            {"kind": "T", "axis": "x", "mimic": {"joint": 1, "ratio": "1/20", "offset": 0.3}},
            {"kind": "R", "axis": "y", "offset": [0, 0, "l1"]},
        ],
        [[1, 0], [0.05, 0], [0, 1]],
        (0, 0.3, 0),
    ),
    "one after another": Coupled(  # the last follows the second, which follows the first
        [
            {"kind": "R", "axis": "z"},
            {
                "kind": "R",
                "axis": "x",
                "offset": ["l1", 0, 0],
                "mimic": {"joint": 1, "ratio": -1, "offset": "90deg"},
            },
            {
                "kind": "R",
                "axis": "y",
                "offset": ["l2", 0, 0],
                "mimic": {"joint": 2, "ratio": 3, "offset": "-15deg"},
            },
        ],
        [[1], [-1], [-3]],
        (0, pi / 2, 3 * pi / 2 - pi / 12),
    ),
    "twice a sum": Coupled(
        [
            {"kind": "R", "axis": "z", "moves": "2*(q1 - q2) + q2"},
            {"kind": "T", "axis": "y", "offset": ["l1", 0, 0], "moves": "(q1 + q2)/2 + 1/4"},
            {"kind": "F", "offset": [0, 0, "l2"], "rotation": "Rx(45deg)"},
            {"kind": "T", "axis": "-z", "moves": "0.1*q2"},
        ],
        [[2, -1], [0.5, 0.5], [0, 0.1]],
        (0, 0.25, 0),
    ),
}
every_coupling = pytest.mark.parametrize("name", ROBOTS)
every_method = pytest.mark.parametrize("method", ["newton-euler", "lagrange", "virtual-work"])


def derived(name: str, payload: str = "none", method: str = "newton-euler") -> Model:
    """The coupled robot's model."""
    return torsor.derive({"joint": ROBOTS[name].joints, "payload": payload}, method=method)


@every_coupling
@every_method
@pytest.mark.parametrize("payload", ["none", "wrench", "body"])
def test_the_driving_forces_are_those_of_the_joints_by_their_power(
    name: str, method: str, payload: str
) -> None:
    found, coupled = derived(name, payload, method), ROBOTS[name]
    T, c = np.array(coupled.T), np.array(coupled.c)
    rng = np.random.default_rng(0)
    values = random_values(rng, found.robot)
    uncoupled = in_numbers(found.robot, values)
    state = short_state(rng, T.shape[1])
    motion = (T @ state.q + c, T @ state.dq, T @ state.ddq)
    forces = driving_forces(uncoupled.robot, *motion, uncoupled.payload)
    tau = numbers(found.tau, with_state(values, state))
    assert relative_error(tau, T.T @ forces.tau, forces.magnitude.sum()) <= TOLERANCE


@every_coupling
def test_the_mass_matrix_is_that_of_the_joints_seen_by_the_coordinates(name: str) -> None:
    found, coupled = derived(name), ROBOTS[name]
    T, c = np.array(coupled.T), np.array(coupled.c)
    rng = np.random.default_rng(1)
    values = random_values(rng, found.robot)
    q = rng.uniform(-3, 3, T.shape[1])
    M = mass_matrix(in_numbers(found.robot, values).robot, T @ q + c)
    at = values | {f"q{k}": float(e) for k, e in enumerate(q, 1)}
    assert np.allclose(numbers(found.M, at), T.T @ M @ T, rtol=1e-12, atol=1e-12)


DRIVES = {"viscous": 0.7, "rotor": 0.01, "ratio": 9, "spring": 40, "rest": 0.15}


@every_coupling
@every_method
def test_drives_act_at_the_joints_and_are_felt_by_what_moves_them(name: str, method: str) -> None:
    coupled = ROBOTS[name]
    rows = [row if row["kind"] == "F" else {**row, "link": DRIVES} for row in coupled.joints]
    found = torsor.derive({"joint": rows, "payload": "none"}, method=method)
    T, c = np.array(coupled.T), np.array(coupled.c)
    rng = np.random.default_rng(2)
    values = random_values(rng, found.robot)
    state = short_state(rng, T.shape[1])
    q, dq, ddq = T @ state.q + c, T @ state.dq, T @ state.ddq
    bare = inverse_dynamics(in_numbers(found.robot, values).robot, q, dq, ddq)
    at_joints = bare + 0.7 * dq + 81 * 0.01 * ddq + 40 * (q - 0.15)
    tau = numbers(found.tau, with_state(values, state))
    assert np.allclose(tau, T.T @ at_joints, rtol=1e-11, atol=1e-11)


def test_coulomb_friction_of_a_joint_that_turns_the_other_way() -> None:
    """Joint 2 turns −2 q1: its friction takes the power 2 fc |q̇1| whatever the direction."""
    rows = [
        {"kind": "R", "axis": "z"},
        {"kind": "R", "axis": "y", "mimic": {"joint": 1, "ratio": -2}, "link": {"coulomb": "fc"}},
    ]
    found = torsor.derive({"joint": rows, "payload": "none"})
    assert tuple(found.friction) == (found.parse("2*fc*sign(dq1)"),)


def test_a_rotor_before_a_belt_couples_the_accelerations() -> None:
    rows = [
        {"kind": "R", "axis": "z", "moves": "q1"},
        {"kind": "R", "axis": "z", "moves": "q2 - q1", "link": {"rotor": "J", "mass": 0}},
    ]
    found = torsor.derive({"joint": rows, "payload": "none"})
    without = torsor.derive(
        {"joint": [rows[0], {**rows[1], "link": {"mass": 0}}], "payload": "none"}
    )
    J = found.parse("J")
    wanted = [[J, -J], [-J, J]]
    for i, row in enumerate(found.M):
        for j, entry in enumerate(row):
            assert entry - without.M[i][j].to(found.ring) == wanted[i][j]


def test_a_coupling_to_a_single_coordinate_changes_nothing() -> None:
    plain = [{"kind": "R", "axis": "z"}, {"kind": "T", "axis": "y", "offset": ["l1", 0, 0]}]
    named = [{**plain[0], "moves": "q1"}, {**plain[1], "moves": "q2"}]
    assert torsor.derive({"joint": named}).tau == torsor.derive({"joint": plain}).tau


def test_coordinates_may_be_numbered_against_the_joints() -> None:
    plain = [{"kind": "T", "axis": "z"}, {"kind": "T", "axis": "y"}]
    turned = [{**plain[0], "moves": "q2"}, {**plain[1], "moves": "q1"}]
    first, second = torsor.derive({"joint": plain}).tau
    swapped = torsor.derive({"joint": turned})
    ring = swapped.ring
    exchange = {"ddq1": ring.symbol("ddq2"), "ddq2": ring.symbol("ddq1")}
    assert swapped.tau == (second.subs(exchange), first.subs(exchange))


def test_the_direction_of_motion_is_a_matter_of_sign() -> None:
    rows = [{"kind": "T", "axis": "z"}, {"kind": "R", "axis": "x", "offset": [0, "l1", 0]}]
    reversed_rows = [rows[0], {**rows[1], "axis": "-x", "mimic": {"joint": 1, "ratio": -1}}]
    followed = [rows[0], {**rows[1], "mimic": {"joint": 1}}]
    assert torsor.derive({"joint": reversed_rows}).tau == torsor.derive({"joint": followed}).tau


# what is no coupling ------------------------------------------------------------------------------


def mimic(*targets: int) -> list[dict[str, Any]]:
    """Joints about z, each of which follows the one named, 0 for none."""
    return [{"kind": "R", "axis": "z", **({"mimic": {"joint": t}} if t else {})} for t in targets]


def moves(*texts: str, kind: str = "R") -> list[dict[str, Any]]:
    return [{"kind": kind, "axis": "z", "moves": text} for text in texts]


@pytest.mark.parametrize(
    ("joints", "sentence"),
    [
        (mimic(2, 1), "the coupling runs in a circle: joint 1 → 2 → 1"),
        (mimic(0, 3, 4, 2), "the coupling runs in a circle: joint 2 → 3 → 4 → 2"),
        (mimic(1), "the coupling runs in a circle: joint 1 → 1"),
        (mimic(0, 7), "joint 2, mimic: expected the number or name of a joint, got '7'"),
        (moves("q1 + q2", "2*q1 + 2*q2"), "is singular: some motion of its coordinates moves no"),
        (moves("q1 + q2"), "the coupling of 'robot' is singular"),
        (moves("q1", "q3"), "the coordinates of 'robot' are q1, q3; expected q1, q2, …"),
        (moves("q1", "q1*q1"), "is not linear in the coordinates"),
        (moves("q1", "sin(q1)", kind="T"), "sin(q1) is not linear in the coordinates"),
        (moves("q1", "r*q1", kind="T"), "has a coordinate with a factor that is not a number"),
        (moves("q1", "q1/2"), "joint 2 of 'robot' turns by q1/2; a revolute joint needs whole"),
        (moves("q1", "q1 + 1"), "'q1 + 1': expected an angle with its unit"),
        (moves("q1", "q1 + 90deg", kind="T"), "an angle (deg) stands where a plain number"),
        (
            [{"kind": "R", "axis": "z"}, {"kind": "F", "moves": "q1"}],
            "joint 2: a fixed joint does not move",
        ),
        (
            [
                {"kind": "R", "axis": "z"},
                {"kind": "R", "axis": "z", "moves": "q1", "mimic": {"joint": 1}},
            ],
            "joint 2: expected moves or mimic, not both",
        ),
        (
            [{"kind": "F"}, {"kind": "R", "axis": "z", "mimic": {"joint": 1}}],
            "joint 2, mimic: joint 1 is fixed and cannot be followed",
        ),
        (
            [
                {"kind": "R", "axis": "z"},
                {"kind": "T", "axis": "z", "mimic": {"joint": 1, "ratio": "r"}},
            ],
            "joint 2, mimic: the ratio r is not a number",
        ),
        (
            [
                {"kind": "R", "axis": "z", "moves": "q1 + q2", "link": {"coulomb": "fc"}},
                {"kind": "R", "axis": "x", "moves": "q1 - q2"},
            ],
            "joint 1 of 'robot' has Coulomb friction and is moved by several coordinates",
        ),
    ],
)
def test_what_cannot_be_coupled_is_refused_in_a_sentence(
    joints: list[dict[str, Any]], sentence: str
) -> None:
    with pytest.raises(torsor.TorsorError) as refused:
        torsor.load({"joint": joints})
    assert sentence in str(refused.value)


@every_coupling
def test_the_coordinates_are_as_many_as_the_couplings_leave(name: str) -> None:
    assert len(derived(name).tau) == len(ROBOTS[name].T[0])
