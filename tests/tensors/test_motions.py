"""Rollouts of other libraries' arrays: the numbers of NumPy's, the same kind out."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from tests.oracles.software_gpu import SoftwareGpu
from tests.tensors.test_devices import make_cupy

import torsor
from torsor.errors import ArrayError
from torsor.program.gpu import driver


@pytest.fixture(scope="module")
def arm():
    return torsor.compile("puma560", vary=["m3"])


def given(count=5, seed=0):
    return np.random.default_rng(seed).standard_normal((3, count, 6))


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_tensors_come_back_as_tensors(arm, method, history):
    q, dq, tau = given()
    plain = arm.rollout(q, dq, tau, 1e-3, 7, history, method=method)
    found = arm.rollout(
        *(torch.from_numpy(a) for a in (q, dq, tau)), 1e-3, 7, history, method=method,
        parameters={"m3": torch.tensor(4.8, dtype=torch.float64)},
    )  # fmt: skip
    for a, b in zip(found, plain, strict=True):
        assert isinstance(a, torch.Tensor) and a.dtype == torch.float64
        assert np.array_equal(a.numpy(), b)
    single = arm.rollout(*(torch.from_numpy(a).float() for a in (q, dq, tau)), 1e-3, 7)
    assert single[0].dtype == torch.float32


def test_jax_arrays_come_back_as_such(arm):
    q, dq, tau = given()
    plain = arm.rollout(q.astype("f4"), dq.astype("f4"), tau.astype("f4"), 1e-3, 7)
    found = arm.rollout(*(jnp.asarray(a, "float32") for a in (q, dq, tau)), 1e-3, 7)
    for a, b in zip(found, plain, strict=True):
        assert isinstance(a, jax.Array) and a.dtype == "float32"
        assert np.array_equal(np.asarray(a), b.astype("f4"))


def test_a_rollout_tells_that_it_has_no_gradients(arm):
    q, dq, tau = (torch.from_numpy(a) for a in given())
    with pytest.raises(ArrayError, match="rollout has no gradients"):
        arm.rollout(q.requires_grad_(), dq, tau, 1e-3, 2)
    with pytest.raises(ArrayError, match="rollout is not traced"):
        jax.jit(lambda x: arm.rollout(x, x, x, 1e-3, 2))(jnp.ones((2, 6)))
    with pytest.raises(ArrayError, match="float32 or float64"):
        arm.rollout(*(a.detach().half() for a in (q, dq, tau)), 1e-3, 2)
    with pytest.raises(ArrayError, match="device meta"):
        arm.rollout(*(a.detach().to("meta") for a in (q, dq, tau)), 1e-3, 2)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_arrays_on_a_gpu_stay_there(dtype, monkeypatch):
    """Over the driver in software, with the bits of the processor in float64."""
    arm = torsor.compile("planar2r", dict.fromkeys(torsor.values("planar2r"), 0.8))
    gpu = SoftwareGpu(devices=1)
    driver.use(gpu)
    try:
        cupy = make_cupy(gpu)
        kind = cupy.ndarray
        kind.copy = lambda self: kind(self.value.copy())
        kind.reshape = lambda self, *shape: kind(self.value.reshape(*shape))
        kind.__getitem__ = lambda self, at: kind(self.value[at])

        def put(self, at, value):
            self.value[at] = getattr(value, "value", value)

        kind.__setitem__ = put
        monkeypatch.setitem(__import__("sys").modules, "cupy", cupy)
        q, dq, tau = (a[:, :2].astype(dtype) for a in given())
        for history in (False, True):
            found = arm.rollout(*(kind(a) for a in (q, dq, tau)), 1e-2, 4, history)
            plain = arm.rollout(q, dq, tau, 1e-2, 4, history)
            for a, b in zip(found, plain, strict=True):
                assert a.value.dtype == dtype
                if dtype == "float64":
                    assert np.array_equal(a.value, b)
                else:
                    assert np.allclose(a.value, b, atol=1e-5)
        with pytest.raises(ArrayError, match="tau has shape"):
            arm.rollout(kind(q), kind(dq), kind(tau[:3]), 1e-2, 4)
    finally:
        driver.use(None)
