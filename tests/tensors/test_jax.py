"""JAX's own checks of gradients, in both modes and to the second order; each also under jit."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads
from tests.tensors.robots import FUNCTIONS, PLANAR, POINT, planar, puma, states

import torsor
from torsor.errors import ArrayError

LOOSE = {"atol": 3e-2, "rtol": 3e-2, "eps": 1e-2}
"""What single precision leaves of finite differences."""


@pytest.fixture(params=[True, False], ids=["float64", "float32"])
def double(request):
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", request.param)
    yield request.param
    jax.config.update("jax_enable_x64", before)


@pytest.fixture
def _x64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def arrays(count, *shape, seed=0):
    return [jnp.asarray(a) for a in states(count, *shape, seed=seed)]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("wrap", [lambda f: f, jax.jit], ids=["plain", "jit"])
def test_derivatives_agree_with_finite_differences(name, wrap, double):
    given = arrays(FUNCTIONS[name], 2, 2)
    function = wrap(planar().function(name))
    check_grads(function, given, order=2, modes=("fwd", "rev"), **({} if double else LOOSE))


def test_the_same_bits_as_with_numpy(double):
    q, dq, ddq = arrays(3, 100, 6)
    result = puma().inverse_dynamics(q, dq, ddq)
    assert result.dtype == (np.float64 if double else np.float32)
    known = puma().inverse_dynamics(*(np.asarray(a) for a in (q, dq, ddq)))
    np.testing.assert_array_equal(result, known)
    np.testing.assert_array_equal(jax.jit(puma().inverse_dynamics)(q, dq, ddq), known)


@pytest.mark.usefixtures("_x64")
def test_jacobians_are_those_of_the_catalogue():
    q, dq, ddq = arrays(3, 6)
    by_q, by_dq = puma().inverse_dynamics_derivatives(*(np.asarray(a) for a in (q, dq, ddq)))
    for derive in (jax.jacrev, jax.jacfwd):
        for k, known in ((0, by_q), (1, by_dq)):
            found = derive(puma().inverse_dynamics, k)(q, dq, ddq)
            np.testing.assert_allclose(found, known, rtol=1e-11, atol=1e-11)


@pytest.mark.usefixtures("_x64")
def test_all_nestings_of_forward_and_reverse_give_one_hessian():
    q, dq, ddq = arrays(3, 6)

    def torque(x):
        return puma().inverse_dynamics(x, dq, ddq)[1]

    modes = (jax.jacrev, jax.jacfwd)
    found = [outer(inner(torque))(q) for outer in modes for inner in modes]
    slope = jax.grad(torque)
    known = np.stack([(slope(q + e) - slope(q - e)) / 2e-6 for e in 1e-6 * np.eye(6)])
    for each in found:
        np.testing.assert_allclose(each, known, rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(each, each.T, rtol=1e-10, atol=1e-10)


@pytest.mark.usefixtures("_x64")
def test_axes_that_are_mapped_over_may_stand_anywhere():
    q, dq, ddq = arrays(3, 4, 6)
    known = puma().inverse_dynamics(q, dq[0], ddq)
    found = jax.vmap(puma().inverse_dynamics, (1, None, 0), 1)(q.T, dq[0], ddq)
    np.testing.assert_array_equal(found.T, known)
    twice = jax.vmap(jax.vmap(puma().inverse_dynamics, (0, None, None)), (None, 0, None))
    found = twice(q, dq, ddq[0])
    np.testing.assert_array_equal(found, puma().inverse_dynamics(q, dq[:, None], ddq[0]))
    power = jax.grad(lambda *state: (puma().inverse_dynamics(*state) ** 2).sum())
    np.testing.assert_allclose(
        jax.vmap(power, (0, None, 0))(q, dq[0], ddq), power(q, dq[0], ddq), rtol=1e-12
    )


@pytest.mark.usefixtures("_x64")
def test_a_row_for_all_states_gathers_their_gradients():
    q, dq, ddq = arrays(3, 5, 6)
    one = jax.grad(lambda v: puma().inverse_dynamics(q, v, ddq).sum())(dq[0])
    each = jax.grad(lambda v: puma().inverse_dynamics(q, v, ddq).sum())(jnp.tile(dq[0], (5, 1)))
    np.testing.assert_allclose(one, each.sum(0), rtol=1e-12, atol=1e-12)


@pytest.mark.usefixtures("_x64")
def test_a_motion_inside_a_scan_has_the_gradient_of_its_steps():
    arm = planar()
    zero = jnp.zeros(2)

    def step(state, tau):
        q, dq = state
        dq = dq + 0.01 * arm.forward_dynamics(q, dq, tau)
        return (q + 0.01 * dq, dq), q

    def end(q):
        return jax.lax.scan(step, (q, zero), jnp.zeros((20, 2)))[0][0].sum()

    q = jnp.asarray([0.3, -0.4])
    check_grads(jax.jit(end), (q,), order=2, modes=("fwd", "rev"))


@pytest.mark.usefixtures("_x64")
def test_wrenches_and_parameters_have_gradients():
    arm = torsor.compile("planar2r", PLANAR, payload="wrench", vary=["m2", "l1"])
    q, dq, ddq = arrays(3, 2, 2)
    (wrench,) = arrays(1, 6)
    parameters = jnp.asarray([1.5, 0.8])
    given = (q, dq, ddq, wrench, parameters)

    def forces(*arrays):
        return arm.inverse_dynamics(*arrays[:4], parameters=arrays[4])

    check_grads(forces, given, order=2, modes=("fwd", "rev"))
    by_name = jax.grad(lambda m: arm.inverse_dynamics(*given[:4], parameters={"m2": m}).sum())
    in_order = jax.grad(lambda p: arm.inverse_dynamics(*given[:4], parameters=p).sum())
    whole = in_order(jnp.asarray([1.5, 1.0]))
    np.testing.assert_allclose(by_name(jnp.asarray(1.5)), whole[0], rtol=1e-12)


@pytest.mark.usefixtures("_x64")
def test_leading_axes_and_no_rows():
    q, dq, ddq = jnp.zeros((10, 100, 6)), jnp.zeros(6), jnp.zeros((100, 6))
    assert puma().inverse_dynamics(q, dq, ddq).shape == (10, 100, 6)
    assert puma().inverse_dynamics(q[:0], dq, ddq).shape == (0, 100, 6)


@pytest.mark.usefixtures("_x64")
def test_kinds_are_kept_or_raised():
    q, dq, ddq = arrays(3, 6)
    single = [a.astype(jnp.float32) for a in (q, dq, ddq)]
    assert puma().inverse_dynamics(*single).dtype == np.float32
    assert puma().inverse_dynamics(single[0], dq, ddq).dtype == np.float64
    assert puma().inverse_dynamics(single[0], [0] * 6, jnp.zeros(6, int)).dtype == np.float32
    assert puma().gravity(jnp.zeros(6, int)).dtype == np.float64


def expect(sentence, *given, **named):
    with pytest.raises(ArrayError, match=sentence) as caught:
        puma().inverse_dynamics(*given, **named)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("_x64")
def test_bad_arrays_are_told_of_in_a_sentence():
    q, dq, ddq = arrays(3, 4, 6)
    expect("q is of bfloat16", q.astype(jnp.bfloat16), dq, ddq)
    expect("q is of float16", q.astype(jnp.float16), dq, ddq)
    expect("q has numbers of kind complex128", q + 1j, dq, ddq)
    expect(r"q has shape \(4, 5\)", q[:, :5], dq, ddq)
    expect(r"how many states they have: q \(3, 6\)", q[:3], dq, ddq)
    expect("cannot be written into", q, dq, ddq, out=np.empty((4, 6)))
    expect("dq has numbers of kind", q, "text", ddq)


@pytest.mark.usefixtures("_x64")
def test_a_singular_mass_matrix_is_an_error_of_xla_with_our_sentence():
    arm = torsor.compile("planar2r", POINT)
    q = jnp.asarray([[0.7, 0.7], [0.7, 0.0]])
    zero = jnp.zeros(2)
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"singular at q = \[0.7, 0. \] \(state 1"):
        arm.forward_dynamics(q, zero, zero).block_until_ready()
    assert jnp.isfinite(arm.forward_dynamics(q[:1], zero, zero)).all()  # and XLA goes on
