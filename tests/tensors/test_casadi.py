"""Programs as functions of CasADi's: its numbers and its derivatives against ours."""

from __future__ import annotations

import casadi
import numpy as np
import pytest
from tests.tensors.robots import PLANAR, puma, states

import torsor
from torsor.program.tensors.casadi_functions import casadi_function, spell


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis",
                                  "forward_kinematics", "jacobian"])  # fmt: skip
def test_values_are_those_of_the_machine_code(name):
    program = puma().program(name)
    function = casadi_function(program)
    arrays = states(len(program.inputs), 6)
    found, known = np.array(function(*arrays)), puma().function(name)(*arrays)
    assert found.shape == (known.shape if known.ndim == 2 else (len(known), 1))
    np.testing.assert_allclose(found.reshape(known.shape), known, rtol=1e-12, atol=1e-12)


def test_arguments_have_their_names_and_nothing_is_free():
    arm = torsor.compile("planar2r", PLANAR, payload="wrench", vary=["m2"])
    function = casadi_function(arm.program("inverse_dynamics"))
    assert function.name() == "inverse_dynamics"
    assert function.name_in() == ["q", "dq", "ddq", "wrench", "parameters"]
    assert function.name_out() == ["tau"]
    assert not function.has_free()
    given = {"q": [0.1, 0.2], "dq": [1, 2], "ddq": [3, 4], "wrench": [1] * 6, "parameters": [1.5]}
    known = arm.inverse_dynamics(**given)
    np.testing.assert_allclose(np.array(function(**given)["tau"]).ravel(), known, rtol=1e-13)


def test_its_jacobian_is_that_of_the_catalogue():
    function = casadi_function(puma().program("inverse_dynamics"))
    q, dq, ddq = (casadi.SX.sym(n, 6) for n in ("q", "dq", "ddq"))
    tau = function(q, dq, ddq)
    jacobians = [casadi.jacobian(tau, x) for x in (q, dq)]
    derive = casadi.Function("derive", [q, dq, ddq], jacobians)
    state = states(3, 6)
    known_by = puma().inverse_dynamics_derivatives(*state)
    for found, known in zip(derive(*state), known_by, strict=True):
        np.testing.assert_allclose(np.array(found), known, rtol=1e-10, atol=1e-10)
    # The first joint's angle moves nothing that gravity or inertia feels: a column without entries.
    assert jacobians[0].sparsity().has_nz(1, 1)
    assert not any(jacobians[0].sparsity().has_nz(row, 0) for row in range(6))


def test_derived_programs_are_functions_too():
    program = puma().program("inverse_dynamics|vjp:q,dq")
    function = casadi_function(program)
    assert function.name() == spell(program.name) == "inverse_dynamics_vjp_q_dq"
    state = states(4, 6)
    by_q, by_dq = puma().inverse_dynamics_derivatives(*state[:3])
    known = np.concatenate([state[3] @ by_q, state[3] @ by_dq])
    np.testing.assert_allclose(np.array(function(*state)).ravel(), known, rtol=1e-10, atol=1e-10)
