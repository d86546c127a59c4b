"""Operation counts: multiplications and additions, symbolic parameters, no payload.

Convention: sign changes and what depends on parameters alone are free, a square is one
multiplication, the mass matrix counts its upper triangle.
"""

from __future__ import annotations

import pytest

import torsor
from torsor.program.functions.programs import build_program

CHAIN = "Rz(q1) tz(q2) ty(q3) Rz(q4) Ry(q5)"


def count(name: str, function: str) -> int:
    robot = torsor.load(name).with_payload("none")
    found = build_program(robot, function).operations
    return found["mul"] + found["add"]


@pytest.mark.parametrize(
    ("name", "most"), [(CHAIN, 130), ("puma560", 486), ("iiwa", 552), ("panda", 584)]
)
def test_inverse_dynamics(name: str, most: int) -> None:
    assert count(name, "inverse_dynamics") <= most


@pytest.mark.parametrize(("name", "most"), [("puma560", 410), ("iiwa", 450), ("panda", 532)])
def test_mass_matrix(name: str, most: int) -> None:
    assert count(name, "mass_matrix") <= most


@pytest.mark.parametrize(("name", "most"), [("puma560", 1099), ("iiwa", 1176)])
def test_forward_dynamics(name: str, most: int) -> None:
    assert count(name, "forward_dynamics") <= most


def test_numbers_in_the_place_of_symbols_never_cost_more() -> None:
    from tests.program.truth import library_truth

    for name in ("rttrr", "puma560"):
        truth = library_truth(name)
        numbers = build_program(truth.robot, "inverse_dynamics", truth.numbers).operations
        assert numbers["mul"] + numbers["add"] <= count(name, "inverse_dynamics")
        assert not build_program(truth.robot, "inverse_dynamics", truth.numbers).constants


@pytest.mark.parametrize("name", ["rttrr", "puma560"])
def test_a_program_with_symbols_has_a_set_up_and_the_same_value(name: str) -> None:
    """Parameters alone are computed once: the constants, given to what varies."""
    import numpy as np
    from tests.program.truth import library_truth
    from tests.truth.bridge import with_state
    from tests.truth.judge import relative_error

    from torsor.program.graph.evaluation import evaluate_floats
    from torsor.program.graph.nodes import STATE

    truth = library_truth(name)
    made = build_program(truth.robot, "inverse_dynamics")
    assert set(made.parameters) <= set(truth.numbers)
    assert all(node.stage < STATE for node in made.constants)
    state = truth.state(np.random.default_rng(0))
    tau = evaluate_floats(made.outputs, with_state(truth.numbers, state))
    wanted = truth.inverse_dynamics(state.q, state.dq, state.ddq)
    assert relative_error(np.array(tau), wanted, truth.magnitude(state)) <= 1e-12
