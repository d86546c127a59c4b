"""Derivatives of compiled functions beside Pinocchio, differences, and one another."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.program.truth import Truth, library_truth, random_truth

import torsor
from torsor.errors import TorsorError, UnknownNameError
from torsor.program.certification.certification import CertificationError, certify_program
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.functions.preparation import prepare_robot
from torsor.program.functions.programs import build_program

ARMS = ("puma560", "rttrr", "scara", "panda", "stanford")
TREE = {
    "name": "two arms",
    "joint": [
        {"kind": "R", "axis": "z"},
        {"kind": "R", "axis": "y", "offset": ["l1", 0, 0], "parent": 1},
        {"kind": "T", "axis": "x", "offset": [0, "l2", 0], "parent": 1},
    ],
}


def compiled(truth: Truth) -> torsor.Arm:
    return torsor.compile(truth.robot, truth.numbers, payload=truth.kind)


@pytest.mark.parametrize("name", ARMS)
def test_gradients_of_inverse_dynamics_are_pinocchio_s(name: str) -> None:
    rng = np.random.default_rng(3)
    truth = library_truth(name)
    arm, state = compiled(truth), truth.state(rng)
    by_q, by_dq = truth.inverse_derivatives(state.q, state.dq, state.ddq)
    M = truth.mass_matrix(state.q)
    w, v = rng.standard_normal((2, arm.n))
    given = (state.q, state.dq, state.ddq)
    pulled = arm.vjp("inverse_dynamics")(*given, w)
    expected = np.concatenate([w @ by_q, w @ by_dq, w @ M])
    scale = truth.magnitude(state) + np.abs(expected).max()
    assert np.abs(pulled - expected).max() < 1e-12 * scale
    for stem, J in (("q", by_q), ("dq", by_dq), ("ddq", M)):
        pushed = arm.jvp("inverse_dynamics", by=stem)(*given, v)
        assert np.abs(pushed - J @ v).max() < 1e-12 * scale


@pytest.mark.parametrize("name", ARMS)
def test_gradients_of_forward_dynamics_follow_from_pinocchio_s(name: str) -> None:
    rng = np.random.default_rng(4)
    truth = library_truth(name)
    arm, state = compiled(truth), truth.state(rng)
    tau = truth.inverse_dynamics(state.q, state.dq, state.ddq)
    by_q, by_dq = truth.inverse_derivatives(state.q, state.dq, state.ddq)
    M = truth.mass_matrix(state.q)
    w = rng.standard_normal(arm.n)
    multipliers = np.linalg.solve(M, w)
    expected = np.concatenate([-multipliers @ by_q, -multipliers @ by_dq, multipliers])
    pulled = arm.vjp("forward_dynamics")(state.q, state.dq, tau, w)
    assert np.abs(pulled - expected).max() < 1e-10 * np.linalg.cond(M) * np.abs(expected).max()


@pytest.mark.parametrize("name", ["puma560", "panda"])
def test_hessians_times_vectors_are_differences_of_pinocchio_s_derivatives(name: str) -> None:
    rng = np.random.default_rng(5)
    truth = library_truth(name)
    arm, state = compiled(truth), truth.state(rng)
    w, v_q, v_dq = rng.standard_normal((3, arm.n))

    def gradient(t: float) -> Any:
        q, dq = state.q + t * v_q, state.dq + t * v_dq
        return np.concatenate([w @ B for B in truth.inverse_derivatives(q, dq, state.ddq)])

    h = 1e-5
    expected = (8 * (gradient(h) - gradient(-h)) - gradient(2 * h) + gradient(-2 * h)) / (12 * h)
    found = arm.hvp("inverse_dynamics", by=("q", "dq"))(state.q, state.dq, state.ddq, w, v_q, v_dq)
    assert np.abs(found - expected).max() < 1e-7 * np.abs(expected).max()


@pytest.mark.parametrize("seed", range(12))
def test_every_kind_of_robot_has_certified_derivatives(seed: int) -> None:
    truth = random_truth(seed)
    robot = prepare_robot(truth.robot, truth.kind)
    for name in ("inverse_dynamics|vjp:q,dq,ddq", "forward_dynamics|vjp:q,tau|jvp:q"):
        try:
            program = build_program(robot, name, {})
            assert "random states" in certify_program(robot, program)
        except TorsorError as error:
            assert "singular" in str(error)  # a robot that nothing can accelerate


@pytest.mark.parametrize("robot", [TREE, "rv1a-paper", "Rz(q1) tx(l1) Rz(q2)"], ids=str)
def test_trees_and_bodies_have_certified_derivatives(robot: Any) -> None:
    made = prepare_robot(torsor.load(robot))
    for name in ("inverse_dynamics|vjp:q,dq", "mass_matrix|jvp:q", "gravity|vjp:q|vjp:q"):
        assert certify_program(made, build_program(made, name))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_has_certified_derivatives(function: str) -> None:
    robot = prepare_robot(torsor.load("3r"), "wrench")
    for kind in ("jvp", "vjp"):
        program = build_program(robot, f"{function}|{kind}:q", vary=("l1", "m3"))
        assert certify_program(robot, program)


def test_a_wrong_derivative_is_not_certified() -> None:
    robot = prepare_robot(torsor.load("scara"))
    right = build_program(robot, "inverse_dynamics|vjp:q,dq")
    first, *rest = right.outputs
    wrong = replace(right, outputs=(first * 2 if first else 1, *rest))
    swapped = replace(right, outputs=(right.outputs[1], first, *right.outputs[2:]))
    for program in (wrong, swapped):
        with pytest.raises(CertificationError):
            certify_program(robot, program)


def test_gradients_by_load_and_parameters_are_exact_where_the_forces_are_linear() -> None:
    rng = np.random.default_rng(6)
    arm = torsor.compile("puma560", payload="wrench", vary=["m3", "Izz3"])
    q, dq, ddq, w = rng.standard_normal((4, 6))
    load, own = rng.standard_normal(6), np.array(list(arm.parameters.values()), float)
    pulled = arm.vjp("inverse_dynamics", by="wrench, parameters")(q, dq, ddq, load, own, w)
    for k in range(8):
        unit = np.eye(8)[k]
        there, back = (
            arm.inverse_dynamics(
                q, dq, ddq, wrench=load + s * unit[:6], parameters=own + s * unit[6:]
            )
            for s in (1, -1)
        )
        assert pulled[k] == pytest.approx(w @ (there - back) / 2, rel=1e-12, abs=1e-12)


def test_both_ways_give_the_same_number() -> None:
    """w·(J v) = (wᵀ J)·v, at every state of a batch and for results of any shape."""
    rng = np.random.default_rng(7)
    arm = torsor.compile("panda")
    for name in ("jacobian", "mass_matrix", "forward_kinematics", "coriolis", "kinetic_energy"):
        program = arm.program(name)
        given = [rng.standard_normal((9, a.size)) for a in program.inputs]
        v = [rng.standard_normal(a.shape) for a in given]
        w = rng.standard_normal((9, *program.output.shape))
        pushed = arm.jvp(name)(*given, *v)
        pulled = arm.vjp(name)(*given, w if w.ndim > 1 else w[:, None])
        one = (w * pushed).reshape(9, -1).sum(1)
        other = (pulled * np.concatenate(v, 1)).sum(1)
        assert one == pytest.approx(other, rel=1e-11, abs=1e-11)


def test_a_derivative_is_sent_to_other_processes() -> None:
    arm = torsor.compile("scara", dict.fromkeys(torsor.values("scara"), 0.7))
    pull = arm.vjp("inverse_dynamics", by="q")
    again = pickle.loads(pickle.dumps(pull))
    given = np.random.default_rng(8).standard_normal((4, 4))
    assert np.array_equal(pull(*given), again(*given))


@pytest.mark.parametrize(
    ("name", "by", "says"),
    [
        ("inverse_dynamics", "tau", "has no argument 'tau'; it takes q, dq, ddq"),
        ("inverse_dynamics", "q, q", "each named once"),
        ("inverse_dynamic", "q", "no function 'inverse_dynamic'"),
        ("mass_matrix", "dq", "has no argument 'dq'"),
    ],
)
def test_what_cannot_be_derived_is_told(name: str, by: str, says: str) -> None:
    arm = torsor.compile("puma560")
    for derive in (arm.jvp, arm.vjp, arm.hvp):
        with pytest.raises(UnknownNameError, match=says):
            derive(name, by=by)


def test_weights_have_the_result_s_shape_or_are_flat() -> None:
    arm = torsor.compile("puma560")
    q, dq = np.random.default_rng(9).standard_normal((2, 3, 6))
    energy = arm.vjp("kinetic_energy", by="q")
    flat = energy(q, dq, np.array([[1.0], [2.0], [3.0]]))
    assert np.array_equal(energy(q, dq, np.array([1.0, 2.0, 3.0])), flat)
    assert np.array_equal(energy(q[1], dq[1], 2.0), flat[1])
    pose = arm.vjp("forward_kinematics", by="q")
    w = np.arange(16.0)
    assert np.array_equal(pose(q, w.reshape(4, 4)), pose(q, w))


@pytest.mark.parametrize("symbol", ["w_1", "w_2", "v_q1", "w1", "v2_q1", "multiplier_0"])
def test_no_symbol_is_taken_for_a_weight_or_a_direction(symbol: str) -> None:
    robot = f"Ry(q1) tx({symbol}) Ry(q2) tx(l2)"
    values = {"m1": 1, "m2": 1.3, "rx1": 0.5, "rz1": 0.1, "rx2": 0.4, "rz2": 0.2, "Iyy1": 0.1,
              "Iyy2": 0.2, "l2": 0.7, "g": 9.81, symbol: 0.9}  # fmt: skip
    arm = torsor.compile(robot, values, vary=[symbol])
    plain = torsor.compile("Ry(q1) tx(l1) Ry(q2) tx(l2)", values | {"l1": 0.9}
                           if symbol == "l1" else {**{k: v for k, v in values.items()
                           if k != symbol}, "l1": 0.9}, vary=["l1"])  # fmt: skip
    q, dq, ddq, w, v = np.random.default_rng(10).standard_normal((5, 2))
    p = np.array([0.9])
    for name, by in (("inverse_dynamics", "q, parameters"), ("forward_dynamics", "q, tau")):
        assert np.array_equal(
            arm.vjp(name, by)(q, dq, ddq, p, w), plain.vjp(name, by)(q, dq, ddq, p, w)
        )
        assert np.array_equal(
            arm.hvp(name, "q")(q, dq, ddq, p, w, v), plain.hvp(name, "q")(q, dq, ddq, p, w, v)
        )


@pytest.mark.parametrize("name", ["nope|vjp:q", "|vjp:q", "", "robot", "rollout", None, 3, "n"])
def test_only_functions_are_asked_for_by_name(name: Any) -> None:
    with pytest.raises(TorsorError):
        torsor.compile("puma560").function(name)


@pytest.mark.parametrize("by", [None, 3, ["q", 3], b"q", "q|vjp:q", {"q": 1}])
def test_what_names_no_argument_is_told(by: Any) -> None:
    with pytest.raises(TorsorError):
        torsor.compile("puma560").jvp("gravity", by)
