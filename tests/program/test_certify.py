"""What a certificate says is so: it holds for the right program and fails for a wrong one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from flint import arb

import torsor
from torsor.algebra.formula import formula
from torsor.algebra.scalars.balls import ball, sign
from torsor.errors import SingularError
from torsor.program.certification.certificate_sampling import draw_state
from torsor.program.certification.certification import (
    CertificationError,
    certify_program,
)
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.functions.preparation import prepare_robot
from torsor.program.functions.programs import build_program

CHAIN_OF_NINE = " ".join(f"R{'zyx'[k % 3]}(q{k + 1}) tx(l{k + 1})" for k in range(9))
INERTIAL = ("m", "rx", "ry", "rz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
COUPLED = {
    "name": "belt",
    "joint": [
        {"kind": "R", "axis": "z"},
        {"kind": "R", "axis": "z", "offset": ["l1", 0, 0], "moves": "q2 - q1"},
        {"kind": "R", "axis": "y", "offset": ["l2", 0, 0], "moves": "q3"},
    ],
}


@pytest.mark.parametrize("name", ["puma560", "rttrr", "scara", "stanford", "planar2r"])
def test_what_does_not_divide_is_proven_as_polynomials(name: str) -> None:
    robot = prepare_robot(torsor.load(name))
    for function in FUNCTIONS:
        said = certify_program(robot, build_program(robot, function))
        assert ("as polynomials" in said) == (not function.startswith("forward_dynamics"))


@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics", "jacobian"])
@pytest.mark.parametrize("robot", [COUPLED, "rv1a"], ids=["coupled", "rv1a"])
def test_coupled_and_other_robots_are_certified(robot: object, function: str) -> None:
    made = prepare_robot(torsor.load(robot))
    assert certify_program(made, build_program(made, function))


@pytest.mark.parametrize(
    "function", ["inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor", "bias"]
)
def test_long_chains_are_certified_over_balls(function: str) -> None:
    robot = prepare_robot(torsor.load(CHAIN_OF_NINE))
    assert "over intervals of 60 digits" in certify_program(robot, build_program(robot, function))


def test_angles_given_as_numbers_are_certified() -> None:
    robot = torsor.load("Rz(q1) tx(l1) Rx(bend) Rz(q2) tx(l2) Ry(q3)")
    made = prepare_robot(robot)
    values = {"bend": "20deg"}
    for function in ("inverse_dynamics", "forward_dynamics"):
        from torsor.program.functions.preparation import numbers

        given = numbers(robot, made, values)
        assert certify_program(made, build_program(made, function, given), values)


QUATERNIONS = {
    "name": "tilted",
    "joint": [
        {"kind": "RTRRR"[k], "axis": "zyxzy"[k], "offset": [f"l{k + 1}", 0, "1/3"],
         "rotation": {"quaternion": [3, k + 1, "-1/7", 2]},
         "moves": ("q1", "q2/3 - q3", "q3", "q4", "q5")[k]}
        for k in range(5)
    ],
    "tool": {"rotation": {"quaternion": [1, 2, 3, 4]}, "offset": [0, 0, "1/7"]},
}  # fmt: skip


LOADED = [
    *((function, "body") for function in FUNCTIONS),
    *((f, load) for f in ("inverse_dynamics", "gravity") for load in ("wrench-base", "weight")),
]


@pytest.mark.parametrize(("function", "payload"), LOADED)
def test_rational_rotations_shares_and_loads_are_certified_over_balls(
    function: str, payload: str
) -> None:
    robot = prepare_robot(torsor.load(QUATERNIONS), payload)
    assert "over intervals" in certify_program(robot, build_program(robot, function))


def test_coulomb_friction_is_certified_where_it_does_not_jump() -> None:
    robot = prepare_robot(torsor.load(CHAIN_OF_NINE).with_drives("friction"))
    assert certify_program(robot, build_program(robot, "inverse_dynamics_derivatives"))
    drawn = [draw_state(robot, Random(seed)) for seed in range(2000)]
    assert all(point[f"dq{k}"] for point in drawn for k in range(1, 10))


def test_the_sign_of_a_ball_is_what_it_certainly_is() -> None:
    assert [sign(ball(e)) for e in (Fraction(1, 3), -2, 0)] == [1, -1, 0]
    unknown = sign(arb(0, 1e-9))
    assert all(unknown.contains(e) for e in (-1, 0, 1))


LONG = [
    ("R{a}(q{k}) tx(l{k})", 50),
    pytest.param("R{a}(q{k}) tx(l{k})", 60, marks=pytest.mark.prove),
    pytest.param("Rz(q{k}) tx(l{k}) Rx(90deg)", 60, marks=pytest.mark.prove),
]


@pytest.mark.parametrize(("step", "joints"), LONG)
def test_intervals_that_grow_wide_are_not_held_against_a_program(step: str, joints: int) -> None:
    """Fifty divisions cost forty digits: more digits decide, and never a guess."""
    text = " ".join(step.format(a="xyz"[k % 3], k=k + 1) for k in range(joints))
    robot = prepare_robot(torsor.load(text))
    right = build_program(robot, "forward_dynamics")
    assert "digits" in certify_program(robot, right)
    last = right.outputs[-1]
    slightly = replace(right, outputs=(*right.outputs[:-1], last * (1 + Fraction(1, 10**15))))
    with pytest.raises(CertificationError, match="is not the model's"):
        certify_program(robot, slightly)


def test_a_mass_matrix_that_is_singular_everywhere_is_told_as_such() -> None:
    robot = prepare_robot(torsor.load("Rz(q1) tx(l1) Rx(90deg) Rz(q2) tx(l2) Ry(q3)"))
    values = {f"{name}{k}": 0 for k in (2, 3) for name in INERTIAL}
    given = {n: formula(v) for n, v in values.items()}
    with pytest.raises(SingularError, match="singular"):
        certify_program(robot, build_program(robot, "forward_dynamics", given), given)


@pytest.mark.parametrize("name", ["planar2r", CHAIN_OF_NINE])
@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
def test_a_wrong_program_gets_no_certificate(name: str, function: str) -> None:
    robot = prepare_robot(torsor.load(name))
    right = build_program(robot, function)
    wrong = replace(right, outputs=(right.outputs[0] * 2, *right.outputs[1:]))
    with pytest.raises(CertificationError):
        certify_program(robot, wrong)
    swapped = replace(right, outputs=(*right.outputs[:-2], right.outputs[-1], right.outputs[-2]))
    with pytest.raises(CertificationError):
        certify_program(robot, swapped)
