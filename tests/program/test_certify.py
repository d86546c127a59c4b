"""What a certificate says is so: it holds for the right program and fails for a wrong one."""

from __future__ import annotations

from dataclasses import replace

import pytest

import torsor
from torsor.program.certify import CertificationError, certificate
from torsor.program.functions import FUNCTIONS, program
from torsor.program.ready import ready

CHAIN_OF_NINE = " ".join(f"R{'zyx'[k % 3]}(q{k + 1}) tx(l{k + 1})" for k in range(9))
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
    robot = ready(torsor.load(name))
    for function in FUNCTIONS:
        said = certificate(robot, program(robot, function))
        assert ("as polynomials" in said) == (not function.startswith("forward_dynamics"))


@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics", "jacobian"])
@pytest.mark.parametrize("robot", [COUPLED, "rv1a"], ids=["coupled", "rv1a"])
def test_coupled_and_other_robots_are_certified(robot: object, function: str) -> None:
    made = ready(torsor.load(robot))
    assert certificate(made, program(made, function))


@pytest.mark.parametrize(
    "function", ["inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor", "bias"]
)
def test_long_chains_are_certified_over_balls(function: str) -> None:
    robot = ready(torsor.load(CHAIN_OF_NINE))
    assert "over intervals of 60 digits" in certificate(robot, program(robot, function))


def test_angles_given_as_numbers_are_certified() -> None:
    robot = torsor.load("Rz(q1) tx(l1) Rx(bend) Rz(q2) tx(l2) Ry(q3)")
    made = ready(robot)
    values = {"bend": "20deg"}
    for function in ("inverse_dynamics", "forward_dynamics"):
        from torsor.program.ready import numbers

        given = numbers(robot, made, values)
        assert certificate(made, program(made, function, given), values)


@pytest.mark.parametrize("name", ["planar2r", CHAIN_OF_NINE])
@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
def test_a_wrong_program_gets_no_certificate(name: str, function: str) -> None:
    robot = ready(torsor.load(name))
    right = program(robot, function)
    wrong = replace(right, outputs=(right.outputs[0] * 2, *right.outputs[1:]))
    with pytest.raises(CertificationError):
        certificate(robot, wrong)
    swapped = replace(right, outputs=(*right.outputs[:-2], right.outputs[-1], right.outputs[-2]))
    with pytest.raises(CertificationError):
        certificate(robot, swapped)
