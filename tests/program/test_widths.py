"""The same bits whatever the width of a register: one lane, 256 bits, 512 bits.

``TORSOR_PROVE=all`` takes a million states, an ordinary run some thousands.
"""

from __future__ import annotations

import ctypes
import os

import numpy as np
import pytest

import torsor
from torsor.program.jit.machine import Loaded, object_code
from torsor.program.jit.writing.kernel import write_kernels
from torsor.program.jit.writing.signature import BATCH

STATES = 1_000_000 if os.environ.get("TORSOR_PROVE") == "all" else 5_003
BITS = {"double": 64, "float": 32}


@pytest.mark.parametrize("float_", ["double", "float"])
@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "inverse_dynamics|vjp:q"])
@pytest.mark.parametrize("robot", ["puma560", "iiwa14"])
def test_every_width_gives_the_same_bits(robot: str, name: str, float_: str) -> None:
    arm = torsor.compile(robot)
    program = arm.program(name)
    dtype = np.float64 if float_ == "double" else np.float32
    rng = np.random.default_rng(5)
    given = [rng.uniform(-3, 3, (STATES, a.size)).astype(dtype) for a in program.inputs]
    given[0][:] = rng.uniform(-1e5, 1e5, given[0].shape)
    given[0][::97, 0] *= 1e7  # and some that take the slow way
    inputs = (ctypes.c_void_p * len(given))(*(a.ctypes.data for a in given))
    found = []
    for width in (BITS[float_], 256, 512):
        loaded = Loaded(object_code(write_kernels(program, float_, width // BITS[float_])))
        out = np.empty((STATES, len(program.outputs)), dtype)
        call = BATCH.foreign(loaded.address(BATCH.name))
        assert call(inputs, loaded.place("constants"), out.ctypes.data, STATES) == -1
        found.append(out)
    assert np.isfinite(found[0]).all()
    for out in found[1:]:
        assert out.tobytes() == found[0].tobytes()
