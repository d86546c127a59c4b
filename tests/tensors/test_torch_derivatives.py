"""PyTorch's own checks of gradients, in both modes and to the second order; each also compiled."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from tests.tensors.robots import FUNCTIONS, PLANAR, planar, puma, states
from torch.autograd import gradcheck, gradgradcheck
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vmap

import torsor

RUBBING = """
name = "Rubbing"
gravity = [0, "-g", 0]
joint = [
  { kind = "R", axis = "z", link = { coulomb = 0.7, viscous = 0.3 } },
  { kind = "R", axis = "z", offset = ["l1", 0, 0], link = { coulomb = 0.4 } },
]
"""


def leaves(count, *shape, seed=0):
    return [torch.from_numpy(a).requires_grad_() for a in states(count, *shape, seed=seed)]


@pytest.fixture(autouse=True)
def _fresh_graphs():
    torch._dynamo.reset()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_agree_with_finite_differences(name):
    function = planar().function(name)
    arrays = leaves(FUNCTIONS[name], 2, 2)
    assert gradcheck(function, arrays, check_forward_ad=True)
    assert gradgradcheck(function, arrays, check_fwd_over_rev=True)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_compiled_derivatives_agree_with_finite_differences(name):
    function = planar().function(name)
    arrays = leaves(FUNCTIONS[name], 2, 2)
    assert gradcheck(torch.compile(function, fullgraph=True), arrays)

    def slope(q, *rest):
        return grad(lambda x: function(x, *rest).square().sum())(q)

    # A graph that PyTorch compiled is differentiated once: the second order is inside of it.
    assert gradcheck(torch.compile(slope, fullgraph=True), arrays)


def test_a_compiled_graph_that_is_run_eagerly_has_second_derivatives():
    function = torch.compile(planar().forward_dynamics, fullgraph=True, backend="eager")
    assert gradgradcheck(function, leaves(3, 2, 2))


def test_jacobians_are_those_of_the_catalogue():
    q, dq, ddq = (torch.from_numpy(a) for a in states(3, 6))
    by_q, by_dq = puma().inverse_dynamics_derivatives(*(a.numpy() for a in (q, dq, ddq)))
    for derive in (jacrev, jacfwd):
        for k, known in ((0, by_q), (1, by_dq)):
            found = derive(puma().inverse_dynamics, k)(q, dq, ddq)
            np.testing.assert_allclose(found.numpy(), known, rtol=1e-11, atol=1e-11)


def test_all_nestings_of_forward_and_reverse_give_one_hessian():
    q, dq, ddq = (torch.from_numpy(a) for a in states(3, 6))

    def torque(x):
        return puma().inverse_dynamics(x, dq, ddq)[1]

    found = [outer(inner(torque))(q) for outer in (jacrev, jacfwd) for inner in (jacrev, jacfwd)]
    step = 1e-6 * torch.eye(6, dtype=torch.float64)
    slope = grad(torque)
    known = torch.stack([(slope(q + e) - slope(q - e)) / 2e-6 for e in step])
    for each in found:
        torch.testing.assert_close(each, known, rtol=1e-6, atol=1e-6)
        torch.testing.assert_close(each, each.T, rtol=1e-11, atol=1e-11)


def test_third_derivatives_exist():
    q, dq, ddq = (torch.from_numpy(a) for a in states(3, 2))
    third = jacfwd(hessian(lambda x: planar().inverse_dynamics(x, dq, ddq)[0]))(q)
    torch.testing.assert_close(third, third.permute(2, 1, 0), rtol=1e-11, atol=1e-11)


def test_a_batch_of_gradients_is_the_gradient_of_the_batch():
    q, dq, ddq = (torch.from_numpy(a) for a in states(3, 4, 6))

    def power(*state):
        return puma().inverse_dynamics(*state).square().sum()

    mapped = vmap(grad(power), (0, None, 1))(q, dq[0], ddq.T)
    leaf = q.clone().requires_grad_()
    power(leaf, dq[0], ddq).backward()
    torch.testing.assert_close(mapped, leaf.grad, rtol=0, atol=0)


def test_an_argument_that_is_shared_gathers_the_gradients_of_all_states():
    q, dq, ddq = (torch.from_numpy(a) for a in states(3, 5, 6))
    shared = dq[0].clone().requires_grad_()
    puma().inverse_dynamics(q, shared, ddq).sum().backward()
    apart = dq[:1].repeat(5, 1).requires_grad_()
    puma().inverse_dynamics(q, apart, ddq).sum().backward()
    torch.testing.assert_close(shared.grad, apart.grad.sum(0), rtol=1e-13, atol=1e-13)


def test_the_product_with_a_direction_needs_no_jacobian():
    q, dq, ddq, v = (torch.from_numpy(a) for a in states(4, 7, 6))
    value, along = jvp(lambda x: puma().inverse_dynamics(x, dq, ddq), (q,), (v,))
    whole = vmap(jacrev(puma().inverse_dynamics))(q, dq, ddq)
    torch.testing.assert_close(along, torch.einsum("nij,nj->ni", whole, v))
    torch.testing.assert_close(value, puma().inverse_dynamics(q, dq, ddq), rtol=0, atol=0)


def test_wrenches_and_parameters_have_gradients():
    names = ["m2", "l1"]
    arm = torsor.compile("planar2r", PLANAR, payload="wrench", vary=names)
    q, dq, ddq = leaves(3, 2, 2)
    (wrench,) = leaves(1, 2, 6, seed=1)
    (parameters,) = leaves(1, 2, seed=2)
    arrays = (q, dq, ddq, wrench, parameters)

    def forces(*given):
        return arm.inverse_dynamics(*given[:4], parameters=given[4])

    assert gradcheck(forces, arrays, check_forward_ad=True)
    assert gradgradcheck(forces, arrays)
    assert gradcheck(torch.compile(forces, fullgraph=True), arrays)
    m2 = torch.tensor(1.5, dtype=torch.float64, requires_grad=True)
    arm.inverse_dynamics(q, dq, ddq, wrench, parameters={"m2": m2}).sum().backward()
    given = torch.tensor([1.5, 1.0], dtype=torch.float64, requires_grad=True)
    arm.inverse_dynamics(q, dq, ddq, wrench, parameters=given).sum().backward()
    torch.testing.assert_close(m2.grad, given.grad[0])


def test_friction_has_a_gradient_almost_everywhere(tmp_path):
    file = tmp_path / "rubbing.toml"
    file.write_text(RUBBING)
    arm = torsor.compile(file, {k: v for k, v in PLANAR.items() if k != "l2"})
    q, dq = leaves(2, 2, 2)
    assert gradcheck(arm.bias, (q, dq))
    slope = torch.func.jacrev(arm.bias, 1)(q[0], dq[0])
    still = torch.func.jacrev(arm.bias, 1)(q[0], torch.zeros_like(dq[0]))
    assert torch.isfinite(slope).all() and torch.isfinite(still).all()
