"""What attackers found: each a sentence of ours now, or the right number."""

from __future__ import annotations

import signal
import subprocess
import sys
from types import MappingProxyType

import jax.numpy as jnp
import numpy as np
import pytest
import torch

import torsor
from torsor.errors import ArrayError, TorsorError


@pytest.fixture(scope="module")
def arm():
    return torsor.compile("puma560", vary=["m5", "a2"])


class Foreign:
    """An array of a library that nobody knows."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **named):
        return self.array.__dlpack__(**named)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Broken(Foreign):
    def __dlpack__(self, **named):
        raise BufferError("no capsule today")


def test_foreign_arrays_among_parameters_are_read(arm):
    found = arm.gravity(np.zeros(6), parameters={"m5": Foreign(np.array(1.5))})
    assert np.array_equal(found, arm.gravity(np.zeros(6), parameters={"m5": 1.5}))
    with pytest.raises(ArrayError, match="could not be read through DLPack: no capsule"):
        arm.gravity(Broken(np.zeros(6)))


@pytest.mark.parametrize("make", [torch.zeros, jnp.zeros])
def test_parameters_by_name_are_checked_alike(arm, make):
    q = make((3, 6))
    same = arm.gravity(q, parameters=MappingProxyType({"m5": 1.5}))
    assert np.array_equal(np.asarray(same), np.asarray(arm.gravity(q, parameters={"m5": 1.5})))
    with pytest.raises(ArrayError, match="differ in shape"):
        arm.gravity(q, parameters={"m5": make(3), "a2": make(2)})
    with pytest.raises(ArrayError, match="does not vary"):
        arm.gravity(q, parameters={1: 2})


@pytest.mark.parametrize("make", [torch.ones, jnp.ones])
def test_weights_have_the_result_s_shape(make):
    arm = torsor.compile("puma560")
    pose = arm.vjp("forward_kinematics", "q")
    assert pose(make((5, 6)), make((4, 4))).shape == (5, 6)
    assert arm.vjp("kinetic_energy", "q")(make((3, 6)), make((3, 6)), make(3)).shape == (3, 6)


@pytest.mark.filterwarnings("ignore")
def test_tensors_that_are_not_dense_are_refused(arm):
    dense = torch.zeros(2, 6)
    nested = torch.nested.nested_tensor([torch.zeros(6), torch.zeros(6)])
    for tensor in (dense.to_sparse(), dense.to_sparse_csr(), nested):
        with pytest.raises(ArrayError, match="expected a dense tensor"):
            arm.gravity(tensor)
    with pytest.raises(ArrayError, match="out is a tensor and the arrays are not"):
        arm.gravity(np.zeros(6), out=torch.zeros(6))
    with pytest.raises(TorsorError):
        arm.gravity([torch.zeros(6, requires_grad=True), torch.zeros(6)])


INTERRUPTED = """
import signal, sys, jax, jax.numpy as jnp, numpy as np, torsor
jax.config.update("jax_enable_x64", True)
arm, q = torsor.compile("puma560"), jnp.full(6, .1)
step = lambda i, x: x + 1e-6 * arm.forward_dynamics(x, x, x)
f = jax.jit(lambda q: jax.lax.fori_loop(0, 3000, step, q))
right = np.asarray(f(q))
class Stop(Exception): pass
def stop(*_): raise Stop
signal.signal(signal.SIGALRM, stop)
wrong = stopped = 0
for k in range(60):
    try:
        signal.setitimer(signal.ITIMER_REAL, .002 + .0003 * (k % 17))
        found = np.asarray(f(q))
        signal.setitimer(signal.ITIMER_REAL, 0)
        wrong += not np.array_equal(found, right)
    except Exception:
        signal.setitimer(signal.ITIMER_REAL, 0)
        stopped += 1
print(wrong, stopped)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_an_interrupted_call_of_xla_is_never_a_result():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True
    )
    wrong, stopped = map(int, done.stdout.split()[-2:])
    assert wrong == 0
    assert stopped > 0
