"""Tensors in and out: values, kinds, shapes, and one sentence about what cannot be worked with."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from tests.tensors.robots import POINT, planar, puma, states

import torsor
from torsor.errors import ArrayError, SingularError
from torsor.program.tensors.derivable import keep, recall
from torsor.program.tensors.torch_operator import operator


def tensors(count, *shape, dtype=torch.float64):
    return [torch.from_numpy(a).to(dtype) for a in states(count, *shape)]


@pytest.fixture(autouse=True)
def _fresh_graphs():
    torch._dynamo.reset()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_the_same_bits_as_with_numpy(name, dtype):
    arrays = tensors(3, 1000, 6, dtype=dtype)
    result = puma().function(name)(*arrays)
    assert result.dtype == dtype
    known = puma().function(name)(*(a.numpy() for a in arrays))
    np.testing.assert_array_equal(result.numpy(), known)


def test_one_function_without_graph_breaks_before_it_was_ever_called():
    arm = torsor.compile("puma560")
    q, dq, ddq = tensors(3, 4, 6)

    def motion(q, dq, ddq):
        tau = arm.inverse_dynamics(q, dq, ddq)
        return tau, arm.jacobian(q, link=3), arm.forward_kinematics(q=q), arm.bias(q, [0.0] * 6)

    traced = torch.compile(motion, fullgraph=True)(q, dq, ddq)
    for a, b in zip(traced, motion(q, dq, ddq), strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=0)


def test_leading_axes_broadcast():
    q = torch.rand(10, 100, 6, dtype=torch.float64)
    dq, ddq = torch.rand(6, dtype=torch.float64), torch.rand(100, 6, dtype=torch.float64)
    result = puma().inverse_dynamics(q, dq, ddq)
    known = puma().inverse_dynamics(q.numpy(), dq.numpy(), ddq.numpy())
    np.testing.assert_array_equal(result.numpy(), known)


def test_any_strides_and_no_rows():
    q, dq, ddq = tensors(3, 6, 8)
    turned = [a.t() for a in (q, dq, ddq)]
    known = puma().inverse_dynamics(*(np.ascontiguousarray(a.numpy()) for a in turned))
    np.testing.assert_array_equal(puma().inverse_dynamics(*turned).numpy(), known)
    every_second = torch.zeros(8, 12, dtype=torch.float64)[:, ::2]
    assert puma().inverse_dynamics(turned[0], every_second, turned[2]).shape == (8, 6)
    backwards = states(1, 8, 6)[0][::-1]
    assert puma().inverse_dynamics(turned[0], backwards, [0] * 6).shape == (8, 6)
    assert puma().inverse_dynamics(turned[0][:0], turned[1][:0], turned[2][0]).shape == (0, 6)


def test_kinds_are_kept_or_raised_and_never_lowered():
    q, dq, ddq = tensors(3, 6)
    assert puma().inverse_dynamics(q.float(), dq.float(), ddq.float()).dtype == torch.float32
    assert puma().inverse_dynamics(q.float(), dq, ddq.float()).dtype == torch.float64
    assert puma().inverse_dynamics(q.float(), dq.numpy(), ddq.float()).dtype == torch.float64
    assert puma().inverse_dynamics(q.float(), [0.0] * 6, ddq.int()).dtype == torch.float32
    assert puma().inverse_dynamics(q.int(), [0] * 6, ddq.int()).dtype == torch.float64


def test_out_takes_the_result():
    q, dq, ddq = tensors(3, 4, 6)
    out = torch.empty(4, 6, dtype=torch.float64)
    assert puma().inverse_dynamics(q, dq, ddq, out=out) is out
    torch.testing.assert_close(out, puma().inverse_dynamics(q, dq, ddq), rtol=0, atol=0)


def expect(sentence, *arrays, arm=None, **named):
    with pytest.raises(ArrayError, match=sentence) as caught:
        (arm or puma()).inverse_dynamics(*arrays, **named)
    assert "\n" not in str(caught.value)


def test_bad_tensors_are_told_of_in_a_sentence():
    q, dq, ddq = tensors(3, 4, 6)
    expect("q is of float16", q.half(), dq, ddq)
    expect("dq is of bfloat16", q, dq.bfloat16(), ddq)
    expect("q has numbers of kind complex64", q.to(torch.complex64), dq, ddq)
    expect("ddq is on the device meta", q, dq, ddq.to("meta"))
    expect(r"q has shape \(4, 5\)", q[:, :5], dq, ddq)
    expect(r"how many states they have: q \(3, 6\), dq \(4, 6\)", q[:3], dq, ddq)
    expect("dq has numbers of kind", q, "text", ddq)
    expect("out takes no gradients", q.clone().requires_grad_(), dq, ddq, out=torch.empty_like(q))
    expect("out is torch.float32", q, dq, ddq, out=torch.empty(4, 6))
    expect("out is not contiguous", q, dq, ddq, out=torch.empty(6, 4, dtype=q.dtype).t())
    expect("out is ndarray", q, dq, ddq, out=np.empty((4, 6)))


def test_whole_numbers_are_taken_and_give_no_gradients():
    q = torch.zeros(6, dtype=torch.int64)
    with pytest.raises(RuntimeError, match="floating point"):
        q.requires_grad_()
    assert not puma().gravity(q).requires_grad


def test_a_singular_mass_matrix_is_told_of_with_its_state():
    arm = torsor.compile("planar2r", POINT)
    q = torch.full((2, 3, 2), 0.7, dtype=torch.float64)
    q[1, 2, 1] = 0
    zero = torch.zeros(2, dtype=torch.float64)
    with pytest.raises(SingularError, match=r"singular at q = \[0.7, 0. \] \(state 1, 2\)"):
        arm.forward_dynamics(q, zero, zero)


def test_a_subclass_of_tensor_is_a_tensor():
    parameter = torch.nn.Parameter(torch.zeros(2, dtype=torch.float64))
    planar().gravity(parameter).sum().backward()
    assert parameter.grad is not None


def test_the_operator_passes_pytorchs_own_check_of_operators():
    function = planar().inverse_dynamics.__self__[0]
    arrays = [a.requires_grad_() for a in tensors(3, 4, 2)]
    found = torch.library.opcheck(operator, (arrays, keep(function)))
    assert set(found.values()) == {"SUCCESS"}


def test_a_graph_takes_any_number_of_states():
    function = torch.compile(planar().gravity, fullgraph=True, dynamic=True)
    for count in (3, 5, 9):
        (q,) = tensors(1, count, 2)
        torch.testing.assert_close(function(q), planar().gravity(q), rtol=0, atol=0)


def test_a_graph_from_another_process_is_told_of_in_a_sentence():
    with pytest.raises(ArrayError, match="gravity was traced in another process"):
        recall("gravity 0123")
